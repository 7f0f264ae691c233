/* SPDX-License-Identifier: MIT
 *
 * A hash table of names, open addressing.
 */
#include "table.h"

static uint32_t hash_of(const char *s, size_t len)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < len; i++) {
        h = (h ^ (unsigned char)s[i]) * 16777619u;
    }
    return h ^ h >> 15;
}

static scan_name *probe(const scan_table *t, const char *s, size_t len, uint32_t hash)
{
    size_t i = hash & (t->cap - 1);
    while (t->slot[i].s && (t->slot[i].hash != hash || t->slot[i].len != len ||
                            memcmp(t->slot[i].s, s, len) != 0)) {
        i = (i + 1) & (t->cap - 1);
    }
    return &t->slot[i];
}

static bool widen(scan_table *t)
{
    const scan_table old = *t;
    t->cap = old.cap ? old.cap * 2 : 256;
    t->slot = scan_alloc(t->arena, t->cap, sizeof *t->slot);
    if (!t->slot) {
        *t = old;
        return false;
    }
    for (size_t i = 0; i < old.cap; i++) {
        if (old.slot[i].s) {
            *probe(t, old.slot[i].s, old.slot[i].len, old.slot[i].hash) = old.slot[i];
        }
    }
    return true;
}

scan_name *scan_table_at(scan_table *t, const char *s, size_t len)
{
    if (t->n * 2 >= t->cap && !widen(t)) {
        return NULL;
    }
    const uint32_t hash = hash_of(s, len);
    scan_name *row = probe(t, s, len, hash);
    if (!row->s) {
        row->s = s;
        row->len = (uint32_t)len;
        row->hash = hash;
        t->n++;
    }
    return row;
}

scan_name *scan_table_find(const scan_table *t, const char *s, size_t len)
{
    if (t->cap == 0) {
        return NULL;
    }
    scan_name *row = probe(t, s, len, hash_of(s, len));
    return row->s ? row : NULL;
}
