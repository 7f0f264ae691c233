/* SPDX-License-Identifier: MIT
 *
 * The questions of cJSON that the program asks of a request's tree, which json_read.c builds: the
 * library itself is not there for WebAssembly.
 */
#include <cjson/cJSON.h>
#include <string.h>

static cJSON_bool is(const cJSON *v, int type)
{
    return v && (v->type & 0xff) == type;
}

cJSON_bool cJSON_IsArray(const cJSON *v)
{
    return is(v, cJSON_Array);
}

cJSON_bool cJSON_IsObject(const cJSON *v)
{
    return is(v, cJSON_Object);
}

cJSON_bool cJSON_IsString(const cJSON *v)
{
    return is(v, cJSON_String);
}

cJSON_bool cJSON_IsNumber(const cJSON *v)
{
    return is(v, cJSON_Number);
}

cJSON_bool cJSON_IsNull(const cJSON *v)
{
    return is(v, cJSON_NULL);
}

cJSON_bool cJSON_IsTrue(const cJSON *v)
{
    return is(v, cJSON_True);
}

cJSON_bool cJSON_IsBool(const cJSON *v)
{
    return v && (v->type & (cJSON_True | cJSON_False)) != 0;
}

int cJSON_GetArraySize(const cJSON *v)
{
    int n = 0;
    for (const cJSON *e = v ? v->child : NULL; e; e = e->next) {
        n++;
    }
    return n;
}

cJSON *cJSON_GetObjectItemCaseSensitive(const cJSON *object, const char *key)
{
    cJSON *e = object ? object->child : NULL;
    while (e && (!e->string || strcmp(e->string, key) != 0)) {
        e = e->next;
    }
    return e;
}

const char *cJSON_Version(void)
{
    static const char version[] = "0.0.0";
    return version;
}
