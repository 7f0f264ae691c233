/* SPDX-License-Identifier: MIT
 *
 * Every allocation of wgdesc_ask fails in turn, alone and with all behind it: the call returns
 * WGDESC_ASK_MEMORY and no answer, and gives back what it had. Prints how many points there were.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../lib/held.h"
#include "wgdesc_ask.h"

static long calls, fail_at;
static int and_later;

static int must_fail(void)
{
    calls++;
    return calls == fail_at || (and_later && calls > fail_at);
}

/* The points of one request, or -1 when one of them went wrong. */
static long points_of(const char *text)
{
    for (fail_at = 1;; fail_at++) {
        char *answer;
        size_t len;
        calls = 0;
        const uint64_t word = UINT64_C(0x4000004000010040);
        uint32_t wrong;
        const int rc =
            strstr(text, "smem_ptr")
                ? wgdesc_ask_many(text, strlen(text), &word, 1, &wrong, sizeof wrong, &answer, &len)
                : wgdesc_ask(text, strlen(text), &answer, &len);
        if (calls < fail_at) {
            wgdesc_ask_free(answer);
            return rc == WGDESC_ASK_MEMORY || held != 0 ? -1 : fail_at - 1;
        }
        if (rc != WGDESC_ASK_MEMORY || answer || len != 0 || held != 0) {
            return -1;
        }
    }
}

int main(void)
{
    static const char *const texts[] = {
        "{\"cmd\":\"desc\",\"major\":\"k\",\"swizzle\":\"128B\",\"shape\":[256,256]}",
        "{\"cmd\":\"list\",\"what\":\"atoms\"}",
        "{\"cmd\":\"decode\",\"desc\":12345678901234567890}",
        "{\"cmd\":\"check\",\"layout\":\"Sw<3,4,3> o smem_ptr[16b] o "
        "(64,16):(64,1)\",\"start\":1024}",
        "{",
    };
    long points = 0;
    for (and_later = 0; and_later <= 1; and_later++) {
        for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
            const long n = points_of(texts[i]);
            if (n < 1) {
                return 1;
            }
            points += n;
        }
    }
    printf("%ld\n", points);
    return 0;
}
