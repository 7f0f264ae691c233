/* SPDX-License-Identifier: MIT
 *
 * Files read at an offset; what has none (a pipe) is read to its end first.
 */
#define _POSIX_C_SOURCE 200809L

#include "blob.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "error/cli_status.h"
#include "io/io_failed.h"

static wgd_status too_long(const blob *b, wgd_diag *diag)
{
    return cli_fail(diag, CLI_ERR_TOO_LONG, b->from.field, "the input is too long", b->from.name,
                    "at most 1 GiB of text, or in one section", "");
}

static wgd_status slurp(blob *b, wgd_diag *diag)
{
    for (;;) {
        char *at = buf_room(&b->held, 1 << 16);
        size_t n = 0;
        if (!at) {
            return cli_fail(diag, CLI_ERR_MEMORY, "", NULL, NULL, NULL, NULL);
        }
        const wgd_status st = io_read(&b->from, at, 1 << 16, &n, diag);
        if (st != WGD_OK || n == 0) {
            b->size = b->held.len;
            return st;
        }
        b->held.len += n;
        if (b->held.len > BLOB_TEXT_MAX) {
            return too_long(b, diag);
        }
    }
}

wgd_status blob_open(blob *b, const char *name, const char *field, wgd_diag *diag)
{
    *b = (blob){.from = {.name = name, .field = field, .fd = -1}};
    const wgd_status st = io_open(&b->from, diag);
    if (st != WGD_OK) {
        return st;
    }
    struct stat s;
    if (fstat(b->from.fd, &s) == 0 && S_ISREG(s.st_mode)) {
        b->pieces = true;
        b->size = (uint64_t)s.st_size;
        return WGD_OK;
    }
    return slurp(b, diag);
}

void blob_close(blob *b)
{
    io_close(&b->from);
    buf_free(&b->held);
}

static wgd_status cut_off(const blob *b, wgd_diag *diag)
{
    return cli_fail(diag, WGD_ERR_SYNTAX, b->from.field, "the file is cut off", b->from.name,
                    "as many bytes as its headers say", "is it whole?");
}

wgd_status blob_read(blob *b, uint64_t at, void *to, size_t n, wgd_diag *diag)
{
    if (at > b->size || n > b->size - at) {
        return cut_off(b, diag);
    }
    if (!b->pieces) {
        memcpy(to, b->held.data + at, n);
        return WGD_OK;
    }
    for (size_t done = 0; done < n;) {
        const ssize_t r = pread(b->from.fd, (char *)to + done, n - done, (off_t)(at + done));
        if (r == 0) {
            return cut_off(b, diag); /* it was longer when it was opened */
        }
        if (r < 0 && errno != EINTR) {
            return io_failed(b->from.field, "cannot read the input", b->from.name, NULL, diag);
        }
        done += r > 0 ? (size_t)r : 0;
    }
    return WGD_OK;
}

wgd_status blob_append(blob *b, uint64_t at, uint64_t n, buf *out, wgd_diag *diag)
{
    if (n == 0) {
        return WGD_OK;
    }
    if (n > BLOB_TEXT_MAX) {
        return too_long(b, diag);
    }
    char *to = buf_room(out, (size_t)n);
    if (!to) {
        return cli_fail(diag, CLI_ERR_MEMORY, "", NULL, NULL, NULL, NULL);
    }
    const wgd_status st = blob_read(b, at, to, (size_t)n, diag);
    out->len += st == WGD_OK ? (size_t)n : 0;
    return st;
}
