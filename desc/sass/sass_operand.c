/* SPDX-License-Identifier: MIT
 *
 * The words of one machine instruction: "@!P0 UIADD3.X UR9, UR5, 0x40000040, URZ, UP0, !UPT".
 */
#include "sass.h"

static bool number(const char *s, const char *end, uint64_t *out)
{
    const bool minus = s < end && *s == '-';
    s += minus ? 1 : 0;
    uint64_t v = 0;
    if (end - s > 2 && s[0] == '0' && s[1] == 'x') {
        for (s += 2; s < end && scan_hex_digit(*s) >= 0; s++) {
            v = v * 16 + (unsigned)scan_hex_digit(*s);
        }
    } else {
        const char *first = s;
        while (s < end && scan_is_digit(*s)) {
            v = v * 10 + (unsigned)(*s++ - '0');
        }
        if (s == first) {
            return false;
        }
    }
    *out = minus ? UINT64_C(0) - v : v;
    return s == end;
}

/* "R12", "UR4", "P0", "UP1", "RZ", "PT" at s, up to a dot or the end. */
static bool reg(const char *s, const char *end, sass_operand *o)
{
    const bool uniform = s < end && *s == 'U';
    s += uniform ? 1 : 0;
    if (end - s < 2 || (*s != 'R' && *s != 'P')) {
        return false;
    }
    const bool pred = *s++ == 'P';
    const char *dot = memchr(s, '.', (size_t)(end - s));
    const char *stop = dot ? dot : end;
    if (stop - s == 1 && *s == (pred ? 'T' : 'Z')) {
        o->kind = pred ? SASS_O_TRUE : SASS_O_ZERO;
        return true;
    }
    uint64_t n = 0;
    if (!scan_is_digit(*s) || !number(s, stop, &n) || n > (pred ? 7u : 255u)) {
        return false;
    }
    o->kind = pred ? SASS_O_PRED : SASS_O_REG;
    o->reg = (uint32_t)n + (pred ? (uniform ? SASS_UP : SASS_P) : uniform ? SASS_UR : SASS_R);
    return true;
}

/* "gdesc[UR8].tnspA.tnspB" */
static bool gdesc(const char *s, const char *end, sass_operand *o)
{
    const char *close = memchr(s, ']', (size_t)(end - s));
    sass_operand r = {0};
    if (!close || close - s < 7 || !reg(s + 6, close, &r) || r.kind != SASS_O_REG ||
        r.reg < SASS_UR) {
        return false;
    }
    o->kind = SASS_O_GDESC;
    o->reg = r.reg;
    for (const char *p = close; end - p >= 6; p++) {
        o->trans_a = o->trans_a || memcmp(p, ".tnspA", 6) == 0;
        o->trans_b = o->trans_b || memcmp(p, ".tnspB", 6) == 0;
    }
    return true;
}

/* "[R4+UR6+0x10]": the base, where there is one register, and the offset. */
static void memory(const char *s, const char *end, sass_operand *o)
{
    o->kind = SASS_O_MEM;
    o->reg = SCAN_NO_REG;
    const char *open = s;
    while (open < end && *open != '[') {
        open++;
    }
    int regs = 0;
    for (const char *p = open; p < end; p++) {
        const char *stop = p + 1;
        while (stop < end && *stop != '+' && *stop != ']' && *stop != '[') {
            stop++;
        }
        sass_operand r = {0};
        uint64_t v = 0;
        if (p + 1 < stop && reg(p + 1, stop, &r) && r.kind == SASS_O_REG) {
            o->reg = r.reg;
            regs++;
        } else if (p + 1 < stop && number(p + 1, stop, &v)) {
            o->imm += v;
        }
        p = stop - 1;
    }
    o->reg = regs == 1 ? o->reg : SCAN_NO_REG;
}

static void classify(sass_operand *o)
{
    const char *s = o->s, *end = o->s + o->len;
    while (s < end && (*s == '-' || *s == '~' || *s == '!' || *s == '|')) {
        o->minus = o->minus || *s == '-';
        o->inverted = o->inverted || *s == '~' || *s == '!';
        o->absolute = o->absolute || *s == '|';
        s++;
    }
    o->kind = SASS_O_OTHER;
    o->reg = SCAN_NO_REG;
    if (s == end) {
        return;
    }
    if (scan_is_digit(*s)) {
        o->kind = number(s, end, &o->imm) ? SASS_O_IMM : SASS_O_OTHER;
        o->imm = o->minus ? UINT64_C(0) - o->imm : o->imm;
        o->minus = false;
        return;
    }
    if (reg(s, end, o)) {
        return;
    }
    if (end - s > 6 && memcmp(s, "gdesc[", 6) == 0) {
        o->kind = gdesc(s, end, o) ? SASS_O_GDESC : SASS_O_OTHER;
    } else if (end - s > 2 && s[0] == 'c' && s[1] == '[') {
        const bool fixed = !memchr(s, 'R', (size_t)(end - s));
        o->kind = fixed ? SASS_O_CONST : SASS_O_OTHER;
    } else if (end - s > 3 && s[0] == '`' && s[1] == '(') {
        o->kind = SASS_O_LABEL;
        o->s = s + 2;
        o->len = (size_t)(end - s) - 3;
    } else if (memchr(s, '[', (size_t)(end - s))) {
        memory(s, end, o);
    }
}

static bool guard(sass *p, const char **s, const char *end)
{
    p->guard = SCAN_NO_REG;
    p->guard_not = false;
    if (*s >= end || **s != '@') {
        return true;
    }
    const char *stop = *s;
    while (stop < end && *stop != ' ' && *stop != '\t') {
        stop++;
    }
    sass_operand o = {.s = *s + 1, .len = (size_t)(stop - *s) - 1};
    classify(&o);
    if (o.kind == SASS_O_PRED) {
        p->guard = o.reg;
        p->guard_not = o.inverted;
    } else if (o.kind == SASS_O_TRUE && o.inverted) {
        return false; /* never runs */
    }
    while (stop < end && (*stop == ' ' || *stop == '\t')) {
        stop++;
    }
    *s = stop;
    return true;
}

static void split_name(sass *p, const char *s, const char *end)
{
    p->n_mod = 0;
    while (s < end && p->n_mod < SASS_MODS_MAX) {
        const char *dot = memchr(s, '.', (size_t)(end - s));
        const char *stop = dot ? dot : end;
        p->mod[p->n_mod] = s;
        p->mod_len[p->n_mod++] = (size_t)(stop - s);
        s = dot ? dot + 1 : end;
    }
}

static void add_operand(sass *p, const char *s, const char *end)
{
    while (s < end && (*s == ' ' || *s == '\t')) {
        s++;
    }
    while (end > s && (end[-1] == ' ' || end[-1] == '\t')) {
        end--;
    }
    if (s == end || p->n_op == SASS_OPERANDS_MAX) {
        return;
    }
    const sass_operand o = {.s = s, .len = (size_t)(end - s)};
    p->op[p->n_op] = o;
    classify(&p->op[p->n_op++]);
}

bool sass_split(sass *p, const char *s, const char *end)
{
    p->n_op = 0;
    p->n_mod = 0;
    while (s < end && (*s == '{' || *s == ' ')) {
        s++;
    }
    if (!guard(p, &s, end)) {
        return true; /* no name: nothing to do */
    }
    const char *stop = s;
    while (stop < end && *stop != ' ' && *stop != '\t') {
        stop++;
    }
    split_name(p, s, stop);
    if (p->n_mod == 0) {
        return sass_fail(p, WGD_ERR_SYNTAX, "there is no instruction", s, (size_t)(end - s),
                         "an instruction");
    }
    int depth = 0;
    const char *first = stop;
    for (const char *q = stop; q < end; q++) {
        depth += *q == '[' || *q == '(' ? 1 : *q == ']' || *q == ')' ? -1 : 0;
        if (*q == ',' && depth <= 0) {
            add_operand(p, first, q);
            first = q + 1;
        }
    }
    add_operand(p, first, end);
    return true;
}
