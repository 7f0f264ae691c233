/* SPDX-License-Identifier: MIT
 *
 * A request's JSON, strictly read.
 */
#include "json_read.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "error/cli_status.h"
#include "io/mem.h"

/* cJSON's hooks carry no context, so the memory of the one tree that is alive lies here. It is
 * handed out from front to back and reused by the next request: no malloc for each request. */
static struct {
    char *data;
    size_t cap, used;
} arena;

enum { GRAIN = 16, KEYS_MAX = 64 };

static void *arena_alloc(size_t n)
{
    const size_t need = (n + GRAIN - 1) / GRAIN * GRAIN;
    if (need > arena.cap - arena.used) {
        return NULL;
    }
    void *p = arena.data + arena.used;
    arena.used += need;
    return p;
}

static void arena_free(void *p)
{
    (void)p;
}

void json_read_end(void)
{
    cli_free(arena.data);
    memset(&arena, 0, sizeof arena);
}

/* Room for the tree: a node for each value, its strings (never longer than their source), and the
 * rounding of both. */
static bool arena_reserve(size_t values, size_t len)
{
    const size_t need = values * (sizeof(cJSON) + 2 * GRAIN) + len + 4 * GRAIN;
    arena.used = 0;
    if (need <= arena.cap) {
        return true;
    }
    cli_free(arena.data);
    arena.cap = 0;
    arena.data = cli_alloc(2 * need);
    if (!arena.data) {
        return false;
    }
    arena.cap = 2 * need;
    cJSON_Hooks hooks = {arena_alloc, arena_free};
    cJSON_InitHooks(&hooks);
    return true;
}

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

/* ---- exact integers -------------------------------------------------------------------------- */

enum { EXACT_DIGITS = 15 }; /* a double holds every integer of so many */

/* The next number of the valid JSON in [*s, end), which it moves behind; its length, and whether it is
 * written as a whole number. */
static const char *take_number(const char **s, const char *end, bool *whole)
{
    const char *at = *s;
    for (bool quoted = false; at < end; at++) {
        if (quoted && *at == '\\') {
            at++;
        } else if (*at == '"') {
            quoted = !quoted;
        } else if (!quoted && (*at == '-' || (*at >= '0' && *at <= '9'))) {
            break;
        }
    }
    *whole = true;
    for (*s = at; *s < end && **s != ',' && **s != ']' && **s != '}' && (unsigned char)**s > ' ';
         (*s)++) {
        *whole = *whole && **s != '.' && **s != 'e' && **s != 'E';
    }
    return at;
}

/* cJSON keeps numbers as doubles. A whole number with more digits than a double holds gets them as
 * its string: the tree and the text have their numbers in the same order. */
static bool keep_digits(cJSON *v, const char **s, const char *end)
{
    if (cJSON_IsNumber(v)) {
        bool whole;
        const char *at = take_number(s, end, &whole);
        const size_t len = (size_t)(*s - at);
        if (whole && len > EXACT_DIGITS) {
            v->valuestring = arena_alloc(len + 1);
            if (!v->valuestring) {
                return false;
            }
            memcpy(v->valuestring, at, len);
            v->valuestring[len] = '\0';
        }
    }
    bool kept = true;
    for (cJSON *e = v->child; e && kept; e = e->next) {
        kept = keep_digits(e, s, end);
    }
    return kept;
}

wgd_status json_read(const char *s, size_t len, const cJSON **root, json_facts *facts,
                     wgd_diag *diag)
{
    const wgd_status st = json_check(s, len, facts, diag);
    if (st != WGD_OK) {
        return st;
    }
    if (!arena_reserve(facts->values, len)) {
        return cli_fail(diag, CLI_ERR_MEMORY, "", NULL, NULL, NULL, NULL);
    }
    cJSON *tree = cJSON_ParseWithLength(s, len);
    *root = tree;
    const char *at = s;
    if (!tree || !keep_digits(tree, &at, s + len)) {
        return wgd_fail(diag, WGD_ERR_INTERNAL, "", "the two JSON readers disagree", NULL, NULL,
                        NULL);
    }
    return check_tree(*root, diag);
}
