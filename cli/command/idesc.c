/* SPDX-License-Identifier: MIT
 *
 * idesc: the 32-bit instruction descriptor of tcgen05.mma, made from an instruction or read.
 */
#include "answer/answer.h"
#include "request/request.h"
#include "error/cli_status.h"
#include "query/tmem_args.h"
#include "tcgen05/idesc_print.h"

static bool flag(const request *rq, option_id o)
{
    return rq->v[o].given && rq->v[o].u.flag;
}

static int type(const request *rq, option_id o)
{
    return rq->v[o].has ? rq->v[o].u.choice : (int)WGD_FRAG_TYPE_NONE;
}

static wgd_umma_op op_of(const request *rq)
{
    wgd_umma_op op = wgd_umma_op_of((wgd_umma_kind)rq->v[OPTION_kind].u.choice);
    op.arch = rq->v[OPTION_arch].given ? request_arch(rq) : WGD_UMMA_ANY;
    op.cta_group = int_arg(&rq->v[OPTION_cta_group]);
    op.a_tmem = rq->v[OPTION_a_src].u.choice != 0;
    op.sparse = flag(rq, OPTION_sparse);
    op.ws = flag(rq, OPTION_ws);
    op.a = type(rq, OPTION_a_type);
    op.b = type(rq, OPTION_b_type);
    op.d = type(rq, OPTION_d_type);
    op.sf = type(rq, OPTION_scale);
    op.m = int_arg(&rq->v[OPTION_mma_m]);
    op.n = int_arg(&rq->v[OPTION_mma_n]);
    op.k = int_arg(&rq->v[OPTION_mma_k]);
    op.vec = int_arg(&rq->v[OPTION_vec]);
    op.a_major = (wgd_major)rq->v[OPTION_a_major].u.choice;
    op.b_major = (wgd_major)rq->v[OPTION_b_major].u.choice;
    op.a_neg = flag(rq, OPTION_negate_a);
    op.b_neg = flag(rq, OPTION_negate_b);
    op.sat = flag(rq, OPTION_saturate);
    op.sparse_id = int_arg(&rq->v[OPTION_sparse_id]);
    op.sfa_id = int_arg(&rq->v[OPTION_sfa_id]);
    op.sfb_id = int_arg(&rq->v[OPTION_sfb_id]);
    op.max_shift = int_arg(&rq->v[OPTION_max_shift]);
    return op;
}

static wgd_status missing(const char *field, const char *want, wgd_diag *diag)
{
    return cli_fail(diag, CLI_ERR_USAGE, field, "the instruction is not complete", "nothing", want,
                    "for example --kind f16 --m 128 --n 256; or give a word to read");
}

static wgd_status make(const request *rq, answer *a, wgd_diag *diag)
{
    const option_id needed[] = {OPTION_kind, OPTION_mma_m, OPTION_mma_n};
    static const char *const wants[] = {"the kind of tcgen05.mma, as f16", "M, as 128",
                                        "N, as 256"};
    for (int i = 0; i < 3; i++) {
        if (!rq->v[needed[i]].has) {
            return missing(option_table[needed[i]].name, wants[i], diag);
        }
    }
    wgd_umma_op op = op_of(rq);
    uint32_t word;
    const wgd_status st = wgd_idesc_encode(&op, &word, diag);
    if (st != WGD_OK) {
        return st;
    }
    if (rq->format == FORMAT_JSON) {
        answer_begin(a, "idesc", true);
        idesc_json(a->out, word, &op);
        if (!rq->v[OPTION_arch].given) { /* else it stands in the frame */
            json_str(a->out, "basis", "documented");
        }
        answer_end(a);
    } else {
        idesc_text(a->out, word, &op);
        buf_str(a->out, rq->v[OPTION_arch].given ? "" : idesc_basis);
    }
    return WGD_OK;
}

/* ---- reading -------------------------------------------------------------------------------- */

/* Every way to read the word, or that of the kind which is asked for. */
static int read_word(const request *rq, uint32_t word, idesc_reading *out)
{
    const option_value *kind = &rq->v[OPTION_kind];
    int n = 0;
    for (int k = 0; k < WGD_UMMA_KIND_COUNT; k++) {
        idesc_reading r;
        idesc_read((wgd_umma_kind)k, word, &r);
        if (kind->has ? kind->u.choice == k : r.faults == 0) {
            out[n++] = r;
        }
    }
    return n;
}

static wgd_status decode(const request *rq, answer *a, wgd_diag *diag)
{
    const uint64_t word = rq->v[OPTION_idesc].u.word;
    if (word > UINT32_MAX) {
        return wgd_fail(diag, WGD_ERR_RANGE, "idesc", "an instruction descriptor has 32 bits", NULL,
                        "0x and up to 8 hexadecimal digits",
                        "the 64-bit descriptors of shared memory are read by 'wgdesc decode'");
    }
    idesc_reading readings[WGD_UMMA_KIND_COUNT];
    const int n = read_word(rq, (uint32_t)word, readings);
    const bool good = n > 0 && readings[0].faults == 0;
    if (rq->format == FORMAT_JSON) {
        answer_begin(a, "idesc", true);
        idesc_json_readings(a->out, (uint32_t)word, readings, n);
        json_str(a->out, "basis", "documented");
        answer_end(a);
    } else {
        idesc_text_readings(a->out, (uint32_t)word, readings, n);
    }
    a->exit_status = good ? 0 : 1;
    return WGD_OK;
}

/* A word is read as it is: of the instruction only the kind can be said beside it. */
static wgd_status check_alone(const request *rq, wgd_diag *diag)
{
    for (int i = 0; i < OPTION_COUNT; i++) {
        const option_row *o = &option_table[i];
        if (rq->v[i].given && o->commands != OPT_GLOBAL && i != OPTION_idesc && i != OPTION_kind) {
            return cli_fail(diag, CLI_ERR_USAGE, o->name, "a word is read, or one is made", NULL,
                            "the word and, perhaps, --kind",
                            i == OPTION_sparse ? "the number of a sparsity selector goes with "
                                                 "--sparse-id; to make a word leave it out"
                                               : "leave the word out to make one");
        }
    }
    return WGD_OK;
}

static wgd_status run(const request *rq, answer *a, wgd_diag *diag)
{
    wgd_status st = int_args_check(rq->v, diag);
    if (st == WGD_OK && rq->v[OPTION_idesc].has) {
        st = check_alone(rq, diag);
    }
    if (st != WGD_OK) {
        return st;
    }
    return rq->v[OPTION_idesc].has ? decode(rq, a, diag) : make(rq, a, diag);
}

static const example examples[] = {
    {"wgdesc idesc --kind f16 --a bf16 --m 128 --n 256", "bf16 x bf16 into f32"},
    {"wgdesc idesc --kind f8f6f4 --a e4m3 --b e2m1 --m 256 --n 128 --cta-group 2 --b-major k",
     "a pair of CTAs"},
    {"wgdesc idesc --kind mxf4nvf4 --m 128 --n 128 --scale ue4m3 --vec 16", "block-scaled"},
    {"wgdesc idesc 0x08400490", "what a kernel printed, in every way it can be read"},
};

const command cmd_idesc = {
    .id = COMMAND_idesc,
    .name = "idesc",
    .summary = "the instruction descriptor of tcgen05.mma (sm_100): make it, or read it",
    .synopsis = "--kind KIND --m M --n N [...] | WORD",
    .about =
        "From an instruction its 32-bit word, field by field, or why there is no such instruction "
        "and the nearest that there is: the kind, its types, M, N, K, the CTAs, where A lies and "
        "the majors must go together. m and n are the instruction's, of both CTAs with "
        "--cta-group 2.\n\n"
        "A word does not say of which kind it is, how many CTAs take part, or where A lies. "
        "Without "
        "--kind it is read as each kind that it can be of; with it, what is wrong with it as one "
        "of that kind is said. The exit status is 1 when it is no instruction.\n\n"
        "Documented, not measured: from the PTX ISA and CUTLASS. Where they differ the answer says "
        "which is followed; docs/blackwell.md lists it all.",
    .examples = examples,
    .n_examples = (int)(sizeof examples / sizeof examples[0]),
    .operands = {OPTION_idesc},
    .n_operands = 1,
    .formats = FORMATS_TEXT_JSON,
    .in_batch = true,
    .run = run,
};
