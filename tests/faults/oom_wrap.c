/* SPDX-License-Identifier: MIT
 *
 * Linked into build/tests/wgdesc-oom with ld's --wrap: fails the allocation number WGDESC_OOM_AT,
 * counted from 1, and with WGDESC_OOM_ON also every later one. The file that WGDESC_OOM_TOLD names is there
 * when one failed; the one that WGDESC_OOM_HELD names, when something was not given back at the end.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "../lib/held.h"

static void tell(const char *variable)
{
    const char *name = getenv(variable);
    if (name) {
        close(open(name, O_WRONLY | O_CREAT, 0600));
    }
}

static int must_fail(void)
{
    static long count;
    const char *at = getenv("WGDESC_OOM_AT");
    count++;
    if (!at) {
        return 0;
    }
    const long n = strtol(at, NULL, 10);
    const int fails = getenv("WGDESC_OOM_ON") ? count >= n : count == n;
    if (fails) {
        tell("WGDESC_OOM_TOLD");
    }
    return fails;
}

__attribute__((destructor)) static void tell_held(void)
{
    if (held != 0) {
        tell("WGDESC_OOM_HELD");
    }
}
