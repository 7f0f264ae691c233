/* SPDX-License-Identifier: MIT
 *
 * A descriptor word, an instruction and a layout: nothing crashes, and what the library says holds.
 * A solution reads its layout, a repair is right, a change that is offered works, the whole-block
 * map is the single-element rule, and a byte leads back to its element.
 *
 * Input: 8 bytes of word, 4 that choose the read, 4 of start and block, then the layout's text.
 */
#include <stdlib.h>
#include <string.h>

#include "wgdesc.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
    if (!holds) {
        abort();
    }
}

static uint32_t below(uint32_t x, int n)
{
    return x % (uint32_t)n;
}

/* The read that the bytes ask for; also illegal ones, which must be refused everywhere. */
static wgd_read read_from(const uint8_t *b)
{
    wgd_read rd = {0};
    rd.dtype = (wgd_dtype)below(b[0], WGD_WGMMA_DTYPE_COUNT);
    rd.operand = (wgd_operand)(b[1] & 1);
    rd.major = (wgd_major)(b[1] >> 1 & 1);
    rd.sparse = (b[1] & 4) != 0;
    rd.mn = b[1] & 8 ? b[2] : rd.operand == WGD_OPERAND_A ? 64 : 8 * (1 + b[2] % 32);
    return rd;
}

static void check_map(uint64_t word, wgd_read rd, const uint8_t *pick)
{
    static uint32_t map[WGD_BLOCK_MN_MAX * WGD_BLOCK_K_MAX];
    wgd_coverage c;
    wgd_element e;
    must(wgd_fetch_map(word, rd, map, sizeof map / sizeof map[0], NULL) == WGD_OK);
    const uint32_t k_all = (uint32_t)wgd_read_k(rd);
    const uint32_t r = below(pick[0] * 256u + pick[1], rd.mn), k = below(pick[2], (int)k_all);
    const uint32_t at = map[r * k_all + k];
    must(at == wgd_fetch_byte(wgd_desc_decode(word), rd, r, k));
    must(wgd_fetch_reverse(word, rd, at, &e, 1) >= 1);
    must(map[e.mn * k_all + e.k] == at);
    wgd_describe(word, rd, &c, NULL, NULL, 0);
    must(at >= c.span.begin && at < c.span.end);
    must(c.distinct_bytes <= c.fetched_bytes && c.twice_bytes <= c.distinct_bytes);
    must(c.distinct_bytes + c.never_bytes == c.span.end - c.span.begin);
}

static bool matches(const wgd_place *p, wgd_read rd, uint64_t word, int i, int j)
{
    wgd_check c;
    must(wgd_check_desc(word, rd, p, i, j, &c, NULL) == WGD_OK);
    must(c.match == (c.wrong == 0));
    return c.match;
}

static void check_word(const wgd_place *p, wgd_read rd, uint64_t word, int i, int j)
{
    wgd_check c;
    if (wgd_check_desc(word, rd, p, i, j, &c, NULL) != WGD_OK) {
        return;
    }
    must(c.match == (c.cause == WGD_CAUSE_NONE));
    if (!c.match && c.cause != WGD_CAUSE_LAYOUT && c.cause != WGD_CAUSE_MAJOR) {
        must(matches(p, rd, wgd_desc_encode(c.repaired), i, j));
    }
    must(c.cause != WGD_CAUSE_LAYOUT || c.refusal.text[0] != '\0');
}

static void check_solve(const wgd_solve_query *q, const uint8_t *pick)
{
    static wgd_solve s;
    static wgd_change change[WGD_CHANGES_MAX];
    const wgd_status st = wgd_solve_layout(q, &s, NULL);
    for (int n = 0; st == WGD_OK && n < s.n; n++) {
        const int i = pick[0] % s.blocks_mn, j = pick[1] % s.blocks_k;
        must(
            matches(&s.place, s.solution[n].read, wgd_solve_block(&s, &s.solution[n], i, j), i, j));
    }
    if (st != WGD_ERR_NO_DESC) {
        return;
    }
    must(s.refusal.reason != WGD_REASON_NONE && s.refusal.reason != WGD_REASON_OTHER);
    const int n = wgd_solve_changes(q, &s.refusal, change);
    for (int c = 0; c < n; c++) {
        wgd_place p;
        must(wgd_place_make(&change[c].layout, q->dtype, change[c].start, &p, NULL) == WGD_OK);
        must(matches(&p, change[c].solution.read, wgd_desc_encode(change[c].solution.desc), 0, 0));
    }
}

/* Tiles of many blocks only cost time. */
static bool small(const wgd_place *p)
{
    return p->mn <= 2048 && p->k <= 2048;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 16) {
        return 0;
    }
    uint64_t word = 0;
    for (int i = 0; i < 8; i++) {
        word = word << 8 | data[i];
    }
    const wgd_read rd = read_from(data + 8);
    must((wgd_desc_encode(wgd_desc_decode(word)) ^ word) == (word & ~WGD_DESC_MASK));
    (void)wgd_desc_faults(word, WGD_SM90);
    if (wgd_read_check(rd, NULL) == WGD_OK) {
        wgd_diff d;
        check_map(word, rd, data + 12);
        wgd_diff_words(word, word ^ UINT64_C(1) << (data[12] & 63), rd, &d);
        must(d.n == 1 && (d.field[0].matters ? !d.same : d.same));
    }
    wgd_solve_query q = {0};
    wgd_place p;
    if (wgd_parse_composed((const char *)data + 16, size - 16, &q.layout, NULL) != WGD_OK) {
        return 0;
    }
    q.start = (data[12] << 16 | data[13] << 8 | data[14]) & 0x7ffff;
    q.dtype = rd.dtype;
    q.operand = rd.operand;
    q.sparse = rd.sparse;
    q.n = rd.operand == WGD_OPERAND_B ? rd.mn : 0;
    q.major = data[11] % 3 == 0 ? WGD_WANT_ANY : data[11] % 3 == 1 ? WGD_WANT_K : WGD_WANT_MN;
    if (wgd_place_make(&q.layout, q.dtype, q.start, &p, NULL) == WGD_OK && small(&p)) {
        check_word(&p, rd, word, data[15] >> 4, data[15] & 15);
        check_solve(&q, data + 12);
    }
    return 0;
}
