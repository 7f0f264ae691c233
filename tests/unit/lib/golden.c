/* SPDX-License-Identifier: MIT */
#include "golden.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { LINE_MAX_BYTES = 1 << 20 };

int golden_each(const char *name, void (*fn)(const cJSON *, int, void *), void *ctx)
{
    char path[256];
    (void)snprintf(path, sizeof path, "tests/golden/%s", name);
    FILE *f = fopen(path, "r");
    if (!f) {
        fail_msg("%s: cannot open (run the tests from the top of the repository)", path);
    }
    char *line = malloc(LINE_MAX_BYTES);
    int n = 0;
    while (line && fgets(line, LINE_MAX_BYTES, f)) {
        cJSON *obj = cJSON_Parse(line);
        if (!obj) {
            fail_msg("%s:%d: not JSON", path, n + 1);
        }
        fn(obj, ++n, ctx);
        cJSON_Delete(obj);
    }
    free(line);
    (void)fclose(f);
    assert_true(n > 0);
    return n;
}

static const cJSON *member(const cJSON *obj, const char *key)
{
    const cJSON *m = cJSON_GetObjectItemCaseSensitive(obj, key);
    if (!m) {
        fail_msg("a golden line has no \"%s\"", key);
    }
    return m;
}

const char *golden_str(const cJSON *obj, const char *key)
{
    const cJSON *m = member(obj, key);
    assert_true(cJSON_IsString(m));
    return m->valuestring;
}

long golden_int(const cJSON *obj, const char *key)
{
    const cJSON *m = member(obj, key);
    assert_true(cJSON_IsNumber(m));
    return (long)m->valuedouble;
}

bool golden_bool(const cJSON *obj, const char *key)
{
    const cJSON *m = member(obj, key);
    assert_true(cJSON_IsBool(m));
    return cJSON_IsTrue(m);
}

void golden_plain(const char *cute, char *buf, size_t cap)
{
    static const char unset[] = "(unset)";
    size_t n = 0;
    while (*cute && n + 1 < cap) {
        if (strncmp(cute, unset, sizeof unset - 1) == 0) {
            cute += sizeof unset - 1;
        } else if (cute[0] == '_' && cute[1] >= '0' && cute[1] <= '9') {
            cute++;
        } else {
            buf[n++] = *cute++;
        }
    }
    buf[n] = '\0';
}
