/* SPDX-License-Identifier: MIT
 *
 * The forms of one answer: a request that means something, asked as JSON and as text, SVG or LaTeX. What is
 * drawn or said can be read by what reads such files, and no descriptor is said that the JSON has not.
 */
#include <ctype.h>

#include "request_source.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* ---- SVG: tags nest, attributes are quoted, entities are XML's own ---------------------------------- */

enum { DEPTH_MAX = 16, NAME_MAX_LEN = 32 };

typedef struct xml {
    const char *at;
    char open[DEPTH_MAX][NAME_MAX_LEN];
    int depth;
} xml;

static void take_name(xml *x, char *name)
{
    const size_t n =
        strspn(x->at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ:-0123456789");
    must(n > 0 && n < NAME_MAX_LEN);
    memcpy(name, x->at, n);
    name[n] = '\0';
    x->at += n;
}

static void take_text(xml *x, const char *end)
{
    for (; *x->at && !strchr(end, *x->at); x->at++) {
        static const char *const entities[] = {"amp;", "lt;", "gt;", "quot;"};
        const unsigned char c = (unsigned char)*x->at;
        bool known = c != '&';
        must(c != '<' && (c >= 0x20 || c == '\n'));
        for (int i = 0; i < 4; i++) {
            known = known || strncmp(x->at + 1, entities[i], strlen(entities[i])) == 0;
        }
        must(known);
    }
}

static void take_tag(xml *x)
{
    char name[NAME_MAX_LEN];
    const bool closes = *x->at == '/';
    x->at += closes;
    take_name(x, name);
    while (*x->at == ' ' || *x->at == '\n') {
        char attribute[NAME_MAX_LEN];
        x->at++;
        take_name(x, attribute);
        must(!closes && x->at[0] == '=' && x->at[1] == '"');
        x->at += 2;
        take_text(x, "\"");
        must(*x->at++ == '"');
    }
    const bool empty = *x->at == '/';
    x->at += empty;
    must(*x->at++ == '>' && !(closes && empty));
    if (closes) {
        must(x->depth > 0 && strcmp(x->open[--x->depth], name) == 0);
    } else if (!empty) {
        must(x->depth < DEPTH_MAX);
        strcpy(x->open[x->depth++], name);
    }
}

static void check_svg(const char *text)
{
    xml x = {.at = text};
    must(strncmp(text, "<?xml", 5) == 0 || strncmp(text, "<svg", 4) == 0);
    if (text[1] == '?') {
        x.at = strstr(text, "?>");
        must(x.at != NULL);
        x.at += 2;
    }
    while (*x.at) {
        if (*x.at == '<') {
            x.at++;
            take_tag(&x);
        } else {
            must(x.depth > 0 || isspace((unsigned char)*x.at));
            take_text(&x, "<");
        }
    }
    must(x.depth == 0);
}

/* ---- LaTeX: braces and environments pair ------------------------------------------------------------ */

static void check_latex(const char *text)
{
    int depth = 0, inside = 0;
    for (const char *c = text; *c; c++) {
        must((unsigned char)*c < 0x80 && (*c >= 0x20 || *c == '\n'));
        if (*c == '%') { /* a comment */
            c += strcspn(c, "\n");
            must(*c == '\n');
        } else if (*c == '\\' && c[1] != '\0') {
            inside += (strncmp(c, "\\begin{", 7) == 0) - (strncmp(c, "\\end{", 5) == 0);
            c++;
        } else {
            depth += (*c == '{') - (*c == '}');
        }
        must(depth >= 0 && inside >= 0);
    }
    must(depth == 0 && inside == 0);
}

/* ---- text: whole lines, and the same words ------------------------------------------------------------ */

static void check_text(const char *text, const char *json)
{
    const size_t len = strlen(text);
    const bool steps = strstr(json, "\"stages\":") != NULL; /* which are told by their step there */
    must(len > 0 && text[len - 1] == '\n');
    for (const char *c = text; *c; c++) {
        must((unsigned char)*c >= 0x20 || *c == '\n');
        if (!steps && strncmp(c, "0x", 2) == 0 && strspn(c + 2, "0123456789abcdef") == 16) {
            char word[19];
            memcpy(word, c, 18);
            word[18] = '\0';
            must(strstr(json, word) != NULL);
        }
    }
}

/* ---- asking ---------------------------------------------------------------------------------------------- */

static void ask_in(const pair *p, const char *name, buf *out)
{
    buf line = {0};
    buf_mem(&line, p->json.data, p->json.len - 1);
    buf_str(&line, ",\"format\":\"");
    buf_str(&line, name);
    buf_str(&line, "\"}");
    ask_line(line.data, line.len, out);
    buf_free(&line);
}

static void check_form(int form, const char *text, const char *json)
{
    if (form == FORMAT_SVG) {
        check_svg(text);
    } else if (form == FORMAT_LATEX || form == FORMAT_LATEX_FRAGMENT) {
        check_latex(text);
    } else {
        check_text(text, json);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const int forms[] = {FORMAT_TEXT, FORMAT_SVG, FORMAT_LATEX, FORMAT_LATEX_FRAGMENT};
    static pair p;
    source s = {data, size, 0};
    buf out = {0}, other = {0};
    const int form = ONE_OF(&s, forms);
    const command *c = build(&s, &p);
    must(p.json.len > 1 && p.json.data[p.json.len - 1] == '}');
    if (c->formats & 1u << form) {
        ask_line(p.json.data, p.json.len, &out);
        ask_in(&p, choice_name(&choices_format, form), &other);
        buf_char(&out, '\0');
        cJSON *o = cJSON_ParseWithLength(other.data, other.len);
        const cJSON *text = cJSON_GetObjectItemCaseSensitive(o, "text");
        must(o != NULL);
        if (cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(o, "ok"))) {
            /* That there is no descriptor is an answer of solve as text, and an error as JSON. */
            const bool yes = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(o, "yes"));
            must(cJSON_IsString(text) && (!yes || strstr(out.data, "\"ok\":true")));
            check_form(form, text->valuestring, out.data);
        }
        cJSON_Delete(o);
    }
    p.json.len = 0;
    buf_free(&out);
    buf_free(&other);
    return 0;
}
