/* SPDX-License-Identifier: MIT
 *
 * Two words field by field, and whether an instruction can tell them apart.
 */
#include "wgd_diff.h"

#include "base/own_frame.h"
#include "wgd_fetch.h"

static const char *const field_names[] = {
#define WGD_X(sym, name) name,
    WGD_FIELDS(WGD_X)
#undef WGD_X
};

const char *wgd_field_name(wgd_field f)
{
    return field_names[f];
}

/* A word and the architecture that reads it. */
typedef struct reading {
    uint64_t word;
    wgd_desc d;
    wgd_arch arch;
} reading;

static reading reading_of(uint64_t word, wgd_arch arch)
{
    const reading r = {word, wgd_desc_unpack(word, arch), arch};
    return r;
}

/* Is it documented what such a read fetches through the word? */
static bool is_defined(const reading *r, wgd_read rd)
{
    rd.arch = r->arch;
    return wgd_word_check(r->word, rd, NULL) == WGD_OK;
}

/* A field as encoded; the bits that mean nothing stay in place. */
static uint64_t field_value(const reading *r, wgd_field f)
{
    const bool tcgen05 = wgd_arch_tcgen05(r->arch);
    switch (f) {
    case WGD_FIELD_START:
        return r->d.start;
    case WGD_FIELD_LBO:
        return r->d.lbo;
    case WGD_FIELD_SBO:
        return r->d.sbo;
    case WGD_FIELD_BASE_OFFSET:
        return r->d.base_offset;
    case WGD_FIELD_LAYOUT_TYPE:
        return tcgen05 ? WGD_FIELD_GET(TCGEN05, LAYOUT_TYPE, r->word)
                       : WGD_FIELD_GET(WGMMA, LAYOUT_TYPE, r->word);
    case WGD_FIELD_LBO_MODE:
        return r->d.lbo_absolute;
    case WGD_FIELD_VERSION:
        return tcgen05 ? WGD_FIELD_GET(TCGEN05, VERSION, r->word) : 0;
    default:
        return r->word & ~wgd_desc_mask(r->arch);
    }
}

/* Do the two mean the same by it? Words of two architectures number the swizzles differently, and
 * what one ignores or fixes says nothing about the other. */
static bool field_same(const reading *a, const reading *b, wgd_field f)
{
    if (f == WGD_FIELD_LAYOUT_TYPE && a->d.swizzle != b->d.swizzle) {
        return false;
    }
    const bool own = f == WGD_FIELD_LAYOUT_TYPE || f == WGD_FIELD_VERSION || f == WGD_FIELD_IGNORED;
    return (own && a->arch != b->arch) || field_value(a, f) == field_value(b, f);
}

/* Does a word read those n chunks? */
static OWN_FRAME bool reads_these(const reading *r, wgd_read rd, const uint32_t *at, size_t n)
{
    uint32_t own[WGD_FETCH_CHUNKS_MAX], diff = 0;
    wgd_fetch_chunks(r->d, rd, own);
    for (size_t i = 0; i < n; i++) {
        diff |= own[i] ^ at[i];
    }
    return diff == 0;
}

/* The last element, which tells most words apart that differ, without a table of all chunks. */
static bool last_same(const reading *a, const reading *b, wgd_read rd)
{
    const uint32_t row = (uint32_t)rd.mn - 1, k = (uint32_t)wgd_read_k(rd) - 1;
    return wgd_fetch_byte(a->d, rd, row, k) == wgd_fetch_byte(b->d, rd, row, k);
}

/* What is read through a word that its architecture does not have, or through a swizzle that the type
 * does not have, is the same through the same word only. */
static bool fetch_same(const reading *a, const reading *b, wgd_read rd)
{
    uint32_t at[WGD_FETCH_CHUNKS_MAX];
    if (!is_defined(a, rd) || !is_defined(b, rd)) {
        return a->word == b->word && a->arch == b->arch;
    }
    if (!last_same(a, b, rd)) {
        return false;
    }
    const size_t n = wgd_fetch_chunks(a->d, rd, at);
    return reads_these(b, rd, at, n);
}

/* WGD_READS bits are in the order of the fields; the ignored bits have none. */
static bool is_read(const reading *r, wgd_field f, wgd_read rd)
{
    return f == WGD_FIELD_VERSION || (wgd_fetch_reads(r->d.swizzle, rd) >> (unsigned)f & 1u) != 0;
}

/* a with b's value of one field. */
static reading with_field(const reading *a, const reading *b, wgd_field f)
{
    reading r = *a;
    r.d.start = f == WGD_FIELD_START ? b->d.start : a->d.start;
    r.d.lbo = f == WGD_FIELD_LBO ? b->d.lbo : a->d.lbo;
    r.d.sbo = f == WGD_FIELD_SBO ? b->d.sbo : a->d.sbo;
    r.d.base_offset = f == WGD_FIELD_BASE_OFFSET ? b->d.base_offset : a->d.base_offset;
    r.d.swizzle = f == WGD_FIELD_LAYOUT_TYPE ? b->d.swizzle : a->d.swizzle;
    r.d.lbo_absolute = f == WGD_FIELD_LBO_MODE ? b->d.lbo_absolute : a->d.lbo_absolute;
    return r;
}

/* Does b's value of the field in a change what is fetched? */
static bool field_matters(const reading *a, const reading *b, wgd_field f, wgd_read rd)
{
    if (f == WGD_FIELD_IGNORED) {
        return false;
    }
    if (!is_defined(a, rd) || !is_defined(b, rd)) {
        return f == WGD_FIELD_VERSION || f == WGD_FIELD_LAYOUT_TYPE;
    }
    const reading changed = with_field(a, b, f);
    return !fetch_same(a, &changed, rd);
}

static void diff_readings(const reading *a, const reading *b, wgd_read rd, wgd_diff *out)
{
    out->n = 0;
    out->same = fetch_same(a, b, rd);
    for (int i = 0; i < WGD_FIELD_COUNT; i++) {
        const wgd_field f = (wgd_field)i;
        if (field_same(a, b, f)) {
            continue;
        }
        wgd_field_diff *d = &out->field[out->n++];
        d->field = f;
        d->a = field_value(a, f);
        d->b = field_value(b, f);
        d->read = is_read(a, f, rd);
        d->matters = field_matters(a, b, f, rd);
    }
}

void wgd_diff_across(uint64_t a, uint64_t b, wgd_read rd, wgd_arch arch_b, wgd_diff *out)
{
    const reading ra = reading_of(a, rd.arch), rb = reading_of(b, arch_b);
    diff_readings(&ra, &rb, rd, out);
}

void wgd_diff_words(uint64_t a, uint64_t b, wgd_read rd, wgd_diff *out)
{
    wgd_diff_across(a, b, rd, rd.arch, out);
}

/* The type, major and rows as the other architecture would read them. */
static bool reads_too(wgd_read rd, wgd_arch arch)
{
    rd.arch = arch;
    return wgd_read_check(rd, NULL) == WGD_OK;
}

void wgd_diff_all_across(uint64_t a, wgd_arch arch_a, uint64_t b, wgd_arch arch_b,
                         wgd_diff_all *out)
{
    wgd_read rd = wgd_read_first(arch_a);
    const reading ra = reading_of(a, arch_a), rb = reading_of(b, arch_b);
    out->reads = out->same = out->any.n = 0;
    do {
        if (!reads_too(rd, arch_b) || (!is_defined(&ra, rd) && !is_defined(&rb, rd))) {
            continue;
        }
        wgd_diff one = {.n = 0};
        diff_readings(&ra, &rb, rd, &one);
        if (out->reads++ == 0) {
            out->any = one;
        }
        for (int i = 0; i < one.n; i++) {
            out->any.field[i].read |= one.field[i].read;
            out->any.field[i].matters |= one.field[i].matters;
        }
        out->same += one.same;
    } while (wgd_read_next(&rd));
    out->any.same = out->reads > 0 && out->same == out->reads;
}

void wgd_diff_all_reads(uint64_t a, uint64_t b, wgd_arch arch, wgd_diff_all *out)
{
    wgd_diff_all_across(a, arch, b, arch, out);
}
