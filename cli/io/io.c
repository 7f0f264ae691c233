/* SPDX-License-Identifier: MIT
 *
 * Reading input and writing output whole, with every error seen.
 */
#define _POSIX_C_SOURCE 200809L
#include "io.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "error/cli_status.h"
#include "io_failed.h"

wgd_status io_send(int fd, buf *b, wgd_diag *diag)
{
    if (b->failed) {
        return cli_fail(diag, CLI_ERR_MEMORY, "", NULL, NULL, NULL, NULL);
    }
    size_t done = 0;
    while (done < b->len) {
        const ssize_t n = write(fd, b->data + done, b->len - done);
        if (n < 0 && errno != EINTR) {
            return io_failed("", "cannot write the answer", NULL, NULL, diag);
        }
        done += n > 0 ? (size_t)n : 0;
    }
    b->len = 0;
    return WGD_OK;
}

wgd_status io_close_stdout(wgd_diag *diag)
{
    return close(STDOUT_FILENO) == 0 || errno == EINTR
               ? WGD_OK
               : io_failed("", "cannot finish writing the answer", NULL, NULL, diag);
}

wgd_status io_open(const char *name, int *fd, wgd_diag *diag)
{
    if (strcmp(name, "-") == 0) {
        *fd = STDIN_FILENO;
        return WGD_OK;
    }
    *fd = open(name, O_RDONLY);
    return *fd >= 0 ? WGD_OK : io_failed("", "cannot open the file", name, NULL, diag);
}

void io_close(int fd)
{
    if (fd > STDIN_FILENO) {
        close(fd);
    }
}

wgd_status io_read(int fd, char *data, size_t cap, size_t *n, wgd_diag *diag)
{
    for (;;) {
        const ssize_t r = read(fd, data, cap);
        if (r >= 0) {
            *n = (size_t)r;
            return WGD_OK;
        }
        if (errno != EINTR) {
            return io_failed("", "cannot read the requests", NULL, NULL, diag);
        }
    }
}

wgd_status io_read_all(int fd, const char *name, size_t most, buf *out, wgd_diag *diag)
{
    enum { PIECE = 1 << 16 };
    size_t n;
    const size_t before = out->len;
    wgd_status st;
    do {
        char *at = buf_room(out, PIECE);
        n = 0;
        st = at ? io_read(fd, at, PIECE, &n, diag)
                : cli_fail(diag, CLI_ERR_MEMORY, "", NULL, NULL, NULL, NULL);
        out->len += n;
        if (out->len - before > most) {
            st = cli_fail(diag, CLI_ERR_TOO_LONG, "", NULL, name, NULL, NULL);
            n = 0;
        }
    } while (n > 0);
    return st;
}

bool io_is_terminal(int fd)
{
    return isatty(fd) == 1;
}
