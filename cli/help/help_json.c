/* SPDX-License-Identifier: MIT
 *
 * The tables of commands and options as data, for programs that make forms, completions or
 * functions of them.
 */
#include <string.h>

#include "answer/answer.h"
#include "help.h"

static const char *const kind_names[] = {
    [OPT_FLAG] = "flag",   [OPT_ENUM] = "enum",   [OPT_NUM] = "number", [OPT_ADDR] = "address",
    [OPT_WORD] = "word",   [OPT_SHAPE] = "shape", [OPT_LIST] = "list",  [OPT_BLOCK] = "block",
    [OPT_SLICE] = "slice", [OPT_TEXT] = "text",   [OPT_FILE] = "file",  [OPT_ARGS] = "arguments",
};
_Static_assert(sizeof kind_names / sizeof kind_names[0] == OPT_ARGS + 1, "a name for each kind");

/* A string, or null. */
static void put_or_null(buf *out, const char *key, const char *s)
{
    if (s) {
        json_str(out, key, s);
    } else {
        json_null(out, key);
    }
}

/* Is this the first row of its kind with the name? Aliases repeat names that another table has. */
static bool first_of(const choices *c, int at)
{
    for (int i = 0; i < at; i++) {
        if (strcmp(c->rows[i].name, c->rows[at].name) == 0) {
            return false;
        }
    }
    return true;
}

static void put_choices(buf *out, const choices *c)
{
    json_open(out, "choices", '[');
    for (int i = 0; i < c->n; i++) {
        const choice *row = &c->rows[i];
        if (row->kind != CHOICE_ALIAS) {
            json_open(out, NULL, '{');
            json_str(out, "name", row->name);
            json_bool(out, "everywhere", row->kind == CHOICE_LISTED);
            json_open(out, "aliases", '[');
            for (int j = 0; j < c->n; j++) {
                if (c->rows[j].kind == CHOICE_ALIAS && c->rows[j].value == row->value &&
                    first_of(c, j)) {
                    json_str(out, NULL, c->rows[j].name);
                }
            }
            json_close(out, ']');
            json_close(out, '}');
        }
    }
    json_close(out, ']');
}

static void put_option(buf *out, const option_row *o)
{
    const char letter[] = {o->letter, '\0'};
    json_open(out, NULL, '{');
    json_str(out, "name", o->name);
    put_or_null(out, "letter", o->letter ? letter : NULL);
    json_str(out, "kind", kind_names[o->kind]);
    json_int(out, "numbers", o->dims);
    put_or_null(out, "argument", o->argument);
    if (o->choices) {
        put_choices(out, o->choices);
    }
    put_or_null(out, "default", o->dflt);
    json_bool(out, "request", !(o->commands & OPT_CLI) || o->choices == &choices_format);
    json_str(out, "help", o->help);
    json_close(out, '}');
}

static void put_names(buf *out, const char *key, const option_id *o, int n)
{
    json_open(out, key, '[');
    for (int i = 0; i < n; i++) {
        json_str(out, NULL, option_table[o[i]].name);
    }
    json_close(out, ']');
}

static void put_formats(buf *out, const command *c)
{
    json_open(out, "formats", '[');
    for (int i = 0; i < choices_format.n; i++) {
        if (c->formats >> choices_format.rows[i].value & 1) {
            json_str(out, NULL, choices_format.rows[i].name);
        }
    }
    json_close(out, ']');
}

/* The words of the command's own table, which are parted by blanks, as an array. */
static void put_words(buf *out, const command *c)
{
    buf words = {0};
    if (c->operand_words) {
        c->operand_words(&words);
    }
    json_open(out, "words", '[');
    for (size_t at = 0, n; at < words.len; at += n + 1) {
        const char *end = memchr(words.data + at, ' ', words.len - at);
        n = end ? (size_t)(end - words.data) - at : words.len - at;
        json_text(out, NULL, words.data + at, n);
    }
    json_close(out, ']');
    out->failed = out->failed || words.failed;
    buf_free(&words);
}

static void put_command(buf *out, const command *c)
{
    json_open(out, NULL, '{');
    json_str(out, "name", c->name);
    json_str(out, "summary", c->summary);
    json_str(out, "synopsis", c->synopsis);
    json_str(out, "about", c->about);
    json_open(out, "examples", '[');
    for (int i = 0; i < c->n_examples; i++) {
        json_open(out, NULL, '{');
        json_str(out, "command", c->examples[i].command);
        json_str(out, "what", c->examples[i].what);
        json_close(out, '}');
    }
    json_close(out, ']');
    json_bool(out, "batch", c->in_batch);
    put_formats(out, c);
    put_names(out, "operands", c->operands, c->n_operands);
    put_or_null(out, "alone", c->has_bare ? option_table[c->bare].name : NULL);
    put_words(out, c);
    put_names(out, "required", c->required, c->n_required);
    json_open(out, "options", '[');
    for (int i = 0; i < OPTION_COUNT; i++) {
        if (option_table[i].commands != OPT_GLOBAL && command_takes(c, (option_id)i)) {
            put_option(out, &option_table[i]);
        }
    }
    json_close(out, ']');
    json_close(out, '}');
}

void help_json(answer *a, const command_set *all, const command *topic)
{
    buf *out = a->out;
    answer_begin(a, "help", true);
    json_str(out, "version", WGD_VERSION);
    json_open(out, "commands", '[');
    for (int i = 0; i < all->n; i++) {
        if (!topic || all->row[i] == topic) {
            put_command(out, all->row[i]);
        }
    }
    json_close(out, ']');
    json_open(out, "options", '[');
    for (int i = 0; i < OPTION_COUNT; i++) {
        if (option_table[i].commands == OPT_GLOBAL) {
            put_option(out, &option_table[i]);
        }
    }
    json_close(out, ']');
    answer_end(a);
}
