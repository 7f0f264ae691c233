/* SPDX-License-Identifier: MIT
 *
 * What a stage of a plan costs, what has to arrive meanwhile, and why the plan is what it is.
 */
#include "plan_print.h"

enum { LABEL = 15 };

static void put_label(buf *out, const char *label)
{
    buf_left(out, label, LABEL);
}

static int64_t peak_permille(const wgd_plan *p)
{
    return 1000 * p->cost.peak_cycles / p->cost.cycles;
}

/* Bytes that must arrive in a cycle, times 100, rounded up. */
static int64_t feed_hundredths(const wgd_plan *p)
{
    return (100 * p->expect_bytes + p->cost.cycles - 1) / p->cost.cycles;
}

/* Were the numbers measured? Loads of A's fragments beside wgmma were not. */
static bool measured(const wgd_plan *p)
{
    return p->query.a != WGD_PLAN_A_REGISTERS;
}

static void why_n(buf *out, const wgd_plan *p)
{
    buf_str(out, "N ");
    buf_i64(out, p->n_inst);
    buf_str(out, p->query.n_inst
                     ? " as given"
                     : ", the widest that divides a warpgroup's part: no narrower one costs less");
}

static void why_a(buf *out, const wgd_plan *p)
{
    const wgd_plan_cost *c = &p->cost;
    if (p->query.a == WGD_PLAN_A_COMPUTED) {
        buf_str(out, "A in registers, where the kernel computes it, as given");
        return;
    }
    if (p->query.a == WGD_PLAN_A_REGISTERS) {
        buf_str(out, "A in registers as given; in shared memory a stage takes ");
        buf_i64(out, c->other_cycles);
        return;
    }
    buf_str(out, "A in shared memory; loaded to registers first, a stage takes ");
    buf_i64(out, c->other_cycles);
    buf_str(out, c->other_cycles < c->cycles ? ", estimated: see --a registers" : ", no less");
}

static void why_warpgroups(buf *out, const wgd_plan *p)
{
    buf_i64(out, p->warpgroups);
    buf_str(out, p->warpgroups == 1 ? " warpgroup" : " warpgroups");
    buf_str(out, p->query.warpgroups
                     ? " as given"
                     : ", the first of 2, 3, 1, 4, ... that fit and cost least: one alone has "
                       "the full rate");
}

static void put_cycles(buf *out, const wgd_plan *p)
{
    const wgd_plan_cost *c = &p->cost;
    put_label(out, "cycles");
    buf_i64(out, c->cycles);
    buf_str(out, " of the SM a stage, ");
    buf_i64(out, c->warpgroup_cycles);
    buf_str(out, p->warpgroups == 1 ? " for the warpgroup's " : " for each warpgroup's ");
    buf_i64(out, c->instructions / p->warpgroups);
    buf_str(out, " wgmma of ");
    buf_i64(out, c->inst.cycles);
    buf_char(out, '\n');
    put_label(out, "");
    buf_right_fraction(out, peak_permille(p), 10, 0);
    buf_str(out, c->bound == WGD_COST_SHARED ? "% of the tensor peak; shared memory binds: "
                                             : "% of the tensor peak; the tensor cores bind: ");
    buf_i64(out, c->tensor_cycles);
    buf_str(out, " cycles, shared memory ");
    buf_i64(out, c->shared_cycles);
    buf_char(out, '\n');
    put_label(out, "");
    if (measured(p)) {
        buf_str(out, "the law was measured on H100 and H200; waits, barriers and the epilogue come "
                     "on top\n");
        return;
    }
    buf_str(out, "estimated, not measured: ");
    buf_i64(out, c->load_bytes);
    buf_str(out, " bytes of A's fragments are loaded beside wgmma, at 128 a cycle at best\n");
}

static void put_feed(buf *out, const wgd_plan *p)
{
    const wgd_plan_cost *c = &p->cost;
    put_label(out, "feed");
    buf_i64(out, p->expect_bytes);
    buf_str(out, " bytes a stage: ");
    buf_right_fraction(out, feed_hundredths(p), 100, 0);
    buf_str(out, " a cycle for each SM, from L2 or HBM\n");
    put_label(out, "");
    if (p->stages == 1) {
        buf_str(out, "one stage: nothing is in flight while it is read\n");
        return;
    }
    buf_i64(out, c->flight_bytes);
    buf_str(out, p->stages == 2 ? " bytes in flight in the other stage cover "
                                : " bytes in flight in the other stages cover ");
    buf_i64(out, c->covered_cycles);
    buf_str(out, " cycles of latency\n");
}

void plan_cost_text(buf *out, const wgd_plan *p)
{
    put_cycles(out, p);
    put_feed(out, p);
    put_label(out, "chosen");
    why_n(out, p);
    buf_char(out, '\n');
    put_label(out, "");
    why_a(out, p);
    buf_char(out, '\n');
    put_label(out, "");
    why_warpgroups(out, p);
    buf_str(out, "\n\n");
}

/* Words, numbers and commas: nothing that JSON escapes. */
static void json_reason(buf *out, const char *key, void (*put)(buf *, const wgd_plan *),
                        const wgd_plan *p)
{
    json_open(out, key, '"');
    put(out, p);
    json_close(out, '"');
}

void plan_cost_json(buf *out, const wgd_plan *p)
{
    const wgd_plan_cost *c = &p->cost;
    json_open(out, "cost", '{');
    json_str(out, "basis", measured(p) ? "measured" : "estimated");
    json_str(out, "a", wgd_plan_a_name(p->query.a));
    json_int(out, "instruction_cycles", c->inst.cycles);
    json_int(out, "instructions", c->instructions);
    json_int(out, "stage_cycles", c->cycles);
    json_int(out, "warpgroup_cycles", c->warpgroup_cycles);
    json_int(out, "peak_cycles", c->peak_cycles);
    json_int(out, "peak_permille", peak_permille(p));
    json_int(out, "tensor_cycles", c->tensor_cycles);
    json_int(out, "shared_cycles", c->shared_cycles);
    json_int(out, "shared_bytes", c->shared_bytes);
    json_int(out, "load_bytes", c->load_bytes);
    json_str(out, "bound", wgd_cost_bound_name(c->bound));
    if (c->other_cycles) {
        json_int(out, "other_a_cycles", c->other_cycles);
    } else {
        json_null(out, "other_a_cycles");
    }
    json_close(out, '}');
    json_open(out, "feed", '{');
    json_int(out, "stage_bytes", p->expect_bytes);
    json_int(out, "bytes_per_100_cycles", feed_hundredths(p));
    json_int(out, "flight_bytes", c->flight_bytes);
    json_int(out, "covered_cycles", c->covered_cycles);
    json_close(out, '}');
    json_open(out, "chosen", '{');
    json_reason(out, "n", why_n, p);
    json_reason(out, "a", why_a, p);
    json_reason(out, "warpgroups", why_warpgroups, p);
    json_close(out, '}');
}
