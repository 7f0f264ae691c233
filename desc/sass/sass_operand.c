/* SPDX-License-Identifier: MIT
 *
 * The words of one machine instruction: "@!P0 UIADD3.X UR9, UR5, 0x40000040, URZ, UP0, !UPT".
 */
#include "sass.h"

/* The digits at s, and whether they end where the number should: what stands there is none. */
static bool number(const char *s, const char *end, uint64_t *out)
{
    const bool minus = *s == '-';
    s += minus ? 1 : 0;
    uint64_t v = 0;
    if (end - s > 2 && s[0] == '0' && s[1] == 'x') {
        for (s += 2; scan_hex_digit(*s) >= 0; s++) {
            v = v * 16 + (unsigned)scan_hex_digit(*s);
        }
    } else {
        while (scan_is_digit(*s)) {
            v = v * 10 + (unsigned)(*s++ - '0');
        }
    }
    *out = minus ? UINT64_C(0) - v : v;
    return s == end;
}

/* "R12", "UR4", "P0", "UP1", "RZ", "PT" at s, up to a suffix, the end of |R12| or the end. */
static sass_kind reg(const char *s, const char *end, uint32_t *out)
{
    const bool uniform = *s == 'U';
    s += uniform ? 1 : 0;
    if (*s != 'R' && *s != 'P') {
        return SASS_O_OTHER;
    }
    const bool pred = *s++ == 'P';
    const char *stop = s;
    while (stop < end && *stop != '.' && *stop != '|') {
        stop++;
    }
    if (stop - s == 1 && *s == (pred ? 'T' : 'Z')) {
        return pred ? SASS_O_TRUE : SASS_O_ZERO;
    }
    uint64_t n;
    if (!scan_is_digit(*s) || !number(s, stop, &n) || n > (pred ? 7u : 255u)) {
        return SASS_O_OTHER;
    }
    *out = (uint32_t)n + (pred ? (uniform ? SASS_UP : SASS_P) : uniform ? SASS_UR : SASS_R);
    return pred ? SASS_O_PRED : SASS_O_REG;
}

/* "gdesc[UR8].tnspA.tnspB", of four registers from UR8 on. */
static sass_kind gdesc(const char *s, const char *end, sass_operand *o)
{
    const char *close = memchr(s, ']', (size_t)(end - s));
    if (!close) {
        return SASS_O_OTHER;
    }
    reg(s + 6, close, &o->reg);
    for (s = close; s != end; s++) {
        o->trans_a = o->trans_a || sass_begins(s, end, ".tnspA");
        o->trans_b = o->trans_b || sass_begins(s, end, ".tnspB");
    }
    return o->reg < SASS_UR || o->reg > SASS_P - 4 ? SASS_O_OTHER : SASS_O_GDESC;
}

/* "[R4+UR6+0x10]" from the bracket on: the base, where there is one register, and the offset. */
static sass_kind memory(const char *s, const char *end, sass_operand *o)
{
    int regs = 0;
    while (s != end) {
        const char *stop = ++s;
        while (stop != end && *stop != '+' && *stop != ']' && *stop != '[') {
            stop++;
        }
        uint32_t r;
        uint64_t v;
        if (reg(s, stop, &r) == SASS_O_REG) {
            o->reg = r;
            regs++;
        } else if (number(s, stop, &v)) {
            o->imm += v;
        }
        s = stop;
    }
    o->reg = regs == 1 ? o->reg : SCAN_NO_REG;
    return SASS_O_MEM;
}

/* What is no register. */
static sass_kind classify_rest(const char *s, const char *end, sass_operand *o)
{
    if (scan_is_digit(*s)) {
        const bool whole = number(s, end, &o->imm);
        o->imm = o->minus ? UINT64_C(0) - o->imm : o->imm;
        o->minus = false;
        return whole ? SASS_O_IMM : SASS_O_OTHER;
    }
    if (sass_begins(s, end, "gdesc[")) {
        return gdesc(s, end, o);
    }
    if (sass_begins(s, end, "c[")) {
        return memchr(s, 'R', (size_t)(end - s)) ? SASS_O_OTHER : SASS_O_CONST;
    }
    if (sass_begins(s, end, "`(") && end - s > 3 && end[-1] == ')') {
        o->s += 2;
        o->len -= 3;
        return SASS_O_LABEL;
    }
    const char *open = memchr(s, '[', (size_t)(end - s));
    return open ? memory(open, end, o) : SASS_O_OTHER;
}

/* The operand at o->s. A comma, a blank, a semicolon stands behind. */
static void classify(sass_operand *o)
{
    const char *s = o->s, *end = o->s + o->len;
    while (*s == '-' || *s == '~' || *s == '!' || *s == '|') {
        o->minus = o->minus || *s == '-';
        o->inverted = o->inverted || *s == '~' || *s == '!';
        o->absolute = o->absolute || *s == '|';
        s++;
    }
    o->s = s; /* -c[0x0][0x8] is the constant of the name c[0x0][0x8] */
    o->len = (size_t)(end - s);
    o->reg = SCAN_NO_REG;
    o->kind = reg(s, end, &o->reg);
    if (o->kind == SASS_O_OTHER) {
        o->kind = classify_rest(s, end, o);
    }
}

static bool guard(sass *p, const char **s, const char *end)
{
    p->guard = SCAN_NO_REG;
    p->guard_not = false;
    if (**s != '@') {
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
    } else if (o.kind != SASS_O_TRUE) {
        p->guard = SASS_EITHER; /* it cannot be read */
    } else if (o.inverted) {
        return false; /* never runs */
    }
    while (*stop == ' ' || *stop == '\t') {
        stop++;
    }
    *s = stop;
    return true;
}

static void split_name(sass *p, const char *s, const char *end)
{
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
    while (*s == ' ' || *s == '\t') {
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
    while (*s == '{' || *s == ' ') {
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
    for (const char *q = stop; q != end; q++) {
        depth += *q == '[' || *q == '(' ? 1 : *q == ']' || *q == ')' ? -1 : 0;
        if (*q == ',' && depth <= 0) {
            add_operand(p, first, q);
            first = q + 1;
        }
    }
    add_operand(p, first, end);
    return true;
}
