/* SPDX-License-Identifier: MIT
 *
 * The value of an option, from the command line or from JSON.
 */
#include "options.h"

#include <string.h>

#include "command_id.h"
#include "error/cli_status.h"

#define IN(name) (UINT64_C(1) << COMMAND_##name)
const option_row option_table[OPTION_COUNT] = {
#define X(id, name, letter, kind, dims, argument, choices, dflt, commands, help)                   \
    {name, letter, kind, dims, argument, choices, dflt, commands, help},
#include "options.def"
#undef X
};

/* The greatest whole number up to which a double, and so a JSON number, holds every other one. */
#define JSON_EXACT 9007199254740992.0

static const char *kind_wanted(const option_row *o)
{
    switch (o->kind) {
    case OPT_FLAG:
        return "true or false";
    case OPT_NUM:
        return "a whole number";
    case OPT_ADDR:
        return "bytes, 0 or more, or kilobytes with a K behind, like 227K";
    case OPT_WORD:
        return "0x and 1 to 16 hexadecimal digits, or a decimal word";
    case OPT_SHAPE:
        return o->dims == 3 ? "three numbers, like 128x256x64" : "two numbers, like 64x16";
    case OPT_LIST:
        return o->dims == 4 ? "four numbers, like 256,512,1024,1" : "two numbers, like 1,2";
    case OPT_BLOCK:
        return "I,J: which block of the tile; or MNxK: how large the instruction's is";
    case OPT_SLICE:
        return "MN0:MN1,K0:K1, counted from 0, like 64:128,0:64";
    case OPT_ARGS:
        return "a list";
    default:
        return "text";
    }
}

static const char *kind_trouble(const option_row *o, wgd_status s)
{
    if (s != WGD_ERR_SYNTAX) {
        return NULL;
    }
    switch (o->kind) {
    case OPT_NUM:
    case OPT_ADDR:
        return "not a number";
    case OPT_WORD:
        return "not a descriptor";
    case OPT_SHAPE:
        return "not a shape";
    case OPT_LIST:
        return o->dims == 4 ? "not a list of four numbers" : "not a pair of numbers";
    case OPT_BLOCK:
        return "not a block";
    case OPT_SLICE:
        return "not a slice";
    default:
        return "a value of another kind is wanted";
    }
}

/* What to do about a value that is refused. */
static const char *kind_hint(const option_row *o, wgd_status s)
{
    if (s == WGD_ERR_RANGE) {
        return "a count of bytes, from 0 up";
    }
    switch (o->kind) {
    case OPT_NUM:
    case OPT_ADDR:
        return s == WGD_ERR_OVERFLOW
                   ? "numbers stay below 2^63"
                   : "digits, or 0x and hexadecimal digits, with nothing behind them";
    case OPT_WORD:
        return "a descriptor is one 64-bit word, as 0x4000004000010040; in JSON a string";
    case OPT_SHAPE:
    case OPT_LIST:
        return s == WGD_ERR_OVERFLOW ? "numbers stay below 2^63"
                                     : "nothing behind the last number; in JSON also a list of "
                                       "numbers";
    case OPT_BLOCK:
        return "a comma between the numbers says which block, as 0,4; an x how large, as 128x16";
    case OPT_SLICE:
        return "an end that is left out is the tile's, as 64:,:32; a block by its index is --block "
               "I,J";
    case OPT_ARGS:
        return "in JSON a list is written in brackets";
    case OPT_FLAG:
        return "true or false, without quotes";
    default:
        return "in JSON a text is written in quotes";
    }
}

static wgd_status refuse(const option_row *o, wgd_status s, const char *got, wgd_diag *diag)
{
    return wgd_fail(diag, s, o->name, kind_trouble(o, s), got, kind_wanted(o), kind_hint(o, s));
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* The text without blanks around it. */
static void trim(const char **s, size_t *len)
{
    while (*len > 0 && is_blank((*s)[0])) {
        (*s)++;
        (*len)--;
    }
    while (*len > 0 && is_blank((*s)[*len - 1])) {
        (*len)--;
    }
}

/* Without blanks and one pair of brackets around it: (64,16), [64, 16]. */
static void unwrap(const char **text, size_t *len)
{
    static const char opening[] = "([{", closing[] = ")]}";
    trim(text, len);
    const char *at = *len > 1 ? strchr(opening, (*text)[0]) : NULL;
    if (at && (*text)[*len - 1] == closing[at - opening]) {
        (*text)++;
        *len -= 2;
    }
}

/* One number of several: blanks around it, and CuTe's mark of a static integer, do not count. */
static wgd_status dim_from_text(const char *s, size_t len, int64_t *out)
{
    trim(&s, &len);
    if (len > 1 && s[0] == '_') {
        s++;
        len--;
    }
    return number_i64(s, len, out);
}

/* 64x16, 64X16, 64*16, 64,16 and (64,16). Where there is a comma it alone parts the numbers, and they
 * may be hexadecimal. */
static wgd_status dims_from_text(const option_row *o, const char *text, option_value *out)
{
    size_t left = strlen(text);
    unwrap(&text, &left);
    const char *seps = memchr(text, ',', left) ? "," : "xX*";
    out->form = seps[0] == ',' ? DIMS_COMMA : DIMS_X;
    for (int i = 0; i < o->dims; i++) {
        size_t len = 0;
        while (len < left && !strchr(seps, text[len])) {
            len++;
        }
        if ((len == left) != (i + 1 == o->dims)) {
            return WGD_ERR_SYNTAX;
        }
        const wgd_status st = dim_from_text(text, len, &out->u.dim[i]);
        if (st != WGD_OK) {
            return st;
        }
        text += len + 1; /* behind the last one they are not looked at */
        left -= len + 1;
    }
    return WGD_OK;
}

/* One end of a range; nothing there is SLICE_OPEN. */
static wgd_status end_from_text(const char *s, size_t len, int64_t *out)
{
    unwrap(&s, &len);
    if (len == 0) {
        *out = SLICE_OPEN;
        return WGD_OK;
    }
    const wgd_status st = dim_from_text(s, len, out);
    return st == WGD_OK && *out < 0 ? WGD_ERR_SYNTAX : st;
}

/* 64:128,0:64; the range of K may be left out with its comma. */
static wgd_status slice_from_text(const char *text, option_value *out)
{
    size_t left = strlen(text);
    unwrap(&text, &left);
    int64_t *dim = out->u.dim;
    dim[2] = dim[3] = SLICE_OPEN;
    for (int i = 0;; i += 2) {
        const char *comma = memchr(text, ',', left);
        const size_t len = comma && i == 0 ? (size_t)(comma - text) : left;
        const char *colon = memchr(text, ':', len);
        if (!colon) {
            return WGD_ERR_SYNTAX;
        }
        const size_t first = (size_t)(colon - text);
        wgd_status st = end_from_text(text, first, &dim[i]);
        if (st == WGD_OK) {
            st = end_from_text(colon + 1, len - first - 1, &dim[i + 1]);
        }
        if (st != WGD_OK || len == left) {
            return st;
        }
        text += len + 1;
        left -= len + 1;
    }
}

static wgd_status bytes_from_text(const char *text, option_value *out)
{
    const wgd_status st = number_bytes(text, strlen(text), &out->u.num);
    return st == WGD_OK && out->u.num < 0 ? WGD_ERR_RANGE : st;
}

wgd_status option_from_text(const option_row *o, const char *text, option_value *out,
                            wgd_diag *diag)
{
    wgd_status st = WGD_OK;
    switch (o->kind) {
    case OPT_FLAG:
        out->u.flag = true;
        break;
    case OPT_ENUM:
        return choice_find(o->choices, o->name, text, strlen(text), &out->u.choice, diag);
    case OPT_NUM:
        st = number_i64(text, strlen(text), &out->u.num);
        break;
    case OPT_ADDR:
        st = bytes_from_text(text, out);
        break;
    case OPT_WORD:
        st = number_word(text, strlen(text), &out->u.word, &out->doubt);
        break;
    case OPT_SHAPE:
    case OPT_LIST:
    case OPT_BLOCK:
        st = dims_from_text(o, text, out);
        break;
    case OPT_SLICE:
        st = slice_from_text(text, out);
        break;
    case OPT_ARGS: /* the command line gives them as operands */
        return cli_fail(diag, CLI_ERR_USAGE, o->name, "operands stand without an option", text,
                        NULL, "leave the option's name out");
    default:
        out->u.text.s = text;
        out->u.text.len = strlen(text);
        break;
    }
    return st == WGD_OK ? st : refuse(o, st, text, diag);
}

/* A number of the request as an integer; not for what a double cannot hold exactly. */
static wgd_status json_integer(const cJSON *item, int64_t *out)
{
    if (item->valuestring) { /* more digits than a double holds (json_read.c) */
        return number_i64(item->valuestring, strlen(item->valuestring), out);
    }
    const double v = item->valuedouble;
    if (!(v >= -JSON_EXACT && v <= JSON_EXACT)) {
        return WGD_ERR_OVERFLOW;
    }
    *out = (int64_t)v;
    return (double)*out == v ? WGD_OK : WGD_ERR_SYNTAX;
}

static wgd_status dims_from_json(const option_row *o, const cJSON *item, option_value *out)
{
    const cJSON *e = item->child;
    out->form = DIMS_LIST;
    for (int i = 0; i < o->dims; i++, e = e->next) {
        if (!e || !cJSON_IsNumber(e)) {
            return WGD_ERR_SYNTAX;
        }
        const wgd_status st = json_integer(e, &out->u.dim[i]);
        if (st != WGD_OK) {
            return st;
        }
    }
    return e ? WGD_ERR_SYNTAX : WGD_OK;
}

/* [[64,128],[0,64]], null for an end that is left out. */
static wgd_status slice_from_json(const cJSON *item, option_value *out)
{
    const cJSON *range = item->child;
    for (int i = 0; i < 2; i++, range = range->next) {
        if (!cJSON_IsArray(range) || cJSON_GetArraySize(range) != 2) {
            return WGD_ERR_SYNTAX;
        }
        const cJSON *end = range->child;
        for (int j = 0; j < 2; j++, end = end->next) {
            int64_t *dim = &out->u.dim[2 * i + j];
            *dim = SLICE_OPEN;
            if (cJSON_IsNull(end)) {
                continue;
            }
            const wgd_status st = cJSON_IsNumber(end) ? json_integer(end, dim) : WGD_ERR_SYNTAX;
            if (st != WGD_OK || *dim < 0) {
                return st != WGD_OK ? st : WGD_ERR_SYNTAX;
            }
        }
    }
    return range ? WGD_ERR_SYNTAX : WGD_OK;
}

static const char *json_kind(const cJSON *item)
{
    return cJSON_IsString(item)   ? item->valuestring
           : cJSON_IsNumber(item) ? (item->valuestring ? item->valuestring : "a number")
           : cJSON_IsArray(item)  ? "a list"
           : cJSON_IsObject(item) ? "an object"
                                  : "true or false";
}

/* What is read from a string as it is from the command line. */
static bool reads_text(option_kind k)
{
    return k != OPT_FLAG && k != OPT_NUM && k != OPT_ARGS;
}

/* A name may be all digits: "swizzle":128. */
static wgd_status choice_from_number(const option_row *o, const cJSON *item, int *out,
                                     wgd_diag *diag)
{
    char name[sizeof "-9223372036854775808"] = "a number";
    int64_t v;
    wgd_text t = wgd_text_into(name, sizeof name);
    if (json_integer(item, &v) == WGD_OK) {
        wgd_put_i64(&t, v);
        wgd_text_end(&t);
    }
    return choice_find(o->choices, o->name, name, strlen(name), out, diag);
}

wgd_status option_from_json(const option_row *o, const cJSON *item, option_value *out,
                            wgd_diag *diag)
{
    if (cJSON_IsString(item) && reads_text(o->kind)) {
        return option_from_text(o, item->valuestring, out, diag);
    }
    wgd_status st = WGD_ERR_SYNTAX;
    if (cJSON_IsBool(item) && o->kind == OPT_FLAG) {
        out->u.flag = cJSON_IsTrue(item);
        return WGD_OK;
    }
    if (cJSON_IsNumber(item) && o->kind == OPT_FLAG &&
        (item->valuedouble == 0.0 || item->valuedouble == 1.0)) {
        out->u.flag = item->valuedouble == 1.0;
        return WGD_OK;
    }
    if (cJSON_IsNumber(item) && (o->kind == OPT_NUM || o->kind == OPT_ADDR)) {
        st = json_integer(item, &out->u.num);
        st = st == WGD_OK && o->kind == OPT_ADDR && out->u.num < 0 ? WGD_ERR_RANGE : st;
    } else if (cJSON_IsArray(item) &&
               (o->kind == OPT_SHAPE || o->kind == OPT_LIST || o->kind == OPT_BLOCK)) {
        st = dims_from_json(o, item, out);
    } else if (cJSON_IsArray(item) && o->kind == OPT_SLICE) {
        st = slice_from_json(item, out);
    } else if (cJSON_IsArray(item) && o->kind == OPT_ARGS) {
        out->u.args.n = cJSON_GetArraySize(item);
        out->u.args.json = item->child;
        return WGD_OK;
    } else if (cJSON_IsNumber(item) && o->kind == OPT_ENUM) {
        return choice_from_number(o, item, &out->u.choice, diag);
    } else if (o->kind == OPT_ENUM) {
        return choice_find(o->choices, o->name, json_kind(item), 0, &out->u.choice, diag);
    }
    if (st == WGD_OK) {
        return WGD_OK;
    }
    if (cJSON_IsNumber(item)) {
        const double v = item->valuedouble;
        if (v >= -JSON_EXACT && v <= JSON_EXACT && (double)(int64_t)v == v) {
            return wgd_fail_num(diag, st, o->name, kind_trouble(o, st), (int64_t)v, kind_wanted(o),
                                kind_hint(o, st));
        }
    }
    return refuse(o, st, json_kind(item), diag);
}
