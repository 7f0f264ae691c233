/* SPDX-License-Identifier: MIT
 *
 * Fills a manual page: copies standard input to standard output and puts what the tables of the
 * program say in place of the lines @COMMANDS@, @GLOBAL_OPTIONS@, @KEYS@, @ERRORS@ and
 * @EXAMPLES@.
 */
#include <stdio.h>
#include <string.h>

#include "error/cli_status.h"
#include "help/help.h"
#include "program/all_commands.h"
#include "wgd_layout_op.h"

/* roff takes '-' for a hyphen and '\' for its own. */
static void put(const char *s)
{
    for (; *s; s++) {
        if (*s == '-') {
            fputs("\\-", stdout);
        } else if (*s == '\\') {
            fputs("\\e", stdout);
        } else {
            putchar(*s);
        }
    }
}

/* A paragraph of text; a line that began with a dot or an apostrophe would be a request. */
static void paragraphs(const char *s)
{
    const char *end;
    for (; (end = strstr(s, "\n\n")); s = end + 2) {
        char part[2048];
        snprintf(part, sizeof part, "%.*s", (int)(end - s), s);
        fputs("\\&", stdout);
        put(part);
        puts("\n.PP");
    }
    fputs("\\&", stdout);
    put(s);
    putchar('\n');
}

/* What an option is, and what it may be. */
static void sentence(const option_row *o)
{
    char values[256];
    wgd_text t = wgd_text_into(values, sizeof values);
    help_values(&t, o);
    wgd_text_end(&t);
    put(o->help);
    if (values[0]) {
        fputs(" (", stdout);
        put(values);
        putchar(')');
    }
    puts(".");
}

static void option(const option_row *o, int operand)
{
    puts(".TP");
    if (operand) {
        printf("\\fI");
        put(o->argument);
        puts("\\fR");
    } else {
        fputs(".BR ", stdout);
        if (o->letter) {
            printf("\\-%c \", \" ", o->letter);
        }
        fputs("\\-\\-", stdout);
        put(o->name);
        if (o->argument) {
            fputs(" \" \\fI", stdout);
            put(o->argument);
            fputs("\\fR\"", stdout);
        }
        putchar('\n');
    }
    sentence(o);
}

static void operations(void)
{
    puts("The operations:");
    for (int i = 0; i < wgd_layout_op_count(); i++) {
        const wgd_layout_op *op = wgd_layout_op_at(i);
        fputs(".TP\n.B ", stdout);
        put(op->name);
        for (int a = 0; a < op->max_args; a++) {
            printf(a < op->min_args ? " \\fI%s\\fR" : " [\\fI%s\\fR]", op->arg[a].name);
        }
        putchar('\n');
        put(op->help);
        puts(".");
    }
}

static void commands(void)
{
    for (int i = 0; i < all_commands.n; i++) {
        const command *c = all_commands.row[i];
        printf(".SS wgdesc %s ", c->name);
        put(c->synopsis);
        putchar('\n');
        paragraphs(c->about);
        for (int k = 0; k < c->n_operands; k++) {
            option(&option_table[c->operands[k]], 1);
        }
        for (int k = 0; k < OPTION_COUNT; k++) {
            if (option_table[k].commands != OPT_GLOBAL && command_takes(c, (option_id)k) &&
                !command_is_operand(c, (option_id)k)) {
                option(&option_table[k], 0);
            }
        }
        if (strcmp(c->name, "layout") == 0) {
            puts(".PP");
            operations();
        }
    }
}

static void global_options(void)
{
    for (int k = 0; k < OPTION_COUNT; k++) {
        if (option_table[k].commands == OPT_GLOBAL) {
            option(&option_table[k], 0);
        }
    }
}

static const char *json_type(const option_row *o)
{
    switch (o->kind) {
    case OPT_FLAG:
        return "true or false";
    case OPT_NUM:
        return "number";
    case OPT_ADDR:
        return "number, or string with a decimal or 0x number, and K for kilobytes";
    case OPT_WORD:
        return "string: 0x and up to 16 hexadecimal digits";
    case OPT_SHAPE:
        return "list of numbers, or string like 64x16";
    case OPT_LIST:
        return "list of numbers, or string like 1,2";
    case OPT_BLOCK:
        return "list of numbers, or string like 0,4 (which block) or 128x16 (how large)";
    case OPT_SLICE:
        return "string like 64:128,0:64, or list [[64,128],[0,64]] with null for an end left out";
    case OPT_ARGS:
        return "list";
    default:
        return "string";
    }
}

static void keys(void)
{
    for (int i = 0; i < all_commands.n; i++) {
        const command *c = all_commands.row[i];
        if (!c->in_batch) {
            continue;
        }
        printf(".SS \"cmd\": \"%s\"\n", c->name);
        for (int k = 0; k < OPTION_COUNT; k++) {
            const option_row *o = &option_table[k];
            if ((o->commands & OPT_CLI) || !command_takes(c, (option_id)k)) {
                continue;
            }
            printf(".TP\n.B %s\n", o->name);
            put(json_type(o));
            fputs(": ", stdout);
            sentence(o);
        }
    }
}

static void errors(void)
{
    for (int i = 1; i < cli_status_count(); i++) {
        const wgd_status s = cli_status_at(i);
        fputs(".TP\n.B ", stdout);
        put(cli_status_name(s));
        printf("\n(exit %d) ", cli_status_exit(s));
        put(cli_status_text(s));
        puts(".");
        if (cli_status_hint(s)[0]) {
            put(cli_status_hint(s));
            puts(".");
        }
    }
}

static void examples(void)
{
    for (int i = 0; i < all_commands.n; i++) {
        const command *c = all_commands.row[i];
        for (int k = 0; k < c->n_examples; k++) {
            puts(".TP");
            fputs("\\&", stdout);
            put(c->examples[k].command);
            fputs("\n\\&", stdout);
            put(c->examples[k].what);
            puts(".");
        }
    }
}

int main(void)
{
    static const struct {
        const char *mark;
        void (*print)(void);
    } marks[] = {{"@COMMANDS@\n", commands},
                 {"@GLOBAL_OPTIONS@\n", global_options},
                 {"@KEYS@\n", keys},
                 {"@ERRORS@\n", errors},
                 {"@EXAMPLES@\n", examples}};
    char line[1024];
    while (fgets(line, sizeof line, stdin)) {
        int found = 0;
        for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
            if (strcmp(line, marks[i].mark) == 0) {
                marks[i].print();
                found = 1;
            }
        }
        if (!found) {
            char *version = strstr(line, "@VERSION@");
            if (version) {
                printf("%.*s%s%s", (int)(version - line), line, WGD_VERSION, version + 9);
            } else {
                fputs(line, stdout);
            }
        }
    }
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 3;
}
