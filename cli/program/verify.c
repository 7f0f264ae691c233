/* SPDX-License-Identifier: MIT
 *
 * verify: hands over to wgdesc-verify, which stands beside the program.
 */
#define _POSIX_C_SOURCE 200809L

#include "verify.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "answer/answer.h"
#include "base/never.h"
#include "request/request.h"
#include "error/cli_status.h"

#define PROGRAM "wgdesc-verify"

/* The path of PROGRAM in the folder of this program; false when that folder cannot be told: -1 is more than PATH_MAX,
 * too, and so is a path that the kernel does not give whole. What is longer with PROGRAM is found by no execv. */
static bool beside(char path[PATH_MAX + sizeof PROGRAM])
{
    const ssize_t n = readlink("/proc/self/exe", path, PATH_MAX);
    if ((size_t)n >= PATH_MAX) {
        return false;
    }
    path[n] = '\0';
    char *slash = strrchr(path, '/');
    if (NEVER(!slash)) { /* the kernel gives an absolute path */
        return false;
    }
    memcpy(slash + 1, PROGRAM, sizeof PROGRAM);
    return true;
}

void verify_exec(char **argv)
{
    char path[PATH_MAX + sizeof PROGRAM];
    static char name[] = PROGRAM;
    argv[1] = name;
    if (beside(path)) {
        execv(path, argv + 1);
    }
    execvp(PROGRAM, argv + 1);
}

/* Reached only where there is no such program. */
static wgd_status run(const request *rq, answer *a, wgd_diag *diag)
{
    (void)rq;
    (void)a;
    return cli_fail(diag, CLI_ERR_IO, "", PROGRAM " is neither beside wgdesc nor in PATH", NULL,
                    NULL, "build it where nvcc is with 'make verify', and install both");
}

static const example examples[] = {
    {"wgdesc verify", "everything"},
    {"wgdesc verify --filter 'gemm/f32.f16.f16/n64/*'", "some of it"},
    {"wgdesc verify --case 'map/f16/a/k/n64/0x4000004000010040'", "one descriptor"},
};

const command cmd_verify = {
    .id = COMMAND_verify,
    .name = "verify",
    .summary = "prove descriptors on a Hopper GPU",
    .synopsis = "[OPTIONS OF wgdesc-verify]",
    .about =
        "Runs wgdesc-verify, found beside this program or in PATH, with the same options: products "
        "against a host reference bit for bit, recovery of the byte that feeds each element, "
        "and negative controls. 'wgdesc-verify --help' lists the options. Exit status 77 without a "
        "usable GPU. The manual is "
        "wgdesc-verify(1).",
    .examples = examples,
    .n_examples = (int)(sizeof examples / sizeof examples[0]),
    .formats = FORMATS_TEXT,
    .run = run,
};
