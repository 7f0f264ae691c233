/* SPDX-License-Identifier: MIT
 *
 * Williams' square: the first row goes to and fro, 0, 1, n-1, 2, n-2 ..., so that no two neighbours differ by the same
 * number modulo n; a later row adds its own number to all. Of an odd n some differences are missing and others there
 * twice: each row comes backwards, too.
 */
#include "bench_order.h"

#include <algorithm>

std::vector<int> bench_order(int count, int round)
{
    std::vector<int> order;
    for (int i = 0; i < count; i++) {
        const int to_and_fro = i % 2 ? (i + 1) / 2 : (count - i / 2) % count;
        order.push_back((to_and_fro + round / (1 + count % 2)) % count);
    }
    if (count % 2 && round % 2) {
        std::reverse(order.begin(), order.end());
    }
    return order;
}
