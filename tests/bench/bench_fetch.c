/* SPDX-License-Identifier: MIT
 *
 * The fetch rule as a tool: whole-block maps, checks and solutions a second on one core, with the
 * rule called element by element as the yardstick of the run; then the whole sweep of the
 * calculator, every element of every block checked.
 */
#include "bench.h"
#include "wgdesc.h"

enum { REPEAT = 20000 };
static uint32_t sink;

static const wgd_read a_k = {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, 64, false, WGD_SM90, 0};
static const wgd_read a_mn = {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_MN, 64, false, WGD_SM90, 0};

static uint64_t word_of(int i)
{
    return UINT64_C(0x4000004000010040) + (uint64_t)(i & 63);
}

static long by_element(void *arg)
{
    const wgd_read rd = *(const wgd_read *)arg;
    for (int i = 0; i < REPEAT / 10; i++) {
        const wgd_desc d = wgd_desc_decode(word_of(i));
        for (uint32_t e = 0; e < 1024; e++) {
            sink += wgd_fetch_byte(d, rd, e / 16, e % 16);
        }
    }
    return REPEAT / 10;
}

static long whole_block(void *arg)
{
    static uint32_t map[1024];
    const wgd_read rd = *(const wgd_read *)arg;
    for (int i = 0; i < REPEAT; i++) {
        wgd_fetch_map(word_of(i), rd, map, 1024, NULL);
        sink += map[i & 1023];
    }
    return REPEAT;
}

typedef struct placed {
    wgd_place place;
    wgd_solve_query query;
    uint64_t word;
} placed;

static void place_tile(const char *layout, int64_t start, uint64_t word, placed *out)
{
    wgd_diag diag;
    size_t len = 0;
    while (layout[len]) {
        len++;
    }
    if (wgd_parse_composed(layout, len, &out->query.layout, &diag) != WGD_OK ||
        wgd_place_make(&out->query.layout, WGD_F16, start, &out->place, &diag) != WGD_OK) {
        abort();
    }
    out->query.start = start;
    out->query.dtype = WGD_F16;
    out->query.operand = WGD_OPERAND_A;
    out->query.sparse = false;
    out->query.n = 0;
    out->query.major = WGD_WANT_ANY;
    out->query.arch = WGD_SM90;
    out->query.block[0] = out->query.block[1] = 0;
    out->word = word;
}

static long checks(void *arg)
{
    const placed *p = arg;
    for (int i = 0; i < REPEAT; i++) {
        wgd_check c;
        wgd_check_desc(p->word, a_k, &p->place, 0, 0, &c, NULL);
        sink += c.match;
    }
    return REPEAT;
}

static long solves(void *arg)
{
    const placed *p = arg;
    static wgd_solve s;
    for (int i = 0; i < REPEAT / 10; i++) {
        wgd_solve_layout(&p->query, &s, NULL);
        sink += (uint32_t)s.n;
    }
    return REPEAT / 10;
}

static long changes(void *arg)
{
    const placed *p = arg;
    static wgd_solve s;
    static wgd_change c[WGD_CHANGES_MAX];
    for (int i = 0; i < REPEAT / 100; i++) {
        wgd_solve_layout(&p->query, &s, NULL);
        sink += (uint32_t)wgd_solve_changes(&p->query, &s.refusal, c);
    }
    return REPEAT / 100;
}

static long diffs(void *arg)
{
    (void)arg;
    for (int i = 0; i < 100; i++) {
        wgd_diff_all d;
        wgd_diff_all_reads(word_of(i), word_of(i) + 0x10000, WGD_SM90, &d);
        sink += (uint32_t)d.same;
    }
    return 100;
}

int main(void)
{
    static placed right, wrong, none;
    const char *const tile = "Sw<3,4,3> o smem_ptr[16b] o (64,16):(64,1)";
    wgd_read k = a_k, mn = a_mn;
    place_tile(tile, 0x400, UINT64_C(0x4000004000010040), &right);
    place_tile(tile, 0x400, UINT64_C(0x4000040000010040), &wrong);
    place_tile("(64,16):(72,1)", 0x400, 0, &none);
    const double one = bench_report("map of 64x16, K-major, element by element", by_element, &k);
    const double all = bench_report("map of 64x16, K-major, whole block", whole_block, &k);
    bench_report("map of 64x16, MN-major, whole block", whole_block, &mn);
    printf("%-52s %12.1f times the yardstick\n", "map: the whole block", all / one);
    bench_report("check of 64x16, right", checks, &right);
    bench_report("check of 64x16, wrong: first element and cause", checks, &wrong);
    bench_report("solve of 64x16", solves, &right);
    bench_report("solve of 64x16, none exists: reason and changes", changes, &none);
    bench_report("diff for every instruction", diffs, NULL);
    return sink == 42; /* keeps the work from being optimised away */
}
