/* SPDX-License-Identifier: MIT
 *
 * The core of the interactive page, compiled to WebAssembly: the library and the program's own
 * grids and explanations, so that the page's numbers are those of the command line. No C library,
 * no imports. The page writes text into input(), calls one of the ask functions, and reads JSON
 * from output() and numbers from offsets() and bytes().
 */
#include <string.h>

#include "explain/explain.h"
#include "io/mem.h"
#include "picture/show_grid.h"

#define EXPORT(name) __attribute__((export_name(#name)))

enum { INPUT_MAX = 4096, ARENA = 16 << 20 };

static char input_text[INPUT_MAX];
static show_grid grid;
static buf out;

/* ---- memory: every question starts with an empty arena; nothing is given back before ----------
 */

static _Alignas(16) unsigned char arena[ARENA];
static size_t arena_used;

void *cli_alloc(size_t n)
{
    /* The size stands before the block, for cli_realloc. */
    const size_t need = ((n + 15) & ~(size_t)15) + 16;
    if (need < n || need > ARENA - arena_used) {
        return NULL;
    }
    unsigned char *p = arena + arena_used;
    arena_used += need;
    *(size_t *)p = n;
    return p + 16;
}

void *cli_realloc(void *p, size_t n)
{
    void *q = cli_alloc(n);
    if (q && p) {
        const size_t old = *(size_t *)((unsigned char *)p - 16);
        memcpy(q, p, old < n ? old : n);
    }
    return q;
}

void cli_free(void *p)
{
    (void)p;
}

/* ---- string.h -----------------------------------------------------------------------------------
 */

/* The compiler must not turn these loops into calls of themselves: core.c is built with
 * -fno-builtin. */
void *memmove(void *to, const void *from, size_t n)
{
    unsigned char *t = to;
    const unsigned char *f = from;
    for (size_t i = 0; i < n; i++) {
        const size_t at = t < f ? i : n - 1 - i;
        t[at] = f[at];
    }
    return to;
}

void *memcpy(void *to, const void *from, size_t n)
{
    return memmove(to, from, n);
}

void *memset(void *to, int byte, size_t n)
{
    unsigned char *t = to;
    for (size_t i = 0; i < n; i++) {
        t[i] = (unsigned char)byte;
    }
    return to;
}

void *memchr(const void *s, int byte, size_t n)
{
    const unsigned char *p = s;
    for (size_t i = 0; i < n; i++) {
        if (p[i] == (unsigned char)byte) {
            return (void *)(uintptr_t)(p + i);
        }
    }
    return NULL;
}

int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *p = a, *q = b;
    for (size_t i = 0; i < n; i++) {
        if (p[i] != q[i]) {
            return p[i] < q[i] ? -1 : 1;
        }
    }
    return 0;
}

size_t strlen(const char *s)
{
    size_t n = 0;
    while (s[n]) {
        n++;
    }
    return n;
}

int strcmp(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return (unsigned char)*a - (unsigned char)*b;
}

/* ---- arithmetic that the compiler expects of its run-time library -------------------------------
 */

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 uwide;

/* a * b to 128 bits; the library's overflow checks need it. */
wide __multi3(wide a, wide b);
wide __multi3(wide a, wide b)
{
    const uint64_t al = (uint64_t)a, bl = (uint64_t)b;
    const uint64_t ah = (uint64_t)((uwide)a >> 64), bh = (uint64_t)((uwide)b >> 64);
    const uint64_t a0 = al & 0xffffffff, a1 = al >> 32, b0 = bl & 0xffffffff, b1 = bl >> 32;
    const uint64_t low = a0 * b0;
    const uint64_t mid = a1 * b0 + (low >> 32);
    const uint64_t mid2 = a0 * b1 + (mid & 0xffffffff);
    const uint64_t high = a1 * b1 + (mid >> 32) + (mid2 >> 32) + ah * bl + al * bh;
    return (wide)((uwide)high << 64 | (mid2 << 32 | (low & 0xffffffff)));
}

/* ---- questions and answers
 * ------------------------------------------------------------------------ */

EXPORT(input) char *page_input(void)
{
    return input_text;
}

EXPORT(output) const char *page_output(void)
{
    return out.data;
}

EXPORT(output_length) int page_output_length(void)
{
    return out.failed ? -1 : (int)out.len;
}

/* rows * cols numbers of 64 bits each. */
EXPORT(offsets) const int64_t *page_offsets(void)
{
    return grid.offset;
}

/* The same; NULL without addresses. */
EXPORT(bytes) const int64_t *page_bytes(void)
{
    return grid.byte;
}

static void begin(void)
{
    arena_used = 0;
    out = (buf){0};
    grid = (show_grid){0};
    json_open(&out, NULL, '{');
}

static void put_pair(const char *key, int64_t a, int64_t b)
{
    json_open(&out, key, '[');
    json_int(&out, NULL, a);
    json_int(&out, NULL, b);
    json_close(&out, ']');
}

static void put_step(const char *key, const show_step *s)
{
    json_open(&out, key, '{');
    json_int(&out, "bytes", s->bytes);
    json_bool(&out, "used", s->drawn);
    put_pair("step", s->mn, s->k);
    json_close(&out, '}');
}

static void put_grid(void)
{
    json_int(&out, "rows", grid.rows);
    json_int(&out, "cols", grid.cols);
    put_pair("cell", grid.row_step, grid.col_step);
    put_pair("atom", grid.atom_rows, grid.atom_cols);
    put_pair("core", grid.core_rows, grid.core_cols);
    put_pair("block", grid.block_rows, grid.block_cols);
    json_int(&out, "bits", grid.elem_bits);
    json_int(&out, "start", grid.start);
    json_bool(&out, "two_modes", grid.two_modes);
    put_step("lbo", &grid.lbo);
    put_step("sbo", &grid.sbo);
}

/* Closes the answer; an error replaces what was there. */
static int end(wgd_status st, const wgd_diag *d)
{
    if (st != WGD_OK) {
        out.len = 0;
        json_open(&out, NULL, '{');
        json_str(&out, "error", d->what[0] ? d->what : wgd_status_text(st));
        json_str(&out, "field", d->field ? d->field : "");
        json_str(&out, "got", d->got);
        json_str(&out, "want", d->want);
        json_str(&out, "hint", d->hint);
    }
    json_close(&out, '}');
    return st == WGD_OK;
}

/* The lists that the page's form offers, in the order of their values here. */
EXPORT(ask_lists)
void page_ask_lists(void)
{
    begin();
    json_open(&out, "dtypes", '[');
    for (int t = 0; t < WGD_WGMMA_DTYPE_COUNT; t++) {
        const wgd_dtype_info *info = wgd_dtype_get((wgd_dtype)t);
        json_open(&out, NULL, '{');
        json_str(&out, "name", info->name);
        json_int(&out, "bits", info->bits);
        json_bool(&out, "mn_major", info->mn_major);
        json_close(&out, '}');
    }
    json_close(&out, ']');
    json_open(&out, "swizzles", '[');
    for (int m = 0; m <= WGD_SWIZZLE_WIDEST; m++) {
        const wgd_swizzle_mode mode = (wgd_swizzle_mode)m;
        json_open(&out, NULL, '{');
        json_str(&out, "name", wgd_swizzle_name(mode));
        json_int(&out, "code", wgd_swizzle_wgmma_code(mode));
        json_int(&out, "mask", wgd_swizzle_row_mask(mode));
        json_close(&out, '}');
    }
    json_close(&out, ']');
    json_close(&out, '}');
}

static void put_blocks(const wgd_tile *t)
{
    put_pair("blocks", t->blocks_mn, t->blocks_k);
    json_open(&out, "words", '[');
    for (int i = 0; i < t->blocks_mn; i++) {
        json_open(&out, NULL, '[');
        for (int j = 0; j < t->blocks_k; j++) {
            json_word(&out, NULL, wgd_tile_block_desc(t, i, j));
        }
        json_close(&out, ']');
    }
    json_close(&out, ']');
}

EXPORT(ask_tile)
int page_ask_tile(int dtype, int operand, int major, int swizzle, int mn, int k, int n, int first,
                  int start, int unit)
{
    begin();
    const wgd_tile_query q = {(wgd_dtype)dtype,
                              (wgd_operand)operand,
                              (wgd_major)major,
                              (wgd_swizzle_mode)swizzle,
                              mn,
                              k,
                              n,
                              {first, 3 - first},
                              start};
    static wgd_tile t;
    wgd_diag d = {.pos = -1};
    wgd_status st = wgd_tile_describe(&q, &t, &d);
    if (st == WGD_OK) {
        st = show_grid_tile(&grid, &t, (show_unit)unit, &d);
    }
    if (st == WGD_OK) {
        put_grid();
        put_blocks(&t);
        json_composed(&out, "layout", &t.smem);
        explanation e = {0};
        explain_tile(&e, &t);
        explain_put_json(&out, &e);
    }
    return end(st, &d);
}

EXPORT(ask_word)
int page_ask_word(uint32_t low, uint32_t high, int dtype, int operand, int major, int mn,
                  int sparse, int unit)
{
    begin();
    const uint64_t word = (uint64_t)high << 32 | low;
    const wgd_read rd = {
        (wgd_dtype)dtype, (wgd_operand)operand, (wgd_major)major, mn, sparse != 0, WGD_SM90, 0};
    wgd_diag d = {.pos = -1};
    const wgd_status st = show_grid_map(&grid, word, rd, (show_unit)unit, &d);
    if (st == WGD_OK) {
        put_grid();
        put_pair("blocks", 1, 1);
        json_open(&out, "words", '[');
        json_open(&out, NULL, '[');
        json_word(&out, NULL, word);
        json_close(&out, ']');
        json_close(&out, ']');
        explanation e = {0};
        explain_word(&e, word, WGD_SM90);
        explain_put_json(&out, &e);
    }
    return end(st, &d);
}

/* The layout's text is the first `length` bytes of input(); bits 0 when no type is given. */
EXPORT(ask_layout) int page_ask_layout(int length, int bits, int start, int unit)
{
    begin();
    static wgd_composed c;
    wgd_diag d = {.pos = -1};
    wgd_status st = wgd_parse_composed(input_text, (size_t)length, &c, &d);
    if (st == WGD_OK) {
        st = show_grid_layout(&grid, &c, bits, start, (show_unit)unit, &d);
    }
    if (st == WGD_OK) {
        put_grid();
        json_composed(&out, "layout", &c);
    }
    return end(st, &d);
}
