/* SPDX-License-Identifier: MIT
 *
 * The value of an option, from the command line or from JSON.
 */
#include "options.h"

#include <string.h>

#include "command_id.h"
#include "error/cli_status.h"
#include "number.h"

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
        return "a whole number of bytes, 0 or more";
    case OPT_SIZE:
        return "bytes, or kilobytes with a K behind, like 227K";
    case OPT_WORD:
        return "0x and 1 to 16 hexadecimal digits";
    case OPT_SHAPE:
        return o->dims == 3 ? "three numbers, like 128x256x64" : "two numbers, like 64x16";
    case OPT_LIST:
        return o->dims == 4 ? "four numbers, like 256,512,1024,1" : "two numbers, like 1,2";
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
    case OPT_SIZE:
        return "not a number";
    case OPT_WORD:
        return "not a descriptor";
    case OPT_SHAPE:
        return "not a shape";
    case OPT_LIST:
        return "not a pair of numbers";
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
    case OPT_SIZE:
        return s == WGD_ERR_OVERFLOW
                   ? "numbers stay below 2^63"
                   : "digits, or 0x and hexadecimal digits, with nothing behind them";
    case OPT_WORD:
        return "a descriptor is one 64-bit word, as 0x4000004000010040; in JSON a string";
    case OPT_SHAPE:
    case OPT_LIST:
        return s == WGD_ERR_OVERFLOW ? "numbers stay below 2^63"
                                     : "no blanks, and nothing behind the last number; in JSON "
                                       "also a list of numbers";
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

static wgd_status dims_from_text(const option_row *o, const char *text, option_value *out)
{
    const char sep = o->kind == OPT_SHAPE ? 'x' : ',';
    const char *at = text;
    for (int i = 0; i < o->dims; i++) {
        /* The x of "0x40" is no separator: a shape is decimal. */
        const char *end = strchr(at, sep);
        const bool last = i + 1 == o->dims;
        if ((end == NULL) != last) {
            return WGD_ERR_SYNTAX;
        }
        const size_t len = end ? (size_t)(end - at) : strlen(at);
        const wgd_status st = number_i64(at, len, &out->u.dim[i]);
        if (st != WGD_OK) {
            return st;
        }
        at += len + 1;
    }
    return WGD_OK;
}

static wgd_status num_from_text(const option_row *o, const char *text, option_value *out)
{
    const wgd_status st = number_i64(text, strlen(text), &out->u.num);
    return st == WGD_OK && o->kind == OPT_ADDR && out->u.num < 0 ? WGD_ERR_RANGE : st;
}

/* 227K: K is 1024 bytes, as capacities of shared memory are given. */
static wgd_status size_from_text(const char *text, option_value *out)
{
    const size_t len = strlen(text);
    const bool kilo = len > 1 && text[len - 1] == 'K';
    const wgd_status st = number_i64(text, len - kilo, &out->u.num);
    if (st != WGD_OK || !kilo) {
        return st == WGD_OK && out->u.num < 0 ? WGD_ERR_RANGE : st;
    }
    if (out->u.num < 0 || out->u.num > INT64_MAX / 1024) {
        return WGD_ERR_RANGE;
    }
    out->u.num *= 1024;
    return WGD_OK;
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
    case OPT_ADDR:
        st = num_from_text(o, text, out);
        break;
    case OPT_SIZE:
        st = size_from_text(text, out);
        break;
    case OPT_WORD:
        st = number_word(text, strlen(text), &out->u.word);
        break;
    case OPT_SHAPE:
    case OPT_LIST:
        st = dims_from_text(o, text, out);
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
    const bool unsigned_kind = o->kind == OPT_ADDR || o->kind == OPT_SIZE;
    if (cJSON_IsNumber(item) && (o->kind == OPT_NUM || unsigned_kind)) {
        st = json_integer(item, &out->u.num);
        st = st == WGD_OK && unsigned_kind && out->u.num < 0 ? WGD_ERR_RANGE : st;
    } else if (cJSON_IsArray(item) && (o->kind == OPT_SHAPE || o->kind == OPT_LIST)) {
        st = dims_from_json(o, item, out);
    } else if (cJSON_IsArray(item) && o->kind == OPT_ARGS) {
        out->u.args.n = cJSON_GetArraySize(item);
        out->u.args.text = NULL;
        out->u.args.json = item->child;
        return WGD_OK;
    } else if (o->kind == OPT_ENUM) {
        return choice_find(o->choices, o->name, json_kind(item), 0, &out->u.choice, diag);
    }
    if (st == WGD_OK) {
        return st;
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
