/* SPDX-License-Identifier: MIT
 *
 * The solver's inner step: a block's 16-byte pieces to the fields that read them, and the proof.
 */
#include "pieces.h"

#include "base/own_frame.h"

bool wgd_pieces_make(const wgd_block *b, wgd_pieces *out, wgd_gap *gap)
{
    const bool k_major = b->read.major == WGD_MAJOR_K;
    out->read = b->read;
    out->per_line = (k_major ? b->k : b->mn) * b->bits / 128;
    out->first = b->before + b->after + b->mn_off[0] + b->k_off[0];
    out->n = wgd_block_chunks(b, out->at, gap);
    return out->n != 0;
}

OWN_FRAME bool wgd_pieces_of(const wgd_place *p, wgd_read rd, int i, int j, wgd_pieces *out)
{
    wgd_block b;
    wgd_gap gap;
    wgd_block_make(p, rd, i, j, &b);
    return wgd_pieces_make(&b, out, &gap);
}

OWN_FRAME uint32_t wgd_block_start(const wgd_place *p, wgd_read rd, int i, int j, wgd_desc d)
{
    wgd_block b;
    wgd_block_make(p, rd, i, j, &b);
    return wgd_unswizzle((uint32_t)(wgd_block_bit(&b, 0, 0) / 8), d.swizzle, d.base_offset) / 16;
}

/* The XOR leaves the row bits alone, so it undoes itself. */
uint32_t wgd_unswizzle(uint32_t at, wgd_swizzle_mode m, uint32_t base_offset)
{
    return wgd_fetch_swizzle(at, m, base_offset);
}

/* Which piece shows a stride: the first one past a step of it. */
typedef struct stride_step {
    int line, piece;
} stride_step;

static void stride_steps(wgd_major major, wgd_swizzle_mode m, stride_step *lbo, stride_step *sbo)
{
    const int row_pieces = wgd_swizzle_row_bytes(m) / 16;
    const stride_step along_row = {0, row_pieces}, lines = {(int)wgd_swizzle_lines(m), 0};
    /* Only MN-major without swizzle has the two roles the other way round (wgd_fetch.h). */
    const bool swapped = major == WGD_MAJOR_MN && m == WGD_SWZ_NONE;
    *lbo = swapped ? lines : along_row;
    *sbo = swapped ? along_row : lines;
}

/* The distance of two pieces, or the address of one: whole units of 16 bytes. What 14 bits do not hold becomes
 * another number, which leads elsewhere: the fetch rule does not wrap at 2^18 (wgd_fetch.h). */
static uint16_t field_of(int64_t bytes)
{
    return (uint16_t)((bytes / 16) & WGD_DESC_FIELD_MAX);
}

/* Where LBO is an address: of the swizzle row that the last piece of line 0 lies in. */
static int64_t next_row(const wgd_pieces *p, wgd_swizzle_mode m, uint32_t base_offset)
{
    const int64_t last = wgd_unswizzle(p->at[p->per_line - 1], m, base_offset);
    return last - last % wgd_swizzle_row_bytes(m);
}

void wgd_derive_moved(const wgd_pieces *p, wgd_desc *d)
{
    d->start = field_of(wgd_unswizzle(p->at[0], d->swizzle, d->base_offset));
    if (d->lbo_absolute) {
        d->lbo = field_of(next_row(p, d->swizzle, d->base_offset));
    }
}

void wgd_derive(const wgd_pieces *p, wgd_swizzle_mode m, uint32_t base_offset, wgd_derived *out)
{
    const unsigned reads = wgd_fetch_reads(m, p->read);
    stride_step lbo, sbo;
    stride_steps(p->read.major, m, &lbo, &sbo);
    const int64_t origin = wgd_unswizzle(p->at[0], m, base_offset);
    out->start = origin;
    /* What make_gmma_desc writes where nothing is read. */
    out->lbo = p->read.major == WGD_MAJOR_K && m != WGD_SWZ_NONE ? 16 : 0;
    out->sbo = 0;
    out->desc.lbo_absolute = (reads & WGD_READS_LBO_MODE) != 0;
    if (out->desc.lbo_absolute) {
        out->lbo = next_row(p, m, base_offset);
    } else if (reads & WGD_READS_LBO) {
        out->lbo =
            wgd_unswizzle(p->at[lbo.line * p->per_line + lbo.piece], m, base_offset) - origin;
    }
    if (reads & WGD_READS_SBO) {
        out->sbo =
            wgd_unswizzle(p->at[sbo.line * p->per_line + sbo.piece], m, base_offset) - origin;
    }
    out->desc.base_offset = (uint8_t)base_offset;
    out->desc.swizzle = m;
    out->desc.start = field_of(out->start);
    out->desc.lbo = field_of(out->lbo);
    out->desc.sbo = field_of(out->sbo);
}

bool wgd_prove(const wgd_pieces *p, wgd_desc d)
{
    uint32_t fetched[WGD_FETCH_CHUNKS_MAX];
    (void)wgd_fetch_chunks(d, p->read, fetched); /* as many as the pieces: they are of this read */
    uint32_t diff = 0;
    for (size_t i = 0; i < p->n; i++) {
        diff |= fetched[i] ^ p->at[i];
    }
    return diff == 0;
}

/* The first lines and columns refute nearly every candidate before the whole block is fetched. */
static bool plausible(const wgd_pieces *p, wgd_desc d)
{
    const wgd_swizzle_mode m = d.swizzle;
    for (int line = 0; line < 8; line++) {
        const uint32_t c = (uint32_t)(line % p->per_line), l = (uint32_t)line;
        const uint32_t off =
            p->read.major == WGD_MAJOR_K ? wgd_fetch_chunk_k(d, l, c) : wgd_fetch_chunk_mn(d, c, l);
        if (wgd_fetch_swizzle(d.start * 16u + off, m, d.base_offset) !=
            p->at[line * p->per_line + (int)c]) {
            return false;
        }
    }
    return true;
}

int wgd_solve_pieces(const wgd_pieces *p, wgd_desc out[WGD_SOLUTIONS_MAX / 2])
{
    int n = 0;
    const wgd_read rd = p->read;
    const uint32_t codes =
        wgd_arch_tcgen05(rd.arch) ? WGD_SWIZZLE_TCGEN05_CODES : WGD_SWIZZLE_CODES;
    for (uint32_t code = 0; code < codes; code++) {
        wgd_swizzle_mode mode;
        if (!wgd_swizzle_of_code(code, rd.arch, &mode) ||
            wgd_mode_check(rd.dtype, rd.major, mode, rd.arch, NULL) != WGD_OK) {
            continue;
        }
        for (uint32_t bo = 0; bo <= wgd_swizzle_row_mask(mode); bo++) {
            wgd_derived d;
            wgd_derive(p, mode, bo, &d);
            if (plausible(p, d.desc) && wgd_prove(p, d.desc)) {
                out[n++] = d.desc;
            }
        }
    }
    return n;
}
