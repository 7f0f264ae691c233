/* SPDX-License-Identifier: MIT
 *
 * Linear maps and Triton's layouts, as text and as JSON.
 */
#ifndef CLI_LINEAR_PRINT_H
#define CLI_LINEAR_PRINT_H

#include "json/json_write.h"
#include "wgdesc.h"

void linear_put_bases(buf *out, const wgd_linear *m);
/* Rows are the bits of the value, columns those of the index. */
void linear_put_matrix(buf *out, const wgd_linear *m);
void linear_put_c(buf *out, const wgd_linear *m);
/* "bases", "bits", "out_bits", "rank" and "c". */
void linear_json(buf *out, const wgd_linear *m);

void linear_put_attr(buf *out, const wgd_triton_attr *a);
void linear_put_triton(buf *out, const wgd_triton_layout *l);
/* A line for each index: its name and bases. */
void linear_put_triton_bases(buf *out, const wgd_triton_layout *l);
/* "bases":{"register":[[0,1],..],..} */
void linear_json_triton_bases(buf *out, const wgd_triton_layout *l);

#endif
