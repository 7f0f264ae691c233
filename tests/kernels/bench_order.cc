/* SPDX-License-Identifier: MIT
 *
 * The order in which wgdesc-bench times contestants: each comes once in a round, and over the rounds each follows each
 * other one equally often. Needs no GPU. Prints TAP.
 */
#include <stdio.h>

#include "bench/bench_order.h"

namespace
{

enum { MOST = 20 };

int count = 0, failed = 0;

void ok(bool right, const char *what, int contestants)
{
    printf("%s %d - %d contestants: %s\n", right ? "ok" : "not ok", ++count, contestants, what);
    failed += !right;
}

/* Does each come once in the round? Counts who follows whom. */
bool once_each(int contestants, int round, int (&follows)[MOST][MOST])
{
    bool seen[MOST] = {};
    const std::vector<int> order = bench_order(contestants, round);
    bool right = (int)order.size() == contestants;
    for (size_t i = 0; right && i < order.size(); i++) {
        right = order[i] >= 0 && order[i] < contestants && !seen[order[i]];
        if (right) {
            seen[order[i]] = true;
            follows[order[i]][i > 0 ? order[i - 1] : order[i]]++;
        }
    }
    return right;
}

void check(int contestants)
{
    int follows[MOST][MOST] = {};
    const int times = 1 + contestants % 2;
    bool once = true, equally = true;
    for (int round = 0; round < times * contestants; round++) {
        once = once && once_each(contestants, round, follows);
    }
    for (int a = 0; a < contestants; a++) {
        for (int b = 0; b < contestants; b++) {
            equally = equally && follows[a][b] == times; /* itself: it was the first of a round */
        }
    }
    ok(once, "each once in a round", contestants);
    ok(equally, "each follows each equally often", contestants);
}

} // namespace

int main()
{
    for (int contestants = 1; contestants <= 18; contestants++) {
        check(contestants);
    }
    printf("1..%d\n", count);
    return failed != 0;
}
