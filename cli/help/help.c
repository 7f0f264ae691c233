/* SPDX-License-Identifier: MIT
 *
 * Help texts, folded to 80 columns, written from the tables of commands and options.
 */
#include "help.h"

#include <string.h>
#include <cjson/cJSON.h>

#include "answer/answer.h"
#include "wrap.h"

enum { TERM_COLUMN = 22 };

static const example general_examples[] = {
    {"wgdesc --major mn --swizzle 64B --shape 64x16", "the descriptors of a tile"},
    {"wgdesc decode 0x4000004000010040", "what a descriptor says"},
    {"wgdesc layout composition '(8,4):(4,1)' '(4,8):(8,1)'", "the layout algebra of CuTe"},
};

/* The node of a request's tree is that of this cJSON (cli/json/json_node.c). */
#define DIGITS_OF(x) #x
#define DIGITS(x)    DIGITS_OF(x)
static const char cjson_version[] =
    DIGITS(CJSON_VERSION_MAJOR) "." DIGITS(CJSON_VERSION_MINOR) "." DIGITS(CJSON_VERSION_PATCH);

static const char *const exit_statuses[] = {
    "0  the answer is given, or is yes",
    "1  the answer is no, or a request of a batch failed",
    "2  the command line or the input is wrong",
    "3  reading or writing failed, there is no memory, or a bug",
};

void help_values(wgd_text *t, const option_row *o)
{
    if (o->choices) {
        choice_names(t, o->choices);
    }
    if (o->dflt) {
        wgd_put_str(t, o->choices ? "; default " : "default ");
        wgd_put_str(t, o->dflt);
    }
}

static void put_examples(buf *out, const example *e, int n)
{
    enum { WHAT = 6 };
    buf_str(out, "Examples:\n");
    for (int i = 0; i < n; i++) {
        buf_str(out, "  ");
        help_wrapped(out, e[i].command, 2, WHAT);
        buf_pad(out, WHAT);
        help_wrapped(out, e[i].what, WHAT, WHAT);
    }
    buf_char(out, '\n');
}

static void put_term(buf *out, const char *term, const char *text)
{
    const int len = (int)strlen(term);
    buf_str(out, "  ");
    buf_str(out, term);
    if (len > TERM_COLUMN - 4) {
        buf_char(out, '\n');
    }
    buf_pad(out, len > TERM_COLUMN - 4 ? TERM_COLUMN : TERM_COLUMN - 2 - len);
    help_wrapped(out, text, TERM_COLUMN, TERM_COLUMN);
}

static void put_option(buf *out, const option_row *o, bool operand)
{
    char term[64];
    wgd_text t = wgd_text_into(term, sizeof term);
    if (operand) {
        wgd_put_str(&t, o->argument);
    } else {
        if (o->letter) {
            wgd_put_char(&t, '-');
            wgd_put_char(&t, o->letter);
            wgd_put_str(&t, ", ");
        }
        wgd_put_str(&t, "--");
        wgd_put_str(&t, o->name);
        if (o->argument) {
            wgd_put_char(&t, ' ');
            wgd_put_str(&t, o->argument);
        }
    }
    wgd_text_end(&t);
    char text[320];
    t = wgd_text_into(text, sizeof text);
    wgd_put_str(&t, o->help);
    const size_t before = t.need;
    wgd_put_str(&t, " (");
    const size_t open = t.need;
    help_values(&t, o);
    if (t.need > open) {
        wgd_put_char(&t, ')');
    } else {
        t.need = before;
    }
    wgd_text_end(&t);
    put_term(out, term, text);
}

static void put_global_options(buf *out)
{
    buf_str(out, "Options of every command:\n");
    for (int i = 0; i < OPTION_COUNT; i++) {
        if (option_table[i].commands == OPT_GLOBAL) {
            put_option(out, &option_table[i], false);
        }
    }
}

void help_usage(buf *out)
{
    buf_str(out, "usage: wgdesc [COMMAND] [OPTION...] [OPERAND...]\n"
                 "hint: try 'wgdesc --major mn --swizzle 64B --shape 64x16' or "
                 "'wgdesc --help'\n");
}

void help_general(buf *out, const command_set *all)
{
    buf_str(out, "wgdesc - shared-memory matrix descriptors of wgmma (Hopper)\n\n");
    put_examples(out, general_examples,
                 (int)(sizeof general_examples / sizeof general_examples[0]));
    buf_str(out, "Usage: wgdesc [COMMAND] [OPTION...] [OPERAND...]\n\nCommands:\n");
    for (int i = 0; i < all->n; i++) {
        put_term(out, all->row[i]->name, all->row[i]->summary);
    }
    buf_str(out, "\nThe command may be left out: it is then '");
    buf_str(out, all->row[0]->name);
    buf_str(out, "'.\n'wgdesc COMMAND --help' tells more.\n\n");
    put_global_options(out);
    buf_str(out, "\nExit status:\n");
    for (size_t i = 0; i < sizeof exit_statuses / sizeof exit_statuses[0]; i++) {
        buf_str(out, "  ");
        buf_str(out, exit_statuses[i]);
        buf_char(out, '\n');
    }
}

static void put_own_options(buf *out, const command *c)
{
    bool any = false;
    for (int i = 0; i < OPTION_COUNT; i++) {
        const option_row *o = &option_table[i];
        if (o->commands == OPT_GLOBAL || !command_takes(c, (option_id)i) ||
            command_is_operand(c, (option_id)i)) {
            continue;
        }
        if (!any) {
            buf_str(out, "Options:\n");
        }
        any = true;
        put_option(out, o, false);
    }
    if (any) {
        buf_char(out, '\n');
    }
}

void help_command(buf *out, const command *c)
{
    buf_str(out, "wgdesc ");
    buf_str(out, c->name);
    buf_str(out, " - ");
    help_wrapped(out, c->summary, 10 + (int)strlen(c->name), 4);
    buf_char(out, '\n');
    put_examples(out, c->examples, c->n_examples);
    buf_str(out, "Usage: wgdesc ");
    buf_str(out, c->name);
    buf_char(out, ' ');
    help_wrapped(out, c->synopsis, 15 + (int)strlen(c->name), 15);
    buf_char(out, '\n');
    help_wrapped(out, c->about, 0, 0);
    buf_char(out, '\n');
    if (c->n_operands > 0) {
        buf_str(out, c->n_operands > 1 ? "Operands:\n" : "Operand:\n");
        for (int i = 0; i < c->n_operands; i++) {
            put_option(out, &option_table[c->operands[i]], true);
        }
        buf_char(out, '\n');
    }
    if (c->has_bare) {
        buf_str(out, "The value of --");
        buf_str(out, option_table[c->bare].name);
        buf_str(out, " may also stand alone.\n\n");
    }
    put_own_options(out, c);
    if (c->more_help) {
        c->more_help(out);
        buf_char(out, '\n');
    }
    put_global_options(out);
}

void help_version(buf *out, format f)
{
    if (f == FORMAT_JSON) {
        answer a = {.out = out};
        answer_begin(&a, "version", true);
        json_str(out, "version", WGD_VERSION);
        json_str(out, "library", wgd_version());
        json_str(out, "cjson", cjson_version);
        answer_end(&a);
        return;
    }
    buf_str(out, "wgdesc " WGD_VERSION "\nlibwgdesc ");
    buf_str(out, wgd_version());
    buf_str(out, ", cJSON ");
    buf_str(out, cjson_version);
    buf_str(out, "\nLicense: MIT. There is no warranty.\n");
}
