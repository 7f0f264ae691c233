/* SPDX-License-Identifier: MIT
 *
 * emit: a plan as a header for C or CUDA, as PTX or as JSON.
 */
#include <string.h>

#include "answer/answer.h"
#include "answer/run.h"
#include "emit/emit.h"
#include "error/cli_status.h"
#include "io/outfile.h"
#include "copy/copy_args.h"
#include "query/plan_args.h"
#include "plan/plan_print.h"

static const struct {
    const char *ending;
    emit_lang lang;
} endings[] = {{".h", EMIT_C},     {".hpp", EMIT_C},   {".cuh", EMIT_CUDA},
               {".cu", EMIT_CUDA}, {".ptx", EMIT_PTX}, {".json", EMIT_JSON}};

static bool to_file(const request *rq)
{
    const option_value *file = &rq->v[OPTION_output];
    return file->has && strcmp(file->u.text.s, "-") != 0;
}

/* --lang decides; without it, the ending of the file's name. */
static emit_lang choose_lang(const request *rq)
{
    if (!rq->v[OPTION_lang].given && to_file(rq)) {
        const option_value *file = &rq->v[OPTION_output];
        for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
            const size_t n = strlen(endings[i].ending);
            if (file->u.text.len > n &&
                strcmp(file->u.text.s + file->u.text.len - n, endings[i].ending) == 0) {
                return endings[i].lang;
            }
        }
    }
    return (emit_lang)rq->v[OPTION_lang].u.choice;
}

static void put_code(const emit *e, emit_lang lang)
{
    if (lang == EMIT_PTX) {
        emit_ptx(e);
    } else {
        emit_c(e, lang == EMIT_CUDA);
    }
}

/* The JSON answer: the constants and the plan, or the code as a text. */
static void put_answer(answer *a, emit *e, emit_lang lang)
{
    static const char *const names[] = {"c", "cuda", "ptx", "json"};
    answer_begin(a, "emit", true);
    json_str(a->out, "lang", names[lang]);
    if (lang == EMIT_JSON) {
        emit_json(e);
        json_open(a->out, "plan", '{');
        plan_json(a->out, e->plan);
        json_close(a->out, '}');
    } else {
        buf code = {0};
        e->out = &code;
        put_code(e, lang);
        e->out = a->out;
        json_str(a->out, "prefix", e->lower);
        json_take(a->out, "text", &code);
    }
    answer_end(a);
}

/* ---- --epilogue ----------------------------------------------------------------------------- */

/* Options that say something of the epilogue only. */
static wgd_status check_options(const request *rq, wgd_diag *diag)
{
    static const option_id ids[] = {OPTION_copy_to, OPTION_d_major, OPTION_d_swizzle,
                                    OPTION_copy_access, OPTION_as_a};
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        if (rq->v[ids[i]].given && !rq->v[OPTION_epilogue].given) {
            return cli_fail(diag, CLI_ERR_USAGE, option_table[ids[i]].name,
                            "an option of the epilogue", "no --epilogue", "--epilogue with it", "");
        }
    }
    return WGD_OK;
}

static void put_again(buf *out, const emit *e, const copy_ask *ask, const request *rq, bool cuda)
{
    emit to = *e;
    to.out = out;
    emit_put_command(&to, cuda ? "cuda" : "c");
    emit_put(&to, " --epilogue --to %s --d-major %s --access %s", wgd_frag_type_name(ask->to),
             ask->tile.down ? "m" : "n", wgd_copy_insn_name(ask->copy.insn));
    if (rq->v[OPTION_d_swizzle].given) {
        emit_put(&to, " --d-swizzle %s",
                 wgd_swizzle_name((wgd_swizzle_mode)rq->v[OPTION_d_swizzle].u.choice));
    }
    if (ask->has_chain) {
        emit_put(&to, " --as-a %s", frag_type_name(&rq->v[OPTION_as_a]));
    }
    buf_char(out, '\0');
}

static wgd_status emit_epilogue(const request *rq, answer *a, const wgd_plan *p, emit *e,
                                copy_ask *ask, wgd_diag *diag)
{
    const emit_lang lang = choose_lang(rq);
    if (lang != EMIT_C && lang != EMIT_CUDA) {
        return wgd_fail(diag, WGD_ERR_VALUE, "lang", "an epilogue is written in C or CUDA",
                        lang == EMIT_PTX ? "ptx" : "json", "c or cuda",
                        "'wgdesc copy --json' has its numbers");
    }
    if (wgd_arch_tcgen05(p->query.arch)) {
        return wgd_fail(
            diag, WGD_ERR_VALUE, "arch", "an epilogue is written for wgmma",
            choice_name(&choices_arch, (int)p->query.arch), "sm90",
            "'wgdesc frag tcgen05.ld.32x32b.x32' and its like say which thread gets what");
    }
    wgd_status st = copy_ask_plan(p, ask, diag);
    if (st == WGD_OK) {
        st = copy_ask_rest(rq, a, OPTION_d_swizzle, ask, diag);
    }
    if (st != WGD_OK) {
        return st;
    }
    if (!ask->can) {
        return ask->why.status;
    }
    epilogue ep = copy_epilogue(ask);
    ep.m_blocks = p->m_blocks;
    ep.n_blocks = p->n_blocks;
    st = epilogue_check(&ep, lang == EMIT_CUDA, diag);
    if (st == WGD_OK) {
        buf again = {0}, code = {0};
        put_again(&again, e, ask, rq, lang == EMIT_CUDA);
        e->out = rq->format == FORMAT_JSON ? &code : a->out;
        epilogue_put(e, &ep, again.failed ? "" : again.data, lang == EMIT_CUDA);
        if (rq->format == FORMAT_JSON) {
            answer_begin(a, "emit", true);
            json_str(a->out, "lang", lang == EMIT_CUDA ? "cuda" : "c");
            json_str(a->out, "prefix", e->lower);
            json_take(a->out, "text", &code);
            answer_end(a);
        }
        a->out->failed |= again.failed;
        e->out = a->out;
        buf_free(&again);
    }
    return st;
}

/* Everything that is written from. */
typedef struct emit_work {
    wgd_plan plan;
    plan_problem problem;
    copy_ask epilogue;
} emit_work;

static wgd_status answer_emit(const request *rq, answer *a, void *room, wgd_diag *diag)
{
    emit_work *w = room;
    const wgd_plan *p = &w->plan;
    emit e;
    wgd_status st = check_options(rq, diag);
    if (st == WGD_OK) {
        st = plan_from_args(rq, &w->plan, &w->problem, diag);
    }
    if (st == WGD_OK) {
        st = emit_begin(&e, a->out, p, w->problem.asked ? &w->problem.answer : NULL,
                        rq->v[OPTION_prefix].u.text.s, diag);
    }
    if (st != WGD_OK) {
        return st;
    }
    const emit_lang lang = choose_lang(rq);
    if (rq->v[OPTION_epilogue].given) {
        st = emit_epilogue(rq, a, p, &e, &w->epilogue, diag);
        if (st != WGD_OK) {
            return st;
        }
    } else if (rq->format == FORMAT_JSON || lang == EMIT_JSON) {
        put_answer(a, &e, lang);
    } else {
        put_code(&e, lang);
    }
    a->documented = NULL; /* it says so in its head: a line behind it would be no code, no JSON */
    return to_file(rq) ? outfile_write(rq->v[OPTION_output].u.text.s, rq->v[OPTION_force].given,
                                       a->out, diag)
                       : WGD_OK;
}

static wgd_status run(const request *rq, answer *a, wgd_diag *diag)
{
    return run_in_room(sizeof(emit_work), answer_emit, rq, a, diag);
}

static const example examples[] = {
    {"wgdesc emit --tile 128x256x64 --dtype bf16 --lang cuda --prefix gemm -o gemm_plan.cuh",
     "a header for a kernel"},
    {"wgdesc emit --problem 4096x4096x4096 --dtype bf16 --lang cuda",
     "the tile that is chosen for a product, with its cluster and grid"},
    {"wgdesc emit --tile 128x128x64 --a-major mn --b-major mn", "constants and functions in C"},
    {"wgdesc emit --tile 128x256x128 --dtype e4m3 --lang ptx", "the instructions of one stage"},
    {"wgdesc emit --tile 128x256x64 --dtype bf16 --lang cuda --epilogue --to bf16 -o epilogue.cuh",
     "what follows the main loop"},
    {"wgdesc emit --tile 128x256x64 --lang json", "the same numbers for another generator"},
    {"wgdesc emit --tile 128x128x64 --dtype bf16 --a computed --lang cuda",
     "A in registers, where the kernel computes it"},
    {"wgdesc emit --arch sm100 --cta-group 2 --tile 256x256x64 --dtype bf16 --lang cuda",
     "tcgen05 over a pair of CTAs"},
};

const command cmd_emit = {
    .id = COMMAND_emit,
    .name = "emit",
    .summary = "write the plan of a main loop as code",
    .synopsis =
        "--tile MxNxK|--problem MxNxK [options of plan] [--lang c|cuda|ptx|json] [--prefix NAME] "
        "[-o FILE] [--force]",
    .about =
        "The numbers of 'wgdesc plan' as a header that a kernel includes: constants, where each "
        "element is stored, the descriptor of each block as a function of start, k, mn and stage, "
        "the boxes of the copies and the tensor maps. The header needs nothing but <stdint.h>, and "
        "compiles as C11, C++ and CUDA.\n\n"
        "--lang cuda adds what only a kernel needs: the wgmma instruction as inline PTX, the loop "
        "over one stage, the copies, and the constants of each operand as a type for templates; "
        "with "
        "--arch sm100 or sm103 tcgen05.mma, commits, the allocation of tensor memory and the "
        "copies "
        "of scale factors. "
        "With --a registers or computed wgmma takes A's fragments, and the header says which "
        "element "
        "each register holds; with --sparse it takes their metadata. "
        "--lang ptx writes a module that ptxas takes as it is. --lang json gives the constants by "
        "name, and the plan.\n\n"
        "--epilogue writes what follows the loop, in a header of its own: which element each "
        "accumulator is and the other way round, the largest and the sum of each row, the copy "
        "into "
        "shared memory as 'wgdesc copy' finds it, the boxes from there to global memory, and with "
        "--as-a the accumulators as A of a next product.\n\n"
        "--problem adds what a launch needs: the product, the tiles along M and N, the stages of K "
        "of a tile, the cluster; without --tile the tile is chosen as 'wgdesc plan' does.\n\n"
        "Without --lang, the ending of the file that -o names decides: .h, .cuh, .ptx or .json. A "
        "file that exists is kept unless --force is given. The same options give the same bytes; "
        "the command that writes the file again stands in its head.",
    .examples = examples,
    .n_examples = (int)(sizeof examples / sizeof examples[0]),
    .bare = OPTION_tile,
    .has_bare = true,
    .fit = FIT_CUT,
    .formats = FORMATS_TEXT_JSON,
    .in_batch = true,
    .run = run,
};
