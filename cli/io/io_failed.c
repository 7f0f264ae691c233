/* SPDX-License-Identifier: MIT
 *
 * The table of the reasons that reading and writing fail for.
 */
#define _XOPEN_SOURCE 700 /* EDQUOT, ELOOP */
#include "io_failed.h"

#include <errno.h>
#include <string.h>

#include "error/cli_status.h"

static const struct {
    int error;
    const char *hint;
} reasons[] = {
    {ENOENT, "there is no such file or folder: make the folder first, or check the name"},
    {ENOTDIR, "a part of the name before the last / is not a folder"},
    {EISDIR, "this is a folder: add a file's name"},
    {EACCES, "you may not read or write there: choose another folder, or change its permissions"},
    {EPERM, "you may not write there: choose another folder"},
    {EROFS, "that file system is read-only: choose another folder"},
    {ENOSPC, "there is no room left: free some, or choose another place"},
    {EDQUOT, "your share of the disk is used up: free some, or choose another place"},
    {EFBIG, "the answer is larger than a file may be here (ulimit -f)"},
    {ENAMETOOLONG, "the name is too long for the file system"},
    {ELOOP, "a symbolic link leads back to itself"},
    {EMFILE, "too many files are open (ulimit -n)"},
    {EBADF, "the output, or the input, is closed: it must be open"},
    {EPIPE, "the program that was to read the answer has ended"},
};

static const char *hint_for(int error)
{
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        if (reasons[i].error == error) {
            return reasons[i].hint;
        }
    }
    return NULL;
}

wgd_status io_failed(const char *field, const char *what, const char *name, const char *hint,
                     wgd_diag *diag)
{
    const int error = errno;
    char got[sizeof diag->got];
    wgd_text t = wgd_text_into(got, sizeof got);
    const char *reason = strerror(error);
    /* The reason is what matters: a long name is cut at its beginning. */
    if (name) {
        const size_t len = strlen(name), room = sizeof got - 4 - strlen(reason);
        wgd_put_str(&t, len > room ? ".." : "");
        wgd_put_str(&t, len > room ? name + (len - room + 2) : name);
        wgd_put_str(&t, ": ");
    }
    wgd_put_str(&t, reason);
    wgd_text_end(&t);
    return cli_fail(diag, CLI_ERR_IO, field, what, got, NULL, hint ? hint : hint_for(error));
}
