/* SPDX-License-Identifier: MIT
 *
 * Internal: which fields each attribute has, in the order in which Triton prints them.
 */
#ifndef WGD_DESC_TRITON_ATTR_H
#define WGD_DESC_TRITON_ATTR_H

#include "wgd_triton.h"

typedef enum tri_value { TRI_INT, TRI_BOOL, TRI_LIST, TRI_BASES, TRI_ATTR } tri_value;

typedef struct tri_field_row {
    const char *name;
    tri_value value;
} tri_field_row;
extern const tri_field_row tri_fields[WGD_TRITON_FIELD_COUNT];

/* TRI_NEEDED fields must be there; TRI_GIVEN ones are printed where they are; TRI_FILLED ones are the
 * default where they are not, and printed; TRI_ELSE ones are printed where they are not the default. */
typedef enum tri_when { TRI_NEEDED, TRI_GIVEN, TRI_FILLED, TRI_ELSE } tri_when;
typedef struct tri_use {
    wgd_triton_field field;
    tri_when when;
    int dflt; /* of numbers and bools that are filled or left out */
} tri_use;

typedef struct tri_kind_row {
    bool braces; /* <{...}>, not <...> */
    int n;
    const tri_use *use;
} tri_kind_row;
extern const tri_kind_row tri_kinds[WGD_TRITON_KIND_COUNT];

/* Which of a linear attribute's in[] the bases of a field are. */
int tri_in_of(wgd_triton_kind k, wgd_triton_field f);
/* "[[0, 1], [0, 2]]" */
void tri_put_bases(wgd_text *t, const wgd_triton_bases *b, int rank);

#endif
