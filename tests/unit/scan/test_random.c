/* SPDX-License-Identifier: MIT
 *
 * Soundness: random PTX programs, straight and looping, run in a small interpreter of their own and
 * scanned. Whatever a wgmma gets as a descriptor on any run must be what the scan says is known of
 * it; and where the scan says how far a start lies from another, or from the variable that it points
 * into, it must lie there. WGD_RUNS=1000000 is what a release is held to (make scan-sound).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "ptx_machine.h"
#include "wgd_scan.h"

enum { RUNS = 6, STEPS_MAX = 3000 };

/* What the scan said, and what this run has seen. */
typedef struct judge {
    const wgd_scan_kernel *k;
    uint64_t last[GMMA_MAX][2];
    int before; /* the wgmma that ran last, with nothing that jumps since */
    uint64_t smem;
} judge;

static void check_start(const judge *j, int i, int o, uint64_t word)
{
    const wgd_scan_operand *said = &j->k->wgmma[i].op[o];
    const uint64_t window = 0x3ffff;
    const uint64_t start = (word & 0x3fff) * 16;
    if (said->place_known) {
        const uint64_t base = said->base ? j->smem : 0;
        /* The start drops the low 4 bits of the address. */
        const uint64_t off = (start - base - (uint64_t)said->offset_min + 15) & window;
        if (off > (uint64_t)(said->offset_max - said->offset_min) + 15) {
            fail_msg("wgmma %d, operand %d: start %llx with the base at %llx, not at %lld..%lld", i,
                     o, (unsigned long long)start, (unsigned long long)base,
                     (long long)said->offset_min, (long long)said->offset_max);
        }
    }
    if (said->step_known && j->before == i - 1) {
        const uint64_t step = (word - j->last[i - 1][o]) * 16;
        assert_int_equal((step - (uint64_t)said->step) & window, 0);
    }
}

static void gmma(judge *j, const machine *m, const op *o)
{
    const uint64_t words[2] = {m->rd[o->a], m->rd[o->b]};
    assert_true(j->k->wgmma[o->c].reached);
    for (int k = 0; k < 2; k++) {
        const wgd_scan_operand *said = &j->k->wgmma[o->c].op[k];
        if ((words[k] ^ said->word) & said->known) {
            fail_msg("wgmma %d, operand %d: %016llx, not %016llx with %016llx known", o->c, k,
                     (unsigned long long)words[k], (unsigned long long)said->word,
                     (unsigned long long)said->known);
        }
        assert_true((said->word & ~said->known) == 0);
        check_start(j, o->c, k, words[k]);
        j->last[o->c][k] = words[k];
    }
    j->before = o->c;
}

static void run(const program *p, machine *m, judge *j)
{
    int steps = 0;
    for (int pc = 0; pc < p->n && steps++ < STEPS_MAX; pc++) {
        const op *o = &p->op[pc];
        const bool runs = o->guard < 0 || m->p[o->guard] != o->guard_not;
        if (o->k == K_GMMA) {
            gmma(j, m, o);
        } else if (o->k == K_LOOP) {
            m->counter[o->c] = 0;
            j->before = -1;
        } else if (o->k == K_NEXT) {
            j->before = -1;
            if (++m->counter[o->c] < p->op[o->a - 1].imm) {
                pc = o->a - 1;
            }
        } else if (o->k == K_SKIP || o->k == K_HERE) {
            j->before = -1;
            pc = o->k == K_SKIP && runs ? o->a - 1 : pc;
        } else if (runs && (o->k == K_SETP || o->k == K_SETPU)) {
            m->p[o->d % P] = machine_predicate(m, o);
        } else if (runs) {
            const uint64_t v = machine_result(m, o);
            *(o->w == 32 ? &m->r[o->d] : &m->rd[o->d]) = o->w == 32 ? v & 0xffffffff : v;
        }
    }
}

static void one_program(rng *g, void *work, size_t work_size)
{
    static program p;
    static text t;
    random_ptx(g, &p);
    random_ptx_print(&p, &t);
    wgd_scan s;
    wgd_scan_kernel k;
    wgd_diag diag = {0};
    assert_int_equal(wgd_scan_begin(&s, WGD_SCAN_PTX, t.s, t.n, work, work_size, &diag), WGD_OK);
    if (wgd_scan_next(&s, &k, &diag) != WGD_OK || (int)k.n_wgmma != p.gmma || k.unknown != 0) {
        fail_msg("%s (%s)\n%s", diag.what, diag.got, t.s);
    }
    for (int i = 0; i < RUNS; i++) {
        machine m = {0};
        for (int r = 0; r < 6; r++) {
            m.r[r] = (uint64_t)r;
            m.rd[r] = (uint64_t)(100 * r);
        }
        m.p[0] = true;
        m.param[0] = random_ptx_constant(g);
        m.param[1] = random_ptx_constant(g);
        m.tid = (uint64_t)rng_below(g, 1024);
        m.smem = (uint64_t)rng_below(g, 900) * 256 | (uint64_t)rng_below(g, 16) << 24;
        if (getenv("WGD_SHOW")) {
            fprintf(stderr, "%s", t.s);
        }
        judge j = {.k = &k, .before = -1, .smem = m.smem};
        run(&p, &m, &j);
    }
}

static void test_programs(void **state)
{
    (void)state;
    rng g = rng_start();
    const size_t size = 8 << 20;
    void *work = malloc(size);
    assert_non_null(work);
    const int runs = rng_runs(20000);
    for (int i = 0; i < runs; i++) {
        one_program(&g, work, size);
    }
    free(work);
}

/* The judge must be able to fail: a bit of what is known is turned over. */
static void test_judge(void **state)
{
    (void)state;
    wgd_scan_wgmma w[1];
    memset(w, 0, sizeof w);
    w[0].op[0].word = 0x40;
    w[0].op[0].known = UINT64_MAX;
    const uint64_t found = 0x41;
    assert_true(((found ^ w[0].op[0].word) & w[0].op[0].known) != 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_programs),
        cmocka_unit_test(test_judge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
