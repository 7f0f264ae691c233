/* SPDX-License-Identifier: MIT
 *
 * A request's JSON, strictly read.
 *
 * The nodes are cJSON's, so that its questions (cJSON_IsNumber and the rest) can be asked of them;
 * the tree is built here. cJSON's own parser takes its memory through hooks that are the whole
 * process's, keeps its last error in a global and reads the locale: none of that suits threads, or a
 * library inside somebody else's program.
 */
#include "json_read.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/never.h"
#include "error/cli_status.h"
#include "io/mem.h"
#include "wgd_text.h"

enum { GRAIN = 16, KEYS_MAX = 64 };

/* ---- memory: handed out from front to back, no malloc for each request ------------------------- */

/* Never NULL: what reserve() has not counted would be written over what is there, and refused. */
static void *take(json_memory *m, size_t n)
{
    const size_t need = (n + GRAIN - 1) / GRAIN * GRAIN;
    if (NEVER(need > m->cap - m->used)) { /* reserve() has counted */
        m->used = 0;
        m->overrun = true;
    }
    void *p = m->data + m->used;
    m->used += need;
    return p;
}

void json_read_end(json_memory *m)
{
    cli_free(m->data);
    *m = (json_memory){0};
}

/* Room for the tree: a node for each value, its strings (never longer than their source), and the
 * rounding of both. */
static bool reserve(json_memory *m, size_t values, size_t len)
{
    const size_t need = values * (sizeof(cJSON) + 2 * GRAIN) + len + 4 * GRAIN;
    m->used = 0;
    m->overrun = false;
    if (need <= m->cap) {
        return true;
    }
    json_read_end(m);
    m->data = cli_alloc(2 * need);
    m->cap = m->data ? 2 * need : 0;
    return m->data != NULL;
}

/* ---- the tree ---------------------------------------------------------------------------------
 * Of text that json_check has passed: nothing is missing in it, and nothing nests deeper than
 * JSON_DEPTH_MAX. */

typedef struct reading {
    json_memory *m;
    const char *at;
} reading;

static void skip_blanks(reading *r)
{
    while (*r->at == ' ' || *r->at == '\t' || *r->at == '\r' || *r->at == '\n') {
        r->at++;
    }
}

static unsigned code_unit(reading *r)
{
    unsigned v = 0;
    for (int i = 0; i < 4; i++, r->at++) {
        const char c = *r->at;
        v = v * 16 + (unsigned)(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    return v;
}

static char *put_utf8(char *to, unsigned c)
{
    if (c < 0x80) {
        *to++ = (char)c;
        return to;
    }
    const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned lead[] = {0, 0xc0, 0xe0, 0xf0};
    *to++ = (char)(lead[more] | c >> (6 * more));
    for (int i = more - 1; i >= 0; i--) {
        *to++ = (char)(0x80 | (c >> (6 * i) & 0x3f));
    }
    return to;
}

/* What stands behind a backslash. */
static char *put_escape(reading *r, char *to)
{
    static const char names[] = "bfnrt", means[] = "\b\f\n\r\t";
    const char e = *r->at++;
    if (e != 'u') {
        const char *name = strchr(names, e);
        *to++ = name ? means[name - names] : e;
        return to;
    }
    unsigned c = code_unit(r);
    if (c >= 0xd800 && c <= 0xdbff) {
        r->at += 2; /* the other half's \u */
        c = 0x10000 + ((c - 0xd800) << 10) + (code_unit(r) - 0xdc00);
    }
    return put_utf8(to, c);
}

static char *read_string(reading *r)
{
    const char *end = ++r->at;
    while (*end != '"') {
        end += *end == '\\' ? 2 : 1;
    }
    char *s = take(r->m, (size_t)(end - r->at) + 1), *to = s;
    while (r->at < end) {
        const char c = *r->at++;
        if (c == '\\') {
            to = put_escape(r, to);
        } else {
            *to++ = c;
        }
    }
    *to = '\0';
    r->at = end + 1;
    return s;
}

/* A double holds every integer of EXACT_DIGITS digits. */
enum { EXACT_DIGITS = 15, EXPONENT_MAX = 100000 };

/* The digits without their point and the exponent moved, for strtod's point is the locale's. */
static double number_of(const char *s, const char *end)
{
    char digits[JSON_NUMBER_MAX + 16];
    wgd_text t = wgd_text_into(digits, sizeof digits);
    int64_t exponent = 0, behind = 0;
    bool point = false;
    for (; s < end && *s != 'e' && *s != 'E'; s++) {
        behind += point;
        point = point || *s == '.';
        if (*s != '.') {
            wgd_put_char(&t, *s);
        }
    }
    if (s < end) {
        const bool minus = s[1] == '-';
        for (s += s[1] == '-' || s[1] == '+' ? 2 : 1; s < end; s++) {
            exponent = exponent < EXPONENT_MAX ? 10 * exponent + (*s - '0') : exponent;
        }
        exponent = minus ? -exponent : exponent;
    }
    wgd_put_char(&t, 'e');
    wgd_put_i64(&t, exponent - behind);
    wgd_text_end(&t);
    return strtod(digits, NULL);
}

/* A whole number with more digits than a double holds gets them as its string. */
static void read_number(reading *r, cJSON *v)
{
    const char *s = r->at;
    bool whole = true;
    while (*r->at == '-' || *r->at == '+' || *r->at == '.' || *r->at == 'e' || *r->at == 'E' ||
           (*r->at >= '0' && *r->at <= '9')) {
        whole = whole && *r->at != '.' && *r->at != 'e' && *r->at != 'E';
        r->at++;
    }
    const size_t len = (size_t)(r->at - s);
    v->type = cJSON_Number;
    v->valuedouble = number_of(s, r->at);
    if (whole && len > EXACT_DIGITS) {
        v->valuestring = take(r->m, len + 1);
        memcpy(v->valuestring, s, len);
        v->valuestring[len] = '\0';
    }
}

static void read_word(reading *r, cJSON *v, const char *word, int type)
{
    v->type = type;
    r->at += strlen(word);
}

static cJSON *read_value(reading *r);

/* The members up to and with the closing bracket, linked as cJSON links them. */
static void read_members(reading *r, cJSON *v)
{
    const bool object = *r->at == '{';
    cJSON *last = NULL;
    v->type = object ? cJSON_Object : cJSON_Array;
    for (r->at++, skip_blanks(r); *r->at != '}' && *r->at != ']'; skip_blanks(r)) {
        if (*r->at == ',') {
            r->at++;
            skip_blanks(r);
        }
        char *key = object ? read_string(r) : NULL;
        if (object) {
            skip_blanks(r);
            r->at++; /* the colon */
        }
        cJSON *e = read_value(r);
        e->string = key;
        e->prev = last;
        *(last ? &last->next : &v->child) = e;
        last = e;
    }
    r->at++;
}

/* The value at hand. */
static cJSON *read_value(reading *r)
{
    cJSON *v = take(r->m, sizeof *v);
    *v = (cJSON){0};
    skip_blanks(r);
    switch (*r->at) {
    case '{':
    case '[':
        read_members(r, v);
        break;
    case '"':
        v->type = cJSON_String;
        v->valuestring = read_string(r);
        break;
    case 't':
        read_word(r, v, "true", cJSON_True);
        break;
    case 'f':
        read_word(r, v, "false", cJSON_False);
        break;
    case 'n':
        read_word(r, v, "null", cJSON_NULL);
        break;
    default:
        read_number(r, v);
    }
    return v;
}

/* ---- what only the tree shows -----------------------------------------------------------------
 */

static wgd_status check_keys(const cJSON *object, wgd_diag *diag)
{
    int n = 0;
    for (const cJSON *e = object->child; e; e = e->next) {
        if (++n > KEYS_MAX) {
            return wgd_fail(diag, WGD_ERR_LIMIT, "", "too many keys in one object", NULL,
                            "at most 64", "");
        }
        for (const cJSON *f = object->child; f != e; f = f->next) {
            if (strcmp(e->string, f->string) == 0) {
                return cli_fail(diag, CLI_ERR_KEY, "", "the same key twice", e->string, NULL,
                                "one JSON object per line, each key once");
            }
        }
    }
    return WGD_OK;
}

static wgd_status check_tree(const cJSON *v, wgd_diag *diag)
{
    if (cJSON_IsNumber(v) && !isfinite(v->valuedouble)) {
        return wgd_fail(diag, WGD_ERR_OVERFLOW, "", "a number is beyond what JSON numbers hold",
                        NULL, NULL, "");
    }
    wgd_status st = cJSON_IsObject(v) ? check_keys(v, diag) : WGD_OK;
    for (const cJSON *e = v->child; e && st == WGD_OK; e = e->next) {
        st = check_tree(e, diag);
    }
    return st;
}

wgd_status json_read(json_memory *m, const char *s, size_t len, const cJSON **root,
                     json_facts *facts, wgd_diag *diag)
{
    const wgd_status st = json_check(s, len, facts, diag);
    if (st != WGD_OK) {
        return st;
    }
    if (!reserve(m, facts->values, len)) {
        return cli_fail(diag, CLI_ERR_MEMORY, "", NULL, NULL, NULL, NULL);
    }
    reading r = {m, s};
    *root = read_value(&r);
    if (NEVER(m->overrun)) { /* as in take() */
        return wgd_fail(diag, WGD_ERR_INTERNAL, "", "the two JSON readers disagree", NULL, NULL,
                        NULL);
    }
    return check_tree(*root, diag);
}
