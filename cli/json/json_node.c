/* SPDX-License-Identifier: MIT
 *
 * What is asked of a request's tree, which json_read.c builds of cJSON's nodes: cJSON's own questions,
 * by its header's declarations. No more than these lines of it was ever called, and a shared library
 * loaded for them took 45 of the 775 us that a descriptor takes as a process; a static one is in few
 * distributions, and none is there for WebAssembly or musl. Only what a node is may be asked of NULL, a key
 * that is not there; keys are asked of objects alone.
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
    return (v->type & (cJSON_True | cJSON_False)) != 0;
}

int cJSON_GetArraySize(const cJSON *v)
{
    int n = 0;
    for (const cJSON *e = v->child; e; e = e->next) {
        n++;
    }
    return n;
}

cJSON *cJSON_GetObjectItemCaseSensitive(const cJSON *object, const char *key)
{
    cJSON *e = object->child;
    while (e && strcmp(e->string, key) != 0) {
        e = e->next;
    }
    return e;
}
