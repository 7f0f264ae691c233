/* SPDX-License-Identifier: MIT
 *
 * Two words field by field, and whether an instruction can tell them apart.
 */
#include "wgd_diff.h"

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

/* The bits of each field in the word, in the order of WGD_FIELDS. */
static const uint64_t field_bits[] = {
    UINT64_C(0x3fff),  UINT64_C(0x3fff) << 16, UINT64_C(0x3fff) << 32,
    UINT64_C(7) << 49, UINT64_C(3) << 62,      ~WGD_DESC_MASK,
};

static uint64_t field_value(uint64_t word, wgd_field f)
{
    uint64_t bits = field_bits[f];
    word &= bits;
    for (; f != WGD_FIELD_IGNORED && !(bits & 1); bits >>= 1) {
        word >>= 1;
    }
    return word;
}

static bool fetch_same(uint64_t a, uint64_t b, wgd_read rd)
{
    uint32_t at_a[WGD_FETCH_CHUNKS_MAX], at_b[WGD_FETCH_CHUNKS_MAX];
    const size_t n = wgd_fetch_chunks(wgd_desc_decode(a), rd, at_a);
    wgd_fetch_chunks(wgd_desc_decode(b), rd, at_b);
    uint32_t diff = 0;
    for (size_t i = 0; i < n; i++) {
        diff |= at_a[i] ^ at_b[i];
    }
    return diff == 0;
}

/* WGD_READS bits are in the order of the fields. */
static bool is_read(uint64_t word, wgd_field f, wgd_read rd)
{
    return (wgd_fetch_reads(wgd_desc_decode(word).swizzle, rd) >> (unsigned)f & 1u) != 0;
}

void wgd_diff_words(uint64_t a, uint64_t b, wgd_read rd, wgd_diff *out)
{
    out->n = 0;
    out->same = fetch_same(a, b, rd);
    for (int f = 0; f < WGD_FIELD_COUNT; f++) {
        if (((a ^ b) & field_bits[f]) == 0) {
            continue;
        }
        wgd_field_diff *d = &out->field[out->n++];
        d->field = (wgd_field)f;
        d->a = field_value(a, d->field);
        d->b = field_value(b, d->field);
        d->read = is_read(a, d->field, rd);
        d->matters = !fetch_same(a, (a & ~field_bits[f]) | (b & field_bits[f]), rd);
    }
}

void wgd_diff_all_reads(uint64_t a, uint64_t b, wgd_diff_all *out)
{
    wgd_read rd = wgd_read_first();
    out->reads = out->same = 0;
    do {
        wgd_diff one;
        wgd_diff_words(a, b, rd, &one);
        if (out->reads++ == 0) {
            out->any = one;
        }
        for (int i = 0; i < one.n; i++) {
            out->any.field[i].read |= one.field[i].read;
            out->any.field[i].matters |= one.field[i].matters;
        }
        out->same += one.same;
    } while (wgd_read_next(&rd));
    out->any.same = out->same == out->reads;
}
