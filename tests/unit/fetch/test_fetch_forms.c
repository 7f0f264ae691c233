/* SPDX-License-Identifier: MIT
 *
 * The fetch rule (wgd_fetch_byte) and its two other forms, the table of chunks and the way back from a byte, are one
 * function: for every legal read, every swizzle and every value of every field.
 *
 * Values stand for all of them. Before its XOR, an address is start*16 + i*lbo + j*sbo + c modulo 2^32 with i, j, c of
 * the place alone, in the rule as in the table, which adds up terms of the rule; so two such forms are equal
 * everywhere if they are for all fields 0 and for each field 1. Absolute LBO also looks at start modulo the chunks of
 * a swizzle row, 8 at most. The XOR is a bijection that both apply, and base_offset stands in it alone. WGD_PROVE asks
 * for the values themselves (make prove): each field through all that it can be, with the others at both ends.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "wgd_describe.h"
#include "wgd_fetch.h"
#include "wgd_reads.h"

enum { FIELD_END = 1 << 14, MAP_MAX = WGD_N_MAX * 512 };

static const wgd_arch archs[] = {WGD_SM90, WGD_SM100, WGD_SM103}; /* that have descriptors */
static long words;

static void same_chunks(wgd_desc d, wgd_read rd)
{
    static uint32_t chunk[WGD_FETCH_CHUNKS_MAX];
    const int per_chunk = 128 / wgd_dtype_bits(rd.dtype), k = wgd_read_k(rd);
    const bool along_k = rd.major == WGD_MAJOR_K;
    const int chunks = (along_k ? k : rd.mn) / per_chunk, lines = along_k ? rd.mn : k;
    assert_int_equal(wgd_fetch_chunks(d, rd, chunk), (size_t)chunks * (size_t)lines);
    for (int l = 0; l < lines; l++) {
        for (int c = 0; c < chunks; c++) {
            const uint32_t across = (uint32_t)l, along = (uint32_t)(c * per_chunk);
            const uint32_t want = along_k ? wgd_fetch_byte(d, rd, across, along)
                                          : wgd_fetch_byte(d, rd, along, across);
            if (chunk[l * chunks + c] != want) {
                fail_msg("start %u lbo %u sbo %u base %u mode %d: line %d, chunk %d", d.start,
                         d.lbo, d.sbo, d.base_offset, (int)d.swizzle, l, c);
            }
        }
    }
    words++;
}

/* What decides: every start of a swizzle row, each stride, each base_offset. */
static void points(wgd_desc d, wgd_read rd)
{
    const int starts = d.lbo_absolute ? 16 : 2;
    for (int start = 0; start < starts; start++) {
        d.start = (uint16_t)start;
        same_chunks(d, rd);
        d.lbo = 1;
        same_chunks(d, rd);
        d.lbo = 0;
    }
    d.sbo = 1;
    same_chunks(d, rd);
    for (int base = 0; base < 8; base++) {
        d.base_offset = (uint8_t)base;
        same_chunks(d, rd);
    }
}

static void all_values(wgd_desc d, wgd_read rd)
{
    for (int other = 0; other < FIELD_END; other += FIELD_END - 1) {
        for (int v = 0; v < FIELD_END; v++) {
            const uint16_t one = (uint16_t)v, rest = (uint16_t)other;
            d.base_offset = (uint8_t)(v % 8);
            d.start = one, d.lbo = rest, d.sbo = rest;
            same_chunks(d, rd);
            d.start = rest, d.lbo = one;
            same_chunks(d, rd);
            d.lbo = rest, d.sbo = one;
            same_chunks(d, rd);
        }
    }
}

static void each_mode(wgd_read rd, void (*fn)(wgd_desc, wgd_read))
{
    for (int m = 0; m < WGD_SWIZZLE_MODE_COUNT; m++) {
        wgd_desc d = {0, 0, 0, 0, false, (wgd_swizzle_mode)m};
        if (wgd_mode_check(rd.dtype, rd.major, d.swizzle, rd.arch, NULL) != WGD_OK) {
            continue;
        }
        fn(d, rd);
        if (rd.k_bytes == WGD_K_BYTES_96) {
            d.lbo_absolute = true;
            fn(d, rd);
        }
    }
}

static void test_chunks(void **state)
{
    (void)state;
    const bool all = getenv("WGD_PROVE") != NULL;
    for (size_t a = 0; a < sizeof archs / sizeof archs[0]; a++) {
        wgd_read rd = wgd_read_first(archs[a]);
        do {
            each_mode(rd, points);
            if (all && (rd.mn == 8 || rd.mn == 64 || rd.mn == WGD_N_MAX)) {
                each_mode(rd, all_values);
            }
        } while (wgd_read_next(&rd));
    }
    print_message("# %ld words\n", words);
    assert_true(words > 100000);
}

/* The map is the rule, and the way back from a byte gives what the map has there: no less, no more. */
static void map_and_back(wgd_desc d, wgd_read rd)
{
    static uint32_t map[MAP_MAX];
    static wgd_element back[MAP_MAX];
    const int k = wgd_read_k(rd), bits = wgd_dtype_bits(rd.dtype);
    const size_t n = (size_t)rd.mn * (size_t)k;
    d.start = 5, d.lbo = 3, d.sbo = 2; /* they overlap */
    d.base_offset = 1;
    const uint64_t word = wgd_desc_pack(d, rd.arch);
    d = wgd_desc_unpack(word, rd.arch);
    assert_int_equal(wgd_fetch_map(word, rd, map, MAP_MAX, NULL), WGD_OK);
    for (size_t i = 0; i < n; i++) {
        const uint32_t r = (uint32_t)i / (uint32_t)k, c = (uint32_t)i % (uint32_t)k;
        assert_true(map[i] == wgd_fetch_byte(d, rd, r, c));
    }
    const uint32_t width = bits < 8 ? 1 : (uint32_t)bits / 8;
    for (uint32_t byte = 0; byte < 1024; byte += 37) {
        const size_t found = wgd_fetch_reverse(word, rd, byte, back, MAP_MAX);
        size_t at = 0;
        for (size_t i = 0; i < n; i++) {
            if (byte >= map[i] && byte < map[i] + width) {
                assert_true(at < found && back[at].mn == i / (size_t)k &&
                            back[at].k == i % (size_t)k);
                at++;
            }
        }
        assert_int_equal(at, found);
    }
    words++;
}

static void test_map_and_back(void **state)
{
    (void)state;
    words = 0;
    for (size_t a = 0; a < sizeof archs / sizeof archs[0]; a++) {
        wgd_read rd = wgd_read_first(archs[a]);
        do {
            if (rd.mn == 8 || rd.mn == 64 || rd.mn == 96) {
                each_mode(rd, map_and_back);
            }
        } while (wgd_read_next(&rd));
    }
    assert_true(words > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chunks),
        cmocka_unit_test(test_map_and_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
