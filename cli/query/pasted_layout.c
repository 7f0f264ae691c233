/* SPDX-License-Identifier: MIT
 *
 * Finding the tile in a printed layout.
 */
#include "pasted_layout.h"

#include <string.h>

#include "base/never.h"
#include "request/number.h"

/* ---- what CuTe prints before the layout ------------------------------------------------------- */

enum { TEXT_MAX = 4096 };

static const char *find(const char *text, size_t len, const char *word)
{
    const size_t n = strlen(word);
    for (size_t i = 0; i + n <= len; i++) {
        if (memcmp(text + i, word, n) == 0) {
            return text + i;
        }
    }
    return NULL;
}

/* The address in "ptr[16b](0x7f5c00000400)". */
static void read_address(const char *text, size_t len, pasted_layout *out)
{
    const char *at = find(text, len, "](0x");
    const char *end = text + len;
    word_doubt doubt;
    if (at) {
        const char *digits = at + 2, *close = digits;
        while (close < end && *close != ')') {
            close++;
        }
        out->has_address =
            number_word(digits, (size_t)(close - digits), &out->address, &doubt) == WGD_OK;
    }
}

/* Copies the text without the "_sparse<2>" of smem_sparse<2>_ptr, which the library does not read;
 * *from and *cut say what was left out. False when there is nothing to leave out. */
static bool without_sparse(const char *text, size_t len, char copy[TEXT_MAX], size_t *from,
                           size_t *cut, int64_t *sparsity)
{
    static const char mark[] = "smem_sparse";
    const char *at = find(text, len, mark);
    if (!at || len >= TEXT_MAX) {
        return false;
    }
    size_t n = sizeof "_sparse" - 1;
    *from = (size_t)(at - text) + sizeof "smem" - 1;
    *sparsity = 2;
    if (*from + n + 2 < len && text[*from + n] == '<') {
        *sparsity = text[*from + n + 1] - '0';
        n += 3;
    }
    *cut = n;
    memcpy(copy, text, *from);
    memcpy(copy + *from, text + *from + n, len - *from - n);
    return *sparsity >= 1 && *sparsity <= 8;
}

static wgd_status read_text(const char *text, size_t len, pasted_layout *out, wgd_diag *diag)
{
    char copy[TEXT_MAX];
    size_t from, cut;
    read_address(text, len, out);
    if (!without_sparse(text, len, copy, &from, &cut, &out->sparsity)) {
        return wgd_parse_composed(text, len, &out->tile, diag);
    }
    const wgd_status s = wgd_parse_composed(copy, len - cut, &out->tile, diag);
    if (s != WGD_OK && diag->pos > (long)from) {
        diag->pos += (long)cut;
    }
    if (s != WGD_OK) {
        return s;
    }
    wgd_layout stored;
    const wgd_status up = wgd_upcast(&out->tile.layout, out->sparsity, &stored, diag);
    out->tile.layout = stored;
    return up;
}

/* Of what takes the modes of one layout, or joins them no deeper than they were. */
static void must(wgd_status s)
{
    if (NEVER(s != WGD_OK)) { /* there are these modes, and no layout has room for fewer */
        return;
    }
}

/* ---- its modes -------------------------------------------------------------------------------- */

/* ((64,16),2,4) : an instruction's block first, as partition_A and partition_B give it. The modes of
 * a staged layout, (MN, K, stages), are nested in a print of CUTLASS, and these are not. */
static bool is_partition(const wgd_layout *l, wgd_dtype dtype)
{
    wgd_layout block, repeat;
    int64_t k;
    must(wgd_layout_mode(l, 0, &block));
    must(wgd_layout_mode(l, 1, &repeat));
    if (wgd_layout_rank(&block) != 2 || wgd_layout_depth(&repeat) != 0) {
        return false;
    }
    must(wgd_layout_mode_size(&block, 1, &k));
    return k == wgd_dtype_k(dtype);
}

/* (MN, K) of a partition: the block's modes, each with its repetitions. */
static void join_partition(const wgd_layout *l, wgd_layout *tile)
{
    wgd_layout block, mode;
    must(wgd_layout_mode(l, 0, &block));
    for (int i = 0; i < 2; i++) {
        wgd_layout_clear(&mode);
        must(wgd_layout_append_mode(&mode, &block, i));
        must(wgd_layout_append_mode(&mode, l, i + 1));
        must(wgd_layout_append(tile, &mode));
    }
}

/* (8,8,64,2): modes without any grouping. Those of MN are as many as make whole blocks of 64 rows. */
static int flat_mn_modes(const wgd_layout *l)
{
    int64_t rows = 1;
    if (wgd_layout_depth(l) > 1) {
        return 1;
    }
    for (int i = 0; i + 2 < wgd_layout_rank(l); i++) {
        rows *= l->shape.leaf[i];
        if (rows % WGD_INST_M == 0) {
            return i + 1;
        }
        if (rows > WGD_N_MAX) {
            break;
        }
    }
    return 1;
}

static void split_modes(pasted_layout *p, wgd_dtype dtype)
{
    wgd_layout l = p->tile.layout;
    if (wgd_layout_rank(&l) < 3) {
        return;
    }
    const int mn_modes = flat_mn_modes(&l);
    if (mn_modes > 1) {
        must(wgd_group_modes(&p->tile.layout, 0, mn_modes, &l, NULL));
    }
    const int rank = wgd_layout_rank(&l);
    const bool partition = is_partition(&l, dtype);
    wgd_layout tile;
    wgd_layout_clear(&tile);
    wgd_layout_clear(&p->rest);
    if (partition) {
        join_partition(&l, &tile);
    }
    for (int i = 0; i < rank; i++) {
        if (i >= (partition ? 3 : 2)) {
            must(wgd_layout_append_mode(&p->rest, &l, i));
        } else if (!partition) {
            must(wgd_layout_append_mode(&tile, &l, i));
        }
    }
    must(wgd_layout_size(&p->rest, &p->copies));
    p->tile.layout = tile;
}

wgd_status pasted_layout_read(const char *text, size_t len, wgd_dtype dtype, pasted_layout *out,
                              wgd_diag *diag)
{
    *out = (pasted_layout){0};
    const wgd_status s = read_text(text, len, out, diag);
    if (s == WGD_OK) {
        split_modes(out, dtype);
    }
    return s;
}

int64_t pasted_layout_copy(const pasted_layout *p, int64_t i)
{
    return wgd_layout_at(&p->rest, i);
}

/* ---- several prints --------------------------------------------------------------------------- */

/* The length of the layout that stands here, where one of `heads` does, 0 when there is none. The parser says where something
 * else follows. */
static size_t layout_length(const char *text, size_t n)
{
    pasted_layout p;
    wgd_diag diag;
    const char *line_end = memchr(text, '\n', n);
    size_t end = line_end ? (size_t)(line_end - text) : n;
    while (pasted_layout_read(text, end, WGD_F16, &p, &diag) != WGD_OK) {
        if ((size_t)diag.pos >= end) { /* nowhere: -1 */
            return 0;
        }
        end = (size_t)diag.pos;
    }
    while (text[end - 1] == ' ') {
        end--;
    }
    return memchr(text, ':', end) ? end : 0;
}

bool pasted_layout_next(const char *text, size_t n, size_t *at, size_t *from, size_t *len)
{
    static const char *const heads[] = {"Sw<", "S<", "Swizzle<", "smem_ptr", "smem_sparse", "("};
    while (*at < n) {
        for (size_t h = 0; h < sizeof heads / sizeof heads[0]; h++) {
            const size_t w = strlen(heads[h]);
            *len = n - *at >= w && memcmp(text + *at, heads[h], w) == 0
                       ? layout_length(text + *at, n - *at)
                       : 0;
            if (*len > 0) {
                *from = *at;
                *at += *len;
                return true;
            }
        }
        ++*at;
    }
    return false;
}
