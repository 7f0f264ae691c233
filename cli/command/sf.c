/* SPDX-License-Identifier: MIT
 *
 * sf: where scale factors lie in global, shared and tensor memory, and the copies between them.
 */
#include "answer/answer.h"
#include "request/request.h"
#include "error/cli_status.h"
#include "query/tmem_args.h"
#include "tcgen05/sf_print.h"

/* ---- global memory -------------------------------------------------------------------------- */

/* M, N, K and the number of matrices. What the operand does not need is 1. */
static wgd_status read_problem(const request *rq, wgd_sf_operand operand, int64_t out[4],
                               wgd_diag *diag)
{
    static const option_id ids[] = {OPTION_mma_m, OPTION_mma_n, OPTION_mma_k};
    const bool needed[] = {operand != WGD_SF_B, operand != WGD_SF_A, operand != WGD_SF_D};
    const option_value *p = &rq->v[OPTION_sf_problem];
    for (int i = 0; i < 3; i++) {
        const option_value *v = &rq->v[ids[i]];
        if (v->has && p->has) {
            return cli_fail(diag, CLI_ERR_USAGE, option_table[ids[i]].name,
                            "the problem is given twice", NULL, "--problem, or --m, --n and --k",
                            "");
        }
        if (!v->has && !p->has && needed[i]) {
            return cli_fail(diag, CLI_ERR_USAGE, option_table[ids[i]].name,
                            "the matrix is not complete", "nothing",
                            "its extent in elements, as --m 128 --k 256",
                            "of SFA --m and --k, of SFB --n and --k, of SFD --m and --n");
        }
        out[i] = p->has ? p->u.dim[i] : v->has ? v->u.num : 1;
    }
    out[3] = p->has ? p->u.dim[3] : 1;
    return WGD_OK;
}

static wgd_status check_places(const request *rq, const wgd_sf *s, wgd_diag *diag)
{
    const option_value *e = &rq->v[OPTION_element], *b = &rq->v[OPTION_byte];
    const int64_t last[2] = {s->rows - 1, s->cols - 1};
    for (int i = 0; i < 2 && e->has; i++) {
        if (e->u.dim[i] < 0 || e->u.dim[i] > last[i]) {
            return wgd_fail_num(diag, WGD_ERR_VALUE, "element",
                                i ? "no such column" : "no such row", e->u.dim[i],
                                "an element of the matrix", "counted from 0");
        }
    }
    if (b->has && b->u.num >= s->bytes) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "byte", "the factors end before this byte",
                            b->u.num, "a byte of the factors", "counted from their start");
    }
    return WGD_OK;
}

static wgd_status global(const request *rq, answer *a, wgd_diag *diag)
{
    const wgd_sf_operand operand = (wgd_sf_operand)rq->v[OPTION_sf_operand].u.choice;
    int64_t problem[4];
    wgd_sf s;
    wgd_status st = read_problem(rq, operand, problem, diag);
    if (st == WGD_OK) {
        const int vec = rq->v[OPTION_vec].has ? int_arg(&rq->v[OPTION_vec]) : 32;
        st = wgd_sf_make(operand, vec, problem, rq->v[OPTION_sf_major].u.choice == WGD_MAJOR_MN, &s,
                         diag);
    }
    if (st == WGD_OK) {
        st = check_places(rq, &s, diag);
    }
    if (st != WGD_OK) {
        return st;
    }
    const option_value *e = &rq->v[OPTION_element], *b = &rq->v[OPTION_byte];
    const sf_query q = {e->has, e->u.dim[0], e->u.dim[1], b->has, b->u.num};
    if (rq->format == FORMAT_JSON) {
        answer_begin(a, "sf", true);
        sf_json(a->out, &s, &q);
        json_str(a->out, "basis", "documented");
        answer_end(a);
    } else {
        sf_text(a->out, &s, &q);
    }
    return WGD_OK;
}

/* ---- a stage -------------------------------------------------------------------------------- */

static wgd_status read_dims(const option_value *v, const char *field, int out[3], wgd_diag *diag)
{
    if (!v->has) {
        return cli_fail(diag, CLI_ERR_USAGE, field, "a stage needs the instruction and the tile",
                        "nothing", "--mma MxNxK and --tile MxNxK",
                        "without both, the factors in global memory are shown");
    }
    for (int i = 0; i < 3; i++) {
        out[i] = (int)v->u.dim[i];
    }
    return WGD_OK;
}

static wgd_status check_start(const wgd_sf_stage *s, int64_t start, wgd_diag *diag)
{
    if (start % 16 != 0) {
        return wgd_fail_num(diag, WGD_ERR_ALIGN, "start", "a descriptor counts units of 16 bytes",
                            start, "a multiple of 16", "align the buffer to 128 bytes");
    }
    if (start > WGD_SMEM_WINDOW - s->bytes) {
        return wgd_fail_num(diag, WGD_ERR_RANGE, "start", "the stage ends beyond shared memory",
                            start, "below 262144 with the whole stage", NULL);
    }
    return WGD_OK;
}

static wgd_status stage(const request *rq, answer *a, wgd_diag *diag)
{
    int mma[3], tile[3];
    wgd_sf_stage s;
    const option_value *kind = &rq->v[OPTION_kind];
    wgd_status st = read_dims(&rq->v[OPTION_mma], "mma", mma, diag);
    if (st == WGD_OK) {
        st = read_dims(&rq->v[OPTION_sf_tile], "tile", tile, diag);
    }
    if (st == WGD_OK && !kind->has) {
        st = cli_fail(diag, CLI_ERR_USAGE, "kind", "the kind of the instruction is missing",
                      "nothing", "mxf8f6f4, mxf4 or mxf4nvf4", "for example --kind mxf4nvf4");
    }
    if (st == WGD_OK) {
        st = wgd_sf_stage_make((wgd_sf_operand)rq->v[OPTION_sf_operand].u.choice,
                               (wgd_umma_kind)kind->u.choice, int_arg(&rq->v[OPTION_cta_group]),
                               int_arg(&rq->v[OPTION_vec]), mma, tile, &s, diag);
    }
    const int64_t start = rq->v[OPTION_start].u.num;
    if (st == WGD_OK) {
        st = check_start(&s, start, diag);
    }
    if (st != WGD_OK) {
        return st;
    }
    if (rq->format == FORMAT_JSON) {
        answer_begin(a, "sf", true);
        sf_stage_json(a->out, &s, (uint32_t)start);
        json_str(a->out, "basis", "documented");
        answer_end(a);
    } else {
        sf_stage_text(a->out, &s, (uint32_t)start);
    }
    return WGD_OK;
}

/* What belongs to the factors in global memory, and what to a stage. */
static wgd_status check_options(const request *rq, bool of_stage, wgd_diag *diag)
{
    static const struct {
        option_id id;
        bool of_stage;
    } rows[] = {{OPTION_mma_m, false},      {OPTION_mma_n, false},    {OPTION_mma_k, false},
                {OPTION_sf_problem, false}, {OPTION_sf_major, false}, {OPTION_element, false},
                {OPTION_byte, false},       {OPTION_kind, true},      {OPTION_cta_group, true},
                {OPTION_start, true}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rq->v[rows[i].id].given && rows[i].of_stage != of_stage) {
            return cli_fail(diag, CLI_ERR_USAGE, option_table[rows[i].id].name,
                            of_stage ? "a stage does not have this"
                                     : "the factors in global memory do not have this",
                            NULL, NULL,
                            of_stage ? "without --mma and --tile it is of those in global memory"
                                     : "with --mma and --tile it is of a stage");
        }
    }
    return WGD_OK;
}

static wgd_status run(const request *rq, answer *a, wgd_diag *diag)
{
    const bool of_stage = rq->v[OPTION_mma].has || rq->v[OPTION_sf_tile].has;
    wgd_status st = int_args_check(rq->v, diag);
    if (st == WGD_OK) {
        st = check_options(rq, of_stage, diag);
    }
    if (st != WGD_OK) {
        return st;
    }
    return of_stage ? stage(rq, a, diag) : global(rq, a, diag);
}

static const example examples[] = {
    {"wgdesc sf --m 128 --k 256 --vec 16", "the factors of A in global memory"},
    {"wgdesc sf SFB --n 512 --k 1024 --vec 32 --element 300,70", "where the factor of one lies"},
    {"wgdesc sf SFB --n 512 --k 1024 --vec 32 --byte 4096", "what a byte scales"},
    {"wgdesc sf SFB --kind mxf4nvf4 --mma 128x256x64 --tile 128x256x256 --start 0x400",
     "a stage, and the copies that bring it into tensor memory"},
};

const command cmd_sf = {
    .id = COMMAND_sf,
    .name = "sf",
    .summary = "scale factors (sm_100): in global, shared and tensor memory, and their copies",
    .synopsis = "[SFA|SFB|SFD] --m M --k K --vec N [--element R,C | --byte B] | "
                "--kind KIND --mma MxNxK --tile MxNxK",
    .about =
        "A block is 128 rows of 4 factors in 512 bytes: row r, factor c at byte r % 32 * 16 + "
        "r / 32 * 4 + c. A matrix is padded to whole blocks, which lie along K first. --element "
        "gives the byte of the factor that scales it, --byte the first element of the vector that "
        "a byte scales.\n\n"
        "With --kind, --mma and --tile: the same in a stage of shared memory, the fragment in "
        "tensor memory and the tcgen05.cp.32x128b.warpx4 between them, each with the descriptor of "
        "its source.\n\n"
        "Documented, not measured: see docs/blackwell.md.",
    .examples = examples,
    .n_examples = (int)(sizeof examples / sizeof examples[0]),
    .operands = {OPTION_sf_operand},
    .n_operands = 1,
    .formats = FORMATS_TEXT_JSON,
    .in_batch = true,
    .run = run,
};
