/* SPDX-License-Identifier: MIT
 *
 * What an instruction may read: the type, the direction, the swizzle, the rows and the K of a block.
 */
#include "wgd_inst.h"
#include "wgd_text.h"

static wgd_status fail_type(wgd_diag *diag, wgd_status s, const char *field, wgd_dtype t,
                            const char *what, const char *got, const char *want, const char *hint)
{
    char text[160];
    wgd_text w = wgd_text_into(text, sizeof text);
    wgd_put_str(&w, wgd_dtype_get(t)->name);
    wgd_put_str(&w, what);
    wgd_text_end(&w);
    return wgd_fail(diag, s, field, text, got, want, hint);
}

/* The types of an architecture, as what was wanted. */
static wgd_status fail_dtype(wgd_diag *diag, wgd_dtype t, wgd_arch arch)
{
    char what[64], want[128];
    wgd_text w = wgd_text_into(what, sizeof what), l = wgd_text_into(want, sizeof want);
    wgd_put_str(&w, " is no type of ");
    wgd_put_str(&w, wgd_arch_instruction(arch));
    wgd_text_end(&w);
    int n = 0;
    for (int i = 0; i < WGD_DTYPE_COUNT; i++) {
        if (wgd_dtype_majors((wgd_dtype)i, arch) != WGD_MAJORS_NONE) {
            wgd_put_str(&l, n++ ? ", " : "");
            wgd_put_str(&l, wgd_dtype_get((wgd_dtype)i)->name);
        }
    }
    wgd_text_end(&l);
    return fail_type(diag, WGD_ERR_DTYPE, "dtype", t, what, wgd_dtype_get(t)->name, want, NULL);
}

static wgd_status fail_major(wgd_diag *diag, wgd_dtype t, wgd_arch arch)
{
    if (!wgd_arch_tcgen05(arch)) {
        return fail_type(diag, WGD_ERR_MAJOR, "major", t,
                         " operands cannot be MN-major: wgmma has imm-trans for 16-bit types only",
                         "mn", "k", NULL);
    }
    return fail_type(
        diag, WGD_ERR_MAJOR, "major", t,
        " operands cannot be MN-major: tcgen05 transposes f16, bf16, tf32 and the 8-bit "
        "types only",
        "mn", "k", "fp4 and fp6 operands are stored K-major");
}

wgd_status wgd_major_check(wgd_dtype t, wgd_major major, wgd_arch arch, wgd_diag *diag)
{
    const wgd_majors may = wgd_dtype_majors(t, arch);
    if (may == WGD_MAJORS_NONE) {
        return fail_dtype(diag, t, arch);
    }
    return major == WGD_MAJOR_K || may != WGD_MAJORS_K ? WGD_OK : fail_major(diag, t, arch);
}

/* Is the swizzle one that this type has in this major? */
static bool mode_fits(wgd_dtype t, wgd_major major, wgd_swizzle_mode mode, wgd_arch arch)
{
    const bool atom32 = major == WGD_MAJOR_MN && wgd_dtype_majors(t, arch) == WGD_MAJORS_ATOM32;
    return atom32 == (mode == WGD_SWZ_128B_32B);
}

static wgd_status fail_mode(wgd_diag *diag, wgd_dtype t, wgd_swizzle_mode mode)
{
    if (mode != WGD_SWZ_128B_32B) {
        return fail_type(diag, WGD_ERR_VALUE, "swizzle", t,
                         " is read MN-major through the 128B swizzle with 32-byte atoms only",
                         wgd_swizzle_name(mode), "128B_32B",
                         "use that swizzle, or store the operand K-major");
    }
    return wgd_fail(diag, WGD_ERR_VALUE, "swizzle",
                    "the 128B swizzle with 32-byte atoms is for MN-major tf32 only", "128B_32B",
                    "none, 32B, 64B or 128B", "");
}

wgd_status wgd_mode_check(wgd_dtype t, wgd_major major, wgd_swizzle_mode mode, wgd_arch arch,
                          wgd_diag *diag)
{
    wgd_status s = wgd_major_check(t, major, arch, diag);
    if (s == WGD_OK) {
        s = wgd_swizzle_arch_check(mode, arch, diag);
    }
    return s != WGD_OK || mode_fits(t, major, mode, arch) ? s : fail_mode(diag, t, mode);
}

/* ---- rows and K ----------------------------------------------------------------------------- */

static wgd_status check_sparse(wgd_read r, wgd_diag *diag)
{
    if (!r.sparse || wgd_dtype_get(r.dtype)->sparse) {
        return WGD_OK;
    }
    char what[64];
    wgd_text w = wgd_text_into(what, sizeof what);
    wgd_put_str(&w, " has no sparse ");
    wgd_put_str(&w, wgd_arch_instruction(r.arch));
    wgd_text_end(&w);
    return fail_type(diag, WGD_ERR_INST, "sparse", r.dtype, what, "true", "false", NULL);
}

static wgd_status wgmma_rows(wgd_read r, wgd_diag *diag)
{
    if (r.operand == WGD_OPERAND_A) {
        return r.mn == WGD_INST_M ? WGD_OK
                                  : wgd_fail_num(diag, WGD_ERR_VALUE, "mn",
                                                 "operand A always has 64 rows", r.mn, "64", NULL);
    }
    return wgd_n_check(r.dtype, r.mn, diag);
}

/* Which M and N an instruction has is for its own descriptor to say: here are the rows that one block
 * in shared memory may have. */
static wgd_status tcgen05_rows(const char *field, wgd_read r, int64_t rows, wgd_diag *diag)
{
    if (rows < 8 || rows > WGD_N_MAX || rows % 8 != 0) {
        return wgd_fail_num(diag, WGD_ERR_N, field, "no block of tcgen05 has so many rows", rows,
                            "8 to 256 in steps of 8", "say the instruction's M or N and its K");
    }
    if (r.major == WGD_MAJOR_MN && rows * wgd_dtype_bits(r.dtype) % 128 != 0) {
        return wgd_fail_num(diag, WGD_ERR_COVER, field,
                            "an MN-major block holds whole chunks of 16 bytes along MN", rows,
                            "a multiple of 16 rows of an 8-bit type",
                            "half a chunk cannot be named: take 16 rows, or store it K-major");
    }
    return WGD_OK;
}

/* 96 elements of packed fp4 are K-major and sm_103's. */
static bool k_bytes_legal(wgd_read r)
{
    return r.k_bytes == 0 || r.k_bytes == WGD_K_BYTES || r.k_bytes == WGD_K_BYTES_WIDE ||
           (r.k_bytes == WGD_K_BYTES_96 && wgd_arch_absolute_lbo(r.arch) &&
            r.dtype == WGD_E2M1_PACKED4 && r.major == WGD_MAJOR_K && !r.sparse);
}

static wgd_status fail_k(wgd_read r, int64_t k, wgd_diag *diag)
{
    char want[96];
    wgd_text w = wgd_text_into(want, sizeof want);
    const int64_t form = wgd_dtype_k(r.dtype);
    wgd_put_i64(&w, form);
    wgd_put_str(&w, " elements (32 bytes), or ");
    wgd_put_i64(&w, 2 * form);
    wgd_put_str(&w, " (B of a sparse instruction)");
    wgd_text_end(&w);
    return wgd_fail_num(diag, WGD_ERR_VALUE, "block", "no instruction has so much K", k, want,
                        "96 elements are for K-major e2m1_packed4 of sm103 alone");
}

wgd_status wgd_read_check(wgd_read r, wgd_diag *diag)
{
    wgd_status s = wgd_arch_check(r.arch, diag);
    if (s == WGD_OK) {
        s = wgd_major_check(r.dtype, r.major, r.arch, diag);
    }
    if (s == WGD_OK) {
        s = check_sparse(r, diag);
    }
    if (s == WGD_OK) {
        s = wgd_arch_tcgen05(r.arch) ? tcgen05_rows("mn", r, r.mn, diag) : wgmma_rows(r, diag);
    }
    if (s == WGD_OK && !k_bytes_legal(r)) {
        s = fail_k(r, wgd_read_k(r), diag);
    }
    return s;
}

wgd_status wgd_word_check(uint64_t word, wgd_read r, wgd_diag *diag)
{
    if (!wgd_arch_tcgen05(r.arch)) {
        return WGD_OK; /* every word of wgmma reads something, whatever the type */
    }
    const unsigned faults = wgd_desc_faults(word, r.arch);
    if (faults & WGD_FAULT_VERSION) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "desc", "this is no word of tcgen05",
                            WGD_FIELD_GET(TCGEN05, VERSION, word), "1 in bits 46-48",
                            "a descriptor of wgmma has 0 there");
    }
    if (faults & WGD_FAULT_LAYOUT_TYPE) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "desc", "the layout type stands for nothing",
                            WGD_FIELD_GET(TCGEN05, LAYOUT_TYPE, word),
                            "0, 1, 2, 4 or 6 in bits 61-63", "3, 5 and 7 are invalid");
    }
    return wgd_mode_check(r.dtype, r.major, wgd_desc_unpack(word, r.arch).swizzle, r.arch, diag);
}

int wgd_rows_below(wgd_read rd, int64_t rows)
{
    const bool a = rd.operand == WGD_OPERAND_A;
    if (!wgd_arch_tcgen05(rd.arch)) {
        return a ? 0 : wgd_n_below(rd.dtype, rows - 1);
    }
    if (a) {
        return rows > 128 ? 128 : rows > WGD_INST_M ? WGD_INST_M : 0;
    }
    for (int n = WGD_N_MAX; n != 0; n -= 8) {
        if (n < rows && tcgen05_rows("n", rd, n, NULL) == WGD_OK) {
            return n;
        }
    }
    return 0;
}

/* ---- the block of a tile -------------------------------------------------------------------- */

/* For wgmma the block says no more than N. */
static wgd_status wgmma_block(const wgd_block_ask *ask, wgd_read *rd, wgd_diag *diag)
{
    const int64_t n = ask->n != 0 || rd->operand == WGD_OPERAND_A ? ask->n : ask->block[0];
    rd->mn = WGD_INST_M;
    if (rd->operand == WGD_OPERAND_A) {
        return n == 0 ? WGD_OK : wgd_n_check(rd->dtype, n, diag);
    }
    const int64_t rows = n != 0 ? n : ask->tile_mn;
    const wgd_status s = wgd_n_check(rd->dtype, rows, diag);
    if (s != WGD_OK) {
        if (n == 0) {
            wgd_fail_num(diag, s, "n", ask->what, rows, ask->want, NULL);
            wgd_diag_hint(diag, s, WGD_HINT_GIVE_N, 0, NULL);
        }
        return s;
    }
    rd->mn = (int)rows;
    return WGD_OK;
}

/* Is the block that was asked for the one there is? */
static wgd_status same_block(const wgd_block_ask *ask, const wgd_read *rd, wgd_diag *diag)
{
    const int64_t have[] = {rd->mn, wgd_read_k(*rd)};
    for (int i = 0; i < 2; i++) {
        if (ask->block[i] != 0 && ask->block[i] != have[i]) {
            char want[32];
            wgd_text w = wgd_text_into(want, sizeof want);
            wgd_put_i64(&w, have[i]);
            wgd_text_end(&w);
            return wgd_fail_num(
                diag, WGD_ERR_VALUE, "block",
                i == 0 ? "wgmma reads a block of other rows" : "wgmma reads a block of another K",
                ask->block[i], want, "operand a is 64 rows, operand b N; K is 32 bytes");
        }
    }
    return WGD_OK;
}

static int64_t tcgen05_default_rows(const wgd_block_ask *ask, const wgd_read *rd)
{
    if (rd->operand == WGD_OPERAND_B) {
        return ask->n != 0 ? ask->n : ask->tile_mn;
    }
    return ask->tile_mn % 128 == 0 ? 128 : ask->tile_mn % 64 == 0 ? 64 : ask->tile_mn;
}

/* The K that was asked for, as the form has it or as an instruction of its own. */
static wgd_status tcgen05_k(int64_t k, wgd_read *rd, wgd_diag *diag)
{
    static const int bytes[] = {0, WGD_K_BYTES, WGD_K_BYTES_WIDE, WGD_K_BYTES_96};
    for (size_t i = 0; i < sizeof bytes / sizeof bytes[0]; i++) {
        rd->k_bytes = bytes[i];
        if (wgd_read_k(*rd) == k && k_bytes_legal(*rd)) {
            return WGD_OK;
        }
    }
    rd->k_bytes = 0;
    return fail_k(*rd, k, diag);
}

static wgd_status tcgen05_block(const wgd_block_ask *ask, wgd_read *rd, wgd_diag *diag)
{
    const int64_t rows = ask->block[0] != 0 ? ask->block[0] : tcgen05_default_rows(ask, rd);
    if (ask->block[0] != 0 && rd->operand == WGD_OPERAND_B && ask->n != 0 && ask->n != rows) {
        return wgd_fail_num(diag, WGD_ERR_N, "n", "N and the rows of the block differ", ask->n,
                            "the block's rows",
                            "for operand b the block is N x K: give one of them");
    }
    const wgd_status s = tcgen05_rows(ask->block[0] != 0 ? "block" : "n", *rd, rows, diag);
    if (s != WGD_OK) {
        return s;
    }
    rd->mn = (int)rows;
    return ask->block[1] == 0 ? WGD_OK : tcgen05_k(ask->block[1], rd, diag);
}

wgd_status wgd_inst_block(const wgd_block_ask *ask, wgd_read *rd, wgd_diag *diag)
{
    rd->k_bytes = 0;
    if (wgd_arch_tcgen05(rd->arch)) {
        return tcgen05_block(ask, rd, diag);
    }
    const wgd_status s = wgmma_block(ask, rd, diag);
    return s == WGD_OK ? same_block(ask, rd, diag) : s;
}
