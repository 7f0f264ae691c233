/* SPDX-License-Identifier: MIT
 *
 * getopt_long over the table of options.
 */
#include "args.h"

#include <getopt.h>
#include <string.h>

#include "error/cli_status.h"
#include "wgd_suggest.h"

/* Values of getopt_long for options without a letter start beyond every character. */
enum { LONG_BASE = 256 };

/* The options of the command alone, so that a name cut short means the same however many commands
 * there are. */
static void build_tables(const command *c, struct option *longs, char *shorts)
{
    size_t n = 0, names = 0;
    shorts[n++] = ':';
    for (int i = 0; i < OPTION_COUNT; i++) {
        const option_row *o = &option_table[i];
        const int arg = o->kind == OPT_FLAG ? no_argument : required_argument;
        if (!command_takes(c, (option_id)i)) {
            continue;
        }
        longs[names++] = (struct option){o->name, arg, NULL, LONG_BASE + i};
        if (o->letter) {
            shorts[n++] = o->letter;
            if (arg == required_argument) {
                shorts[n++] = ':';
            }
        }
    }
    longs[names] = (struct option){0};
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

/* May the word behind this one be its value? So it is for an unknown option. */
static bool wants_value(const char *word)
{
    option_id id = OPTION_COUNT;
    if (word[0] != '-' || word[1] == '\0' || strchr(word, '=')) {
        return false;
    }
    if (word[1] == '-') {
        id = command_option(NULL, word + 2, strlen(word + 2));
    } else if (word[2] == '\0') {
        id = option_of(word[1]);
    }
    return id == OPTION_COUNT || option_table[id].kind != OPT_FLAG;
}

/* What decides before anything else is looked at: the command, which knows the options; help and
 * version, which win over mistakes; and JSON, in which a mistake is then reported. *first is the
 * index of the word where a command is looked for, or 0. */
static action look_ahead(int argc, char **argv, request *rq, int *first)
{
    action found = ACTION_RUN;
    *first = 0;
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *w = argv[i];
        const bool value = wants_value(argv[i - 1]);
        if (strcmp(w, "--json") == 0 || strcmp(w, "--format=json") == 0 ||
            (value && strcmp(argv[i - 1], "--format") == 0 && strcmp(w, "json") == 0)) {
            rq->format = FORMAT_JSON;
        } else if (strcmp(w, "--help") == 0 || strcmp(w, "-h") == 0) {
            found = ACTION_HELP;
        } else if (found == ACTION_RUN && (strcmp(w, "--version") == 0 || strcmp(w, "-V") == 0)) {
            found = ACTION_VERSION;
        } else if (*first == 0 && w[0] != '-' && !value) {
            *first = i;
            rq->cmd = command_find(rq->commands, w, strlen(w));
        }
    }
    return found;
}

/* A sentence with the option's name between its two parts. */
static wgd_status fail_about(wgd_diag *diag, const option_row *o, const char *before,
                             const char *behind, const char *got, const char *hint)
{
    char what[sizeof diag->what];
    wgd_text t = wgd_text_into(what, sizeof what);
    wgd_put_str(&t, before);
    wgd_put_str(&t, "--");
    wgd_put_str(&t, o->name);
    wgd_put_str(&t, behind);
    wgd_text_end(&t);
    return cli_fail(diag, CLI_ERR_USAGE, o->name, what, got, NULL, hint);
}

/* What getopt_long did not take: a value too many, a name cut too short, an option of another
 * command, or none at all. */
static wgd_status unknown_option(const command *c, const char *word, wgd_diag *diag)
{
    const char *name = word + strspn(word, "-");
    const size_t len = strcspn(name, "=");
    wgd_suggestion near = wgd_suggest_for(name, len);
    char hint[sizeof diag->hint];
    wgd_text t = wgd_text_into(hint, sizeof hint);
    int beginnings = 0;
    for (int i = 0; i < OPTION_COUNT; i++) {
        const char *own = option_table[i].name;
        if (!command_takes(c, (option_id)i)) {
            continue;
        }
        wgd_suggest_offer(&near, own);
        if (len > 0 && word[1] == '-' && strncmp(own, name, len) == 0) {
            wgd_put_str(&t, beginnings++ ? ", --" : "it may be --");
            wgd_put_str(&t, own);
        }
    }
    wgd_text_end(&t);
    const option_id known = command_option(c, name, len);
    const bool taken = known < OPTION_COUNT && command_takes(c, known);
    if (taken && name[len] == '=') {
        return fail_about(diag, &option_table[known], "", " takes no value", word, "");
    }
    if (beginnings > 1) {
        return cli_fail(diag, CLI_ERR_USAGE, "", "the option's name is cut too short", word, NULL,
                        hint);
    }
    if (known < OPTION_COUNT && !taken) {
        char does_not[sizeof diag->what];
        wgd_text n = wgd_text_into(does_not, sizeof does_not);
        wgd_put_str(&n, "'wgdesc ");
        wgd_put_str(&n, c->name);
        wgd_put_str(&n, "' does not take ");
        wgd_text_end(&n);
        return fail_about(diag, &option_table[known], does_not, "", word, "");
    }
    t = wgd_text_into(hint, sizeof hint);
    if (word[1] >= '0' && word[1] <= '9') {
        wgd_put_str(&t, "an operand that begins with - comes behind --");
    } else if (wgd_suggest_best(&near)) {
        wgd_put_str(&t, "did you mean '--");
        wgd_put_str(&t, wgd_suggest_best(&near));
        wgd_put_str(&t, "'?");
    }
    wgd_text_end(&t);
    return cli_fail(diag, CLI_ERR_USAGE, "", "no such option", word, NULL, hint);
}

/* A value that another option of the command would take: 'emit --format cuda' means --lang. */
static const option_row *option_meant(const command *c, const option_row *o, const char *text)
{
    for (int i = 0; o->kind == OPT_ENUM && i < OPTION_COUNT; i++) {
        const option_row *other = &option_table[i];
        if (other != o && other->choices && command_takes(c, (option_id)i) &&
            choice_has(other->choices, text)) {
            return other;
        }
    }
    return NULL;
}

static wgd_status set_option(request *rq, option_id id, const char *text, wgd_diag *diag)
{
    const option_row *o = &option_table[id];
    option_value *v = &rq->v[id];
    if (v->given) {
        return cli_fail(diag, CLI_ERR_USAGE, o->name, "the same option twice", text, NULL, "");
    }
    v->given = v->has = true;
    const wgd_status st = option_from_text(o, text, v, diag);
    const option_row *meant = st == WGD_OK ? NULL : option_meant(rq->cmd, o, text);
    if (meant) {
        char hint[sizeof diag->hint];
        wgd_text t = wgd_text_into(hint, sizeof hint);
        wgd_put_str(&t, "did you mean --");
        wgd_put_str(&t, meant->name);
        wgd_put_char(&t, ' ');
        wgd_put_str(&t, text);
        wgd_put_char(&t, '?');
        wgd_text_end(&t);
        return cli_fail(diag, st, o->name, NULL, text, diag->want, hint);
    }
    return st;
}

/* The option that is written --name in the word, or NULL. */
static const option_row *option_in(const command *c, const char *word)
{
    const option_id id = strncmp(word, "--", strlen("--")) == 0
                             ? command_option(c, word + strlen("--"), strlen(word + strlen("--")))
                             : OPTION_COUNT;
    return id < OPTION_COUNT ? &option_table[id] : NULL;
}

static bool is_digits(const char *word)
{
    return word[0] != '\0' && word[strspn(word, "0123456789")] == '\0';
}

/* --shape 64 64: numbers that belong into one word. */
static wgd_status refuse_parted(int argc, char **argv, const request *rq, wgd_diag *diag)
{
    for (int i = 1; i + 2 < argc && strcmp(argv[i], "--") != 0; i++) {
        const option_row *o = option_in(rq->cmd, argv[i]);
        if (!o || (o->kind != OPT_SHAPE && o->kind != OPT_LIST && o->kind != OPT_BLOCK) ||
            !is_digits(argv[i + 1]) || !is_digits(argv[i + 2])) {
            continue;
        }
        char got[sizeof diag->got], hint[sizeof diag->hint];
        wgd_text g = wgd_text_into(got, sizeof got), h = wgd_text_into(hint, sizeof hint);
        wgd_put_str(&h, "write --");
        wgd_put_str(&h, o->name);
        for (int j = 1; j <= o->dims && i + j < argc && is_digits(argv[i + j]); j++) {
            wgd_put_str(&g, j > 1 ? " " : "");
            wgd_put_str(&g, argv[i + j]);
            wgd_put_char(&h, j == 1 ? ' ' : o->kind == OPT_SHAPE ? 'x' : ',');
            wgd_put_str(&h, argv[i + j]);
        }
        wgd_text_end(&g);
        wgd_text_end(&h);
        return fail_about(diag, o, "", " takes its numbers in one word", got, hint);
    }
    return WGD_OK;
}

static wgd_status read_options(int argc, char **argv, request *rq, wgd_diag *diag)
{
    struct option longs[OPTION_COUNT + 1];
    char shorts[2 * OPTION_COUNT + 2];
    build_tables(rq->cmd, longs, shorts);
    for (;;) {
        const int at = optind;
        const int c = getopt_long(argc, argv, shorts, longs, NULL);
        if (c == -1) {
            return WGD_OK;
        }
        /* getopt has moved past the word at fault, or stands in it for a bundle of letters (glibc), or
         * before the operands that it skipped to get there (musl). */
        const char *word = argv[optind > at ? optind - 1 : at];
        for (int i = optind; c == '?' && i < argc && (word[0] != '-' || !word[1]); i++) {
            word = argv[i];
        }
        if (c == '?') {
            return unknown_option(rq->cmd, word, diag);
        }
        if (c == ':') {
            return fail_about(diag, &option_table[option_of(optopt)], "", " needs a value", word,
                              "");
        }
        const wgd_status st = set_option(rq, option_of(c), optarg ? optarg : "", diag);
        if (st != WGD_OK) {
            return st;
        }
    }
}

static wgd_status choose_command(const char *name, request *rq, wgd_diag *diag)
{
    const command *c = command_find(rq->commands, name, strlen(name));
    if (c) {
        rq->cmd = c;
        return WGD_OK;
    }
    const wgd_status st = command_unknown(rq->commands, name, strlen(name), diag);
    if (name[0] == '0' && (name[1] | 0x20) == 'x') {
        return wgd_fail(diag, st, "cmd", "no such command", name, NULL,
                        "to read a descriptor: wgdesc decode 0x...");
    }
    return st;
}

/* A word that nothing takes. What the command does take is its synopsis. */
static wgd_status refuse_operand(const command *c, const char *word, wgd_diag *diag)
{
    char want[sizeof diag->want];
    wgd_text t = wgd_text_into(want, sizeof want);
    wgd_put_str(&t, "wgdesc ");
    wgd_put_str(&t, c->name);
    wgd_put_char(&t, ' ');
    wgd_put_str(&t, c->synopsis);
    wgd_text_end(&t);
    const bool layout = strchr(word, '(') || strchr(word, ')');
    return cli_fail(diag, CLI_ERR_USAGE, "", "one operand too many", word, want,
                    layout ? "quote a layout: '(8,64):(64,1)'" : "");
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
    if (at < n && rq->cmd->has_bare) {
        const wgd_status st = set_option(rq, rq->cmd->bare, operands[at++], diag);
        if (st != WGD_OK) {
            return st;
        }
    }
    return at < n ? refuse_operand(rq->cmd, operands[at], diag) : WGD_OK;
}

static wgd_status choose_format(request *rq, wgd_diag *diag)
{
    const option_value *f = &rq->v[OPTION_format];
    rq->format = (format)f->u.choice;
    if (rq->v[OPTION_json].given) {
        if (f->given && rq->format != FORMAT_JSON) {
            return cli_fail(diag, CLI_ERR_USAGE, "format", "two formats are asked for", NULL, NULL,
                            "--json is --format json");
        }
        rq->format = FORMAT_JSON;
    }
    return request_format_check(rq, diag);
}

wgd_status args_parse(int argc, char **argv, request *rq, action *what, wgd_diag *diag)
{
    int first;
    *what = look_ahead(argc, argv, rq, &first);
    if (*what != ACTION_RUN) {
        return WGD_OK;
    }
    wgd_status st = refuse_parted(argc, argv, rq, diag);
    if (st == WGD_OK && !rq->cmd && first > 0) {
        /* Before its options are judged by those of another command. */
        st = choose_command(argv[first], rq, diag);
    }
    if (st == WGD_OK && !rq->cmd) {
        rq->cmd = rq->commands->row[0]; /* without a name it is the first */
    }
    if (st == WGD_OK) {
        st = read_options(argc, argv, rq, diag);
    }
    const bool named = optind < argc; /* the first operand is the name */
    if (st == WGD_OK && named) {
        st = choose_command(argv[optind], rq, diag);
    }
    if (st == WGD_OK) {
        st = read_operands(argc - optind - named, argv + optind + named, rq, diag);
    }
    if (st == WGD_OK) {
        st = choose_format(rq, diag);
    }
    return st == WGD_OK ? request_complete(rq, diag) : st;
}
