/* SPDX-License-Identifier: MIT
 *
 * completion: scripts for bash, zsh and fish, written from the tables of commands and options.
 */
#include <string.h>

#include "answer/answer.h"
#include "base/never.h"
#include "request/request.h"

/* Calls put for every name of the option's choices that is not an alias. */
static void put_choices(buf *out, const option_row *o, const char *sep)
{
    bool first = true;
    for (int i = 0; o->choices && i < o->choices->n; i++) {
        if (o->choices->rows[i].kind != CHOICE_ALIAS) {
            buf_str(out, first ? "" : sep);
            buf_str(out, o->choices->rows[i].name);
            first = false;
        }
    }
}

/* --cells offset,byte: names of the choices, between commas. */
static bool is_list(const option_row *o)
{
    return o->kind == OPT_TEXT && o->choices;
}

static void put_commands(buf *out, const command_set *all, const char *sep)
{
    for (int i = 0; i < all->n; i++) {
        buf_str(out, i > 0 ? sep : "");
        buf_str(out, all->row[i]->name);
    }
}

/* The words that may stand where the command's operand stands: choices, or commands for help. */
static void put_operand_words(buf *out, const command_set *all, const command *c)
{
    if (c->operand_words) {
        c->operand_words(out);
        buf_char(out, ' ');
    }
    for (int i = 0; i < c->n_operands; i++) {
        const option_row *o = &option_table[c->operands[i]];
        if (o->choices) {
            put_choices(out, o, " ");
            buf_char(out, ' ');
        } else if (strcmp(o->argument, "COMMAND") == 0) {
            put_commands(out, all, " ");
            buf_char(out, ' ');
        }
    }
}

static bool is_option_of(const command *c, int i)
{
    return command_takes(c, (option_id)i) && !command_is_operand(c, (option_id)i);
}

/* FILE, FILE... or WORD|FILE... */
static bool takes_file(const command *c)
{
    for (int i = 0; i < c->n_operands; i++) {
        if (strstr(option_table[c->operands[i]].argument, "FILE")) {
            return true;
        }
    }
    return false;
}

static void bash_letter(buf *out, const char *cmd, char letter)
{
    buf_char(out, '|');
    buf_str(out, cmd);
    buf_str(out, ":-");
    buf_char(out, letter);
}

/* "desc:--dtype|:--dtype": the command, none for the default, and the option before the cursor. Two
 * commands may mean different things by one name. */
static void bash_pattern(buf *out, const command_set *all, const option_row *o, option_id id)
{
    if (o->commands == OPT_GLOBAL) {
        buf_str(out, "*:--");
        buf_str(out, o->name);
        return;
    }
    bool first = true;
    for (int i = 0; i < all->n; i++) {
        if (!command_takes(all->row[i], id)) {
            continue;
        }
        buf_str(out, first ? "" : "|");
        buf_str(out, all->row[i]->name);
        buf_str(out, ":--");
        buf_str(out, o->name);
        if (o->letter) {
            bash_letter(out, all->row[i]->name, o->letter);
        }
        if (i == 0) {
            buf_str(out, "|:--");
            buf_str(out, o->name);
        }
        first = false;
    }
}

static void bash_values(buf *out, const command_set *all)
{
    buf_str(out, "    case $cmd:$prev in\n");
    for (int i = 0; i < OPTION_COUNT; i++) {
        const option_row *o = &option_table[i];
        if (o->kind == OPT_FLAG) {
            continue;
        }
        buf_str(out, "    ");
        bash_pattern(out, all, o, (option_id)i);
        if (o->kind == OPT_FILE) {
            buf_str(out, ") COMPREPLY=($(compgen -f -- \"$cur\")); return ;;\n");
            continue;
        }
        /* Of a list, its last part. */
        buf_str(out, is_list(o) ? ") COMPREPLY=($(compgen -P \"${cur%\"${cur##*,}\"}\" -W \""
                                : ") COMPREPLY=($(compgen -W \"");
        put_choices(out, o, " ");
        buf_str(out, is_list(o) ? "\" -- \"${cur##*,}\")); return ;;\n"
                                : "\" -- \"$cur\")); return ;;\n");
    }
    buf_str(out, "    esac\n");
}

static void bash_script(buf *out, const command_set *all)
{
    buf_str(out,
            "# bash completion for wgdesc, from: wgdesc completion bash\n"
            "_wgdesc() {\n"
            "    local cur prev cmd words options i\n"
            "    COMPREPLY=()\n"
            "    cur=${COMP_WORDS[COMP_CWORD]}\n"
            "    prev=${COMP_WORDS[COMP_CWORD-1]}\n"
            "    # --dtype=b: readline parts the word at the = where it is in COMP_WORDBREAKS\n"
            "    if [[ $cur == --*=* ]]; then\n"
            "        prev=${cur%%=*} cur=${cur#*=}\n"
            "    elif [[ $cur == = ]]; then\n"
            "        cur=\n"
            "    elif [[ $prev == = ]]; then\n"
            "        prev=${COMP_WORDS[COMP_CWORD-2]}\n"
            "    fi\n"
            "    cmd=\n"
            "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
            "        case ${COMP_WORDS[i]} in\n        ");
    put_commands(out, all, "|");
    buf_str(out, ") cmd=${COMP_WORDS[i]}; break ;;\n        esac\n    done\n");
    bash_values(out, all);
    buf_str(out, "    case $cmd in\n");
    for (int i = 0; i < all->n; i++) {
        const command *c = all->row[i];
        buf_str(out, "    ");
        buf_str(out, c->name);
        buf_str(out, i == 0 ? "|'') words=\"" : ") words=\"");
        if (i == 0) {
            put_commands(out, all, " ");
        }
        put_operand_words(out, all, c);
        buf_str(out, "\" options=\"");
        for (int o = 0; o < OPTION_COUNT; o++) {
            if (is_option_of(c, o)) {
                buf_str(out, "--");
                buf_str(out, option_table[o].name);
                buf_char(out, ' ');
            }
        }
        buf_str(out, "\"");
        if (takes_file(c)) {
            buf_str(out, "\n        [[ $cur == -* ]] || { "
                         "COMPREPLY=($(compgen -f -- \"$cur\")); return; }");
        }
        buf_str(out, " ;;\n");
    }
    buf_str(out, "    esac\n"
                 "    [[ $cur == -* || -z $words ]] && words=$options\n"
                 "    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
                 "}\n"
                 "complete -F _wgdesc wgdesc\n");
}

/* Inside single quotes; brackets and colons mean something to zsh's _arguments. */
static void zsh_text(buf *out, const char *s)
{
    for (; *s; s++) {
        if (*s == '\'') {
            buf_str(out, "'\\''");
            continue;
        }
        if (strchr("[]:\\", *s)) {
            buf_char(out, '\\');
        }
        buf_char(out, *s);
    }
}

static void zsh_option(buf *out, const option_row *o)
{
    buf_str(out, "            '--");
    buf_str(out, o->name);
    buf_str(out, o->kind == OPT_FLAG ? "[" : "=[");
    zsh_text(out, o->help);
    buf_char(out, ']');
    if (o->kind != OPT_FLAG) {
        buf_char(out, ':');
        zsh_text(out, o->argument);
        buf_char(out, ':');
        if (o->kind == OPT_FILE) {
            buf_str(out, "_files");
        } else if (is_list(o)) {
            buf_str(out, "_values -s , part ");
            put_choices(out, o, " ");
        } else if (o->choices) {
            buf_char(out, '(');
            put_choices(out, o, " ");
            buf_char(out, ')');
        }
    }
    buf_str(out, "' \\\n");
}

static void zsh_script(buf *out, const command_set *all)
{
    buf_str(out, "#compdef wgdesc\n"
                 "# zsh completion for wgdesc, from: wgdesc completion zsh\n"
                 "_wgdesc() {\n"
                 "    local cmd=desc w\n"
                 "    for w in ${words[2,CURRENT-1]}; do\n"
                 "        case $w in\n        ");
    put_commands(out, all, "|");
    buf_str(out, ") cmd=$w; break ;;\n        esac\n    done\n    case $cmd in\n");
    for (int i = 0; i < all->n; i++) {
        const command *c = all->row[i];
        buf_str(out, "    ");
        buf_str(out, c->name);
        buf_str(out, ")\n        _arguments \\\n");
        for (int o = 0; o < OPTION_COUNT; o++) {
            if (is_option_of(c, o)) {
                zsh_option(out, &option_table[o]);
            }
        }
        buf_str(out, "            '1:command:(");
        put_commands(out, all, " ");
        buf_str(out, ")'");
        if (c->n_operands > 0) {
            buf_str(out, " \\\n            '*:operand:");
            if (takes_file(c)) {
                buf_str(out, "_files");
            } else {
                buf_char(out, '(');
                put_operand_words(out, all, c);
                buf_char(out, ')');
            }
            buf_char(out, '\'');
        }
        buf_str(out, " ;;\n");
    }
    /* Called by the completion system when it autoloads the file, or sourced by hand. */
    buf_str(out, "    esac\n}\n"
                 "if [ \"$funcstack[1]\" = _wgdesc ]; then\n"
                 "    _wgdesc \"$@\"\n"
                 "else\n"
                 "    compdef _wgdesc wgdesc\n"
                 "fi\n");
}

/* In single quotes. */
static void fish_text(buf *out, const char *s)
{
    buf_char(out, '\'');
    for (; *s; s++) {
        if (*s == '\'' || NEVER(*s == '\\')) { /* no text of the tables has one */
            buf_char(out, '\\');
        }
        buf_char(out, *s);
    }
    buf_char(out, '\'');
}

/* A test for fish that holds when command i was typed; the default also when none was. */
static void fish_condition(buf *out, const command_set *all, int i)
{
    buf_str(out, " -n '");
    if (i == 0) {
        buf_str(out, "not __fish_seen_subcommand_from");
        for (int j = 1; j < all->n; j++) {
            buf_char(out, ' ');
            buf_str(out, all->row[j]->name);
        }
    } else {
        buf_str(out, "__fish_seen_subcommand_from ");
        buf_str(out, all->row[i]->name);
    }
    buf_char(out, '\'');
}

static void fish_option(buf *out, const command_set *all, int owner, const option_row *o)
{
    buf_str(out, "complete -c wgdesc");
    if (o->commands != OPT_GLOBAL) {
        fish_condition(out, all, owner);
    }
    buf_str(out, " -l ");
    buf_str(out, o->name);
    if (o->letter) {
        buf_str(out, " -s ");
        buf_char(out, o->letter);
    }
    if (o->kind != OPT_FLAG) {
        buf_str(out, o->kind == OPT_FILE ? " -r -F" : " -x");
        if (o->choices) {
            buf_str(out, " -a '");
            put_choices(out, o, " ");
            buf_char(out, '\'');
        }
    }
    buf_str(out, " -d ");
    fish_text(out, o->help);
    buf_char(out, '\n');
}

static void fish_script(buf *out, const command_set *all)
{
    buf_str(out, "# fish completion for wgdesc, from: wgdesc completion fish\n"
                 "complete -c wgdesc -f\n");
    for (int i = 0; i < all->n; i++) {
        buf_str(out, "complete -c wgdesc -n __fish_use_subcommand -a ");
        buf_str(out, all->row[i]->name);
        buf_str(out, " -d ");
        fish_text(out, all->row[i]->summary);
        buf_char(out, '\n');
    }
    for (int o = 0; o < OPTION_COUNT; o++) {
        if (option_table[o].commands == OPT_GLOBAL) {
            fish_option(out, all, 0, &option_table[o]);
        }
    }
    for (int i = 0; i < all->n; i++) {
        const command *c = all->row[i];
        for (int o = 0; o < OPTION_COUNT; o++) {
            if (is_option_of(c, o) && option_table[o].commands != OPT_GLOBAL) {
                fish_option(out, all, i, &option_table[o]);
            }
        }
        if (takes_file(c)) {
            buf_str(out, "complete -c wgdesc");
            fish_condition(out, all, i);
            buf_str(out, " -F\n");
        } else if (c->n_operands > 0) {
            buf_str(out, "complete -c wgdesc");
            fish_condition(out, all, i);
            buf_str(out, " -a '");
            put_operand_words(out, all, c);
            buf_str(out, "'\n");
        }
    }
}

static wgd_status run(const request *rq, answer *a, wgd_diag *diag)
{
    (void)diag;
    static void (*const scripts[])(buf *, const command_set *) = {
        [SHELL_BASH] = bash_script, [SHELL_ZSH] = zsh_script, [SHELL_FISH] = fish_script};
    scripts[rq->v[OPTION_shell].u.choice](a->out, rq->commands);
    return WGD_OK;
}

static const example examples[] = {
    {"source <(wgdesc completion bash)", "complete in this shell"},
    {"wgdesc completion fish > ~/.config/fish/completions/wgdesc.fish", "complete in every fish"},
};

const command cmd_completion = {
    .id = COMMAND_completion,
    .name = "completion",
    .summary = "write a completion script for a shell",
    .synopsis = "bash|zsh|fish",
    .about = "The script knows every command, option and value; 'make install' puts it where the "
             "shells look for it.",
    .examples = examples,
    .n_examples = (int)(sizeof examples / sizeof examples[0]),
    .operands = {OPTION_shell},
    .n_operands = 1,
    .required = {OPTION_shell},
    .n_required = 1,
    .fit = FIT_CUT,
    .formats = FORMATS_TEXT,
    .run = run,
};
