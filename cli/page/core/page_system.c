/* SPDX-License-Identifier: MIT
 *
 * The few system calls that the program makes, on buffers. Their names are those of POSIX, so that
 * the program's own sources are compiled as they are.
 */
#include "page_system.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wasi/api.h>

enum { FIRST_FILE = 3 };

buf page_output, page_complaint, page_written;

static buf file_name, file_data;
static size_t file_at;

void page_begin(void)
{
    buf_free(&page_output);
    buf_free(&page_complaint);
    buf_free(&page_written);
    page_output = page_complaint = page_written = (buf){0};
    file_at = 0;
}

bool page_file_set(const char *name, size_t name_len, const char *data, size_t len)
{
    buf_free(&file_name);
    buf_free(&file_data);
    file_name = file_data = (buf){0};
    buf_mem(&file_name, name, name_len);
    buf_mem(&file_data, data, len);
    return !file_name.failed && !file_data.failed;
}

int open(const char *name, int flags, ...)
{
    (void)flags;
    const size_t len = strlen(name);
    if (len == 0 || len != file_name.len || memcmp(name, file_name.data, len) != 0) {
        errno = ENOENT;
        return -1;
    }
    file_at = 0;
    return FIRST_FILE;
}

int close(int fd)
{
    (void)fd;
    return 0;
}

ssize_t read(int fd, void *to, size_t cap)
{
    (void)fd;
    const size_t left = file_data.len - file_at, n = left < cap ? left : cap;
    if (n > 0) {
        memcpy(to, file_data.data + file_at, n);
    }
    file_at += n;
    return (ssize_t)n;
}

ssize_t write(int fd, const void *from, size_t n)
{
    buf *out = fd == STDERR_FILENO ? &page_complaint : &page_output;
    buf_mem(out, from, n);
    if (out->failed) {
        errno = ENOSPC;
        return -1;
    }
    return (ssize_t)n;
}

/* Nothing is a terminal, and no file can be read at an offset: blob.c reads it to its end. */
int isatty(int fd)
{
    (void)fd;
    errno = ENOTTY;
    return 0;
}

int fstat(int fd, struct stat *s)
{
    (void)fd;
    (void)s;
    errno = ENOSYS;
    return -1;
}

/* A file that is there has been opened. */
int access(const char *name, int mode)
{
    (void)name;
    (void)mode;
    errno = ENOENT;
    return -1;
}

/* No folder of the program, and no other programs. */
ssize_t readlink(const char *name, char *to, size_t cap)
{
    (void)name;
    (void)to;
    (void)cap;
    errno = ENOSYS;
    return -1;
}

int execv(const char *path, char *const argv[])
{
    (void)path;
    (void)argv;
    errno = ENOSYS;
    return -1;
}

int execvp(const char *name, char *const argv[])
{
    return execv(name, argv);
}

ssize_t pread(int fd, void *to, size_t n, off_t at)
{
    (void)fd;
    (void)to;
    (void)n;
    (void)at;
    errno = ENOSYS;
    return -1;
}

/* Below wasi-libc, whose stdio getopt_long could print with: what it would import is here. Addresses
 * are numbers at that level. */
int32_t __imported_wasi_snapshot_preview1_fd_write(int32_t fd, int32_t pieces, int32_t n,
                                                   int32_t done);
int32_t __imported_wasi_snapshot_preview1_fd_write(int32_t fd, int32_t pieces, int32_t n,
                                                   int32_t done)
{
    (void)fd;
    const __wasi_ciovec_t *piece = (const __wasi_ciovec_t *)pieces;
    __wasi_size_t *sum = (__wasi_size_t *)done;
    *sum = 0;
    for (int32_t i = 0; i < n; i++) {
        *sum += piece[i].buf_len;
    }
    return 0;
}

int32_t __imported_wasi_snapshot_preview1_fd_seek(int32_t fd, int64_t by, int32_t whence,
                                                  int32_t at);
int32_t __imported_wasi_snapshot_preview1_fd_seek(int32_t fd, int64_t by, int32_t whence,
                                                  int32_t at)
{
    (void)fd;
    (void)by;
    (void)whence;
    *(__wasi_filesize_t *)at = 0;
    return __WASI_ERRNO_SPIPE;
}
