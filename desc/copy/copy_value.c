/* SPDX-License-Identifier: MIT
 *
 * Where the values of a thread lie.
 */
#include "copy_parts.h"

uint32_t wgd_copy_value_byte(const wgd_copy *c, int thread, int value)
{
    const int at = c->thread_at[thread] + c->value_at[value], rows = c->frag->rows;
    return wgd_copy_byte(c->tile, at % rows, at / rows);
}

uint32_t wgd_copy_piece_byte(const wgd_copy *c, int thread, int piece, int bytes)
{
    return wgd_copy_value_byte(c, thread, c->value[piece * (bytes / wgd_copy_elem_bytes(c))]);
}
