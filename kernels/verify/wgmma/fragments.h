/* SPDX-License-Identifier: MIT
 *
 * Which thread of a warpgroup holds what (PTX ISA, "Register Fragments and Shared Memory Matrix
 * Layouts" of wgmma). Threads 0..127; all types are alike when counted in bytes.
 */
#ifndef WGV_FRAGMENTS_H
#define WGV_FRAGMENTS_H

#include "wgd_inst.h"

/* Rows of A and D held by a thread: half 0 and half 1 are eight rows apart. */
WGD_HD static inline uint32_t wgv_frag_row(uint32_t thread, uint32_t half)
{
    return 16 * (thread / 32) + thread % 32 / 4 + 8 * half;
}

/* A in registers: register q (0..3) holds four bytes of row wgv_frag_row(t, q % 2), from this byte
 * of the 32 stored bytes of K on. */
WGD_HD static inline uint32_t wgv_frag_a_byte(uint32_t thread, uint32_t q)
{
    return thread % 4 * 4 + 16 * (q / 2);
}

/* D: 32-bit accumulators, register r holds (wgv_frag_row(t, r / 2 % 2), this column); f16 ones, two
 * to a register, this column for value r = 2 * register + (0 or 1) of the thread. The row rule is
 * then the same: value r lies in half r / 2 % 2. */
WGD_HD static inline uint32_t wgv_frag_d_col(uint32_t thread, uint32_t r)
{
    return r / 4 * 8 + thread % 4 * 2 + r % 2;
}

/* Registers of D that hold eight columns: two values each of f16, one of all others. Where a fragment lies in memory, those
 * of a thread lie side by side, and those of all threads before the next eight columns. */
WGD_HD static inline int wgv_frag_d_regs(wgd_acc acc)
{
    return acc == WGD_ACC_F16 ? 2 : 4;
}

/* Where register r of a thread lies, in registers. */
WGD_HD static inline uint32_t wgv_frag_d_at(wgd_acc acc, uint32_t thread, uint32_t r)
{
    const uint32_t regs = (uint32_t)wgv_frag_d_regs(acc);
    return (r / regs * 128 + thread) * regs + r % regs;
}

/* May the sparsity selector choose the threads that contribute metadata? For 8-bit types it must be
 * 0: every thread does. */
WGD_HD static inline bool wgv_selector_free(wgd_dtype t)
{
    return wgd_dtype_bits(t) > 8;
}

/* Metadata of the sparse form ("Sparse matrix storage" of wgmma.mma_async.sp): 32 bits of a thread
 * are nibbles 0..7 of groups. The row and the first group of nibble i: 16-bit types and tf32, where
 * only the threads that the selector names count (t % 4 = 0, 1 or 2, 3), hold four groups each of
 * two rows; 8-bit types, all threads, eight groups of one row. */
WGD_HD static inline uint32_t wgv_meta_row(wgd_dtype t, uint32_t thread, uint32_t i)
{
    return wgv_frag_row(thread, wgv_selector_free(t) ? i / 4 : thread % 2);
}

WGD_HD static inline uint32_t wgv_meta_group(wgd_dtype t, uint32_t thread, uint32_t i)
{
    return wgv_selector_free(t) ? thread % 2 * 4 + i % 4 : thread % 4 / 2 * 8 + i;
}

/* Does the selector name this thread? */
WGD_HD static inline bool wgv_meta_counts(wgd_dtype t, uint32_t thread, uint32_t sp_sel)
{
    return !wgv_selector_free(t) || thread % 4 / 2 == sp_sel;
}

#endif
