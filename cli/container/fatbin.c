/* SPDX-License-Identifier: MIT
 *
 * Fat binaries, as fatbinary of CUDA 11 to 13 writes them (found by looking at what it wrote):
 *
 *   head    0 magic 0xba55ed50, 4 version 1, 6 bytes of this head, 8 bytes that follow
 *   entry   0 kind (1 PTX, 2 ELF), 4 bytes of this head, 8 bytes of the payload, padded,
 *           16 bytes of the payload when compressed, 28 architecture, 40 flags (0x2000: LZ4,
 *           0x8000: zstd), 56 bytes when unpacked
 */
#include "fatbin.h"

#include "unpack.h"

#include "error/cli_status.h"

enum { MAGIC_BYTES = 16, ENTRY_BYTES = 64, KIND_PTX = 1, KIND_ELF = 2 };
enum { FLAG_LZ4 = 0x2000, FLAG_ZSTD = 0x8000 };

bool fatbin_is(const unsigned char head[16])
{
    return little(head, 4) == 0xba55ed50;
}

static wgd_status bad(const blob *b, const char *what, wgd_diag *diag)
{
    return cli_fail(diag, WGD_ERR_SYNTAX, "file", what, b->from.name, "a whole fat binary", "");
}

typedef struct entry {
    int kind;
    uint64_t head, padded, packed, unpacked, flags;
    unsigned arch;
} entry;

/* "PTX for sm_90" */
static void describe(const entry *e, char out[32])
{
    wgd_text t = wgd_text_into(out, 32);
    wgd_put_str(&t, e->kind == KIND_PTX ? "PTX for sm_" : "machine code for sm_");
    wgd_put_u64(&t, e->arch);
    wgd_text_end(&t);
}

/* The payload as it was before it was packed. */
static wgd_status payload(blob *b, uint64_t at, const entry *e, buf *out, wgd_diag *diag)
{
    const bool packed = (e->flags & (FLAG_LZ4 | FLAG_ZSTD)) != 0;
    if (!packed) {
        return blob_append(b, at, e->padded, out, diag);
    }
    /* Programs pack to a tenth; a thousandth is an attack on the memory. */
    const bool bomb = e->unpacked > BLOB_TEXT_MAX || e->unpacked / 1024 > e->packed + 64;
    if (e->packed > e->padded || bomb) {
        return bad(b, "the sizes of an entry of a fat binary contradict each other", diag);
    }
    buf raw = {0};
    wgd_status st = blob_append(b, at, e->packed, &raw, diag);
    if (st == WGD_OK) {
        st = unpack(e->flags & FLAG_ZSTD ? PACK_ZSTD : PACK_LZ4, raw.data, raw.len,
                    (size_t)e->unpacked, out, diag);
    }
    buf_free(&raw);
    return st;
}

static wgd_status hand_over(const entry *e, buf *data, container_sink *sink, wgd_diag *diag)
{
    char of[32];
    describe(e, of);
    if (e->kind == KIND_ELF) {
        return sink->cubin(sink->to, data->data, data->len, of, diag);
    }
    while (data->len > 0 && data->data[data->len - 1] == 0) {
        data->len--; /* the padding */
    }
    return sink->text(sink->to, WGD_SCAN_PTX, buf_text(data), data->len, of, diag);
}

static wgd_status one_entry(blob *b, uint64_t at, uint64_t left, uint64_t *taken,
                            container_sink *sink, wgd_diag *diag)
{
    unsigned char h[ENTRY_BYTES];
    if (left < ENTRY_BYTES) {
        return bad(b, "an entry of a fat binary is cut off", diag);
    }
    wgd_status st = blob_read(b, at, h, sizeof h, diag);
    if (st != WGD_OK) {
        return st;
    }
    const entry e = {.kind = (int)little(h, 2),
                     .head = little(h + 4, 4),
                     .padded = little(h + 8, 8),
                     .packed = little(h + 16, 4),
                     .arch = (unsigned)little(h + 28, 4),
                     .flags = little(h + 40, 8),
                     .unpacked = little(h + 56, 8)};
    if (e.head < ENTRY_BYTES || e.head > left || e.padded > left - e.head) {
        return bad(b, "an entry of a fat binary is longer than its file", diag);
    }
    *taken = e.head + e.padded;
    /* wgmma is of compute capability 9.0 alone. */
    if ((e.kind != KIND_PTX && e.kind != KIND_ELF) || e.arch != 90) {
        return WGD_OK;
    }
    buf data = {0};
    st = payload(b, at + e.head, &e, &data, diag);
    if (st == WGD_OK) {
        st = hand_over(&e, &data, sink, diag);
    }
    buf_free(&data);
    return st;
}

wgd_status fatbin_walk(blob *b, uint64_t at, uint64_t size, container_sink *sink, wgd_diag *diag)
{
    if (at > b->size || size > b->size - at) {
        return bad(b, "a section lies outside of the file", diag);
    }
    const uint64_t end = at + size;
    while (end - at >= MAGIC_BYTES) {
        unsigned char head[MAGIC_BYTES];
        wgd_status st = blob_read(b, at, head, sizeof head, diag);
        if (st != WGD_OK) {
            return st;
        }
        if (!fatbin_is(head)) {
            at += 8; /* padding between two of them */
            continue;
        }
        const uint64_t skip = little(head + 6, 2), bytes = little(head + 8, 8);
        if (skip < MAGIC_BYTES || skip > end - at || bytes > end - at - skip) {
            return bad(b, "a fat binary is longer than its section", diag);
        }
        at += skip;
        for (uint64_t left = bytes; left > 0;) {
            uint64_t taken = 0;
            st = one_entry(b, at, left, &taken, sink, diag);
            if (st != WGD_OK) {
                return st;
            }
            at += taken;
            left -= taken;
        }
    }
    return WGD_OK;
}
