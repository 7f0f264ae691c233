/* SPDX-License-Identifier: MIT */
#include "args.h"

#include <getopt.h>
#include <string.h>

#include "suggest.h"

/* Values of getopt_long for options without a letter start beyond every character. */
enum { LONG_BASE = 256 };

/* Every name once: of options that share one, that of the command. */
static void build_tables(const command *c, struct option *longs, char *shorts)
{
    size_t n = 0, names = 0;
    shorts[n++] = ':';
    for (int i = 0; i < OPTION_COUNT; i++) {
        const option_row *o = &option_table[i];
        const int arg = o->kind == OPT_FLAG ? no_argument : required_argument;
        if (option_find(c, o->name, strlen(o->name)) == (option_id)i) {
            longs[names++] = (struct option){o->name, arg, NULL, LONG_BASE + i};
        }
        if (o->letter) {
            shorts[n++] = o->letter;
            if (arg == required_argument) {
                shorts[n++] = ':';
            }
        }
    }
    longs[names] = (struct option){NULL, 0, NULL, 0};
    shorts[n] = '\0';
}

static option_id option_of(int c)
{
    int i = c - LONG_BASE;
    if (c < LONG_BASE) {
        for (i = 0; i < OPTION_COUNT && option_table[i].letter != c; i++) {
        }
    }
    return (option_id)i;
}

/* Options that decide before anything else is looked at: help and version win over mistakes, and a
 * mistake is reported in the form that was asked for. */
static action look_ahead(int argc, char **argv, request *rq)
{
    action found = ACTION_RUN;
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *w = argv[i];
        if (strcmp(w, "--json") == 0 || strcmp(w, "--format=json") == 0 ||
            (strcmp(w, "--format") == 0 && i + 1 < argc && strcmp(argv[i + 1], "json") == 0)) {
            rq->format = FORMAT_JSON;
        } else if (strcmp(w, "--help") == 0 || strcmp(w, "-h") == 0) {
            found = ACTION_HELP;
        } else if (found == ACTION_RUN && (strcmp(w, "--version") == 0 || strcmp(w, "-V") == 0)) {
            found = ACTION_VERSION;
        } else if (!rq->cmd && w[0] != '-') {
            rq->cmd = command_find(w, strlen(w));
        }
    }
    return found;
}

static wgd_status unknown_option(const request *rq, const char *word, wgd_diag *diag)
{
    const char *name = word + strspn(word, "-");
    suggestion near = suggest_for(name, strcspn(name, "="));
    for (int i = 0; i < OPTION_COUNT; i++) {
        if (!rq->cmd || command_takes(rq->cmd, (option_id)i)) {
            suggest_offer(&near, option_table[i].name);
        }
    }
    char hint[96];
    suggest_hint(&near, "--", hint, sizeof hint);
    if (!hint[0]) {
        wgd_text t = wgd_text_into(hint, sizeof hint);
        wgd_put_str(&t, "see 'wgdesc ");
        wgd_put_str(&t, rq->cmd ? rq->cmd->name : "");
        wgd_put_str(&t, rq->cmd ? " --help'" : "--help'");
        wgd_text_end(&t);
    }
    return wgd_fail(diag, WGD_ERR_USAGE, "", "no such option", word, NULL, hint);
}

static wgd_status set_option(request *rq, option_id id, const char *text, wgd_diag *diag)
{
    const option_row *o = &option_table[id];
    option_value *v = &rq->v[id];
    if (v->given) {
        return wgd_fail(diag, WGD_ERR_USAGE, o->name, "the same option twice", text, NULL, "");
    }
    v->given = v->has = true;
    return option_from_text(o, text, v, diag);
}

static wgd_status read_options(int argc, char **argv, request *rq, wgd_diag *diag)
{
    struct option longs[OPTION_COUNT + 1];
    char shorts[2 * OPTION_COUNT + 2];
    build_tables(rq->cmd ? rq->cmd : command_at(0), longs, shorts);
    opterr = 0;
    for (;;) {
        const int at = optind;
        const int c = getopt_long(argc, argv, shorts, longs, NULL);
        if (c == -1) {
            return WGD_OK;
        }
        /* getopt has moved past the word at fault, or stands in it for a bundle of letters. */
        const char *word = argv[optind > at ? optind - 1 : at];
        if (c == '?') {
            return unknown_option(rq, word, diag);
        }
        if (c == ':') {
            return wgd_fail(diag, WGD_ERR_USAGE, "", "this option needs a value", word, NULL, "");
        }
        const wgd_status st = set_option(rq, option_of(c), optarg ? optarg : "", diag);
        if (st != WGD_OK) {
            return st;
        }
    }
}

/* The first operand names the command; without one it is the first command of the table. */
static wgd_status choose_command(int n, char **operands, request *rq, int *used, wgd_diag *diag)
{
    *used = 0;
    rq->cmd = command_at(0);
    if (n == 0) {
        return WGD_OK;
    }
    const command *c = command_find(operands[0], strlen(operands[0]));
    if (c) {
        rq->cmd = c;
        *used = 1;
        return WGD_OK;
    }
    const wgd_status st = command_unknown(operands[0], strlen(operands[0]), diag);
    if (operands[0][0] == '0' && (operands[0][1] | 0x20) == 'x') {
        return wgd_fail(diag, st, "cmd", "no such command", operands[0], NULL,
                        "to read a descriptor: wgdesc decode 0x...");
    }
    return st;
}

static wgd_status check_taken(const request *rq, wgd_diag *diag)
{
    for (int i = 0; i < OPTION_COUNT; i++) {
        if (rq->v[i].given && !command_takes(rq->cmd, (option_id)i)) {
            char hint[64];
            wgd_text t = wgd_text_into(hint, sizeof hint);
            wgd_put_str(&t, "see 'wgdesc ");
            wgd_put_str(&t, rq->cmd->name);
            wgd_put_str(&t, " --help'");
            wgd_text_end(&t);
            return wgd_fail(diag, WGD_ERR_USAGE, option_table[i].name,
                            "the command does not take this option", NULL, NULL, hint);
        }
    }
    return WGD_OK;
}

static wgd_status read_operands(int n, char **operands, request *rq, wgd_diag *diag)
{
    int at = 0;
    for (int i = 0; i < rq->cmd->n_operands && at < n; i++) {
        const option_id id = rq->cmd->operands[i];
        option_value *v = &rq->v[id];
        if (option_table[id].kind == OPT_ARGS) {
            v->u.args.n = n - at;
            v->u.args.text = operands + at;
            v->given = v->has = true;
            at = n;
            break;
        }
        const wgd_status st = set_option(rq, id, operands[at++], diag);
        if (st != WGD_OK) {
            return st;
        }
    }
    if (at < n) {
        return wgd_fail(diag, WGD_ERR_USAGE, "", "one operand too many", operands[at], NULL,
                        "quote a layout: '(8,64):(64,1)'");
    }
    return WGD_OK;
}

static wgd_status choose_format(request *rq, wgd_diag *diag)
{
    const option_value *f = &rq->v[OPTION_format];
    rq->format = (format)f->u.choice;
    if (rq->v[OPTION_json].given) {
        if (f->given && rq->format != FORMAT_JSON) {
            return wgd_fail(diag, WGD_ERR_USAGE, "format", "two formats are asked for", NULL, NULL,
                            "--json is --format json");
        }
        rq->format = FORMAT_JSON;
    }
    if (!(rq->cmd->formats >> rq->format & 1)) {
        return wgd_fail(diag, WGD_ERR_VALUE, "format", "the command has no answer in this format",
                        NULL, NULL, "");
    }
    return WGD_OK;
}

wgd_status args_parse(int argc, char **argv, request *rq, action *what, wgd_diag *diag)
{
    *what = look_ahead(argc, argv, rq);
    if (*what != ACTION_RUN) {
        return WGD_OK;
    }
    wgd_status st = read_options(argc, argv, rq, diag);
    int used = 0;
    if (st == WGD_OK) {
        st = choose_command(argc - optind, argv + optind, rq, &used, diag);
    }
    if (st == WGD_OK) {
        st = check_taken(rq, diag);
    }
    if (st == WGD_OK) {
        st = read_operands(argc - optind - used, argv + optind + used, rq, diag);
    }
    if (st == WGD_OK) {
        st = choose_format(rq, diag);
    }
    return st == WGD_OK ? request_complete(rq, diag) : st;
}
