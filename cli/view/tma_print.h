/* SPDX-License-Identifier: MIT
 *
 * Tensor maps and their boxes, as text and as JSON.
 */
#ifndef CLI_TMA_PRINT_H
#define CLI_TMA_PRINT_H

#include "io/buf.h"
#include "wgdesc.h"

/* What wgdesc chooses for the two arguments that no layout depends on. */
#define TMA_L2_PROMOTION "CU_TENSOR_MAP_L2_PROMOTION_L2_256B"
#define TMA_OOB_FILL     "CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE"
#define TMA_INTERLEAVE   "CU_TENSOR_MAP_INTERLEAVE_NONE"

/* The call, and the tile it is for. */
void tma_put_title(buf *out, const wgd_tma *t);
/* The arguments of cuTensorMapEncodeTiled, one line each, by their names in the CUDA documents. */
void tma_put_call(buf *out, const wgd_tma *t);
/* {"data_type":..} under `key`. */
void tma_json_call(buf *out, const char *key, const wgd_tma *t);
/* The same of a map that is no tile's; `directions` says what its dimensions run along. */
void tma_put_params(buf *out, const wgd_tma_params *p, const char *directions);
void tma_json_params(buf *out, const char *key, const wgd_tma_params *p);
/* How many copies the tile takes, and what its barrier expects. */
void tma_put_copies(buf *out, const wgd_tma *t);
/* The boxes, one line each; [{"coordinate":[..],"offset_bytes":..}]. Of a layout that was held against
 * boxes, else NULL, they lie where that has them. */
void tma_put_boxes(buf *out, const wgd_tma *t, const wgd_tma_fit *fit);
void tma_json_boxes(buf *out, const char *key, const wgd_tma *t, const wgd_tma_fit *fit);

#endif
