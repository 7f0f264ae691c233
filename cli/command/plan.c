/* SPDX-License-Identifier: MIT
 *
 * plan: the main loop of a GEMM from its tile.
 */
#include "answer/answer.h"
#include "answer/run.h"
#include "query/plan_args.h"
#include "view/desc_print.h"
#include "view/found_view.h"
#include "plan/plan_print.h"

static void put_slice(buf *out, const wgd_plan *p, const desc_view *v)
{
    buf_str(out, v->query.operand == WGD_OPERAND_A ? "\nslice of A, in stage 0\n"
                                                   : "\nslice of B, in stage 0\n");
    slice_print_text(out, v->slice);
    desc_print_steps(out, v);
    buf_str(out, "  next stage    add ");
    buf_addr(out, (uint64_t)p->stage_bytes / 16);
    buf_str(out, " to each\n");
}

static void json_slice(buf *out, const wgd_plan *p, const desc_view *v)
{
    json_open(out, "slice", '{');
    json_str(out, "operand", wgd_operand_name(v->query.operand));
    slice_json_members(out, v->slice);
    json_word(out, "descriptor", desc_view_word(v, 0, 0));
    desc_json_blocks(out, v);
    json_int(out, "stage_bytes", p->stage_bytes);
    json_close(out, '}');
}

/* The plan, what was asked of a product, and the part of a tile in `v`, which may be NULL. */
static void put(const request *rq, answer *a, const wgd_plan *p, const plan_problem *r,
                const desc_view *v)
{
    if (rq->format == FORMAT_JSON) {
        answer_begin(a, "plan", true);
        plan_json(a->out, p);
        if (r->asked) {
            plan_problem_json(a->out, &r->answer);
        }
        if (v) { /* of a slice */
            json_slice(a->out, p, v);
        }
        answer_end(a);
        return;
    }
    if (r->asked) {
        plan_problem_text(a->out, &r->answer, p);
    }
    plan_print_text(a->out, p);
    if (v) {
        put_slice(a->out, p, v);
    }
}

static wgd_status put_with_slice(const request *rq, answer *a, const wgd_plan *p,
                                 const plan_problem *r, wgd_diag *diag)
{
    wgd_solve_query q;
    wgd_solve s;
    wgd_status st = plan_slice_from_args(rq, p, &q, diag);
    if (st != WGD_OK) {
        return st;
    }
    st = wgd_solve_layout(&q, &s, diag);
    if (st == WGD_OK) {
        found f = {.s = &s, .sol = &s.solution[0]};
        const desc_view v = found_view_of(&q, &f);
        put(rq, a, p, r, &v);
        return WGD_OK;
    }
    return slice_refuse(&q, &s, st, rq->v[OPTION_slice].given ? "slice" : "block", diag);
}

typedef struct plan_work {
    wgd_plan plan;
    plan_problem problem;
} plan_work;

static wgd_status make(const request *rq, answer *a, void *room, wgd_diag *diag)
{
    plan_work *w = room;
    const wgd_status st = plan_from_args(rq, &w->plan, &w->problem, diag);
    if (st == WGD_OK && plan_slice_asked(rq)) {
        return put_with_slice(rq, a, &w->plan, &w->problem, diag);
    }
    if (st == WGD_OK) {
        put(rq, a, &w->plan, &w->problem, NULL);
    }
    return st;
}

static wgd_status run(const request *rq, answer *a, wgd_diag *diag)
{
    return run_in_room(sizeof(plan_work), make, rq, a, diag);
}

static const example examples[] = {
    {"wgdesc plan --tile 128x256x64 --dtype bf16", "what the public bf16 kernels do"},
    {"wgdesc plan --problem 8192x8192x8192 --dtype bf16", "the tile for a whole product"},
    {"wgdesc plan --tile 128x128x64 --a-major mn --b-major k --stages 4 --reserve 32K",
     "M contiguous in A; 4 stages, room for the epilogue"},
    {"wgdesc plan --tile 128x256x128 --dtype e4m3 --b-dtype e5m2 --acc f32", "8-bit floats"},
    {"wgdesc plan --tile 128x256x64 --dtype bf16 --slice 64:128,:", "the rows of consumer 1"},
    {"wgdesc plan --tile 256x128x64 --dtype bf16 --b-swizzle 64B --problem 8192x8192x8192 --json",
     "checks a swizzle; tensor maps of a real product"},
    {"wgdesc plan --tile 128x256x128 --dtype e4m3 --sparse --a registers",
     "a sparse A, multiplied from registers"},
    {"wgdesc plan --arch sm100 --cta-group 2 --tile 256x256x64 --dtype bf16",
     "tcgen05 over a pair of CTAs: 128 rows of A and of B in each"},
    {"wgdesc plan --arch sm100 --tile 128x128x256 --dtype e2m1_packed4 --scale ue4m3",
     "block-scaled fp4 (NVFP4), scale factors and their copies too"},
};

const command cmd_plan = {
    .id = COMMAND_plan,
    .name = "plan",
    .summary = "plan a GEMM main loop from its tile",
    .synopsis =
        "--tile MxNxK [--dtype TYPE] [--b-dtype TYPE] [--acc TYPE] [--a-major k|mn] "
        "[--b-major k|mn] [--a-swizzle MODE] [--b-swizzle MODE] [--n N] [--warpgroups N] "
        "[--stages N] [--smem BYTES] [--reserve BYTES] [--start BYTE] [--problem MxNxK [--sms N] "
        "[--gpu h100|h200]] [--sparse] [--a shared|registers|computed] [--operand a|b] "
        "[--slice MN0:MN1,K0:K1] [--block I,J] | "
        "--problem MxNxK [--sms N] [--gpu h100|h200] [...] | --arch sm100|sm103 --tile MxNxK "
        "[--cta-group 1|2] "
        "[--kind KIND] [--scale TYPE] "
        "[--vec N] [--acc-stages 1|2] [...]",
    .about =
        "Everything that a kernel author has to settle for one tile of C, M x N, and slices of K: "
        "the instruction and how often it is issued, the swizzle of each operand, the map of "
        "shared memory, what barriers expect, registers, each descriptor as a base and what is "
        "added to it, and the tensor maps that bring the tiles.\n\n"
        "With --arch sm100 or sm103 the loop is one of tcgen05.mma, for one CTA or for a pair "
        "(--cta-group 2, whose tile is that of both): kind, M and N and the instruction "
        "descriptor, "
        "tensor memory with two tiles of accumulators where they fit, the barriers and what they "
        "count, and of block-scaled kinds the scale factors, their copies and columns. K is then "
        "whole blocks of four factors. Without --kind it is the first kind that has the types and "
        "what else is given.\n\n"
        "Where no swizzle is given, the four are tried and ranked: those that wgmma cannot read "
        "fall out; then least bank conflicts, fewest copies, longest lines in global memory. "
        "Where one is given, it is checked. The same holds for warpgroups and stages.\n\n"
        "A plan that does not fit (registers of a thread, shared memory of a block) is refused "
        "with exit status 1, and the refusal says what would fit. Consumer registers count the "
        "accumulators and 16 more for descriptors and the loop.\n\n"
        "--slice, and --block I,J, add the descriptors of a part of the tile of A, or with "
        "--operand b "
        "of B, where the plan puts it: what one warpgroup reads, for example.\n\n"
        "Cycles are those of the measured law (see cost): of a stage, for each warpgroup and for "
        "the "
        "SM that they share, the share of the tensor peak that the main loop can reach, what "
        "binds, "
        "the bytes that must arrive meanwhile, and the latency that the stages in flight cover. N "
        "and "
        "the split are chosen by it, and the plan says why.\n\n"
        "--problem is the whole product. Without --tile the tile and its cluster are chosen by the "
        "rule of the project's own GEMMs: rounds of tiles over the SMs (--sms), stages of K, and "
        "times that were fitted to bf16 on an H200, or on an H100 (--gpu h100); for other types it "
        "is a model, and the answer says so. All that were tried are shown: cycles by the law "
        "alone and "
        "by the rule, SMs without a tile in the last round, what the tiles' edges waste, what "
        "binds, and which neighbours sit side by side. A t behind a tile: it is one of the turned "
        "product, whose rows are columns of C, so that A and B, M and N of the plan change places; "
        "few ragged rows fit it better, and its epilogue turns it. With --tile that one is "
        "judged.\n\n"
        "A is in shared memory. With --a registers its fragments are loaded from its tile before "
        "they "
        "are multiplied; with --a computed the kernel has them and there is no tile. The plan says "
        "what a stage would take the other way. --sparse takes a 2:4 sparse A, compressed. Loads "
        "beside wgmma are estimated, not measured, and the answer says so.\n\n"
        "The added numbers are for the low word of the descriptor, in units of 16 bytes.",
    .examples = examples,
    .n_examples = (int)(sizeof examples / sizeof examples[0]),
    .bare = OPTION_tile,
    .has_bare = true,
    .formats = FORMATS_TEXT_JSON,
    .in_batch = true,
    .run = run,
};
