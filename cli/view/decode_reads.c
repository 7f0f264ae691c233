/* SPDX-License-Identifier: MIT
 *
 * What each kind of instruction reads through a word.
 */
#include "decode_reads.h"

#include "coverage_print.h"

/* Reads of one kind fetch the same 16-byte pieces whatever the type: 32 bytes of K, or 64 for B of
 * the sparse form. A type stands for all of its kind; the extent of B grows with N. */
typedef struct read_kind {
    wgd_dtype dtype;
    wgd_operand operand;
    wgd_major major;
    bool sparse;
    const char *what;
} read_kind;

static const read_kind kinds[] = {
    {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, false, "A K-major"},
    {WGD_F16, WGD_OPERAND_B, WGD_MAJOR_K, false, "B K-major"},
    {WGD_F16, WGD_OPERAND_B, WGD_MAJOR_K, true, "B K-major, sparse"},
    {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_MN, false, "A MN-major"},
    {WGD_F16, WGD_OPERAND_B, WGD_MAJOR_MN, false, "B MN-major"},
    {WGD_F16, WGD_OPERAND_B, WGD_MAJOR_MN, true, "B MN-major, sparse"},
};
enum { KINDS = (int)(sizeof kinds / sizeof kinds[0]) };

static wgd_read read_of(const read_kind *k, int mn)
{
    const wgd_read rd = {k->dtype, k->operand, k->major, mn, k->sparse};
    return rd;
}

/* The smallest and the largest block of the kind. */
static int sizes(const read_kind *k, int mn[2])
{
    mn[0] = k->operand == WGD_OPERAND_A ? WGD_INST_M : 8;
    mn[1] = WGD_N_MAX;
    return k->operand == WGD_OPERAND_A ? 1 : 2;
}

/* Does some type take this read? Asked of the table of instructions, type by type. */
static bool takes(const read_kind *k, wgd_dtype t)
{
    wgd_read rd = read_of(k, k->operand == WGD_OPERAND_A ? WGD_INST_M : 8);
    rd.dtype = t;
    return wgd_read_check(rd, NULL) == WGD_OK;
}

static void put_read(buf *out, uint64_t word, const read_kind *k, int mn)
{
    const wgd_read rd = read_of(k, mn);
    const unsigned reads = wgd_fetch_reads(wgd_desc_decode(word).swizzle, rd);
    wgd_coverage c;
    wgd_describe(word, rd, &c, NULL, NULL, 0);
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

void decode_reads_text(buf *out, uint64_t word)
{
    buf_str(out, "\n  an instruction reads  rows  with       extent\n");
    for (int i = 0; i < KINDS; i++) {
        int mn[2];
        const int n = sizes(&kinds[i], mn);
        for (int j = 0; j < n; j++) {
            put_read(out, word, &kinds[i], mn[j]);
        }
    }
}

static void json_kind(buf *out, uint64_t word, const read_kind *k)
{
    int mn[2];
    const int n = sizes(k, mn);
    json_open(out, NULL, '{');
    json_str(out, "operand", wgd_operand_name(k->operand));
    json_str(out, "major", wgd_major_name(k->major));
    json_bool(out, "sparse", k->sparse);
    json_open(out, "dtypes", '[');
    for (int t = 0; t < WGD_DTYPE_COUNT; t++) {
        if (takes(k, (wgd_dtype)t)) {
            json_str(out, NULL, wgd_dtype_get((wgd_dtype)t)->name);
        }
    }
    json_close(out, ']');
    json_open(out, "blocks", '[');
    for (int j = 0; j < n; j++) {
        const wgd_read rd = read_of(k, mn[j]);
        const unsigned reads = wgd_fetch_reads(wgd_desc_decode(word).swizzle, rd);
        wgd_coverage c;
        wgd_describe(word, rd, &c, NULL, NULL, 0);
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

void decode_reads_json(buf *out, uint64_t word)
{
    json_open(out, "reads", '[');
    for (int i = 0; i < KINDS; i++) {
        json_kind(out, word, &kinds[i]);
    }
    json_close(out, ']');
}
