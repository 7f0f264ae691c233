/* SPDX-License-Identifier: MIT
 *
 * What the hardware reads through a word, and whether that is what lies there: wgd_reads.h,
 * wgd_fetch.h, wgd_describe.h, wgd_place.h, wgd_solve.h, wgd_check.h, wgd_diff.h. It prints:
 *
 *   element (1,8) is read from byte 0x480; byte 0x490 feeds element (1,0)
 *   the block reads 0x400-0x23ff, 2048 bytes of them
 *   solved: 0x4000004000010040
 *   checked: 896 of 1024 wrong, bytes_for_units, repaired 0x4000004000010040
 *   lbo differs and does not matter; 0 of the legal reads are unknown
 */
#include <wgdesc.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char layout_text[] = "Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)";
static const uint64_t good = UINT64_C(0x4000004000010040), bad = UINT64_C(0x4000040000010040);

static void read_through(wgd_read rd)
{
    wgd_element fed[4];
    wgd_coverage c;
    wgd_fetch_reverse(good, rd, 0x490, fed, 4);
    printf("element (1,8) is read from byte 0x%x; byte 0x490 feeds element (%d,%d)\n",
           (unsigned)wgd_fetch_byte(wgd_desc_decode(good), rd, 1, 8), fed[0].mn, fed[0].k);
    wgd_describe(good, rd, &c, NULL, NULL, 0);
    printf("the block reads 0x%x-0x%x, %u bytes of them\n", (unsigned)c.span.begin,
           (unsigned)c.span.end - 1, (unsigned)c.distinct_bytes);
}

static int solve_and_check(wgd_read rd)
{
    static wgd_solve_query q;
    static wgd_solve s;
    static wgd_check c;
    wgd_diag diag;
    if (wgd_parse_composed(layout_text, strlen(layout_text), &q.layout, &diag) != WGD_OK) {
        return 1;
    }
    q.start = 0x400;
    q.dtype = rd.dtype;
    q.operand = rd.operand;
    q.major = WGD_WANT_ANY;
    if (wgd_solve_layout(&q, &s, &diag) != WGD_OK) {
        fprintf(stderr, "%s\n", diag.what);
        return 1;
    }
    printf("solved: 0x%016" PRIx64 "\n", wgd_desc_encode(s.solution[0].desc));
    /* s.place is the layout prepared by wgd_place_make. */
    if (wgd_check_desc(bad, rd, &s.place, 0, 0, &c, &diag) != WGD_OK) {
        return 1;
    }
    printf("checked: %d of %d wrong, %s, repaired 0x%016" PRIx64 "\n", (int)c.wrong, (int)c.total,
           wgd_cause_name(c.cause), wgd_desc_encode(c.repaired));
    return 0;
}

static void compare(wgd_read rd)
{
    wgd_diff d;
    int unknown = 0;
    wgd_diff_words(good, good & ~(UINT64_C(0x3fff) << 16), rd, &d);
    wgd_read r = wgd_read_first(WGD_SM90);
    do {
        unknown += wgd_read_check(r, NULL) != WGD_OK;
    } while (wgd_read_next(&r));
    printf("%s differs and %s; %d of the legal reads are unknown\n",
           wgd_field_name(d.field[0].field), d.field[0].matters ? "matters" : "does not matter",
           unknown);
}

int main(void)
{
    const wgd_read rd = {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, WGD_INST_M, false, WGD_SM90, 0};
    read_through(rd);
    if (solve_and_check(rd) != 0) {
        return 1;
    }
    compare(rd);
    return 0;
}
