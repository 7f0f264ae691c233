/* SPDX-License-Identifier: MIT
 *
 * The lines of a listing: functions, labels, addresses, source lines.
 */
#include "sass.h"

#include "base/never.h"

void sass_start(sass *p, scan_arena *arena, const char *text, size_t len, wgd_diag *diag)
{
    memset(p, 0, sizeof *p);
    p->at = text;
    p->end = text + len;
    p->arena = arena;
    p->diag = diag;
    p->status = WGD_OK;
}

/* One line, without its end; false after the last. */
static bool next_line(sass *p, const char **s, const char **end)
{
    if (p->at >= p->end) {
        return false;
    }
    const char *nl = memchr(p->at, '\n', (size_t)(p->end - p->at));
    *s = p->at;
    *end = nl ? nl : p->end;
    p->at = nl ? nl + 1 : p->end;
    p->line++;
    while (*s < *end && (**s == ' ' || **s == '\t')) {
        ++*s;
    }
    while (*end > *s && ((*end)[-1] == ' ' || (*end)[-1] == '\r' || (*end)[-1] == '\t')) {
        --*end;
    }
    return true;
}

static bool begins(const char *s, const char *end, const char *with)
{
    const size_t n = strlen(with);
    return (size_t)(end - s) >= n && memcmp(s, with, n) == 0;
}

/* ".section NAME", not ".sectionflags" or ".section_size". */
static bool is_section(const char *s, const char *end)
{
    return begins(s, end, ".section") && end - s > 8 && (s[8] == ' ' || s[8] == '\t');
}

/* Is this line the head of a function, and which? ".section .text.NAME," or "Function : NAME". */
static bool function_line(const char *s, const char *end, const char **name, size_t *len)
{
    if (begins(s, end, "Function : ")) {
        *name = s + 11;
        *len = (size_t)(end - *name);
        return true;
    }
    if (!is_section(s, end)) {
        return false;
    }
    s += 8;
    while (*s == ' ' || *s == '\t') { /* the line does not end in a blank */
        s++;
    }
    if (!begins(s, end, ".text.")) {
        return false;
    }
    const char *stop = memchr(s, ',', (size_t)(end - s));
    *name = s + 6;
    *len = (size_t)((stop ? stop : end) - *name);
    return true;
}

/* The number in the comment at the start of an instruction's line; false when there is none. */
static bool address(const char **s, const char *end, uint64_t *out)
{
    const char *p = *s;
    if (end - p < 5 || p[0] != '/' || p[1] != '*') {
        return false;
    }
    p += 2;
    uint64_t v = 0;
    int digits = 0;
    while (p < end && scan_hex_digit(*p) >= 0 && digits < 12) {
        v = v * 16 + (unsigned)scan_hex_digit(*p++);
        digits++;
    }
    if (digits == 0 || end - p < 2 || p[0] != '*' || p[1] != '/') {
        return false;
    }
    p += 2;
    while (p < end && (*p == ' ' || *p == '\t')) {
        p++;
    }
    *s = p;
    *out = v;
    return p < end && *p != '/' && *p != '.';
}

/* "//## File "x.cu", line 12" */
static void source_line(sass *p, const char *s, const char *end)
{
    for (const char *q = end; q > s + 5; q--) {
        if (memcmp(q - 5, "line ", 5) == 0) {
            uint32_t v = 0;
            while (q < end && scan_is_digit(*q) && v < 100000000) {
                v = v * 10 + (uint32_t)(*q++ - '0');
            }
            p->source_line = v;
            return;
        }
    }
}

static bool instruction(sass *p, const char *s, const char *end, uint64_t at)
{
    const char *stop = memchr(s, ';', (size_t)(end - s));
    if (!stop) {
        return sass_fail(p, WGD_ERR_SYNTAX, "the instruction is not closed", s, (size_t)(end - s),
                         "';'");
    }
    p->address = (uint32_t)at;
    p->insns++;
    return sass_split(p, s, stop) && sass_lower(p);
}

/* Labels that were addresses become instructions. */
static void place_labels(scan_func *f, const scan_table *names)
{
    for (size_t i = 0; i < names->cap; i++) {
        const scan_name *n = &names->slot[i];
        if (!n->s || f->label[n->value].insn != UINT32_MAX || n->len < 3 || n->s[0] != '0') {
            continue;
        }
        uint64_t v = 0;
        for (uint32_t k = 2; k < n->len; k++) {
            const int d = scan_hex_digit(n->s[k]);
            v = d < 0 ? UINT64_MAX : v * 16 + (unsigned)d;
        }
        size_t lo = 0, hi = f->n_insn;
        while (lo < hi) {
            const size_t mid = (lo + hi) / 2;
            if (f->insn[mid].address < v) {
                lo = mid + 1;
            } else {
                hi = mid;
            }
        }
        if (lo < f->n_insn && f->insn[lo].address == v) {
            f->label[n->value].insn = (uint32_t)lo;
        }
    }
}

static bool begin(sass *p, scan_func *f)
{
    static const uint8_t widths[SASS_REGS - SASS_P] = {1, 1, 1, 1, 1,  1,  1, 1, 1,  1,  1,  1,
                                                       1, 1, 1, 1, 32, 32, 1, 1, 64, 64, 64, 64};
    memset(f, 0, sizeof *f);
    f->arena = p->arena;
    f->sass = true;
    f->name = p->next_name;
    f->name_len = p->next_len;
    f->line = p->line;
    p->f = f;
    p->source_line = 0;
    memset(&p->names, 0, sizeof p->names);
    p->names.arena = p->arena;
    for (int i = 0; i < SASS_REGS; i++) {
        if (scan_add_reg(f, i < SASS_P ? 32 : widths[i - SASS_P]) == SCAN_NO_REG) {
            return sass_full(p);
        }
    }
    return true;
}

/* A line inside a function. */
static bool body_line(sass *p, const char *s, const char *end)
{
    uint64_t at = 0;
    if (address(&s, end, &at)) {
        return instruction(p, s, end, at);
    }
    if (begins(s, end, "//##")) {
        source_line(p, s, end);
        return true;
    }
    if (end - s > 1 && end[-1] == ':' && s[0] != '/') {
        uint32_t label = 0;
        if (!sass_label(p, s, (size_t)(end - s) - 1, &label)) {
            return false;
        }
        p->f->label[label].insn = (uint32_t)p->f->n_insn;
    }
    return true;
}

wgd_status sass_next_function(sass *p, scan_func *f)
{
    static const char nameless[] = "(no name)";
    const char *s = NULL, *end = NULL;
    memset(f, 0, sizeof *f);
    bool open = p->next_name != NULL;
    if (open) {
        const bool begun = begin(p, f);
        if (NEVER(!begun)) { /* there was room for the registers of the function before it */
            return p->status;
        }
    }
    p->next_name = NULL;
    bool in_text = open;
    while (next_line(p, &s, &end)) {
        const char *name = NULL;
        size_t len = 0;
        uint64_t at = 0;
        const char *probe = s;
        if (function_line(s, end, &name, &len)) {
            p->next_name = name;
            p->next_len = len;
            if (open) {
                break;
            }
            if (!begin(p, f)) {
                return p->status;
            }
            p->next_name = NULL;
            in_text = open = true;
        } else if (is_section(s, end)) {
            in_text = false; /* data */
        } else if (!open && address(&probe, end, &at)) {
            p->next_name = nameless;
            p->next_len = sizeof nameless - 1;
            if (!begin(p, f)) {
                return p->status;
            }
            p->next_name = NULL;
            in_text = open = true;
        }
        if (in_text && !name && !body_line(p, s, end)) {
            return p->status;
        }
    }
    if (open) {
        place_labels(f, &p->names);
    }
    return p->status;
}
