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

/* ".section NAME", not ".sectionflags" or ".section_size". */
static bool is_section(const char *s, const char *end)
{
    return sass_begins(s, end, ".section ") || sass_begins(s, end, ".section\t");
}

/* The name of the function that begins with this line, ".section .text.NAME," or "Function : NAME"; or NULL. */
static const char *function_line(const char *s, const char *end, size_t *len)
{
    if (sass_begins(s, end, "Function : ")) {
        *len = (size_t)(end - s) - 11;
        return s + 11;
    }
    if (!is_section(s, end)) {
        return NULL;
    }
    s += sizeof ".section";
    while (*s == ' ' || *s == '\t') { /* the line does not end in a blank */
        s++;
    }
    if (!sass_begins(s, end, ".text.")) {
        return NULL;
    }
    const char *stop = memchr(s, ',', (size_t)(end - s));
    *len = (size_t)((stop ? stop : end) - s) - 6;
    return s + 6;
}

/* The number in the comment at the start of an instruction's line; false when there is none. */
static bool address(const char **s, const char *end, uint32_t *out)
{
    if (!sass_begins(*s, end, "/*")) {
        return false;
    }
    const char *first = *s + 2, *p = first;
    uint32_t v = 0;
    while (p < end && scan_hex_digit(*p) >= 0 && p - first < 8) {
        v = v * 16 + (unsigned)scan_hex_digit(*p++);
    }
    if (p == first || !sass_begins(p, end, "*/")) {
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
    const char *last = NULL;
    for (; s != end; s++) {
        last = sass_begins(s, end, "line ") ? s + 5 : last;
    }
    if (!last) {
        return;
    }
    p->source_line = 0;
    while (last < end && scan_is_digit(*last) && p->source_line < 100000000) {
        p->source_line = p->source_line * 10 + (uint32_t)(*last++ - '0');
    }
}

static bool instruction(sass *p, const char *s, const char *end)
{
    const char *stop = memchr(s, ';', (size_t)(end - s));
    if (!stop) {
        return sass_fail(p, WGD_ERR_SYNTAX, "the instruction is not closed", s, (size_t)(end - s),
                         "';'");
    }
    return sass_split(p, s, stop) && sass_lower(p);
}

/* Labels that were addresses become instructions: the first of those that the address became. */
static void place_labels(scan_func *f, const scan_table *names)
{
    for (size_t i = 0; i < names->cap; i++) {
        const scan_name *n = &names->slot[i];
        if (n->len < 3 || memcmp(n->s, "0x", 2) != 0 || f->label[n->value - 1].insn != UINT32_MAX) {
            continue;
        }
        uint64_t v = 0;
        for (uint32_t k = 2; k < n->len && v <= UINT32_MAX; k++) {
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
                f->label[n->value - 1].insn =
                    f->insn[mid].address == v ? (uint32_t)mid : UINT32_MAX;
            }
        }
    }
}

static bool begin(sass *p, scan_func *f)
{
    static const uint8_t widths[] = {1, 1, 1, 1, 1,  1,  1, 1, 1,  1,  1,  1,
                                     1, 1, 1, 1, 32, 32, 1, 1, 64, 64, 64, 64};
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
    if (address(&s, end, &p->address)) {
        return instruction(p, s, end);
    }
    if (sass_begins(s, end, "//##")) {
        source_line(p, s, end);
        return true;
    }
    if (end - s > 1 && end[-1] == ':' && s[0] != '/') {
        const uint32_t label = sass_label(p, s, (size_t)(end - s) - 1);
        if (label == SCAN_NO_REG) {
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
        const char *probe = s, *name = function_line(s, end, &p->next_len);
        if (name) {
            p->next_name = name;
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
        } else if (!open && address(&probe, end, &p->address)) {
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
    return WGD_OK;
}
