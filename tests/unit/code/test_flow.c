/* SPDX-License-Identifier: MIT
 *
 * The control flow of random functions against its definitions: a block begins where something jumps to or the
 * one before ends; a block dominates another that cannot be reached without it; what runs again in a loop are
 * those that reach the jump back without its head. In as little memory as there is, and in less.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "code/flow.h"
#include "rng.h"

enum { INSNS = 260, LABELS = 120, ARENA = 1 << 16, EDGES = 20000 };

static scan_insn insn[INSNS];
static scan_label label[LABELS + 1];
static char memory[ARENA + 64];

static scan_func function_of(size_t n, size_t labels)
{
    scan_func f;
    memset(&f, 0, sizeof f);
    f.insn = insn;
    f.n_insn = n;
    f.label = label;
    f.n_label = labels;
    for (size_t i = 0; i < n; i++) {
        memset(&insn[i], 0, sizeof insn[i]);
        insn[i].guard = SCAN_NO_REG;
    }
    return f;
}

/* Every byte that nobody has written is 0xab, and some behind the end. */
static scan_arena arena_of(size_t cap)
{
    memset(memory, 0xab, cap + 64);
    const scan_arena a = {memory, cap, 0, false};
    return a;
}

/* ---- the definitions ------------------------------------------------------------------------ */

typedef struct graph {
    uint32_t n, first[INSNS + 1], block_of[INSNS];
    uint32_t n_edge, from[EDGES], to[EDGES];
    uint32_t post[INSNS], n_post;
    bool reached[INSNS];
} graph;

static bool jumps(const scan_insn *in)
{
    return in->op == SCAN_OP_BRANCH || in->op == SCAN_OP_EXIT;
}

static bool begins(const scan_func *f, size_t i)
{
    for (size_t l = 0; l < f->n_label; l++) {
        if (f->label[l].insn == i) {
            return true;
        }
    }
    return i == 0 || jumps(&f->insn[i - 1]);
}

static void edge(graph *g, uint32_t from, uint32_t to)
{
    assert_true(g->n_edge < EDGES);
    g->from[g->n_edge] = from;
    g->to[g->n_edge++] = to;
}

/* To where a jump to this label comes, if that is in the function. */
static void edge_to_label(const scan_func *f, graph *g, uint32_t from, uint32_t l)
{
    for (uint32_t i = 0; i < f->n_insn; i++) {
        if (f->label[l].insn == i) {
            edge(g, from, g->block_of[i]);
        }
    }
}

static void visit(graph *g, uint32_t b)
{
    g->reached[b] = true;
    for (uint32_t e = 0; e < g->n_edge; e++) {
        if (g->from[e] == b && !g->reached[g->to[e]]) {
            visit(g, g->to[e]);
        }
    }
    g->post[g->n_post++] = b;
}

static void graph_of(const scan_func *f, graph *g)
{
    memset(g, 0, sizeof *g);
    for (uint32_t i = 0; i < f->n_insn; i++) {
        if (begins(f, i)) {
            g->first[g->n++] = i;
        }
        g->block_of[i] = g->n - 1;
    }
    g->first[g->n] = (uint32_t)f->n_insn;
    for (uint32_t b = 0; b < g->n; b++) {
        const scan_insn *last = &f->insn[g->first[b + 1] - 1];
        for (uint32_t l = 0; last->op == SCAN_OP_BRANCH && l < f->n_label; l++) {
            if (last->src[0].reg == l || last->src[0].reg == UINT32_MAX) {
                edge_to_label(f, g, b, l);
            }
        }
        if (b + 1 < g->n && !(jumps(last) && last->guard == SCAN_NO_REG)) {
            edge(g, b, b + 1);
        }
    }
    visit(g, 0);
}

/* Marks what can be reached from `at` without going through `without`. */
static void reach(const graph *g, uint32_t at, uint32_t without, bool *seen)
{
    memset(seen, 0, g->n * sizeof *seen);
    seen[at] = at != without;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t e = 0; e < g->n_edge; e++) {
            if (seen[g->from[e]] && !seen[g->to[e]] && g->to[e] != without) {
                seen[g->to[e]] = more = true;
            }
        }
    }
}

/* ---- compared ------------------------------------------------------------------------------- */

static bool dominates[INSNS][INSNS];

static void same_blocks(const graph *g, const scan_func *f, const scan_flow *fl)
{
    assert_int_equal(fl->n_block, g->n);
    assert_int_equal(fl->n_succ, g->n_edge);
    assert_memory_equal(fl->block_of, g->block_of, f->n_insn * sizeof g->block_of[0]);
    uint32_t e = 0;
    for (uint32_t b = 0; b < g->n; b++) {
        const scan_block *k = &fl->block[b];
        assert_int_equal(k->first, g->first[b]);
        assert_int_equal(k->end, g->first[b + 1]);
        for (uint32_t s = 0; s < k->n_succ; s++, e++) {
            assert_int_equal(g->from[e], b);
            assert_int_equal(fl->succ[k->succ + s], g->to[e]);
        }
    }
    assert_int_equal(e, g->n_edge);
}

static void same_order(const graph *g, const scan_flow *fl)
{
    assert_int_equal(fl->n_rpo, g->n_post);
    for (uint32_t i = 0; i < g->n_post; i++) {
        const uint32_t b = g->post[g->n_post - 1 - i];
        assert_int_equal(fl->rpo[i], b);
        assert_int_equal(fl->block[b].order, i);
    }
    for (uint32_t b = 0; b < g->n; b++) {
        assert_int_equal(fl->block[b].order == UINT32_MAX, !g->reached[b]);
    }
}

/* The one next above is dominated by all the others above. */
static void same_dominators(const graph *g, const scan_flow *fl)
{
    bool seen[INSNS];
    for (uint32_t a = 0; a < g->n; a++) {
        reach(g, 0, a, seen);
        for (uint32_t b = 0; b < g->n; b++) {
            dominates[a][b] = g->reached[a] && g->reached[b] && !seen[b];
            if (g->reached[a] && g->reached[b]) {
                assert_int_equal(scan_dominates(fl, a, b), dominates[a][b]);
            }
        }
    }
    for (uint32_t b = 0; b < g->n; b++) {
        const uint32_t up = fl->block[b].idom;
        if (b == 0 || !g->reached[b]) {
            assert_int_equal(up, b == 0 ? 0 : UINT32_MAX);
            continue;
        }
        assert_true(up != b && dominates[up][b]);
        for (uint32_t a = 0; a < g->n; a++) {
            assert_true(a == b || !dominates[a][b] || dominates[a][up]);
        }
    }
}

static bool goes_back(const scan_flow *fl, const graph *g, uint32_t e)
{
    return g->reached[g->from[e]] && fl->block[g->from[e]].order >= fl->block[g->to[e]].order;
}

static void same_body(const graph *g, const scan_flow *fl, uint32_t head)
{
    bool seen[INSNS], whole = true;
    for (uint32_t e = 0; e < g->n_edge; e++) {
        whole = whole && !(g->to[e] == head && goes_back(fl, g, e) && !dominates[head][g->from[e]]);
    }
    for (uint32_t b = 0; b < g->n; b++) {
        bool in = !whole || b == head;
        reach(g, b, head, seen);
        for (uint32_t e = 0; e < g->n_edge; e++) {
            in = in ||
                 (g->to[e] == head && goes_back(fl, g, e) && g->reached[b] && seen[g->from[e]]);
        }
        assert_int_equal(scan_in_loop(fl, head, b), in);
    }
}

static void same_loops(const graph *g, const scan_flow *fl)
{
    bool taken[INSNS] = {false};
    uint32_t heads = 0;
    assert_int_equal(fl->words, g->n / 64 + (g->n % 64 != 0));
    for (uint32_t b = 0; b < g->n; b++) {
        bool head = false;
        for (uint32_t e = 0; e < g->n_edge; e++) {
            if (g->reached[g->from[e]]) {
                assert_int_equal(scan_goes_back(fl, g->from[e], g->to[e]), goes_back(fl, g, e));
            }
            head = head || (g->to[e] == b && goes_back(fl, g, e));
        }
        const uint32_t row = fl->block[b].loop;
        assert_int_equal(row != 0, head);
        if (head) {
            assert_true(row <= fl->n_loop && !taken[row]);
            taken[row] = true;
            heads++;
            same_body(g, fl, b);
        }
    }
    assert_int_equal(fl->n_loop, heads);
}

/* Returns the bytes that were taken. */
static size_t compare(const scan_func *f)
{
    static graph g;
    scan_flow fl;
    scan_arena a = arena_of(f->n_insn < 20 ? 4096 : ARENA);
    memset(&fl, 0x5a, sizeof fl);
    graph_of(f, &g);
    assert_true(scan_flow_build(f, &a, &fl));
    same_blocks(&g, f, &fl);
    same_order(&g, &fl);
    same_dominators(&g, &fl);
    same_loops(&g, &fl);
    for (size_t i = a.used; i < a.cap + 64; i++) {
        if (memory[i] != (char)0xab) {
            fail_msg("byte %zu of %zu", i, a.used);
        }
    }
    return a.used;
}

/* ---- functions ------------------------------------------------------------------------------ */

static scan_func random_function(rng *r, int most_insns, int most_labels)
{
    const size_t n = 1 + (size_t)rng_below(r, most_insns),
                 labels = (size_t)rng_below(r, most_labels);
    const scan_func f = function_of(n, labels);
    for (size_t l = 0; l <= labels; l++) { /* one behind the last that nobody may look at */
        const scan_label none = {UINT32_MAX, 0, SCAN_NO_REG};
        label[l] = none;
        label[l].insn = rng_below(r, 8) ? (uint32_t)rng_below(r, (int)n + 1) : UINT32_MAX;
    }
    for (size_t i = 0; i < n; i++) {
        const int what = rng_below(r, 6);
        insn[i].op = what < 2 && labels ? SCAN_OP_BRANCH : what == 2 ? SCAN_OP_EXIT : SCAN_OP_ADD;
        insn[i].guard = rng_below(r, 4) ? 7 : SCAN_NO_REG;
        insn[i].src[0].reg =
            labels && rng_below(r, 12) ? (uint32_t)rng_below(r, (int)labels) : SCAN_ANY_LABEL;
        insn[i].src[1].reg = rng_below(r, 2) ? SCAN_ANY_LABEL : 0;
    }
    return f;
}

static void small_functions(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int i = rng_runs(300); i > 0; i--) {
        const scan_func f = random_function(&r, 14, 6);
        compare(&f);
    }
}

/* More blocks than a word of a set has bits. */
static void large_functions(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int i = 0; i < 3; i++) {
        scan_func f = random_function(&r, 2, 2);
        while (f.n_insn < 100) {
            f = random_function(&r, 160, 40);
        }
        compare(&f);
    }
}

/* n blocks of one instruction, each of which may end the function or go on; the last jumps to `to`. */
static scan_func chain(uint32_t n, uint32_t to)
{
    const scan_func f = function_of(n, 1);
    for (uint32_t i = 0; i < n; i++) {
        insn[i].op = SCAN_OP_EXIT;
        insn[i].guard = 3;
    }
    insn[n - 1].op = SCAN_OP_BRANCH;
    insn[n - 1].src[0].reg = 0;
    label[0].insn = to;
    return f;
}

static void chains(void **state)
{
    (void)state;
    static const uint32_t lengths[] = {1, 2, 3, 4, 5, 8, 63, 64, 65, 128, 129};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        for (uint32_t to = 0; to<lengths[i]; to += lengths[i]> 8 ? 31 : 1) {
            const scan_func f = chain(lengths[i], to);
            compare(&f);
        }
    }
}

/* A jump to any of 120 labels: twice the room that the list of them has at first is not enough. */
static void many_ways(void **state)
{
    (void)state;
    const scan_func f = function_of(LABELS + 2, LABELS);
    for (uint32_t i = 0; i < LABELS; i++) {
        label[i].insn = i + 2;
        insn[i].op = SCAN_OP_ADD;
    }
    insn[0].op = SCAN_OP_BRANCH;
    insn[0].src[0].reg = SCAN_ANY_LABEL;
    insn[LABELS].op = SCAN_OP_BRANCH;
    insn[LABELS].src[0].reg = SCAN_ANY_LABEL;
    compare(&f);
}

/* Two ways into a ring of three blocks, 4, 3 and 1: that 2 does not dominate 3 is seen once it is known of 4, which
 * is behind it. */
static void several_entries(void **state)
{
    (void)state;
    static const uint32_t to[] = {2, 4, 4, 1, 3};
    const scan_func f = function_of(5, 5);
    for (uint32_t i = 0; i < 5; i++) {
        label[i].insn = to[i];
        insn[i].op = SCAN_OP_BRANCH;
        insn[i].src[0].reg = i;
        insn[i].guard = i % 2 == 0 && i < 4 ? 1 : SCAN_NO_REG;
    }
    compare(&f);
}

/* ---- memory --------------------------------------------------------------------------------- */

/* Pieces begin at multiples of 16. */
static size_t piece(size_t n, size_t size)
{
    return (n * size + 15) / 16 * 16;
}

/* What a function of n instructions in a row takes: a mark of each and of its end, the block of each, its one
 * block; a mark of that, and its number on five lists. */
static void memory_of_a_row(void **state)
{
    (void)state;
    for (size_t n = 1; n < 70; n++) {
        const scan_func f = function_of(n, 0);
        assert_int_equal(piece(compare(&f), 1), piece(n + 1, 1) + piece(n, 4) +
                                                    piece(1, sizeof(scan_block)) + 6 * piece(1, 1));
    }
}

/* And of n blocks, the last of which jumps to the first: a word for the loop more, and two lists of the n edges,
 * one of which has room for 64 at first. */
static void memory_of_a_loop(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= 64; n++) {
        const scan_func f = chain(n, 0);
        assert_int_equal(piece(compare(&f), 1), piece(n + 1, 1) + piece(n, 4) +
                                                    piece(n, sizeof(scan_block)) + 64 * 4 +
                                                    6 * piece(n, 4) + piece(n, 1) + piece(1, 8));
    }
}

/* With less it is refused, whatever is missing, and nothing is written beyond. */
static void too_little_memory(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int i = 0; i < 20; i++) {
        scan_flow fl;
        const scan_func f = i == 0 ? chain(90, 0) : random_function(&r, 40, 8);
        const size_t need = compare(&f);
        for (size_t cap = 0; cap < need; cap += 16) {
            scan_arena a = arena_of(cap);
            assert_false(scan_flow_build(&f, &a, &fl));
            assert_true(a.full);
            assert_true(memory[cap] == (char)0xab);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_functions),  cmocka_unit_test(large_functions),
        cmocka_unit_test(chains),           cmocka_unit_test(many_ways),
        cmocka_unit_test(several_entries),  cmocka_unit_test(memory_of_a_row),
        cmocka_unit_test(memory_of_a_loop), cmocka_unit_test(too_little_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
