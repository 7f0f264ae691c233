/* SPDX-License-Identifier: MIT
 *
 * The memory of a scan, and the lists of a function in it: what is handed out is zero, aligned and nobody else's,
 * what is new in a list has what its declaration says, and where there is no room that is said.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "code/ir.h"

static char memory[1 << 16];

/* Every byte that nobody has written is 0xab. */
static scan_arena arena_of(size_t cap)
{
    memset(memory, 0xab, sizeof memory);
    const scan_arena a = {memory, cap, 0, false};
    return a;
}

static void zeroed(const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(p[i], 0);
    }
    assert_int_equal(p[n], (char)0xab);
}

/* ---- the arena ------------------------------------------------------------------------------ */

static void pieces(void **state)
{
    (void)state;
    scan_arena a = arena_of(sizeof memory - 1);
    size_t at = 0;
    for (size_t n = 0; n < 40; n++) {
        for (size_t size = 1; size < 4; size++) {
            char *p = scan_alloc(&a, n, size);
            assert_ptr_equal(p, memory + at);
            zeroed(p, n * size);
            assert_int_equal(a.used, at + n * size);
            at += (n * size + 15) / 16 * 16;
        }
    }
    assert_false(a.full);
}

/* The last byte is given, one more is not, and after that nothing. */
static void ends(void **state)
{
    (void)state;
    for (size_t cap = 0; cap < 50; cap++) {
        for (size_t first = 0; first <= cap; first++) {
            const size_t at = (first + 15) / 16 * 16;
            for (size_t n = 0; n < 50; n++) {
                scan_arena a = {memory, cap, first, false};
                char *p = scan_alloc(&a, n, 1);
                if (at + n <= cap) {
                    assert_ptr_equal(p, memory + at);
                    assert_false(a.full);
                } else {
                    assert_null(p);
                    assert_true(a.full);
                    assert_int_equal(a.used, first);
                    assert_null(scan_alloc(&a, 0, 1));
                }
            }
        }
    }
}

/* Products beyond any number are too much, too. */
static void far_too_much(void **state)
{
    (void)state;
    static const size_t n[] = {SIZE_MAX, SIZE_MAX / 16, SIZE_MAX / 16 + 1, SIZE_MAX / 2 + 2};
    for (size_t i = 0; i < sizeof n / sizeof n[0]; i++) {
        scan_arena a = arena_of(sizeof memory);
        assert_null(scan_alloc(&a, n[i], 16));
        assert_true(a.full);
    }
}

/* 64 at first, then twice as many; what was there comes along, what is new is zero. */
static void growing(void **state)
{
    (void)state;
    scan_arena a = arena_of(sizeof memory);
    uint32_t *list = NULL;
    size_t cap = 0;
    for (uint32_t n = 0; n < 300; n++) {
        uint32_t *at = scan_grow(&a, list, n, &cap, sizeof *list);
        assert_true(n == 0 || n == 64 || n == 128 || n == 256 ? at != list : at == list);
        assert_int_equal(cap, n < 64 ? 64 : n < 128 ? 128 : n < 256 ? 256 : 512);
        list = at;
        for (uint32_t i = 0; i < n; i++) {
            assert_int_equal(list[i], i + 7);
        }
        assert_int_equal(list[n], 0);
        assert_int_equal(list[cap - 1], 0);
        list[n] = n + 7;
    }
    assert_int_equal(a.used, (64 + 128 + 256 + 512) * sizeof *list);
    uint32_t one = 99, *more;
    cap = 1;
    more = scan_grow(&a, &one, 1, &cap, sizeof one);
    assert_int_equal(more[0], 99);
    assert_int_equal(cap, 2);
}

static void no_growth(void **state)
{
    (void)state;
    uint32_t old[64] = {1, 2, 3};
    size_t cap = 0;
    scan_arena a = arena_of(64 * sizeof old[0] - 1);
    assert_null(scan_grow(&a, NULL, 0, &cap, sizeof old[0]));
    assert_int_equal(cap, 0);
    a = arena_of(127 * sizeof old[0]);
    cap = 64;
    assert_null(scan_grow(&a, old, 64, &cap, sizeof old[0]));
    assert_int_equal(cap, 64);
    assert_true(a.full);
    assert_ptr_equal(scan_grow(&a, old, 63, &cap, sizeof old[0]), old);
}

/* ---- the lists of a function ---------------------------------------------------------------- */

static scan_func empty(scan_arena *a)
{
    scan_func f;
    memset(&f, 0, sizeof f);
    f.arena = a;
    return f;
}

static void instructions(void **state)
{
    (void)state;
    scan_arena a = arena_of(sizeof memory);
    scan_func f = empty(&a);
    for (uint32_t i = 0; i < 70; i++) {
        scan_insn want;
        memset(&want, 0, sizeof want);
        want.op = SCAN_OP_CALL;
        want.width = (uint8_t)(i + 1);
        want.line = i + 100;
        want.refs = i;
        want.dst = want.dst2 = want.guard = want.carry = UINT32_MAX;
        const scan_insn *in = scan_add_insn(&f, SCAN_OP_CALL, (int)i + 1, i + 100);
        assert_ptr_equal(in, f.insn + i);
        assert_memory_equal(in, &want, sizeof want);
        assert_int_equal(f.n_insn, i + 1);
        assert_true(scan_add_ref(&f, i * 3));
        assert_int_equal(f.n_ref, i + 1);
    }
    for (uint32_t i = 0; i < 70; i++) {
        assert_int_equal(f.ref[i], i * 3);
        assert_int_equal(f.insn[i].line, i + 100);
    }
}

static void registers_and_labels(void **state)
{
    (void)state;
    scan_arena a = arena_of(sizeof memory);
    scan_func f = empty(&a);
    for (uint32_t i = 0; i < 70; i++) {
        assert_int_equal(scan_add_reg(&f, (int)i + 1), i);
        assert_int_equal(f.reg[i].width, i + 1);
        assert_int_equal(f.n_reg, i + 1);
        assert_int_equal(scan_add_label(&f), i);
        assert_int_equal(f.label[i].insn, UINT32_MAX);
        assert_int_equal(f.label[i].depth, 0);
        assert_int_equal(f.label[i].outer, UINT32_MAX);
        assert_int_equal(f.n_label, i + 1);
    }
    assert_int_equal(f.reg[0].width, 1);
}

static void others(void **state)
{
    (void)state;
    scan_arena a = arena_of(sizeof memory);
    scan_func f = empty(&a);
    for (uint32_t i = 0; i < 70; i++) {
        scan_gmma want;
        memset(&want, 0, sizeof want);
        want.selector = -1;
        const scan_gmma *g = scan_add_gmma(&f);
        assert_ptr_equal(g, f.gmma + i);
        assert_memory_equal(g, &want, sizeof want);
        assert_int_equal(f.n_gmma, i + 1);
        assert_true(scan_add_unknown(&f));
        assert_int_equal(f.unknown, i + 1);
        assert_int_equal(f.n_unknown_at, i + 1);
        assert_int_equal(f.unknown_at[i], 3 * i);
        f.n_insn += 3;
    }
    assert_int_equal(f.unknown_at[1], 3);
}

/* A symbol is its name, its kind and its offset: what differs in one of them is another. */
static void symbols(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        size_t len;
        scan_sym_kind kind;
        int64_t offset;
    } of[] = {{"tile", 4, SCAN_SYM_SHARED, 0},  {"tile", 4, SCAN_SYM_PARAM, 0},
              {"tile", 4, SCAN_SYM_SHARED, 1},  {"tilt", 4, SCAN_SYM_SHARED, 0},
              {"tiles", 5, SCAN_SYM_SHARED, 0}, {"tiles", 3, SCAN_SYM_SHARED, 0}};
    enum { N = sizeof of / sizeof of[0] };
    scan_arena a = arena_of(sizeof memory);
    scan_func f = empty(&a);
    for (uint32_t round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < N; i++) {
            char name[8];
            memcpy(name, of[i].name, of[i].len);
            const char *s = round ? name : of[i].name;
            assert_int_equal(scan_add_sym(&f, s, of[i].len, of[i].kind, of[i].offset), i);
            assert_int_equal(f.n_sym, round ? N : i + 1);
            const scan_sym *sym = &f.sym[i];
            assert_ptr_equal(sym->name, of[i].name);
            assert_int_equal(sym->name_len, of[i].len);
            assert_int_equal(sym->kind, of[i].kind);
            assert_int_equal(sym->offset, of[i].offset);
            assert_int_equal(sym->align, 1);
            assert_int_equal(sym->size, -1);
            assert_int_equal(sym->width, 64);
        }
    }
}

static void no_room(void **state)
{
    (void)state;
    scan_arena a = arena_of(0);
    scan_func f = empty(&a);
    assert_null(scan_add_insn(&f, SCAN_OP_ADD, 1, 1));
    assert_int_equal(scan_add_reg(&f, 1), SCAN_NO_REG);
    assert_int_equal(scan_add_label(&f), SCAN_NO_REG);
    assert_null(scan_add_gmma(&f));
    assert_false(scan_add_ref(&f, 1));
    assert_false(scan_add_unknown(&f));
    assert_int_equal(scan_add_sym(&f, "a", 1, SCAN_SYM_PARAM, 0), SCAN_NO_REG);
    assert_int_equal(f.n_insn + f.n_reg + f.n_label + f.n_gmma + f.n_ref + f.n_sym, 0);
    assert_int_equal(f.n_unknown_at, 0);
    assert_int_equal(f.unknown, 1);
}

static void sources(void **state)
{
    (void)state;
    const scan_src reg = scan_src_reg(9), imm = scan_src_imm(UINT64_C(1) << 40);
    assert_int_equal(reg.kind, SCAN_REG);
    assert_int_equal(reg.flags, 0);
    assert_int_equal(reg.reg, 9);
    assert_int_equal(reg.imm, 0);
    assert_int_equal(imm.kind, SCAN_IMM);
    assert_int_equal(imm.flags, 0);
    assert_int_equal(imm.reg, UINT32_MAX);
    assert_int_equal(imm.imm, UINT64_C(1) << 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces),       cmocka_unit_test(ends),
        cmocka_unit_test(far_too_much), cmocka_unit_test(growing),
        cmocka_unit_test(no_growth),    cmocka_unit_test(instructions),
        cmocka_unit_test(others),       cmocka_unit_test(registers_and_labels),
        cmocka_unit_test(symbols),      cmocka_unit_test(no_room),
        cmocka_unit_test(sources),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
