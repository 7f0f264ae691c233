/* SPDX-License-Identifier: MIT
 *
 * nvdisasm takes a file and writes text; the text can be a hundred times the size of the code, so
 * it is cut at the heads of the functions as it comes.
 */
#define _POSIX_C_SOURCE 200809L

#include "disasm.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "error/cli_status.h"
#include "io/hold.h"
#include "io/io.h"
#include "io/io_failed.h"

enum { FUNCTION_MAX = 256 << 20, PIECE = 1 << 16 };

static wgd_status failed(const char *what, const char *got, wgd_diag *diag)
{
    return cli_fail(diag, CLI_ERR_IO, "nvdisasm", what, got, "nvdisasm of the CUDA toolkit",
                    "put nvdisasm into PATH or name it with --nvdisasm; a listing (.sass) and PTX "
                    "need no tool");
}

/* A new file that has no name any more, so that nothing is left of it however this ends; *path has room
 * for what it would have been called. -1, and errno, where there is none. */
static int nameless_file(char *path)
{
    sigset_t before;
    signals_hold(&before);
    const int fd = mkstemp(path);
    const int error = errno;
    if (fd >= 0) {
        unlink(path);
    }
    signals_let_go(&before);
    errno = error;
    return fd;
}

static bool write_all(int fd, const char *s, size_t len)
{
    size_t done = 0;
    while (done < len) {
        const ssize_t n = write(fd, s + done, len - done);
        if (n < 0 && errno != EINTR) {
            return false;
        }
        done += n > 0 ? (size_t)n : 0;
    }
    return lseek(fd, 0, SEEK_SET) == 0; /* not every /dev/fd begins anew */
}

/* Writes the code to a new file, *fd, which the caller closes. */
static wgd_status write_file(const char *cubin, size_t len, int *fd, wgd_diag *diag)
{
    char path[512];
    const char *dir = getenv("TMPDIR");
    wgd_text t = wgd_text_into(path, sizeof path);
    wgd_put_str(&t, dir && *dir ? dir : "/tmp");
    wgd_put_str(&t, "/wgdesc-scan-XXXXXX");
    if (wgd_text_end(&t) >= sizeof path) {
        return failed("the name of the temporary folder is too long", dir, diag);
    }
    *fd = nameless_file(path);
    if (*fd < 0) {
        return io_failed("", "cannot make a temporary file", path,
                         "set TMPDIR to a folder that can be written", diag);
    }
    if (!write_all(*fd, cubin, len)) {
        const wgd_status st = io_failed("", "cannot write the temporary file", path, NULL, diag);
        close(*fd);
        return st;
    }
    return WGD_OK;
}

/* The name of a descriptor, for a program that is handed it. */
static void name_of_fd(int fd, char *path, size_t cap)
{
    wgd_text t = wgd_text_into(path, cap);
    wgd_put_str(&t, "/dev/fd/");
    wgd_put_i64(&t, fd);
    wgd_text_end(&t);
}

/* Starts the tool; its standard output is *from. */
static pid_t start(const char *program, const char *path, int *from)
{
    int ends[2];
    if (pipe(ends) != 0) {
        return -1;
    }
    const pid_t child = fork();
    if (child == 0) {
        const int null = open("/dev/null", O_WRONLY);
        dup2(ends[1], 1);
        if (null >= 0) { /* without one its words are seen */
            dup2(null, 2);
        }
        close(ends[0]);
        close(ends[1]);
        execlp(program, program, "-c", path, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
    }
    *from = ends[0];
    return child;
}

/* The place in b from `from` on where another function begins, or its length. */
static size_t next_function(const buf *b, size_t from)
{
    static const char head[] = ".section\t.text.";
    for (size_t i = from; i + sizeof head < b->len; i++) {
        const char *dot = memchr(b->data + i, '.', b->len - i);
        if (!dot) {
            break;
        }
        i = (size_t)(dot - b->data);
        if (b->len - i >= sizeof head - 1 && memcmp(dot, head, sizeof head - 1) == 0) {
            return i;
        }
    }
    return b->len;
}

/* Hands over what is whole in b and keeps the rest. */
static wgd_status hand_over(buf *b, bool last, disasm_fn *each, void *to, size_t *looked,
                            wgd_diag *diag)
{
    for (;;) {
        const size_t end = next_function(b, *looked > 0 ? *looked : 1);
        if (end == b->len && !last) {
            /* A head may be cut by the end of what has come. */
            *looked = b->len > 32 ? b->len - 32 : 0;
            return b->len > FUNCTION_MAX ? cli_fail(diag, CLI_ERR_TOO_LONG, "file",
                                                    "the listing of a function is too long", NULL,
                                                    "at most 256 MiB", "")
                                         : WGD_OK;
        }
        *looked = 0;
        const wgd_status st = each(to, b->data, end, diag);
        memmove(b->data, b->data + end, b->len - end);
        b->len -= end;
        if (st != WGD_OK || b->len == 0) {
            return st;
        }
    }
}

static wgd_status read_listing(const io_file *from, disasm_fn *each, void *to, bool *any,
                               wgd_diag *diag)
{
    buf text = {0};
    size_t looked = 0;
    wgd_status st;
    size_t n;
    do {
        char *at = buf_room(&text, PIECE);
        n = 0;
        st = at ? io_read(from, at, PIECE, &n, diag)
                : cli_fail(diag, CLI_ERR_MEMORY, "", NULL, NULL, NULL, NULL);
        text.len += n;
        *any = *any || n > 0;
        if (st == WGD_OK && text.len > 0) {
            st = hand_over(&text, n == 0, each, to, &looked, diag);
        }
    } while (st == WGD_OK && n > 0);
    buf_free(&text);
    return st;
}

wgd_status disasm(const char *program, const char *cubin, size_t len, disasm_fn *each, void *to,
                  wgd_diag *diag)
{
    char path[32];
    int from = -1, code = -1;
    bool any = false;
    wgd_status st = write_file(cubin, len, &code, diag);
    if (st != WGD_OK) {
        return st;
    }
    name_of_fd(code, path, sizeof path);
    const char *tool = program ? program : "nvdisasm";
    const pid_t child = start(tool, path, &from);
    close(code);
    if (child < 0) {
        return failed("cannot start the disassembler", tool, diag);
    }
    const io_file listing = {.name = tool, .field = "nvdisasm", .fd = from};
    st = read_listing(&listing, each, to, &any, diag);
    close(from);
    int status = 0;
    pid_t ended;
    while ((ended = waitpid(child, &status, 0)) < 0 && errno == EINTR) {
    }
    if (st == WGD_OK && ended < 0) { /* whoever started this ignores SIGCHLD */
        st = failed("nobody is told how the disassembler ends", tool, diag);
    } else if (st == WGD_OK && (!WIFEXITED(status) || WEXITSTATUS(status) != 0)) {
        const bool absent = WIFEXITED(status) && WEXITSTATUS(status) == 127 && !any;
        st = failed(absent ? "there is no disassembler" : "the disassembler failed", tool, diag);
    }
    return st;
}
