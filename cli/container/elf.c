/* SPDX-License-Identifier: MIT
 *
 * 64-bit little-endian ELF files (System V ABI): the section headers, one at a time. A cubin is one
 * for machine 190; a host's file has its fat binaries in .nv_fatbin and __nv_relfatbin.
 */
#include "elf.h"

#include "fatbin.h"

#include "error/cli_status.h"

enum { EM_CUDA = 190, SECTION_BYTES = 64, HEADER_BYTES = 64, SECTIONS_MAX = 1 << 20 };

bool elf_is(const unsigned char head[16])
{
    return memcmp(head, "\177ELF\2\1", 6) == 0;
}

static wgd_status bad(const blob *b, const char *what, wgd_diag *diag)
{
    return cli_fail(diag, WGD_ERR_SYNTAX, "file", what, b->from.name, "a whole ELF file", "");
}

typedef struct sections {
    uint64_t at;       /* of the headers */
    uint64_t n, names; /* how many; which one has the names */
} sections;

static wgd_status headers(blob *b, sections *s, int *machine, wgd_diag *diag)
{
    unsigned char h[HEADER_BYTES];
    const wgd_status st = blob_read(b, 0, h, sizeof h, diag);
    if (st != WGD_OK) {
        return st;
    }
    *machine = (int)little(h + 18, 2);
    s->at = little(h + 40, 8);
    s->n = little(h + 60, 2);
    s->names = little(h + 62, 2);
    if (s->n > 0 && little(h + 58, 2) != SECTION_BYTES) {
        return bad(b, "the section headers have an unknown size", diag);
    }
    unsigned char first[SECTION_BYTES];
    if (s->at != 0 && (s->n == 0 || s->names == 0xffff)) {
        /* More than fit: the numbers stand in section 0. */
        const wgd_status again = blob_read(b, s->at, first, sizeof first, diag);
        if (again != WGD_OK) {
            return again;
        }
        s->n = s->n == 0 ? little(first + 32, 8) : s->n;
        s->names = s->names == 0xffff ? little(first + 40, 4) : s->names;
    }
    if (s->n > SECTIONS_MAX || (s->n > 0 && s->names >= s->n)) {
        return bad(b, "the number of sections is impossible", diag);
    }
    return WGD_OK;
}

static wgd_status section(blob *b, const sections *s, uint64_t i, unsigned char out[SECTION_BYTES],
                          wgd_diag *diag)
{
    if (s->at > b->size) {
        return bad(b, "the section headers lie outside of the file", diag);
    }
    return blob_read(b, s->at + i * SECTION_BYTES, out, SECTION_BYTES, diag);
}

/* Is section `h` called `name`? What cannot be read is no other name. */
static wgd_status is_called(blob *b, const unsigned char *names, const unsigned char *h,
                            const char *name, bool *yes, wgd_diag *diag)
{
    char got[32] = {0};
    const size_t n = strlen(name) + 1;
    const uint64_t at = little(names + 24, 8) + little(h, 4);
    if (*yes || at >= b->size || n > b->size - at) {
        return WGD_OK;
    }
    const wgd_status st = blob_read(b, at, got, n, diag);
    *yes = memcmp(got, name, n) == 0;
    return st;
}

static wgd_status host(blob *b, const sections *s, container_sink *sink, wgd_diag *diag)
{
    unsigned char names[SECTION_BYTES] = {0}, h[SECTION_BYTES];
    wgd_status st = s->n > 0 ? section(b, s, s->names, names, diag) : WGD_OK;
    for (uint64_t i = 1; st == WGD_OK && i < s->n; i++) {
        bool ours = false;
        st = section(b, s, i, h, diag);
        if (st == WGD_OK) {
            st = is_called(b, names, h, ".nv_fatbin", &ours, diag);
        }
        if (st == WGD_OK) {
            st = is_called(b, names, h, "__nv_relfatbin", &ours, diag);
        }
        if (st == WGD_OK && ours) {
            st = fatbin_walk(b, little(h + 24, 8), little(h + 32, 8), sink, diag);
        }
    }
    return st;
}

wgd_status elf_walk(blob *b, container_sink *sink, wgd_diag *diag)
{
    sections s = {0};
    int machine = 0;
    const wgd_status st = headers(b, &s, &machine, diag);
    if (st != WGD_OK) {
        return st;
    }
    if (machine != EM_CUDA) {
        return host(b, &s, sink, diag);
    }
    buf all = {0};
    wgd_status got = blob_append(b, 0, b->size, &all, diag);
    if (got == WGD_OK) {
        got = sink->cubin(sink->to, all.data, all.len, "", diag);
    }
    buf_free(&all);
    return got;
}

/* HGMMA, IGMMA, BGMMA, QGMMA: bits 0-8 of the first of the two 64-bit words of an instruction (as
 * nvdisasm -hex shows them for compute capability 9.0). */
static bool has_gmma(const unsigned char *code, size_t len)
{
    for (size_t i = 0; i + 16 <= len; i += 16) {
        const uint64_t op = little(code + i, 2) & 0x1ff;
        if (op >= 0x1f0 && op <= 0x1f3) {
            return true;
        }
    }
    return false;
}

bool elf_has_wgmma(const char *data, size_t len)
{
    const unsigned char *p = (const unsigned char *)data;
    if (len < HEADER_BYTES || !elf_is(p)) {
        return true; /* not understood: let the disassembler say so */
    }
    const uint64_t at = little(p + 40, 8), n = little(p + 60, 2), flags = little(p + 48, 4);
    const bool sm90 = (flags & 0xff) == 90 || (flags >> 8 & 0xff) == 90;
    for (uint64_t i = 0; sm90 && i < n; i++) {
        if (at > len || (i + 1) * SECTION_BYTES > len - at) {
            return true;
        }
        const unsigned char *h = p + at + i * SECTION_BYTES;
        const uint64_t from = little(h + 24, 8), size = little(h + 32, 8);
        const bool code = little(h + 4, 4) == 1 && (little(h + 8, 8) & 4);
        if (code && from <= len && size <= len - from && has_gmma(p + from, (size_t)size)) {
            return true;
        }
    }
    return false;
}
