/* SPDX-License-Identifier: MIT
 *
 * LZ4 and zstd, by the libraries of the machine where they are there: they are opened when a section
 * needs them, so that the program is built and runs without.
 */
#include "unpack.h"

#include <dlfcn.h>

#include "blob.h"
#include "error/cli_status.h"

typedef int lz4_fn(const char *src, char *dst, int n, int cap);
typedef size_t zstd_fn(void *dst, size_t cap, const void *src, size_t n);

static const struct {
    const char *name, *library, *function;
} packs[] = {
    [PACK_LZ4] = {"LZ4", "liblz4.so.1", "LZ4_decompress_safe"},
    [PACK_ZSTD] = {"zstd", "libzstd.so.1", "ZSTD_decompress"},
};

static wgd_status missing(pack how, wgd_diag *diag)
{
    char what[sizeof diag->what], hint[sizeof diag->hint];
    wgd_text t = wgd_text_into(what, sizeof what);
    wgd_put_str(&t, "a section is compressed with ");
    wgd_put_str(&t, packs[how].name);
    wgd_text_end(&t);
    t = wgd_text_into(hint, sizeof hint);
    wgd_put_str(&t, "install ");
    wgd_put_str(&t, packs[how].library);
    wgd_put_str(&t, ", or compile with --compress-mode=none");
    wgd_text_end(&t);
    return cli_fail(diag, CLI_ERR_IO, "file", what, NULL, packs[how].library, hint);
}

/* ISO C has no conversion from an object's pointer to a function's; POSIX says that this works. */
static void take_function(void *from, void *to)
{
    memcpy(to, &from, sizeof from);
}

_Static_assert(BLOB_TEXT_MAX <= INT32_MAX, "LZ4 counts in int");

/* Bytes written, or SIZE_MAX. */
static size_t call(pack how, void *function, const char *src, size_t n, char *dst, size_t size)
{
    if (how == PACK_ZSTD) {
        zstd_fn *f = NULL;
        take_function(function, &f);
        return f(dst, size, src, n);
    }
    lz4_fn *f = NULL;
    take_function(function, &f);
    const int got = f(src, dst, (int)n, (int)size);
    return got < 0 ? SIZE_MAX : (size_t)got;
}

wgd_status unpack(pack how, const char *src, size_t n, size_t size, buf *out, wgd_diag *diag)
{
    void *library = dlopen(packs[how].library, RTLD_NOW);
    if (!library) {
        return missing(how, diag);
    }
    void *function = dlsym(library, packs[how].function);
    if (!function) {
        dlclose(library);
        return missing(how, diag);
    }
    char *dst = buf_room(out, size + 1);
    const size_t got = dst ? call(how, function, src, n, dst, size) : 0;
    dlclose(library);
    if (!dst) {
        return cli_fail(diag, CLI_ERR_MEMORY, "", NULL, NULL, NULL, NULL);
    }
    if (got != size) {
        return cli_fail(diag, WGD_ERR_SYNTAX, "file", "a compressed section is damaged",
                        packs[how].name, "data that unpack to the size in its head", "");
    }
    out->len += size;
    return WGD_OK;
}
