/* SPDX-License-Identifier: MIT
 *
 * Reading the golden files: one JSON object a line.
 */
#ifndef WGD_TEST_GOLDEN_H
#define WGD_TEST_GOLDEN_H

#include <stdbool.h>
#include <stddef.h>

#include <cjson/cJSON.h>

/* Calls fn for every line of tests/golden/<name>; fails the test when the file is missing, a line
 * is no JSON, or there is no line. Returns the number of lines. `line` counts from 1. */
int golden_each(const char *name, void (*fn)(const cJSON *obj, int line, void *ctx), void *ctx);

/* Members of a line; the test fails when one is missing or of another type. */
const char *golden_str(const cJSON *obj, const char *key);
long golden_int(const cJSON *obj, const char *key);
bool golden_bool(const cJSON *obj, const char *key);

/* Copies CuTe's text without the marks of static integers: no '_' before digits, no "(unset)". */
void golden_plain(const char *cute, char *buf, size_t cap);

#endif
