/* SPDX-License-Identifier: MIT
 *
 * Reading input and writing output whole, with every error seen.
 */
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

static bool is_standard_input(const io_file *f)
{
    return strcmp(f->name, "-") == 0;
}

wgd_status io_open(io_file *f, wgd_diag *diag)
{
    f->fd = is_standard_input(f) ? STDIN_FILENO : open(f->name, O_RDONLY);
    const char *hint =
        f->fd < 0 && errno == ENOENT ? "there is no such file: check its name" : NULL;
    return f->fd >= 0 ? WGD_OK : io_failed(f->field, "cannot open the file", f->name, hint, diag);
}

void io_close(const io_file *f)
{
    if (f->fd > STDIN_FILENO) {
        close(f->fd);
    }
}

/* An ending begins with a letter, and no number in hexadecimal has one. */
static bool has_ending(const char *text)
{
    const char *dot = strrchr(text, '.');
    const bool hex = text[0] == '0' && (text[1] | 0x20) == 'x';
    return dot && !hex && (dot[1] | 0x20) >= 'a' && (dot[1] | 0x20) <= 'z';
}

bool io_looks_like_file(const char *text)
{
    /* ELOOP: a link that leads to itself is there. */
    return strchr(text, '/') || has_ending(text) || access(text, F_OK) == 0 || errno == ELOOP;
}

wgd_status io_read(const io_file *f, char *data, size_t cap, size_t *n, wgd_diag *diag)
{
    for (;;) {
        const ssize_t r = read(f->fd, data, cap);
        if (r >= 0) {
            *n = (size_t)r;
            return WGD_OK;
        }
        if (errno != EINTR) {
            return io_failed(f->field, "cannot read the input",
                             is_standard_input(f) ? "standard input" : f->name, NULL, diag);
        }
    }
}

wgd_status io_read_all(const io_file *f, size_t most, buf *out, wgd_diag *diag)
{
    enum { PIECE = 1 << 16 };
    size_t n;
    const size_t before = out->len;
    wgd_status st;
    do {
        char *at = buf_room(out, PIECE);
        n = 0;
        st = at ? io_read(f, at, PIECE, &n, diag)
                : cli_fail(diag, CLI_ERR_MEMORY, "", NULL, NULL, NULL, NULL);
        out->len += n;
        if (out->len - before > most) {
            st = cli_fail(diag, CLI_ERR_TOO_LONG, f->field, NULL, f->name, NULL, NULL);
            n = 0;
        }
    } while (n > 0);
    return st;
}

bool io_is_terminal(int fd)
{
    return isatty(fd) == 1;
}
