/* SPDX-License-Identifier: MIT
 *
 * From a request back to words, by the table of options.
 */
#include "request_words.h"

#include "json/json_write.h"

static void put_numbers(buf *word, const option_row *o, const option_value *v)
{
    const bool shape = o->kind == OPT_SHAPE || (o->kind == OPT_BLOCK && v->form == DIMS_X);
    for (int i = 0; i < o->dims; i++) {
        if (i > 0) {
            buf_char(word, shape ? 'x' : ',');
        }
        buf_i64(word, v->u.dim[i]);
    }
}

static void put_value(buf *word, const option_row *o, const option_value *v)
{
    switch (o->kind) {
    case OPT_ENUM:
        buf_str(word, choice_name(o->choices, v->u.choice));
        break;
    case OPT_NUM:
        buf_i64(word, v->u.num);
        break;
    case OPT_ADDR:
        buf_addr(word, (uint64_t)v->u.num);
        break;
    case OPT_WORD:
        buf_word(word, v->u.word);
        break;
    case OPT_SHAPE:
    case OPT_LIST:
    case OPT_BLOCK:
        put_numbers(word, o, v);
        break;
    default: /* a text: flags have no value, no page draws a slice, and what is left is put_args' */
        buf_mem(word, v->u.text.s, v->u.text.len);
    }
}

/* The operands that are left, as typed or as a request has them: null is a lane without an address. */
static void put_args(buf *out, const option_value *v)
{
    for (int i = 0; v->u.args.text && i < v->u.args.n; i++) {
        json_str(out, NULL, v->u.args.text[i]);
    }
    for (const cJSON *e = v->u.args.text ? NULL : v->u.args.json; e; e = e->next) {
        buf word = {0};
        if (cJSON_IsNumber(e)) {
            buf_i64(&word, (int64_t)e->valuedouble);
        } else {
            buf_str(&word, cJSON_IsString(e) ? e->valuestring : "-");
        }
        json_take(out, NULL, &word);
    }
}

/* One option's words; without its name where it is an operand. */
static void put_option(buf *out, const option_row *o, const option_value *v, bool operand)
{
    buf word = {0};
    if (o->kind == OPT_ARGS) {
        put_args(out, v);
        return;
    }
    if (!operand) {
        buf_str(&word, "--");
        buf_str(&word, o->name);
        json_take(out, NULL, &word);
    }
    if (o->kind != OPT_FLAG) {
        put_value(&word, o, v);
        json_take(out, NULL, &word);
    }
}

void request_put_words(buf *out, const char *key, const request *rq)
{
    const command *c = rq->cmd;
    json_open(out, key, '[');
    json_str(out, NULL, c->name);
    for (int i = 0; i < c->n_operands; i++) {
        const option_value *v = &rq->v[c->operands[i]];
        if (v->given) {
            put_option(out, &option_table[c->operands[i]], v, true);
        }
    }
    for (int i = 0; i < OPTION_COUNT; i++) {
        const option_row *o = &option_table[i];
        const option_value *v = &rq->v[i];
        if (v->given && !(o->commands & OPT_CLI) && !command_is_operand(c, (option_id)i) &&
            (o->kind != OPT_FLAG || v->u.flag)) {
            put_option(out, o, v, false);
        }
    }
    json_close(out, ']');
}
