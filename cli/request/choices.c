/* SPDX-License-Identifier: MIT
 *
 * The lists of names that options choose from.
 */
#include "choices.h"

#include <string.h>
#include <strings.h>

#include "base/count.h"
#include "base/never.h"
#include "emit/emit.h"
#include "picture/show_picture.h"
#include "io/term.h"
#include "wgdesc.h"

/* What the library names is listed from its tables: the name that is printed, and what else is
 * understood. */
static const choice dtypes[] = {
#define WGD_X(sym, name, cute, bits, mn_major, tcgen05, integer, sparse, tma, text)                \
    {name, WGD_##sym, CHOICE_LISTED},
    WGD_WGMMA_DTYPES(WGD_X)
#undef WGD_X
#define WGD_X(sym, name, cute, bits, mn_major, tcgen05, integer, sparse, tma, text)                \
    {name, WGD_##sym, CHOICE_SOME},
        WGD_TCGEN05_DTYPES(WGD_X)
#undef WGD_X
#define WGD_X(sym, name, cute, bits, mn_major, tcgen05, integer, sparse, tma, text)                \
    {cute, WGD_##sym, true},
            WGD_DTYPES(WGD_X)
#undef WGD_X
#define WGD_X(sym, name) {name, WGD_##sym, true},
                WGD_DTYPE_ALIASES(WGD_X) WGD_TCGEN05_DTYPE_ALIASES(WGD_X)
#undef WGD_X
};
static const choice archs[] = {
#define WGD_X(sym, name, alias, number, family, measured, absolute, i8, text)                      \
    {name, WGD_##sym, CHOICE_LISTED}, {alias, WGD_##sym, CHOICE_ALIAS},                            \
        {#number, WGD_##sym, CHOICE_ALIAS}, {#number "a", WGD_##sym, CHOICE_ALIAS},                \
        {"sm" #number "a", WGD_##sym, CHOICE_ALIAS}, {"sm_" #number, WGD_##sym, CHOICE_ALIAS},     \
        {"sm_" #number "a", WGD_##sym, CHOICE_ALIAS},
    WGD_ARCHS(WGD_X)
#undef WGD_X
};
static const choice accs[] = {
#define WGD_X(sym, name) {name, WGD_ACC_##sym, false},
    WGD_ACCS(WGD_X)
#undef WGD_X
#define WGD_X(sym, name) {name, WGD_ACC_##sym, true},
        WGD_ACC_ALIASES(WGD_X)
#undef WGD_X
};
static const choice langs[] = {{"c", EMIT_C, false},
                               {"cuda", EMIT_CUDA, false},
                               {"ptx", EMIT_PTX, false},
                               {"json", EMIT_JSON, false}};
#define WGD_X(sym, name) {name, WGD_OPERAND_##sym, false},
static const choice operands[] = {WGD_OPERANDS(WGD_X)};
#undef WGD_X
static const choice majors[] = {
#define WGD_X(sym, name) {name, WGD_MAJOR_##sym, false},
    WGD_MAJORS(WGD_X)
#undef WGD_X
#define X(name, value) {name, (int)value, true},
#include "majors.def"
#undef X
};
static const choice splits[] = {{"m", 0, false}, {"n", 1, false}};
static const choice d_majors[] = {{"n", 0, false}, {"m", 1, false}};
static const choice copy_langs[] = {{"c", EMIT_C, false}, {"cuda", EMIT_CUDA, false}};
static const choice frag_types[] = {
#define WGD_X(sym, name, cute, bits, mn_major, tcgen05, integer, sparse, tma, text)                \
    {name, WGD_FRAG_##sym, false},
    WGD_FRAG_TYPES(WGD_X)
#undef WGD_X
#define WGD_X(sym, name, cute, bits, mn_major, tcgen05, integer, sparse, tma, text)                \
    {cute, WGD_FRAG_##sym, true},
        WGD_FRAG_TYPES(WGD_X)
#undef WGD_X
#define WGD_X(sym, name) {name, WGD_FRAG_##sym, true},
            WGD_DTYPE_ALIASES(WGD_X) WGD_FRAG_MORE_ALIASES(WGD_X)
#undef WGD_X
};
static const choice frag_operands[] = {
#define WGD_X(sym, name) {name, WGD_FRAG_OPERAND_##sym, false},
    WGD_FRAG_OPERANDS(WGD_X)
#undef WGD_X
#define WGD_X(sym, name) {#sym, WGD_FRAG_OPERAND_##sym, true},
        WGD_FRAG_OPERANDS(WGD_X)
#undef WGD_X
            {WGD_FRAG_METADATA, WGD_FRAG_OPERAND_E, true}};
static const choice swizzles[] = {
#define WGD_X(sym, name, cute, row, b, m, wgmma, tcgen05, tma, tma_value)                          \
    {name, WGD_SWZ_##sym, (wgmma) < 0 ? CHOICE_SOME : CHOICE_LISTED},
    WGD_SWIZZLE_MODES(WGD_X)
#undef WGD_X
#define WGD_X(sym, name, cute, row, b, m, wgmma, tcgen05, tma, tma_value)                          \
    {cute, WGD_SWZ_##sym, true},
        WGD_SWIZZLE_MODES(WGD_X)
#undef WGD_X
#define WGD_X(sym, name) {name, WGD_SWZ_##sym, true},
            WGD_SWIZZLE_ALIASES(WGD_X)
#undef WGD_X
};
static const choice kinds[] = {
#define WGD_X(sym, name, k, scaled) {name, WGD_UMMA_##sym, false},
    WGD_UMMA_KINDS(WGD_X)
#undef WGD_X
};
static const choice cost_as[] = {{"shared", false, false}, {"registers", true, false}};
static const choice plan_as[] = {
#define WGD_X(sym, name) {name, WGD_PLAN_A_##sym, false},
    WGD_PLAN_AS(WGD_X)
#undef WGD_X
};
static const choice gpus[] = {
#define WGD_X(sym, name, text) {name, WGD_##sym, false},
    WGD_GPUS(WGD_X)
#undef WGD_X
};
static const choice a_srcs[] = {{"smem", false, false}, {"tmem", true, false}};
static const choice tmem_whats[] = {
#define WGD_X(sym, name, text) {name, WGD_TMEM_##sym, false},
    WGD_TMEM_WHATS(WGD_X)
#undef WGD_X
        {"plan", TMEM_PLAN, false}};
static const choice tmem_allocs[] = {
#define WGD_X(sym, name) {name, WGD_TMEM_##sym, false},
    WGD_TMEM_ALLOCS(WGD_X)
#undef WGD_X
};
static const choice sf_operands[] = {
    {"SFA", WGD_SF_A, false}, {"SFB", WGD_SF_B, false}, {"SFD", WGD_SF_D, false}};
static const choice formats[] = {
    {"text", FORMAT_TEXT, false},        {"json", FORMAT_JSON, false},
    {"cute", FORMAT_CUTE, false},        {"svg", FORMAT_SVG, false},
    {"latex", FORMAT_LATEX, false},      {"latex-fragment", FORMAT_LATEX_FRAGMENT, false},
    {"html", FORMAT_HTML, false},        {"csv", FORMAT_CSV, false},
    {"sarif", FORMAT_SARIF, false},      {"junit", FORMAT_JUNIT, false},
    {"baseline", FORMAT_BASELINE, false}};
static const choice units[] = {{"element", SHOW_ELEMENT, false}, {"chunk", SHOW_CHUNK, false}};
static const choice cells[] = {
    {"offset", SHOW_OFFSET, false}, {"byte", SHOW_BYTE, false}, {"bank", SHOW_BANK, false},
    {"atom", SHOW_ATOM, false},     {"core", SHOW_CORE, false}, {"block", SHOW_BLOCK, false},
    {"coord", SHOW_COORD, false},
};
static const choice shades[] = {
    {"bank", SHOW_BANK, false}, {"offset", SHOW_OFFSET, false}, {"atom", SHOW_ATOM, false},
    {"core", SHOW_CORE, false}, {"block", SHOW_BLOCK, false},   {"none", SHOW_NOTHING, false},
};
static const choice hides[] = {{"arrows", HIDE_ARROWS, false},
                               {"blocks", HIDE_BLOCKS, false},
                               {"axes", HIDE_AXES, false},
                               {"legend", HIDE_LEGEND, false}};
static const choice colors[] = {
    {"auto", COLOR_AUTO, false}, {"always", COLOR_ALWAYS, false}, {"never", COLOR_NEVER, false}};
static const choice lists[] = {{"dtypes", LIST_DTYPES, false},
                               {"ops", LIST_OPS, false},
                               {"atoms", LIST_ATOMS, false},
                               {"errors", LIST_ERRORS, false}};
static const choice shells[] = {
    {"bash", SHELL_BASH, false}, {"zsh", SHELL_ZSH, false}, {"fish", SHELL_FISH, false}};

const choices choices_dtype = {dtypes, COUNT(dtypes), WGD_ERR_DTYPE, wgd_dtype_question};
const choices choices_acc = {accs, COUNT(accs), WGD_ERR_VALUE, NULL};
const choices choices_lang = {langs, COUNT(langs), WGD_ERR_VALUE, NULL};
const choices choices_operand = {operands, COUNT(operands), WGD_ERR_VALUE, NULL};
const choices choices_frag_type = {frag_types, COUNT(frag_types), WGD_ERR_DTYPE, NULL};
const choices choices_frag_operand = {frag_operands, COUNT(frag_operands), WGD_ERR_VALUE, NULL};
const choices choices_d_major = {d_majors, COUNT(d_majors), WGD_ERR_VALUE, NULL};
const choices choices_copy_lang = {copy_langs, COUNT(copy_langs), WGD_ERR_VALUE, NULL};
const choices choices_split = {splits, COUNT(splits), WGD_ERR_VALUE, NULL};
const choices choices_major = {majors, COUNT(majors), WGD_ERR_VALUE, NULL};
const choices choices_swizzle = {swizzles, COUNT(swizzles), WGD_ERR_VALUE, NULL};
const choices choices_kind = {kinds, COUNT(kinds), WGD_ERR_VALUE, NULL};
const choices choices_arch = {archs, COUNT(archs), WGD_ERR_VALUE, NULL};
const choices choices_cost_a = {cost_as, COUNT(cost_as), WGD_ERR_VALUE, NULL};
const choices choices_plan_a = {plan_as, COUNT(plan_as), WGD_ERR_VALUE, NULL};
const choices choices_gpu = {gpus, COUNT(gpus), WGD_ERR_VALUE, NULL};
const choices choices_a_src = {a_srcs, COUNT(a_srcs), WGD_ERR_VALUE, NULL};
const choices choices_tmem_what = {tmem_whats, COUNT(tmem_whats), WGD_ERR_VALUE, NULL};
const choices choices_tmem_alloc = {tmem_allocs, COUNT(tmem_allocs), WGD_ERR_VALUE, NULL};
const choices choices_sf_operand = {sf_operands, COUNT(sf_operands), WGD_ERR_VALUE, NULL};
const choices choices_format = {formats, COUNT(formats), WGD_ERR_VALUE, NULL};
const choices choices_unit = {units, COUNT(units), WGD_ERR_VALUE, NULL};
const choices choices_cells = {cells, COUNT(cells), WGD_ERR_VALUE, NULL};
const choices choices_shade = {shades, COUNT(shades), WGD_ERR_VALUE, NULL};
const choices choices_hide = {hides, COUNT(hides), WGD_ERR_VALUE, NULL};
const choices choices_color = {colors, COUNT(colors), WGD_ERR_VALUE, NULL};
const choices choices_list = {lists, COUNT(lists), WGD_ERR_VALUE, NULL};
const choices choices_shell = {shells, COUNT(shells), WGD_ERR_VALUE, NULL};

void choice_names(wgd_text *t, const choices *c)
{
    int left = 0;
    for (int i = 0; i < c->n; i++) {
        left += c->rows[i].kind == CHOICE_LISTED;
    }
    for (int i = 0; i < c->n; i++) {
        if (c->rows[i].kind == CHOICE_LISTED) {
            wgd_put_str(t, c->rows[i].name);
            left--;
            wgd_put_str(t, left > 1 ? ", " : left == 1 ? " or " : "");
        }
    }
}

const char *choice_name(const choices *c, int value)
{
    int i = 0;
    /* Every value that an option can have is in its table, its name before other ways of writing it. */
    while (c->rows[i].value != value && ALWAYS(i < c->n - 1)) {
        i++;
    }
    return c->rows[i].name;
}

/* Is it this name? Letters count the same in both cases, and what stands before the last '.' or ':',
 * as in torch.float16 and GMMA::Major::MN, does not count. */
static bool same_name(const char *name, const char *text, size_t len)
{
    size_t from = 0;
    for (size_t i = 0; i < len; i++) {
        from = text[i] == '.' || text[i] == ':' ? i + 1 : from;
    }
    return strlen(name) == len - from && strncasecmp(name, text + from, len - from) == 0;
}

/* As it is written in the table, or else in another way of writing it. */
static const choice *row_named(const choices *c, const char *name, size_t len)
{
    for (int i = 0; i < c->n; i++) {
        if (strlen(c->rows[i].name) == len && memcmp(c->rows[i].name, name, len) == 0) {
            return &c->rows[i];
        }
    }
    for (int i = 0; i < c->n; i++) {
        if (same_name(c->rows[i].name, name, len)) {
            return &c->rows[i];
        }
    }
    return NULL;
}

static wgd_status unknown_choice(const choices *c, const char *field, const char *name, size_t len,
                                 wgd_diag *diag)
{
    wgd_suggestion near = wgd_suggest_for(name, len);
    for (int i = 0; i < c->n; i++) {
        wgd_suggest_offer(&near, c->rows[i].name);
    }
    const choice *row = wgd_suggest_best(&near) ? row_named(c, near.best, strlen(near.best)) : NULL;
    if (row) {
        near.best = choice_name(c, row->value);
    }
    char want[sizeof diag->want];
    wgd_text t = wgd_text_into(want, sizeof want);
    choice_names(&t, c);
    wgd_text_end(&t);
    const wgd_hint question = c->question ? c->question(name) : WGD_HINT_NONE;
    if (question != WGD_HINT_NONE) {
        const char *what = "this name could be either of two types";
        const bool either = question == WGD_HINT_WHICH_FP8 || question == WGD_HINT_WHICH_FP4 ||
                            question == WGD_HINT_WHICH_FP6;
        return wgd_diag_hint(
            diag, wgd_fail(diag, c->refusal, field, either ? what : NULL, name, want, NULL),
            question, 0, "");
    }
    const wgd_status s = wgd_fail(diag, c->refusal, field, NULL, name, want, NULL);
    return wgd_suggest_hint(diag, s, &near);
}

bool choice_has(const choices *c, const char *name)
{
    return row_named(c, name, strlen(name)) != NULL;
}

wgd_status choice_find(const choices *c, const char *field, const char *name, size_t len, int *out,
                       wgd_diag *diag)
{
    const choice *row = row_named(c, name, len);
    if (row) {
        *out = row->value;
        return WGD_OK;
    }
    return unknown_choice(c, field, name, len, diag);
}
