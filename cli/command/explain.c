/* SPDX-License-Identifier: MIT
 *
 * explain: the derivation of a tile's or a word's descriptor, step by step.
 */
#include <string.h>

#include "answer/answer.h"
#include "request/request.h"
#include "explain/explain.h"
#include "help/wrap.h"
#include "query/tile_args.h"

/* As decode: what says that it is tcgen05's is taken for it. */
static wgd_status explain_bare(const request *rq, answer *a, explanation *e, wgd_diag *diag)
{
    const uint64_t word = rq->v[OPTION_desc].u.word;
    const wgd_arch arch = arch_of_word(rq, a, word);
    const bool atom32 = wgd_desc_unpack(word, arch).swizzle == WGD_SWZ_128B_32B;
    const wgd_read rd = {atom32 ? WGD_TF32 : WGD_F16,
                         WGD_OPERAND_A,
                         atom32 ? WGD_MAJOR_MN : WGD_MAJOR_K,
                         WGD_INST_M,
                         false,
                         arch,
                         0};
    const wgd_status st = wgd_word_check(word, rd, diag);
    if (st == WGD_OK) {
        explain_word(e, word, arch);
    }
    return st;
}

static wgd_status explain(const request *rq, answer *a, explanation *e, wgd_diag *diag)
{
    if (rq->v[OPTION_desc].has) {
        return explain_bare(rq, a, e, diag);
    }
    static const option_id wanted[] = {OPTION_major, OPTION_swizzle, OPTION_shape};
    for (int i = 0; i < 3; i++) {
        if (!rq->v[wanted[i]].has) {
            return request_missing(rq->cmd, wanted[i],
                                   "explain takes the options of desc, or a descriptor (0x...)",
                                   diag);
        }
    }
    wgd_tile t;
    const wgd_status st = tile_from_args(rq, &t, diag);
    if (st == WGD_OK) {
        explain_tile(e, &t);
    }
    return st;
}

/* Sentences are broken to fit, and end with a NUL then; lines that begin with a blank are tables and stay. */
static void print_lines(buf *out, buf *text)
{
    char *at = text->data, *end = at + text->len;
    while (at < end) {
        char *newline = memchr(at, '\n', (size_t)(end - at));
        buf_pad(out, 3);
        if (at[0] == ' ') {
            buf_mem(out, at, (size_t)(newline + 1 - at));
        } else {
            *newline = '\0';
            help_wrapped(out, at, 3, 3);
        }
        at = newline + 1;
    }
}

static void print_text(buf *out, explanation *e)
{
    for (int i = 0; i < e->n; i++) {
        explain_step *s = &e->step[i];
        buf_str(out, i > 0 ? "\n" : "");
        buf_i64(out, i + 1);
        buf_str(out, ". ");
        buf_str(out, s->title);
        buf_str(out, "   [PTX ISA: ");
        buf_str(out, s->section);
        buf_str(out, "]\n");
        if (s->text.failed) {
            out->failed = true;
            return;
        }
        print_lines(out, &s->text);
    }
}

static void print_json(answer *a, explanation *e)
{
    answer_begin(a, "explain", true);
    explain_put_json(a->out, e);
    answer_end(a);
}

static wgd_status run(const request *rq, answer *a, wgd_diag *diag)
{
    explanation e = {0};
    const wgd_status st = explain(rq, a, &e, diag);
    if (st == WGD_OK) {
        if (rq->format == FORMAT_JSON) {
            print_json(a, &e);
        } else {
            print_text(a->out, &e);
        }
    }
    explain_free(&e);
    return st;
}

static const example examples[] = {
    {"wgdesc explain --major mn --swizzle 64B --shape 64x16", "how the descriptor comes about"},
    {"wgdesc explain 0x4000004000010040", "what a bare word says"},
};

const command cmd_explain = {
    .id = COMMAND_explain,
    .name = "explain",
    .summary = "follow the derivation of a descriptor, step by step",
    .synopsis = "0xDESC | --major k|mn --swizzle MODE --shape MNxK [options of desc]",
    .about =
        "For a tile: the steps from the swizzle atom to the 64 bits and the instruction line, with "
        "the numbers of this tile, as CuTe's make_gmma_desc takes them. For a bare descriptor: its "
        "bits, what each field says and where it makes the hardware read.\n\n"
        "Each step names the section of the PTX ISA that it rests on. With --json every step has "
        "its sentences and its numbers.",
    .examples = examples,
    .n_examples = (int)(sizeof examples / sizeof examples[0]),
    .operands = {OPTION_desc},
    .n_operands = 1,
    .formats = FORMATS_TEXT_JSON,
    .in_batch = true,
    .run = run,
};
