/* SPDX-License-Identifier: MIT
 *
 * Why a layout has no descriptor: the one sentence, and the first element out of reach.
 */
#include "axes.h"
#include "base/never.h"
#include "pieces.h"

/* A block seen from the fetch rule: lines hold pieces of 16 bytes; offsets before the swizzle. */
typedef struct view {
    const wgd_block *b;
    wgd_axes at;
    const char *line_name, *run_name;
} view;

static view view_of(const wgd_block *b)
{
    const bool k_major = b->read.major == WGD_MAJOR_K;
    view v;
    v.b = b;
    v.at = wgd_axes_of(b);
    v.line_name = k_major ? "row" : "K line";
    v.run_name = k_major ? "K" : "MN";
    return v;
}

static int64_t line_bytes(const view *v, int l)
{
    return (v->at.line[l] - v->at.line[0]) / 8;
}

static int64_t piece_bytes(const view *v, int c)
{
    return (v->at.run[c * v->at.per_piece] - v->at.run[0]) / 8;
}

static void say_bytes(wgd_text *t, int64_t bytes)
{
    wgd_put_i64(t, bytes);
    wgd_put_str(t, bytes == 1 ? " byte" : " bytes");
}

static void say_addr(wgd_text *t, int64_t byte)
{
    wgd_put_str(t, "0x");
    wgd_put_hex(t, (uint64_t)byte, 1);
}

/* ---- before there are pieces ---------------------------------------------------------------- */

static int64_t step_bits(const wgd_block *b, int r, int k)
{
    return wgd_block_bit(b, r, k) - wgd_block_bit(b, 0, 0);
}

/* Elements run along the other direction, or along neither. */
static wgd_reason explain_direction(const wgd_block *b, wgd_text *t)
{
    const wgd_dtype_info *type = wgd_dtype_get(b->read.dtype);
    const bool k_major = b->read.major == WGD_MAJOR_K;
    const int64_t along_k = step_bits(b, 0, 1), along_mn = step_bits(b, 1, 0);
    if ((k_major ? along_k : along_mn) == b->bits) {
        return WGD_REASON_NONE;
    }
    if ((k_major ? along_mn : along_k) == b->bits) {
        const wgd_arch arch = b->read.arch;
        wgd_read as_mn = b->read;
        as_mn.major = WGD_MAJOR_MN;
        if (k_major && wgd_major_check(type->dtype, WGD_MAJOR_MN, arch, NULL) != WGD_OK) {
            wgd_put_str(t, type->name);
            wgd_put_str(t, " cannot be MN-major: consecutive elements run along MN here, and ");
            wgd_put_str(t, wgd_arch_tcgen05(arch)
                               ? "tcgen05 transposes f16, bf16, tf32 and the 8-bit types only"
                               : "wgmma has imm-trans for 16-bit types only");
        } else if (k_major && wgd_read_check(as_mn, NULL) != WGD_OK) {
            wgd_put_str(t, "consecutive elements run along MN, where a block of ");
            wgd_put_i64(t, b->mn);
            wgd_put_str(t, " rows holds no whole chunks of 16 bytes");
        } else {
            wgd_put_str(t, "consecutive elements run along ");
            wgd_put_str(t, k_major ? "MN, so the layout is MN-major, not K-major"
                                   : "K, so the layout is K-major, not MN-major");
        }
        return WGD_REASON_MAJOR;
    }
    wgd_put_str(t, "no 16 consecutive bytes to fetch: neighbours along K are ");
    wgd_put_i64(t, along_k);
    wgd_put_str(t, " bits apart, neighbours along MN ");
    wgd_put_i64(t, along_mn);
    wgd_put_str(t, ", and an element has ");
    wgd_put_i64(t, b->bits);
    return WGD_REASON_NOT_CONTIGUOUS;
}

static wgd_reason explain_align(const view *v, const wgd_place *p, wgd_text *t)
{
    if (p->start % 16 != 0) {
        wgd_put_str(t, "the tile starts at ");
        say_addr(t, p->start);
        wgd_put_str(t, ", which is not a multiple of 16: the descriptor counts 16-byte units");
        return WGD_REASON_ALIGN;
    }
    for (int l = 1; l < v->at.lines; l++) {
        const int64_t apart = (v->at.line[l] - v->at.line[l - 1]) / 8;
        if (apart % 16 != 0) {
            wgd_put_str(t, l < 8 ? v->line_name : "group of 8");
            wgd_put_str(t, " pitch ");
            say_bytes(t, l % 8 ? apart : line_bytes(v, l) - line_bytes(v, l - 8));
            wgd_put_str(t, " is not a multiple of 16");
            return WGD_REASON_ALIGN;
        }
    }
    wgd_put_str(t, "a 16-byte piece does not begin on a multiple of 16 bytes");
    return WGD_REASON_ALIGN;
}

static wgd_reason explain_gap(const view *v, const wgd_place *p, const wgd_gap *gap, wgd_text *t)
{
    if (p->sw.b > 0 && p->sw.m < 7 && p->start % 16 == 0) {
        wgd_put_str(t, "the swizzle moves pieces of ");
        say_bytes(t, p->sw.m < 3 ? 1 : INT64_C(1) << (p->sw.m - 3));
        wgd_put_str(t, "; ");
        wgd_put_str(t, wgd_arch_instruction(v->b->read.arch));
        wgd_put_str(t, "'s patterns move whole 16-byte pieces");
        return WGD_REASON_SWIZZLE_UNKNOWN;
    }
    if (gap->kind == WGD_GAP_ALIGN) {
        return explain_align(v, p, t);
    }
    if (gap->kind == WGD_GAP_RANGE) {
        wgd_put_str(t, "an address does not fit 32 bits");
        return WGD_REASON_RANGE;
    }
    const int at = v->b->read.major == WGD_MAJOR_K ? gap->k : gap->mn;
    wgd_put_str(t, "only ");
    wgd_put_i64(t, at % v->at.per_piece);
    wgd_put_str(t, " consecutive elements (");
    wgd_put_i64(t, at % v->at.per_piece * v->b->bits / 8);
    wgd_put_str(t, " of 16 bytes) along ");
    wgd_put_str(t, v->run_name);
    wgd_put_str(t, ": ");
    wgd_put_str(t, wgd_arch_instruction(v->b->read.arch));
    wgd_put_str(t, " fetches 16 consecutive bytes");
    return WGD_REASON_SHORT_RUN;
}

/* ---- with pieces: where they lie ------------------------------------------------------------ */

static void say_swizzle(wgd_text *t, const wgd_place *p, wgd_arch arch)
{
    wgd_put_str(t, "Sw<");
    wgd_put_i64(t, p->sw.b);
    wgd_put_char(t, ',');
    wgd_put_i64(t, p->sw.m - 3);
    wgd_put_char(t, ',');
    wgd_put_i64(t, p->sw.s);
    wgd_put_str(t, "> of byte addresses is none of ");
    wgd_put_str(t, wgd_arch_instruction(arch));
    wgd_put_str(t, "'s swizzles: 32B Sw<1,4,3>, 64B Sw<2,4,3>, 128B Sw<3,4,3>");
    wgd_put_str(t, wgd_arch_tcgen05(arch) ? ", 128B_32B Sw<2,5,2>" : "");
}

/* The lines of the first atom, W bytes apart. */
static wgd_reason explain_pitch(const view *v, wgd_swizzle_mode own, wgd_text *t)
{
    const int w = wgd_swizzle_row_bytes(own);
    const int lines = (int)wgd_swizzle_lines(own);
    const int64_t pitch = line_bytes(v, 1);
    int l = 1;
    while (l < lines && line_bytes(v, l) == l * pitch) {
        l++;
    }
    if (l < lines) {
        wgd_put_str(t, v->line_name);
        wgd_put_str(t, lines == 8 ? "s 0 to 7 are not at one pitch: "
                                  : "s 0 to 3 are not at one pitch: ");
        say_bytes(t, pitch);
        wgd_put_str(t, ", then ");
        say_bytes(t, line_bytes(v, l) - line_bytes(v, l - 1));
        return WGD_REASON_PITCH;
    }
    if (pitch == w) {
        return WGD_REASON_NONE;
    }
    wgd_put_str(t, v->line_name);
    wgd_put_str(t, " pitch ");
    say_bytes(t, pitch);
    if (own != WGD_SWZ_NONE) {
        wgd_put_str(t, ": the ");
        wgd_put_str(t, wgd_swizzle_name(own));
        wgd_put_str(t, " swizzle has its ");
        wgd_put_str(t, v->line_name);
        wgd_put_str(t, "s ");
        wgd_put_i64(t, w);
        wgd_put_str(t, " bytes apart");
        return WGD_REASON_PITCH_SWIZZLE;
    }
    if (wgd_swizzle_of_row(pitch) != WGD_SWZ_NONE) {
        wgd_put_str(t, " without a swizzle: ");
        wgd_put_str(t, v->line_name);
        wgd_put_str(t, "s so far apart are read through the ");
        wgd_put_i64(t, pitch);
        wgd_put_str(t, "B swizzle only");
        return WGD_REASON_UNSWIZZLED;
    }
    wgd_put_str(t, ": within a group of 8 it is 16 without swizzle, or the 32, 64 or 128 of the "
                   "swizzle");
    return WGD_REASON_PITCH;
}

/* Pieces of one line: adjacent within a row of the swizzle, then at one stride. */
static int64_t column_at(const view *v, int per_row, int c)
{
    return c < per_row ? c * 16 : c % per_row * 16 + c / per_row * piece_bytes(v, per_row);
}

/* Where LBO is an address: adjacent from the first to the end of its row, then in the row where the last lies. */
static int64_t column_by_address(const view *v, wgd_swizzle_mode m, int c)
{
    const wgd_block *b = v->b;
    const int w = wgd_swizzle_row_bytes(m);
    const int64_t first = (b->before + b->after + v->at.line[0] + v->at.run[0]) / 8;
    const int64_t last = first + piece_bytes(v, v->at.pieces - 1);
    const int left = (int)(w - first % w) / 16;
    return c < left ? c * 16 : last - last % w - first + (c - left) * 16;
}

static wgd_reason explain_columns(const view *v, wgd_swizzle_mode m, wgd_text *t)
{
    const bool by_address = (wgd_fetch_reads(m, v->b->read) & WGD_READS_LBO_MODE) != 0;
    const int per_row = wgd_swizzle_row_bytes(m) / 16;
    for (int c = 1; c < v->at.pieces; c++) {
        const int64_t at = piece_bytes(v, c);
        const int64_t want = by_address ? column_by_address(v, m, c) : column_at(v, per_row, c);
        if (at == want) {
            continue;
        }
        const bool in_row = by_address || c < per_row;
        wgd_put_str(t, "16-byte column ");
        wgd_put_i64(t, c);
        wgd_put_str(t, " along ");
        wgd_put_str(t, v->run_name);
        wgd_put_str(t, " lies ");
        say_bytes(t, at);
        wgd_put_str(t, " after the first, not ");
        wgd_put_i64(t, want);
        wgd_put_str(t, by_address ? ": behind the row of the first they lie in one other"
                       : in_row   ? ": the columns of a swizzled row are adjacent"
                                  : ": the columns need one constant stride");
        return in_row ? WGD_REASON_COLUMNS : WGD_REASON_STRIDE;
    }
    return WGD_REASON_NONE;
}

static wgd_reason explain_groups(const view *v, wgd_swizzle_mode m, wgd_text *t)
{
    const int group = (int)wgd_swizzle_lines(m);
    for (int l = group; l < v->at.lines; l++) {
        const int64_t stride = line_bytes(v, group);
        const int64_t want = line_bytes(v, l % group) + l / group * stride;
        if (line_bytes(v, l) == want) {
            continue;
        }
        wgd_put_str(t, "group ");
        wgd_put_i64(t, l / group);
        wgd_put_str(t, group == 8 ? " of 8 " : " of 4 ");
        wgd_put_str(t, v->line_name);
        wgd_put_str(t, "s is not at the constant stride of ");
        say_bytes(t, stride);
        wgd_put_str(t, ": its ");
        wgd_put_str(t, v->line_name);
        wgd_put_char(t, ' ');
        wgd_put_i64(t, l % group);
        wgd_put_str(t, " lies ");
        wgd_put_i64(t, line_bytes(v, l));
        wgd_put_str(t, " bytes in, not ");
        wgd_put_i64(t, want);
        return WGD_REASON_STRIDE;
    }
    return WGD_REASON_NONE;
}

static bool fits(int64_t bytes)
{
    return bytes >= 0 && bytes / 16 <= WGD_DESC_FIELD_MAX;
}

static void say_misfit(wgd_text *t, const char *name, int64_t bytes)
{
    wgd_put_str(t, name);
    wgd_put_str(t, " would have to be ");
    say_bytes(t, bytes);
    wgd_put_str(t, ": the field holds 0 to 262128");
}

/* What lies as the fields want it and is not read: the pattern begins where no base_offset can put it, or a field
 * does not hold its bytes. */
static wgd_reason explain_fields(const wgd_place *p, const wgd_pieces *pieces, wgd_swizzle_mode m,
                                 wgd_text *t)
{
    if (m != WGD_SWZ_NONE && p->after / 8 % 128 != 0) {
        wgd_put_str(t, "the phase of the swizzle does not match the base: the pattern begins at ");
        say_addr(t, p->after / 8);
        wgd_put_str(t, ", and base_offset counts whole 128-byte rows");
        return WGD_REASON_PHASE;
    }
    wgd_derived d;
    wgd_derive(pieces, m, (uint32_t)(p->after / 1024) & wgd_swizzle_row_mask(m), &d);
    if (!fits(d.start)) {
        say_misfit(t, "start", d.start);
    } else if (!fits(d.lbo)) {
        say_misfit(t, "LBO", d.lbo);
    } else if (NEVER(fits(d.sbo))) { /* what was derived in its phase, and fits, is proved */
        wgd_put_str(t, "no fields reproduce these addresses");
        return WGD_REASON_OTHER;
    } else {
        say_misfit(t, "SBO", d.sbo);
    }
    return WGD_REASON_RANGE;
}

/* ---- the nearest descriptor, and the first element it misses -------------------------------- */

/* The first element, row by row, that d reads elsewhere, of which there is one: its index mn * K + k. */
static int64_t first_miss(const wgd_pieces *p, wgd_desc d, wgd_refusal *out)
{
    uint32_t fetched[WGD_FETCH_CHUNKS_MAX];
    const bool k_major = p->read.major == WGD_MAJOR_K;
    const int per = 128 / wgd_dtype_bits(p->read.dtype);
    const int lines = (int)p->n / p->per_line;
    wgd_fetch_chunks(d, p->read, fetched);
    const int outer = k_major ? lines : p->per_line, inner = k_major ? p->per_line : lines;
    for (int x = 0; x < outer; x++) {
        for (int y = 0; y < inner; y++) {
            const int i = k_major ? x * inner + y : y * outer + x;
            if (fetched[i] != p->at[i]) {
                out->mn = k_major ? x : x * per;
                out->k = k_major ? y * per : y;
                out->byte = p->at[i];
                out->reads = fetched[i];
                return out->mn * wgd_read_k(p->read) + out->k;
            }
        }
    }
    return -1;
}

/* The same of the base_offset whose descriptor goes right for longest. */
static void nearest_miss(const wgd_pieces *p, wgd_swizzle_mode m, wgd_refusal *out)
{
    int64_t best = -1;
    for (uint32_t bo = 0; bo <= wgd_swizzle_row_mask(m); bo++) {
        wgd_refusal r = *out;
        wgd_derived d;
        wgd_derive(p, m, bo, &d);
        const int64_t miss = first_miss(p, d.desc, &r);
        if (miss > best) {
            best = miss;
            *out = r;
        }
    }
}

/* A layout without swizzle is meant for the mode whose row its pitch is; a type that has but one mode
 * in this major, for that. */
static wgd_swizzle_mode meant_mode(const view *v, bool known, wgd_swizzle_mode own)
{
    const int64_t pitch = line_bytes(v, 1);
    const wgd_read rd = v->b->read;
    if (rd.major == WGD_MAJOR_MN && wgd_dtype_majors(rd.dtype, rd.arch) == WGD_MAJORS_ATOM32) {
        return WGD_SWZ_128B_32B;
    }
    if (known && own != WGD_SWZ_NONE) {
        return own;
    }
    return wgd_swizzle_of_row(pitch);
}

static wgd_reason explain_pieces(const wgd_place *p, const view *v, const wgd_pieces *pieces,
                                 wgd_refusal *out, wgd_text *t)
{
    wgd_swizzle_mode own;
    const bool known = wgd_place_mode(p, v->b->read.arch, &own);
    out->mode = meant_mode(v, known, own);
    nearest_miss(pieces, out->mode, out);
    if (!known) {
        say_swizzle(t, p, v->b->read.arch);
        return WGD_REASON_SWIZZLE_UNKNOWN;
    }
    const wgd_read rd = v->b->read;
    wgd_diag diag;
    if (wgd_mode_check(rd.dtype, rd.major, own, rd.arch, &diag) != WGD_OK) {
        wgd_put_str(t, diag.what);
        return WGD_REASON_SWIZZLE_UNKNOWN;
    }
    wgd_reason r = explain_columns(v, out->mode, t);
    if (r == WGD_REASON_NONE) {
        r = explain_pitch(v, own, t);
    }
    if (r == WGD_REASON_NONE) {
        r = explain_groups(v, out->mode, t);
    }
    return r == WGD_REASON_NONE ? explain_fields(p, pieces, own, t) : r;
}

void wgd_explain(const wgd_place *p, const wgd_block *b, wgd_refusal *out)
{
    const view v = view_of(b);
    wgd_text t = wgd_text_into(out->text, sizeof out->text);
    wgd_pieces pieces;
    wgd_gap gap;
    out->major = b->read.major;
    out->mode = WGD_SWZ_NONE;
    out->reads = -1;
    out->pitch = line_bytes(&v, 1);
    const bool whole = wgd_pieces_make(b, &pieces, &gap);
    if (whole) {
        out->reason = explain_pieces(p, &v, &pieces, out, &t);
    } else {
        out->mn = gap.mn;
        out->k = gap.k;
        out->byte = wgd_block_bit(b, gap.mn, gap.k) / 8;
        out->reason = explain_direction(b, &t);
        if (out->reason == WGD_REASON_NONE) {
            out->reason = explain_gap(&v, p, &gap, &t);
        }
    }
    wgd_text_end(&t);
}

/* The descriptor of a block for itself: with the base_offset of d, or any other. How far its eight lines are apart tells
 * the mode: all that fit are of one. */
static bool own_fields(const wgd_pieces *pieces, wgd_desc d, wgd_desc *own)
{
    wgd_desc all[WGD_SOLUTIONS_MAX / 2];
    int i = wgd_solve_pieces(pieces, all) - 1;
    if (i < 0) {
        return false;
    }
    while (i > 0 && all[i].base_offset != d.base_offset) {
        i--;
    }
    *own = all[i];
    return true;
}

static void say_fields(wgd_text *t, wgd_desc d, bool pattern)
{
    wgd_put_str(t, "LBO ");
    wgd_put_i64(t, d.lbo * 16);
    wgd_put_str(t, ", SBO ");
    wgd_put_i64(t, d.sbo * 16);
    if (pattern) {
        wgd_put_str(t, " (swizzle ");
        wgd_put_str(t, wgd_swizzle_name(d.swizzle));
        wgd_put_str(t, ", base_offset ");
        wgd_put_i64(t, d.base_offset);
        wgd_put_char(t, ')');
    }
}

/* One sentence for a block whose own fields differ from the first block's; false when the block's own reason says
 * it better. */
static bool say_block(const wgd_pieces *pieces, wgd_desc d, wgd_refusal *out)
{
    wgd_text t = wgd_text_into(out->text, sizeof out->text);
    const int64_t start = wgd_unswizzle(pieces->at[0], d.swizzle, d.base_offset);
    wgd_desc own;
    if (!fits(start)) {
        say_misfit(&t, "the block's start", start);
        out->reason = WGD_REASON_RANGE;
    } else if (own_fields(pieces, d, &own)) {
        const bool pattern = own.base_offset != d.base_offset;
        out->reason = WGD_REASON_BLOCKS;
        wgd_put_str(&t, "the blocks need different fields: the first has ");
        say_fields(&t, d, pattern);
        wgd_put_str(&t, "; this one ");
        say_fields(&t, own, pattern);
    } else {
        return false;
    }
    wgd_text_end(&t);
    return true;
}

void wgd_explain_block(const wgd_place *p, const wgd_block *b, int i, int j, wgd_desc d,
                       wgd_refusal *out)
{
    const view v = view_of(b);
    wgd_pieces pieces;
    wgd_gap gap;
    const bool whole = wgd_pieces_make(b, &pieces, &gap);
    if (!whole || !say_block(&pieces, d, out)) {
        wgd_explain(p, b, out);
    }
    if (whole) {
        out->major = b->read.major;
        out->mode = d.swizzle;
        out->pitch = line_bytes(&v, 1);
        wgd_derive_moved(&pieces, &d);
        (void)first_miss(&pieces, d, out);
    }
    out->mn += (int64_t)i * b->mn;
    out->k += (int64_t)j * b->k;
}
