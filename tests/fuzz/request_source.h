/* SPDX-License-Identifier: MIT
 *
 * Requests that mean something, out of the table of options: the bytes choose a command, and for each of its
 * options whether it is there and a value that fits its kind; as a line of batch and as it is typed.
 */
#ifndef FUZZ_REQUEST_SOURCE_H
#define FUZZ_REQUEST_SOURCE_H

#include <string.h>

#include "answer/ask.h"
#include "json/json_write.h"
#include "program/all_commands.h"
#include "source.h"

enum { ARGS_MAX = 96, TEXT_MAX = 200 };

/* ---- values ----------------------------------------------------------------------------------- */

static const char *const layouts[] = {"(64,64):(72,1)",
                                      "Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)",
                                      "((8,8),(64,1)):((64,512),(1,0))",
                                      "8:1",
                                      "Sw<2,3,3> o 0 o (64,32):(32,1)",
                                      "(64,16):(1,64)",
                                      "((32,2),(8,2)):((1,256),(32,512))",
                                      "(4,(2,2)):(2,(1,8))",
                                      "Sw<1,4,3> o smem_ptr[8b] o (64,32):(32,1)",
                                      "(64,16):(16,1)",
                                      "(128,64):(64,1)",
                                      "((8,8),(8,2)):((8,64),(1,512))"};
static const char *const ops[] = {"composition",
                                  "complement",
                                  "coalesce",
                                  "logical_divide",
                                  "right_inverse",
                                  "m64n64k16",
                                  "mma.m16n8k16",
                                  "ldmatrix.x4",
                                  "tcgen05.ld.16x64b.x4",
                                  "m64n8k32",
                                  "recast",
                                  "linear",
                                  "size",
                                  "idx2crd",
                                  "zipped_product",
                                  "m64n24k8.f32.tf32.tf32"};
static const char *const accesses[] = {
    "ld.b32",        "ldmatrix.x4",       "st.b128:copy",
    "ld.b64:column", "ldmatrix.x2:mma.b", "st.b32:frag:m64n64k16:d",
    "ld.b32,st.b128"};
static const char *const formulas[] = {"t*2", "t%16*64+t/16*8", "(t^t>>3)*8", "i*64+t",
                                       "-t",  "t/(i-1)",        "0x10&t|1"};
static const char *const others[] = {"gemm",   "1",   "acc=C:128x128", "offset,byte",
                                     "arrows", "1,2", "f16",           "x"};
static const int64_t numbers[] = {0,  1,  2,   8,    16,    64,        128,       256, 7,  24,
                                  32, -1, 100, 4096, 65536, INT64_MAX, INT64_MIN, 3,   48, 1024};

#define ONE_OF(s, list) ((list)[pick(s, (int)(sizeof(list) / sizeof(list)[0]))])

static const char *some_text(source *s, const option_row *o)
{
    if (o->choices && pick(s, 4) != 0) {
        return o->choices->rows[pick(s, o->choices->n)].name;
    }
    return strcmp(o->name, "layout") == 0    ? ONE_OF(s, layouts)
           : strcmp(o->name, "op") == 0      ? ONE_OF(s, ops)
           : strcmp(o->name, "access") == 0  ? ONE_OF(s, accesses)
           : strcmp(o->name, "formula") == 0 ? ONE_OF(s, formulas)
                                             : ONE_OF(s, others);
}

/* A value as it is typed. */
static void some_value(source *s, const option_row *o, char *text)
{
    wgd_text t = wgd_text_into(text, TEXT_MAX);
    switch (o->kind) {
    case OPT_NUM:
    case OPT_ADDR: {
        const int64_t n = ONE_OF(s, numbers);
        wgd_put_i64(&t, o->kind == OPT_ADDR && pick(s, 2) ? n / 16 * 16 : n);
        break;
    }
    case OPT_WORD:
        wgd_put_str(&t, "0x");
        for (int i = 0; i < 16; i++) {
            wgd_put_char(&t, "0123456789abcdef"[pick(s, 256) % 16]);
        }
        break;
    case OPT_SHAPE:
    case OPT_LIST:
        for (int i = 0; i < o->dims; i++) {
            wgd_put_str(&t, i == 0 ? "" : o->kind == OPT_SHAPE ? "x" : ",");
            wgd_put_i64(&t, pick(s, 8) ? INT64_C(1) << pick(s, 9) : ONE_OF(s, numbers));
        }
        break;
    default:
        wgd_put_str(&t, some_text(s, o));
        break;
    }
    wgd_text_end(&t);
}

/* ---- a request, in both forms ------------------------------------------------------------------ */

typedef struct pair {
    buf json;
    char text[ARGS_MAX][TEXT_MAX];
    char *argv[ARGS_MAX + 1];
    int argc;
    bool typed; /* can it be typed? operands have their order */
} pair;

static void type(pair *p, const char *before, const char *name, const char *between,
                 const char *value)
{
    wgd_text t = wgd_text_into(p->text[p->argc], TEXT_MAX);
    wgd_put_str(&t, before);
    wgd_put_str(&t, name);
    wgd_put_str(&t, between);
    wgd_put_str(&t, value);
    wgd_text_end(&t);
    p->argv[p->argc] = p->text[p->argc];
    p->argc++;
}

static void put_args(source *s, pair *p, const option_row *o)
{
    json_open(&p->json, o->name, '[');
    for (int n = 1 + pick(s, 3); n > 0; n--) { /* an empty list cannot be typed */
        const char *text = strcmp(o->name, "args") == 0 ? ONE_OF(s, layouts) : ONE_OF(s, others);
        json_str(&p->json, NULL, text);
        type(p, "", "", "", text);
    }
    json_close(&p->json, ']');
}

/* Adds the option to the request; as an operand, where it is one, it is typed without its name. */
static void put_option(source *s, pair *p, const option_row *o, bool operand)
{
    char text[TEXT_MAX];
    if (o->kind == OPT_FLAG) {
        json_bool(&p->json, o->name, true);
        type(p, "--", o->name, "", "");
        return;
    }
    if (o->kind == OPT_ARGS) {
        put_args(s, p, o);
        return;
    }
    some_value(s, o, text);
    if (o->kind == OPT_NUM) {
        json_raw(&p->json, o->name, text, strlen(text));
    } else {
        json_str(&p->json, o->name, text);
    }
    type(p, operand ? "" : "--", operand ? "" : o->name, operand ? "" : "=", text);
}

static bool required(const command *c, option_id o)
{
    for (int i = 0; i < c->n_required; i++) {
        if (c->required[i] == o) {
            return true;
        }
    }
    return false;
}

static bool asked(source *s, const command *c, option_id o)
{
    const option_row *row = &option_table[o];
    return command_takes(c, o) && row->commands != OPT_GLOBAL && !(row->commands & OPT_CLI) &&
           row->kind != OPT_FILE && (required(c, o) ? pick(s, 16) != 1 : pick(s, 4) == 1);
}

static const command *build(source *s, pair *p)
{
    const command *c;
    do {
        c = all_commands.row[pick(s, all_commands.n)];
    } while (!c->in_batch && s->at < s->size);
    if (!c->in_batch || c->id == COMMAND_scan) { /* scan reads files */
        c = all_commands.row[0];
    }
    p->argc = 0;
    p->typed = true;
    json_open(&p->json, NULL, '{');
    json_str(&p->json, "cmd", c->name);
    type(p, "wgdesc", "", "", "");
    type(p, c->name, "", "", "");
    type(p, "--json", "", "", "");
    for (int o = 0; o < OPTION_COUNT; o++) {
        if (!command_is_operand(c, (option_id)o) && asked(s, c, (option_id)o)) {
            put_option(s, p, &option_table[o], false);
        }
    }
    type(p, "--", "", "", "");
    for (int i = 0; i < c->n_operands; i++) {
        const bool there = asked(s, c, c->operands[i]);
        p->typed = p->typed && (there || i + 1 == c->n_operands);
        if (there) {
            put_option(s, p, &option_table[c->operands[i]], true);
        }
    }
    json_close(&p->json, '}');
    p->argv[p->argc] = NULL;
    return c;
}

static void ask_line(const char *line, size_t len, buf *out)
{
    request blank;
    json_memory memory = {0};
    bool yes;
    wgd_diag diag;
    request_defaults(&all_commands, &blank);
    must(ask(&blank, &memory, line, len, 0, out, &yes, &diag) == WGD_OK);
    json_read_end(&memory);
    must(out->len > 0 && out->data[out->len - 1] == '\n' && !memchr(out->data, '\n', out->len - 1));
}

#endif
