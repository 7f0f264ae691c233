/* SPDX-License-Identifier: MIT
 *
 * Reads the times of products out of the files of evidence.
 */
#include "fit_times.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static fit_product products[FIT_PRODUCTS_MAX];
static int n_products;

static bool find_tile(fit_way *w, const int of[4], bool turned)
{
    for (int i = 0; i < WGD_PROBLEM_CANDIDATES; i++) {
        const wgd_problem_tile t = wgd_problem_tile_at(i);
        if (t.m == of[0] && t.n == of[1] && t.cluster_m == of[2] && t.cluster_n == of[3] &&
            t.turned == turned) {
            w->tile = t;
            return true;
        }
    }
    return false;
}

/* "128x144-c1x2-t/m4/w120"; false for tiles that are gone, and for /p2 to /p4: dealt otherwise than by the rule. */
static bool read_name(fit_way *w, const char *name)
{
    int of[4], end = 0;
    if (sscanf(name, "%dx%d-c%dx%d%n", &of[0], &of[1], &of[2], &of[3], &end) != 4) {
        return false;
    }
    const char *p = name + end;
    const bool turned = strncmp(p, "-t", 2) == 0;
    p += turned ? 2 : 0;
    w->way = (wgd_problem_way){1, false, of[1]};
    for (; *p; p += end) {
        char kind;
        int value;
        if (sscanf(p, "/%c%d%n", &kind, &value, &end) != 2 || !strchr("kmw", kind) || value < 1) {
            return false;
        }
        if (kind == 'w') {
            w->way.width = value;
        } else {
            w->way.split = value;
            w->way.in_memory = kind == 'm';
        }
    }
    snprintf(w->name, sizeof w->name, "%s", name);
    return find_tile(w, of, turned);
}

static bool is_positive(const cJSON *number, double most)
{
    return cJSON_IsNumber(number) && number->valuedouble > 0 && number->valuedouble <= most;
}

/* Three sizes, cuBLAS's time, and times by name. */
static bool is_record(const cJSON *record)
{
    const cJSON *const size = cJSON_GetObjectItem(record, "size"), *item;
    const cJSON *const us = cJSON_GetObjectItem(record, "us");
    bool good = cJSON_IsArray(size) && cJSON_GetArraySize(size) == 3 && cJSON_IsObject(us) &&
                is_positive(cJSON_GetObjectItem(record, "cublas_us"), 1e9);
    cJSON_ArrayForEach(item, size)
    {
        good = good && is_positive(item, INT32_MAX);
    }
    cJSON_ArrayForEach(item, us)
    {
        good = good && is_positive(item, 1e9);
    }
    return good;
}

static bool is_bf16(const cJSON *record)
{
    const cJSON *const form = cJSON_GetObjectItem(record, "form");
    return !form || (cJSON_IsString(form) && strcmp(form->valuestring, "bf16") == 0);
}

static fit_product *product_of(const cJSON *size)
{
    int64_t of[3];
    for (int i = 0; i < 3; i++) {
        of[i] = (int64_t)cJSON_GetArrayItem(size, i)->valuedouble;
    }
    for (int i = 0; i < n_products; i++) {
        if (memcmp(products[i].size, of, sizeof of) == 0) {
            return &products[i];
        }
    }
    if (n_products == FIT_PRODUCTS_MAX) {
        fit_fail("more products than there is room for", "products");
    }
    memcpy(products[n_products].size, of, sizeof of);
    return &products[n_products++];
}

static void add_time(fit_product *p, const cJSON *time, double cublas_us)
{
    fit_way w = {0};
    if (!read_name(&w, time->string)) {
        return;
    }
    int i = 0;
    while (i < p->ways && strcmp(p->way[i].name, w.name) != 0) {
        i++;
    }
    if (i == FIT_WAYS_MAX) {
        fit_fail("more ways than there is room for", w.name);
    }
    if (i == p->ways) {
        p->way[p->ways++] = w;
    }
    p->way[i].log_us += log(time->valuedouble);
    p->way[i].log_ratio += log(time->valuedouble / cublas_us);
    p->way[i].times++;
}

static void add_record(const cJSON *record)
{
    const cJSON *time;
    fit_product *const p = product_of(cJSON_GetObjectItem(record, "size"));
    cJSON_ArrayForEach(time, cJSON_GetObjectItem(record, "us"))
    {
        add_time(p, time, cJSON_GetObjectItem(record, "cublas_us")->valuedouble);
    }
}

static cJSON *read_json(const char *path)
{
    enum { BYTES_MAX = 1 << 26 };
    FILE *const f = fopen(path, "rb");
    if (!f) {
        fit_fail(strerror(errno), path);
    }
    char *const text = malloc(BYTES_MAX);
    const size_t size = text ? fread(text, 1, BYTES_MAX, f) : 0;
    if (!text || ferror(f) || size == BYTES_MAX) {
        fit_fail("cannot be read, or has more than 64 MB", path);
    }
    fclose(f);
    text[size] = '\0';
    cJSON *const json = cJSON_Parse(text);
    free(text);
    if (!json) {
        fit_fail("no JSON", path);
    }
    return json;
}

static void add_file(const char *path)
{
    static const char *const lists[] = {"wide", "triples", "random", "again"};
    cJSON *const json = read_json(path);
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        const cJSON *record;
        cJSON_ArrayForEach(record, cJSON_GetObjectItem(json, lists[i]))
        {
            if (!is_record(record)) {
                fit_fail("a record wants size of three, cublas_us and us by name, all positive",
                         path);
            }
            if (is_bf16(record)) {
                add_record(record);
            }
        }
    }
    cJSON_Delete(json);
}

static void take_means(void)
{
    for (int i = 0; i < n_products; i++) {
        for (fit_way *w = products[i].way; w < products[i].way + products[i].ways; w++) {
            w->log_us /= w->times;
            w->log_ratio /= w->times;
        }
    }
}

void fit_assume(int i, const wgd_problem_tile *t, const wgd_problem_way *w, double log_ratio)
{
    fit_product *const p = &products[i];
    if (p->ways < FIT_WAYS_MAX) {
        p->way[p->ways++] = (fit_way){"", *t, *w, log_ratio, 0, 0};
    }
}

int fit_read_times(char *const paths[], int count, const fit_product **all)
{
    for (int i = 0; i < count; i++) {
        add_file(paths[i]);
    }
    take_means();
    *all = products;
    return n_products;
}

void fit_fail(const char *what, const char *of)
{
    fprintf(stderr, "gemm-fit: %s: %s\n", of, what);
    exit(2);
}
