/* SPDX-License-Identifier: MIT
 *
 * emit: a plan as a header for C or CUDA, as PTX or as JSON.
 */
#include <string.h>

#include "answer/answer.h"
#include "emit/emit.h"
#include "io/outfile.h"
#include "query/plan_args.h"
#include "view/plan_print.h"

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
        a->out->failed = a->out->failed || code.failed;
        json_str(a->out, "prefix", e->lower);
        json_text(a->out, "text", code.data ? code.data : "", code.len);
        buf_free(&code);
    }
    answer_end(a);
}

static wgd_status run(const request *rq, answer *a, wgd_diag *diag)
{
    wgd_plan p;
    emit e;
    wgd_status st = plan_from_args(rq, &p, diag);
    if (st == WGD_OK) {
        st = emit_begin(&e, a->out, &p, rq->v[OPTION_prefix].u.text.s, diag);
    }
    if (st != WGD_OK) {
        return st;
    }
    const emit_lang lang = choose_lang(rq);
    if (rq->format == FORMAT_JSON || lang == EMIT_JSON) {
        put_answer(a, &e, lang);
    } else {
        put_code(&e, lang);
    }
    return to_file(rq) ? outfile_write(rq->v[OPTION_output].u.text.s, rq->v[OPTION_force].given,
                                       a->out, diag)
                       : WGD_OK;
}

static const example examples[] = {
    {"wgdesc emit --tile 128x256x64 --dtype bf16 --lang cuda --prefix gemm -o gemm_plan.cuh",
     "a header for a kernel"},
    {"wgdesc emit --tile 128x128x64 --a-major mn --b-major mn", "constants and functions in C"},
    {"wgdesc emit --tile 128x256x128 --dtype e4m3 --lang ptx", "the instructions of one stage"},
    {"wgdesc emit --tile 128x256x64 --lang json", "the same numbers for another generator"},
};

const command cmd_emit = {
    .id = COMMAND_emit,
    .name = "emit",
    .summary = "write the plan of a main loop as code",
    .synopsis = "--tile MxNxK [options of plan] [--lang c|cuda|ptx|json] [--prefix NAME] "
                "[-o FILE] [--force]",
    .about =
        "The numbers of 'wgdesc plan' as a header that a kernel includes: constants, where each "
        "element is stored, the descriptor of each block as a function of start, k, mn and stage, "
        "the boxes of the copies and the tensor maps. The header needs nothing but <stdint.h>, and "
        "compiles as C11, C++ and CUDA.\n\n"
        "--lang cuda adds what only a kernel needs: the wgmma instruction as inline PTX, the loop "
        "over one stage, the copies, and the constants of each operand as a type for templates. "
        "--lang ptx writes a module that ptxas takes as it is. --lang json gives the constants by "
        "name, and the plan.\n\n"
        "Without --lang, the ending of the file that -o names decides: .h, .cuh, .ptx or .json. A "
        "file that exists is kept unless --force is given. The same options give the same bytes; "
        "the command that writes the file again stands in its head.",
    .examples = examples,
    .n_examples = (int)(sizeof examples / sizeof examples[0]),
    .bare = OPTION_tile,
    .n_bare = 1,
    .required = {OPTION_tile},
    .n_required = 1,
    .fit = FIT_CUT,
    .formats = FORMATS_TEXT_JSON,
    .in_batch = true,
    .run = run,
};
