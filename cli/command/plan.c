/* SPDX-License-Identifier: MIT
 *
 * plan: the main loop of a GEMM from its tile.
 */
#include "answer/answer.h"
#include "query/plan_args.h"
#include "view/plan_print.h"

static wgd_status run(const request *rq, answer *a, wgd_diag *diag)
{
    wgd_plan p;
    const wgd_status st = plan_from_args(rq, &p, diag);
    if (st != WGD_OK) {
        return st;
    }
    if (rq->format == FORMAT_JSON) {
        answer_begin(a, "plan", true);
        plan_json(a->out, &p);
        answer_end(a);
    } else {
        plan_print_text(a->out, &p);
    }
    return WGD_OK;
}

static const example examples[] = {
    {"wgdesc plan --tile 128x256x64 --dtype bf16", "what the public bf16 kernels do"},
    {"wgdesc plan --tile 128x128x64 --a-major mn --b-major k --stages 4 --reserve 32K",
     "M contiguous in A; 4 stages, room for the epilogue"},
    {"wgdesc plan --tile 128x256x128 --dtype e4m3 --b-dtype e5m2 --acc f32", "8-bit floats"},
    {"wgdesc plan --tile 256x128x64 --dtype bf16 --b-swizzle 64B --problem 8192x8192x8192 --json",
     "checks a swizzle; tensor maps of a real product"},
};

const command cmd_plan = {
    .id = COMMAND_plan,
    .name = "plan",
    .summary = "plan a GEMM main loop from its tile",
    .synopsis = "--tile MxNxK [--dtype TYPE] [--b-dtype TYPE] [--acc TYPE] [--a-major k|mn] "
                "[--b-major k|mn] [--a-swizzle MODE] [--b-swizzle MODE] [--n N] [--warpgroups N] "
                "[--stages N] [--smem BYTES] [--reserve BYTES] [--start BYTE] [--problem MxNxK] "
                "[--sparse]",
    .about =
        "Everything that a kernel author has to settle for one tile of C, M x N, and slices of K: "
        "the instruction and how often it is issued, the swizzle of each operand, the map of "
        "shared memory, what barriers expect, registers, each descriptor as a base and what is "
        "added to it, and the tensor maps that bring the tiles.\n\n"
        "Where no swizzle is given, the four are tried and ranked: those that wgmma cannot read "
        "fall out; then least bank conflicts, fewest copies, longest lines in global memory. "
        "Where one is given, it is checked. The same holds for warpgroups and stages.\n\n"
        "A plan that does not fit (registers of a thread, shared memory of a block) is refused "
        "with exit status 1, and the refusal says what would fit. Consumer registers count the "
        "accumulators and 16 more for descriptors and the loop.\n\n"
        "The added numbers are for the low word of the descriptor, in units of 16 bytes.",
    .examples = examples,
    .n_examples = (int)(sizeof examples / sizeof examples[0]),
    .bare = OPTION_tile,
    .n_bare = 1,
    .required = {OPTION_tile},
    .n_required = 1,
    .formats = FORMATS_TEXT_JSON,
    .in_batch = true,
    .run = run,
};
