/* SPDX-License-Identifier: MIT
 *
 * A file written under another name and renamed when it is whole.
 */
#define _XOPEN_SOURCE 700 /* SIGXFSZ */
#include "outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "error/cli_status.h"
#include "hold.h"
#include "io.h"
#include "io_failed.h"
#include "mem.h"

static wgd_status failed(const char *what, const char *name, const char *hint, wgd_diag *diag)
{
    return io_failed("output", what, name, hint, diag);
}

static wgd_status refuse_existing(const char *name, wgd_diag *diag)
{
    errno = EEXIST;
    return failed("the file is there already", name, "--force replaces it", diag);
}

static wgd_status write_and_close(int fd, const char *name, buf *b, wgd_diag *diag)
{
    const wgd_status st = io_send(fd, b, diag);
    if (st != WGD_OK) {
        close(fd);
        return st;
    }
    return close(fd) == 0 || errno == EINTR
               ? WGD_OK
               : failed("cannot finish writing the file", name, NULL, diag);
}

/* Gives the finished file its name. link() refuses to replace, in one step; where the file system
 * has no links, the check and the rename are two steps. */
static wgd_status move_into_place(const char *temp, const char *name, bool replace, wgd_diag *diag)
{
    if (!replace) {
        if (link(temp, name) == 0) {
            unlink(temp);
            return WGD_OK;
        }
        if (errno == EEXIST || access(name, F_OK) == 0) {
            return refuse_existing(name, diag);
        }
    }
    return rename(temp, name) == 0 ? WGD_OK : failed("cannot name the file", name, NULL, diag);
}

static wgd_status write_beside(const char *name, char *temp, bool replace, buf *b, wgd_diag *diag)
{
    /* Over a limit on file sizes the write is to fail, so that the rest of it is removed. */
    (void)signal(SIGXFSZ, SIG_IGN);
    const int fd = mkstemp(temp);
    if (fd < 0) {
        return failed("cannot make the file", name, NULL, diag);
    }
    /* mkstemp's file is private; this one is as public as any other new file. */
    const mode_t mask = umask(0);
    umask(mask);
    wgd_status st = fchmod(fd, 0666 & ~mask) == 0
                        ? WGD_OK
                        : failed("cannot set the file's mode", name, NULL, diag);
    if (st == WGD_OK) {
        st = write_and_close(fd, name, b, diag);
    } else {
        close(fd);
    }
    if (st == WGD_OK) {
        st = move_into_place(temp, name, replace, diag);
    }
    if (st != WGD_OK) {
        unlink(temp);
    }
    return st;
}

wgd_status outfile_write(const char *name, bool replace, buf *b, wgd_diag *diag)
{
    struct stat at;
    const bool there = stat(name, &at) == 0;
    if (there && S_ISDIR(at.st_mode)) {
        errno = EISDIR;
        return failed("cannot write a file of this name", name, NULL, diag);
    }
    if (there && !S_ISREG(at.st_mode)) {
        const int fd = open(name, O_WRONLY);
        return fd < 0 ? failed("cannot open the file", name, NULL, diag)
                      : write_and_close(fd, name, b, diag);
    }
    if (there && !replace) {
        return refuse_existing(name, diag);
    }
    /* In the same folder, and of a length of its own: the file's name may be as long as names get. */
    static const char other[] = ".wgdesc.XXXXXX";
    const char *slash = strrchr(name, '/');
    const size_t len = slash ? (size_t)(slash - name) + 1 : 0;
    char *temp = cli_alloc(len + sizeof other);
    if (!temp) {
        return cli_fail(diag, CLI_ERR_MEMORY, "", NULL, NULL, NULL, NULL);
    }
    memcpy(temp, name, len);
    memcpy(temp + len, other, sizeof other);
    sigset_t before;
    signals_hold(&before);
    const wgd_status st = write_beside(name, temp, replace, b, diag);
    signals_let_go(&before);
    cli_free(temp);
    return st;
}
