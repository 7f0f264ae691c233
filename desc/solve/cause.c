/* SPDX-License-Identifier: MIT
 *
 * Forward matching: each known mistake is made on purpose with each right descriptor, and the
 * result compared with the word that was found, in the fields that the hardware reads. So a cause
 * is named only when it gives exactly this word, and its repair is a descriptor already proved.
 */
#include "cause.h"

enum { STRIDES = WGD_READS_LBO | WGD_READS_SBO };

/* One right descriptor, the word found, and where in the tile they stand. */
typedef struct suspect {
    uint64_t word;
    wgd_desc found, right;
    unsigned differ; /* fields read in which they differ */
    const wgd_place *p;
    wgd_read rd;
    int i, j;
} suspect;

/* The layout type as it stands in the word, whether it means something or not. */
static uint32_t raw_code(uint64_t word, wgd_arch arch)
{
    return wgd_arch_tcgen05(arch) ? WGD_FIELD_GET(TCGEN05, LAYOUT_TYPE, word)
                                  : WGD_FIELD_GET(WGMMA, LAYOUT_TYPE, word);
}

/* But for the layout type, whose code is compared. */
static unsigned fields_that_differ(wgd_desc a, wgd_desc b, unsigned reads, uint32_t row_mask)
{
    unsigned f = 0;
    f |= a.start != b.start ? WGD_READS_START : 0u;
    f |= a.lbo != b.lbo ? WGD_READS_LBO : 0u;
    f |= a.sbo != b.sbo ? WGD_READS_SBO : 0u;
    f |= ((uint32_t)(a.base_offset ^ b.base_offset) & row_mask) ? WGD_READS_BASE_OFFSET : 0u;
    f |= a.lbo_absolute != b.lbo_absolute ? WGD_READS_LBO_MODE : 0u;
    return f & reads;
}

/* What a block reads of a word; in K-major the mode of LBO too, which moves whatever leaves a swizzle row. */
static unsigned reads_of(wgd_swizzle_mode m, wgd_read rd)
{
    return wgd_fetch_reads(m, rd) | (rd.major == WGD_MAJOR_K ? WGD_READS_LBO_MODE : 0u);
}

static unsigned differ_from(const suspect *s, wgd_desc d)
{
    const wgd_swizzle_mode m = s->right.swizzle;
    const bool other_code =
        raw_code(s->word, s->rd.arch) != wgd_desc_layout_type(d.swizzle, s->rd.arch);
    return fields_that_differ(s->found, d, reads_of(m, s->rd), wgd_swizzle_row_mask(m)) |
           (other_code ? WGD_READS_LAYOUT_TYPE : 0u);
}

static bool within(unsigned fields, unsigned set)
{
    return (fields & ~set) == 0;
}

/* ---- units ---------------------------------------------------------------------------------- */

static uint16_t as_bytes(uint16_t units)
{
    return (uint16_t)(units * 16u & WGD_DESC_FIELD_MAX);
}

/* The address put in whole, its high bits either cut off or spilt over the bits above the field. */
static bool start_unshifted(const suspect *s)
{
    wgd_desc cut = s->right;
    cut.start = as_bytes(cut.start);
    const wgd_arch arch = s->rd.arch;
    const uint64_t spilt =
        (wgd_desc_pack(s->right, arch) & ~UINT64_C(0x3fff)) | s->right.start * 16u;
    return differ_from(s, cut) == 0 || differ_from(s, wgd_desc_unpack(spilt, arch)) == 0;
}

static bool stride_is(unsigned differ, unsigned field, uint16_t found, uint16_t wrong)
{
    return !(differ & field) || found == wrong;
}

/* All the fields that differ hold 16 times what they should; one is a stride, for of the start alone that has been
 * said. */
static bool bytes_for_units(const suspect *s)
{
    const wgd_desc r = s->right, f = s->found;
    return within(s->differ, STRIDES | WGD_READS_START) &&
           stride_is(s->differ, WGD_READS_LBO, f.lbo, as_bytes(r.lbo)) &&
           stride_is(s->differ, WGD_READS_SBO, f.sbo, as_bytes(r.sbo)) &&
           stride_is(s->differ, WGD_READS_START, f.start, as_bytes(r.start));
}

static bool units_for_bytes(const suspect *s)
{
    const wgd_desc r = s->right, f = s->found;
    return within(s->differ, STRIDES | WGD_READS_START) &&
           stride_is(s->differ, WGD_READS_LBO, f.lbo, r.lbo >> 4) &&
           stride_is(s->differ, WGD_READS_SBO, f.sbo, r.sbo >> 4) &&
           stride_is(s->differ, WGD_READS_START, f.start, r.start >> 4);
}

/* The value of the field that nothing reads may sit in the one that is read: so swap the word's own
 * fields and look. */
static bool swapped(const suspect *s)
{
    suspect t = *s;
    t.found.lbo = s->found.sbo;
    t.found.sbo = s->found.lbo;
    return within(s->differ, STRIDES) && differ_from(&t, s->right) == 0;
}

/* ---- swizzle -------------------------------------------------------------------------------- */

/* The mode is right, but numbered as somebody else numbers it; what does not fit the field is cut. */
static bool numbered_as(const suspect *s, int code)
{
    const wgd_arch arch = s->rd.arch;
    const int codes =
        wgd_arch_tcgen05(arch) ? (int)WGD_SWIZZLE_TCGEN05_CODES : (int)WGD_SWIZZLE_CODES;
    return code >= 0 && s->differ == WGD_READS_LAYOUT_TYPE &&
           raw_code(s->word, arch) == (uint32_t)(code % codes);
}

static bool tma_code(const suspect *s)
{
    return numbered_as(s, wgd_swizzle_mode_get(s->right.swizzle)->tma_value);
}

static bool tcgen05_code(const suspect *s)
{
    return !wgd_arch_tcgen05(s->rd.arch) &&
           numbered_as(s, wgd_swizzle_mode_get(s->right.swizzle)->tcgen05_code);
}

static bool wgmma_code(const suspect *s)
{
    return wgd_arch_tcgen05(s->rd.arch) &&
           numbered_as(s, wgd_swizzle_mode_get(s->right.swizzle)->wgmma_code);
}

/* (field >> 7) & 7 where the field is already address >> 4; of the block's or of the tile's start.
 */
static bool base_offset_shifted(const suspect *s)
{
    const uint32_t mask = wgd_swizzle_row_mask(s->right.swizzle);
    const uint32_t found = s->found.base_offset & mask;
    return s->differ == WGD_READS_BASE_OFFSET &&
           (found == ((uint32_t)s->right.start >> 7 & mask) ||
            found == ((uint32_t)(s->p->start / 16) >> 7 & mask));
}

/* ---- the block's place in the tile ---------------------------------------------------------- */

/* The start that the right fields have for block (i, j). */
static uint32_t start_of(const suspect *s, int i, int j)
{
    return wgd_block_start(s->p, s->rd, i, j, s->right);
}

static bool k_step(const suspect *s)
{
    if (s->differ != WGD_READS_START || s->j < 2) {
        return false;
    }
    const uint32_t first = start_of(s, s->i, 0);
    const uint32_t step = start_of(s, s->i, 1) - first;
    return s->found.start == ((first + step * (uint32_t)s->j) & WGD_DESC_FIELD_MAX);
}

static bool other_block(const suspect *s, wgd_check *out)
{
    const int mn_blocks = (int)(s->p->mn / s->rd.mn), k_blocks = (int)(s->p->k / wgd_read_k(s->rd));
    for (int b = 0; b < mn_blocks * k_blocks; b++) {
        out->other_mn = b / k_blocks;
        out->other_k = b % k_blocks;
        if (s->differ == WGD_READS_START &&
            s->found.start == start_of(s, out->other_mn, out->other_k)) {
            return true;
        }
    }
    return false;
}

/* ---- all of them ---------------------------------------------------------------------------- */

static bool one_bit(unsigned x)
{
    return (x & (x - 1)) == 0;
}

static bool no_version(const suspect *s)
{
    return (wgd_desc_faults(s->word, s->rd.arch) & WGD_FAULT_VERSION) != 0;
}

/* A word of this version that is right in every field read is right: some field differs. */
static wgd_cause cause_of(const suspect *s, wgd_check *out)
{
    return no_version(s)            ? WGD_CAUSE_VERSION
           : start_unshifted(s)     ? WGD_CAUSE_START_UNSHIFTED
           : bytes_for_units(s)     ? WGD_CAUSE_BYTES
           : units_for_bytes(s)     ? WGD_CAUSE_UNITS
           : swapped(s)             ? WGD_CAUSE_SWAPPED
           : wgmma_code(s)          ? WGD_CAUSE_WGMMA_CODE
           : tma_code(s)            ? WGD_CAUSE_TMA_CODE
           : tcgen05_code(s)        ? WGD_CAUSE_TCGEN05_CODE
           : base_offset_shifted(s) ? WGD_CAUSE_BASE_OFFSET_SHIFTED
           : k_step(s)              ? WGD_CAUSE_K_STEP
           : other_block(s, out)    ? WGD_CAUSE_OTHER_BLOCK
           : one_bit(s->differ)     ? WGD_CAUSE_FIELD
                                    : WGD_CAUSE_FIELDS;
}

static int count_bits(unsigned x)
{
    int n = 0;
    for (; x != 0; x &= x - 1) {
        n++;
    }
    return n;
}

/* Does the word read the block when the instruction takes it in the other major? */
static bool right_in_other_major(const wgd_place *p, wgd_read rd, wgd_desc d, int i, int j)
{
    wgd_pieces pieces;
    rd.major = rd.major == WGD_MAJOR_K ? WGD_MAJOR_MN : WGD_MAJOR_K;
    return wgd_read_check(rd, NULL) == WGD_OK && wgd_pieces_of(p, rd, i, j, &pieces) &&
           wgd_prove(&pieces, d);
}

/* The repair leaves alone what nothing reads: the bits of the word that was found stay. */
static wgd_desc keep_unread(wgd_desc right, wgd_desc found, wgd_read rd)
{
    const wgd_swizzle_mode m = right.swizzle;
    const unsigned reads = reads_of(m, rd);
    const uint32_t mask = wgd_swizzle_row_mask(m);
    right.lbo = reads & WGD_READS_LBO ? right.lbo : found.lbo;
    right.sbo = reads & WGD_READS_SBO ? right.sbo : found.sbo;
    right.lbo_absolute = reads & WGD_READS_LBO_MODE ? right.lbo_absolute : found.lbo_absolute;
    right.base_offset = (uint8_t)((found.base_offset & ~mask) | (right.base_offset & mask));
    return right;
}

void wgd_find_cause(uint64_t word, const wgd_place *p, const wgd_block *b, const wgd_pieces *pieces,
                    int i, int j, wgd_check *out)
{
    wgd_desc right[WGD_SOLUTIONS_MAX / 2];
    const int n = pieces ? wgd_solve_pieces(pieces, right) : 0;
    suspect s;
    s.word = word;
    s.found = wgd_desc_unpack(word, b->read.arch);
    s.p = p;
    s.rd = b->read;
    s.i = i;
    s.j = j;
    int best = 0;
    for (int c = 0; c < n; c++) {
        s.right = right[c];
        s.differ = differ_from(&s, right[c]);
        wgd_check here = *out;
        here.cause = cause_of(&s, &here);
        here.fields = s.differ;
        here.repaired = keep_unread(right[c], s.found, b->read);
        const int cost = (int)here.cause * 8 + count_bits(here.fields);
        if (c == 0 || cost < best) {
            best = cost;
            *out = here;
        }
    }
    if (n > 0) { /* its elements run along this major: along the other they do not */
        return;
    }
    if (right_in_other_major(p, b->read, s.found, i, j)) {
        out->cause = WGD_CAUSE_MAJOR;
    } else {
        out->cause = WGD_CAUSE_LAYOUT;
        wgd_explain(p, b, &out->refusal);
    }
}
