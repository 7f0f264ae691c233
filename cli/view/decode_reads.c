/* SPDX-License-Identifier: MIT
 *
 * What each kind of instruction reads through a word.
 */
#include "decode_reads.h"

#include "coverage_print.h"

#include "base/count.h"

/* Reads of one kind fetch the same 16-byte pieces whatever the type: 32 bytes of K, or 64 for B of
 * the sparse form. A type stands for all of its kind; the extent of B grows with N. */
typedef struct read_kind {
    wgd_dtype dtype;
    wgd_operand operand;
    wgd_major major;
    bool sparse;
    const char *what;
} read_kind;

static const read_kind wgmma_kinds[] = {
    {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, false, "A K-major"},
    {WGD_F16, WGD_OPERAND_B, WGD_MAJOR_K, false, "B K-major"},
    {WGD_F16, WGD_OPERAND_B, WGD_MAJOR_K, true, "B K-major, sparse"},
    {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_MN, false, "A MN-major"},
    {WGD_F16, WGD_OPERAND_B, WGD_MAJOR_MN, false, "B MN-major"},
    {WGD_F16, WGD_OPERAND_B, WGD_MAJOR_MN, true, "B MN-major, sparse"},
};
/* A dense block of B is read as one of A; MN-major the K of a type counts lines. */
static const read_kind tcgen05_kinds[] = {
    {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, false, "K-major"},
    {WGD_F16, WGD_OPERAND_B, WGD_MAJOR_K, true, "B K-major, sparse"},
    {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_MN, false, "MN-major, 16 bits"},
    {WGD_F16, WGD_OPERAND_B, WGD_MAJOR_MN, true, "B MN 16, sparse"},
    {WGD_E4M3, WGD_OPERAND_A, WGD_MAJOR_MN, false, "MN-major, 8 bits"},
    {WGD_E4M3, WGD_OPERAND_B, WGD_MAJOR_MN, true, "B MN 8, sparse"},
};
/* What 128B_32B is for. */
static const read_kind atom32_kinds[] = {
    {WGD_TF32, WGD_OPERAND_A, WGD_MAJOR_MN, false, "MN-major, tf32"},
    {WGD_TF32, WGD_OPERAND_B, WGD_MAJOR_MN, true, "B MN tf32, sparse"},
};
enum { KINDS_MAX = 6 };

/* A word, and the kinds of read that are made through it. */
typedef struct reader {
    uint64_t word;
    wgd_arch arch;
    wgd_desc d;
    const reads_wish *wish;
    read_kind kinds[KINDS_MAX];
    int n;
} reader;

static wgd_read read_of(const reader *r, const read_kind *k, int mn)
{
    const wgd_read rd = {k->dtype, k->operand, k->major, mn, k->sparse, r->arch, 0};
    return rd;
}

/* Rows that a block of the kind is made of: MN-major it holds whole chunks of 16 bytes along MN. */
static int rows_of(const read_kind *k)
{
    return k->major == WGD_MAJOR_MN && wgd_dtype_bits(k->dtype) == 8 ? 16 : 8;
}

/* A of wgmma has 64 rows whatever N is. */
static bool has_n(const reader *r, const read_kind *k)
{
    return k->operand != WGD_OPERAND_A || wgd_arch_tcgen05(r->arch);
}

/* The smallest and the largest block of the kind. */
static int sizes(const reader *r, const read_kind *k, int mn[2])
{
    const bool n = has_n(r, k);
    if (n && r->wish->n != 0) {
        mn[0] = mn[1] = r->wish->n;
        return 1;
    }
    mn[0] = n ? rows_of(k) : WGD_INST_M;
    mn[1] = WGD_N_MAX;
    return n ? 2 : 1;
}

/* Does some type take this read? Asked of the rules of what may be read, type by type. The word asks nothing more: one
 * that is none of tcgen05 has no kinds, the others those of its swizzle. */
static bool takes(const reader *r, const read_kind *k, wgd_dtype t)
{
    int mn[2];
    sizes(r, k, mn);
    wgd_read rd = read_of(r, k, mn[0]);
    rd.dtype = t;
    return (k->major == WGD_MAJOR_K || wgd_dtype_bits(t) == wgd_dtype_bits(k->dtype)) &&
           wgd_read_check(rd, NULL) == WGD_OK;
}

/* Is it a read of the instruction that was asked about? */
static bool wanted(const reader *r, const read_kind *k)
{
    const reads_wish *w = r->wish;
    const bool a = w->has_operand && w->operand == WGD_OPERAND_A;
    if (!w->any) {
        return true;
    }
    if (has_n(r, k) && w->n % rows_of(k) != 0) {
        return false;
    }
    /* A of a sparse instruction is stored compressed, and read as a dense one is. */
    if (k->sparse != (w->sparse && !a) || (w->has_major && k->major != w->major)) {
        return false;
    }
    /* Of tcgen05 one kind stands for dense blocks of either. */
    if (w->has_operand && k->operand != w->operand && !wgd_arch_tcgen05(r->arch)) {
        return false;
    }
    return !w->has_dtype || takes(r, k, w->dtype);
}

static reader reader_of(uint64_t word, wgd_arch arch, const reads_wish *w)
{
    reader r = {.word = word, .arch = arch, .d = wgd_desc_unpack(word, arch), .wish = w};
    const bool atom32 = r.d.swizzle == WGD_SWZ_128B_32B;
    const read_kind *all = wgmma_kinds;
    int n = COUNT(wgmma_kinds);
    if (wgd_arch_tcgen05(arch)) {
        all = atom32 ? atom32_kinds : tcgen05_kinds;
        n = (wgd_desc_faults(word, arch) & WGD_FAULTS_NO_WORD) ? 0
            : atom32                                           ? COUNT(atom32_kinds)
                                                               : COUNT(tcgen05_kinds);
    }
    for (int i = 0; i < n; i++) {
        if (wanted(&r, &all[i])) {
            read_kind *k = &r.kinds[r.n++];
            *k = all[i];
            k->dtype = w->has_dtype ? w->dtype : k->dtype;
            k->operand = w->has_operand ? w->operand : k->operand;
        }
    }
    return r;
}

static void put_read(buf *out, const reader *r, const read_kind *k, int mn)
{
    const wgd_read rd = read_of(r, k, mn);
    const unsigned reads = wgd_fetch_reads(r->d.swizzle, rd);
    wgd_coverage c;
    wgd_describe(r->word, rd, &c, NULL, NULL, 0);
    buf_str(out, "  ");
    buf_left(out, k->what, 20);
    buf_right_i64(out, mn, 4);
    buf_str(out, reads & WGD_READS_LBO ? "  LBO" : "     ");
    buf_str(out, reads & WGD_READS_SBO ? " SBO" : "    ");
    buf_right_i64(out, (int64_t)c.span.end - c.span.begin, 9);
    buf_str(out, " B  ");
    put_range(out, c.span);
    if (c.twice_bytes) {
        buf_str(out, ", ");
        buf_i64(out, c.twice_bytes);
        buf_str(out, " B read twice");
    }
    if (c.never_bytes) {
        buf_str(out, ", ");
        buf_i64(out, c.never_bytes);
        buf_str(out, " B not read");
    }
    buf_str(out, c.outside ? ", leaves the window\n" : "\n");
}

void decode_reads_text(buf *out, uint64_t word, wgd_arch arch, const reads_wish *w)
{
    const reader r = reader_of(word, arch, w);
    buf_str(out, "\n  an instruction reads  rows  with       extent\n");
    for (int i = 0; i < r.n; i++) {
        int mn[2];
        const int n = sizes(&r, &r.kinds[i], mn);
        for (int j = 0; j < n; j++) {
            put_read(out, &r, &r.kinds[i], mn[j]);
        }
    }
    buf_str(out, w->any && r.n == 0 ? "  none of this kind\n" : "");
}

static void json_kind(buf *out, const reader *r, const read_kind *k)
{
    int mn[2];
    const int n = sizes(r, k, mn);
    json_open(out, NULL, '{');
    json_str(out, "operand", wgd_operand_name(k->operand));
    json_str(out, "major", wgd_major_name(k->major));
    json_bool(out, "sparse", k->sparse);
    json_open(out, "dtypes", '[');
    for (int t = 0; t < WGD_DTYPE_COUNT; t++) {
        if (r->wish->has_dtype ? t == (int)r->wish->dtype : takes(r, k, (wgd_dtype)t)) {
            json_str(out, NULL, wgd_dtype_get((wgd_dtype)t)->name);
        }
    }
    json_close(out, ']');
    json_open(out, "blocks", '[');
    for (int j = 0; j < n; j++) {
        const wgd_read rd = read_of(r, k, mn[j]);
        const unsigned reads = wgd_fetch_reads(r->d.swizzle, rd);
        wgd_coverage c;
        wgd_describe(r->word, rd, &c, NULL, NULL, 0);
        json_open(out, NULL, '{');
        json_int(out, "mn", mn[j]);
        json_bool(out, "lbo_used", (reads & WGD_READS_LBO) != 0);
        json_bool(out, "sbo_used", (reads & WGD_READS_SBO) != 0);
        json_coverage(out, &c);
        json_close(out, '}');
    }
    json_close(out, ']');
    json_close(out, '}');
}

void decode_reads_json(buf *out, uint64_t word, wgd_arch arch, const reads_wish *w)
{
    const reader r = reader_of(word, arch, w);
    json_open(out, "reads", '[');
    for (int i = 0; i < r.n; i++) {
        json_kind(out, &r, &r.kinds[i]);
    }
    json_close(out, ']');
}
