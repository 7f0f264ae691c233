/* SPDX-License-Identifier: MIT
 *
 * solve: one solution, with what may vary in it and the others that work.
 */
#include "solution_print.h"

/* The names of the fields by WGD_READS bit, as in WGD_FIELDS. */
static void json_free_fields(buf *out, const wgd_solution *sol)
{
    json_open(out, "free", '[');
    for (int f = WGD_FIELD_START; f <= WGD_FIELD_LAYOUT_TYPE; f++) {
        if (!(sol->reads >> f & 1)) {
            json_str(out, NULL, wgd_field_name((wgd_field)f));
        }
    }
    json_close(out, ']');
}

void solution_json(buf *out, const char *key, const wgd_solution *sol)
{
    json_open(out, key, '{');
    json_word(out, "descriptor", wgd_desc_pack(sol->desc, sol->read.arch));
    json_str(out, "major", wgd_major_name(sol->read.major));
    json_str(out, "swizzle", wgd_swizzle_name(sol->desc.swizzle));
    json_addr(out, "start", sol->desc.start * UINT64_C(16));
    desc_json_stride(out, "lbo", sol->desc.lbo, (sol->reads & WGD_READS_LBO) != 0);
    desc_json_stride(out, "sbo", sol->desc.sbo, (sol->reads & WGD_READS_SBO) != 0);
    json_int(out, "base_offset", sol->desc.base_offset);
    json_int(out, "base_offset_mask", wgd_swizzle_row_mask(sol->desc.swizzle));
    json_bool(out, "canonical", sol->canonical);
    json_free_fields(out, sol);
    json_close(out, '}');
}

void solution_put_free(buf *out, const wgd_solution *sol)
{
    const bool lbo = !(sol->reads & WGD_READS_LBO), sbo = !(sol->reads & WGD_READS_SBO);
    const uint32_t mask = wgd_swizzle_row_mask(sol->desc.swizzle);
    if (lbo || sbo) {
        buf_str(out, "free: ");
        buf_str(out, lbo && sbo ? "LBO and SBO" : lbo ? "LBO" : "SBO");
        buf_str(out, " may hold anything here\n");
    }
    if (mask != 7) {
        buf_str(out, "free: ");
        buf_str(out, mask == 0   ? "base offset"
                     : mask == 1 ? "base offset but for its lowest bit"
                                 : "base offset but for its lowest 2 bits");
        buf_char(out, '\n');
    }
}

void solution_put_others(buf *out, const wgd_solve *s)
{
    if (s->n < 2) {
        return;
    }
    buf_str(out, "\nalso right, with another phase of the pattern:\n");
    for (int i = 1; i < s->n; i++) {
        const wgd_solution *o = &s->solution[i];
        buf_str(out, "  ");
        buf_word(out, wgd_desc_pack(o->desc, o->read.arch));
        buf_str(out, "   ");
        buf_left(out, wgd_swizzle_name(o->desc.swizzle), 4);
        buf_str(out, "  start ");
        buf_addr(out, o->desc.start * UINT64_C(16));
        buf_str(out, "  base offset ");
        buf_i64(out, o->desc.base_offset);
        buf_char(out, '\n');
    }
}
