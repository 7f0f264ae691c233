/* SPDX-License-Identifier: MIT
 *
 * Requests that mean something: the bytes choose a command, and for each of its options, which the table
 * knows, whether it is there and a value that fits its kind. What comes back is one line of valid JSON, the
 * same through the command line; what 'solve' finds 'check' confirms; the layout of 'desc' is solved.
 */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "answer/ask.h"
#include "answer/error_print.h"
#include "answer/run.h"
#include "error/cli_status.h"
#include "program/all_commands.h"
#include "program/args.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ARGS_MAX = 96, TEXT_MAX = 200 };

typedef struct source {
    const uint8_t *data;
    size_t size, at;
} source;

static void must(bool holds)
{
    if (!holds) {
        abort();
    }
}

/* 0 where the bytes have run out, so that every input is a request. */
static int pick(source *s, int n)
{
    return s->at < s->size ? s->data[s->at++] % n : 0;
}

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

/* ---- asking -------------------------------------------------------------------------------------- */

static void ask_line(const char *line, size_t len, buf *out)
{
    request blank;
    json_memory memory = {0};
    bool yes;
    wgd_diag diag;
    must(request_defaults(&all_commands, &blank, NULL) == WGD_OK);
    must(ask(&blank, &memory, line, len, 0, out, &yes, &diag) == WGD_OK);
    json_read_end(&memory);
    must(out->len > 0 && out->data[out->len - 1] == '\n' && !memchr(out->data, '\n', out->len - 1));
}

static void ask_typed(pair *p, buf *out)
{
    request rq;
    action what;
    wgd_diag diag = {.pos = -1};
    answer a = {.out = out};
    must(request_defaults(&all_commands, &rq, NULL) == WGD_OK);
    optind = 0; /* getopt begins anew */
    wgd_status st = args_parse(p->argc, p->argv, &rq, &what, &diag);
    st = st == WGD_OK ? request_run(&rq, &a, &diag) : st;
    if (st != WGD_OK) {
        out->len = 0;
        answer e = {.out = out};
        error_json(&e, rq.cmd ? rq.cmd->name : NULL, 0, &diag);
    }
}

static const char *text_of(const cJSON *o, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(o, key);
    return cJSON_IsString(item) ? item->valuestring : NULL;
}

static bool says(const cJSON *o, const char *key)
{
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(o, key));
}

/* Asks about `layout` with the type, operand, N and start of the answer. */
static cJSON *ask_about(const cJSON *about, const char *cmd, const char *word, const char *layout)
{
    static const char *const keys[] = {"dtype", "operand", "start"};
    buf line = {0}, out = {0};
    const cJSON *block = cJSON_GetObjectItemCaseSensitive(about, "block");
    json_open(&line, NULL, '{');
    json_str(&line, "cmd", cmd);
    json_str(&line, "layout", layout);
    if (word) {
        json_str(&line, "desc", word);
    }
    for (int i = 0; i < 3; i++) {
        if (text_of(about, keys[i])) {
            json_str(&line, keys[i], text_of(about, keys[i]));
        }
    }
    if (text_of(about, "operand") && strcmp(text_of(about, "operand"), "b") == 0 &&
        cJSON_IsArray(block)) {
        json_int(&line, "n", cJSON_GetArrayItem(block, 0)->valueint);
    }
    json_close(&line, '}');
    ask_line(line.data, line.len, &out);
    cJSON *o = cJSON_ParseWithLength(out.data, out.len);
    buf_free(&line);
    buf_free(&out);
    must(o != NULL);
    return o;
}

/* What solve answers, check confirms; what desc lays out, solve describes. */
static void check_meaning(const cJSON *a, const cJSON *asked_for)
{
    const char *cmd = text_of(a, "cmd"), *arch = text_of(a, "arch");
    if (cJSON_HasObjectItem(asked_for, "slice") || cJSON_HasObjectItem(asked_for, "block")) {
        return; /* a part of the layout that is told */
    }
    if (!cmd || !says(a, "ok") || says(a, "sparse") || (arch && strcmp(arch, "sm90") != 0)) {
        return;
    }
    const cJSON *smem = cJSON_GetObjectItemCaseSensitive(a, "smem");
    const char *layout = text_of(smem, "layout"), *word = text_of(a, "descriptor");
    if (strcmp(cmd, "solve") == 0 && word && layout && !says(asked_for, "written")) {
        cJSON *o = ask_about(a, "check", word, layout);
        must(says(o, "ok") && says(o, "match"));
        cJSON_Delete(o);
    }
    if (strcmp(cmd, "desc") == 0 && layout) {
        cJSON *o = ask_about(a, "solve", NULL, layout);
        must(says(o, "ok"));
        cJSON_Delete(o);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static pair p;
    source s = {data, size, 0};
    buf out = {0}, typed = {0};
    build(&s, &p);
    ask_line(p.json.data, p.json.len, &out);
    cJSON *o = cJSON_ParseWithLength(out.data, out.len),
          *q = cJSON_ParseWithLength(p.json.data, p.json.len);
    must(o && q && text_of(o, "schema") && strcmp(text_of(o, "schema"), "wgdesc/1") == 0);
    must(says(o, "ok") || cJSON_GetObjectItemCaseSensitive(o, "error") != NULL);
    if (p.typed) {
        ask_typed(&p, &typed);
        cJSON *t = cJSON_ParseWithLength(typed.data, typed.len);
        must(t && says(t, "ok") == says(o, "ok"));
        if (says(o, "ok")) {
            must(out.len == typed.len && memcmp(out.data, typed.data, out.len) == 0);
        }
        cJSON_Delete(t);
    }
    check_meaning(o, q);
    cJSON_Delete(o);
    cJSON_Delete(q);
    p.json.len = 0;
    buf_free(&out);
    buf_free(&typed);
    return 0;
}
