/* SPDX-License-Identifier: MIT
 *
 * GEMM version 3: from accumulators to C. A tile is put into other registers as C has it, in bf16 half as
 * many, which frees the accumulators at once; its panels then go through shared memory and the copy engine.
 *
 * A panel is 64 rows of 128 bytes of C. A warp has 16 of a tile's 64 rows: where they are rows of C, each warp sends what it
 * has written. Where the product is turned they are columns, 32 bytes of each of the panel's rows: the four warps of a
 * warpgroup wait for one another, and each sends 16 rows that all have written.
 */
#ifndef WGV_GEMM_V3_STORE_CUH
#define WGV_GEMM_V3_STORE_CUH

#include "config.cuh"

/* The first of a panel's rows that this warp sends. */
PTX_INLINE int gemm_v3_warp_row()
{
    return threadIdx.x % 128 / 32 * GEMM_WARP_ROWS;
}

/* Stores the columns of C from `from` (a multiple of 16 bytes) on, of the rows that this warp sends of the panel:
 * eight threads a row, 16 bytes each, and what is left of 16 bytes one by one. */
template <class CFG>
PTX_INLINE void gemm_v3_store_cut(const gemm_v3_schedule &sched, uint32_t panel,
                                  const gemm_v3_c_place &at, int from)
{
    using out = typename CFG::out;
    constexpr int each = 16 / sizeof(out);
    if (from >= at.cols || from >= at.col + CFG::PANEL_COLS) {
        return; /* the same for all: most panels jump over the code below */
    }
    const int chunk = threadIdx.x % 8, column = at.col + chunk * each;
    if (column < from || column >= at.cols) {
        return;
    }
    const int first = gemm_v3_warp_row(), end = first + GEMM_WARP_ROWS;
    for (int row = first + threadIdx.x % 32 / 8; row < end && at.row + row < at.rows; row += 4) {
        const uint32_t from_panel = panel + gemm_c_offset(row, chunk);
        out *const c = (out *)sched.c + (at.row + row) * sched.ldc + column;
        if (column + each <= at.cols) {
            *(uint4 *)c = ptx_load_shared_u128(from_panel);
        } else {
#pragma unroll 1
            for (int i = 0; column + i < at.cols; i++) {
                ptx_load_shared(from_panel + i * sizeof(out), c[i]);
            }
        }
    }
}

/* The finished tile of one consumer: its elements as C has them, in the order of the accumulators, and
 * its place in C. */
template <class CFG> struct gemm_v3_result {
    uint32_t words[CFG::RESULT_REGS];
    int m, n;
};

/* The words of a result from `first` on, `count` of them or to the end of its block of 64 rows. */
template <class CFG>
PTX_INLINE void gemm_v3_take_words(gemm_v3_result<CFG> &result, const typename CFG::sums &acc,
                                   int first, int count)
{
    constexpr int words = CFG::RESULT_REGS / CFG::M_BLOCKS;
    const int mb = first / words, from = first % words;
#pragma unroll
    for (int i = from; i < from + count && i < words; i++) {
        uint32_t &word = result.words[mb * words + i];
        if constexpr (words == CFG::SUM_REGS / CFG::M_BLOCKS) {
            word = ptx_keep(acc[mb][i]);
        } else {
            word = ptx_pack_bf16(acc[mb][2 * i], acc[mb][2 * i + 1]);
        }
    }
}

template <class CFG>
PTX_INLINE void gemm_v3_take(gemm_v3_result<CFG> &result, typename CFG::sums &acc)
{
    constexpr int words = CFG::RESULT_REGS / CFG::M_BLOCKS;
#pragma unroll
    for (int mb = 0; mb < CFG::M_BLOCKS; mb++) {
        wgmma_touch(acc[mb]);
        gemm_v3_take_words<CFG>(result, acc, mb * words, words);
    }
}

/* The first of the words of panel p: 16 in each, or fewer at a tile's right end. */
enum { GEMM_V3_PANEL_WORDS = 16 };
template <class CFG> PTX_INLINE int gemm_v3_first_word(int p)
{
    return p / CFG::PANELS_ACROSS * (CFG::RESULT_REGS / CFG::M_BLOCKS) +
           p % CFG::PANELS_ACROSS * GEMM_V3_PANEL_WORDS;
}

/* Writes this warp's part of panel p of a result into shared memory. stmatrix: lanes 0-7 give rows 0-7 of the warp's 16, 8-15
 * rows 8-15, 16-31 the next chunk; turned, 8 rows of C, the next chunk, the next 8 rows. It moves 16-bit elements: f32 are
 * stored in pairs. */
template <class CFG>
PTX_INLINE void gemm_v3_write_panel(const gemm_v3_result<CFG> &result, int p, uint32_t panel)
{
    const int lane = threadIdx.x % 32;
    const uint32_t first = gemm_v3_warp_row();
    constexpr int block_words = CFG::RESULT_REGS / CFG::M_BLOCKS; /* of 64 rows */
    const int word = gemm_v3_first_word<CFG>(p);
#pragma unroll
    for (int j = 0; j < 4; j++) {
        if (word % block_words + j * 4 >= block_words) {
            break; /* the last panel across is short where TN is no multiple of its columns */
        }
        const uint32_t *const words = &result.words[word + j * 4];
        if constexpr (CFG::TURNED) {
            const uint32_t row = 16 * j + lane % 8 + lane / 16 * 8,
                           chunk = first / 8 + lane / 8 % 2;
            ptx_stmatrix<4, true>(panel + gemm_c_offset(row, chunk), words);
        } else if constexpr (sizeof(typename CFG::out) == 2) {
            const uint32_t row = first + lane % 16;
            ptx_stmatrix<4, false>(panel + gemm_c_offset(row, 2 * j + lane / 16), words);
        } else {
            const uint32_t row = first + lane / 4, chunk = 2 * j + lane % 4 / 2,
                           byte = lane % 2 * 8;
            ptx_store_shared_u64(panel + gemm_c_offset(row, chunk) + byte, words[0], words[1]);
            ptx_store_shared_u64(panel + gemm_c_offset(row + 8, chunk) + byte, words[2], words[3]);
        }
    }
}

/* The four warps of a warpgroup meet. */
PTX_INLINE void gemm_v3_meet_warpgroup(int warpgroup)
{
    ptx_named_barrier(1 + warpgroup, 128);
}

/* Those that have written the rows that a warp sends: its own lanes, or turned the warpgroup. */
template <class CFG> PTX_INLINE void gemm_v3_meet_writers(int warpgroup)
{
    __syncwarp();
    if constexpr (CFG::TURNED) {
        gemm_v3_meet_warpgroup(warpgroup);
    }
}

/* Makes what was written to panels known to the copy engine. */
template <class CFG> PTX_INLINE void gemm_v3_publish_panels(int warpgroup)
{
    ptx_fence_async_proxy();
    gemm_v3_meet_writers<CFG>(warpgroup);
}

/* Sends this warp's rows of panel p of a turned result to C: 8 by 8, as the tile may end at each, and the copy engine at the
 * end of C. */
template <class CFG>
PTX_INLINE void gemm_v3_send_turned(const gemm_v3_result<CFG> &result, int p, uint32_t panel,
                                    const CUtensorMap *map_c, const gemm_v3_schedule &sched)
{
    const int row = result.n + p % CFG::PANELS_ACROSS * WGD_INST_M;
    const int col = result.m + p / CFG::PANELS_ACROSS * CFG::PANEL_COLS;
    const int rows = gemm_v3_end_of<CFG>(sched, result.n);
    if (ptx_elect()) {
#pragma unroll
        for (int i = 0; i < GEMM_WARP_ROWS; i += GEMM_TURNED_ROWS) {
            const int of_panel = gemm_v3_warp_row() + i;
            if (row + of_panel < rows && col < sched.whole_cols) {
                ptx_store_2d(map_c, col, row + of_panel, panel + of_panel * GEMM_ROW_BYTES);
            }
        }
        ptx_store_commit();
    }
    gemm_v3_store_cut<CFG>(sched, panel, {row, col, rows, sched.cols}, sched.whole_cols);
}

/* Sends this warp's rows of panel p, which was published, to C. */
template <class CFG>
PTX_INLINE void gemm_v3_send_panel(const gemm_v3_result<CFG> &result, int p, uint32_t panel,
                                   const CUtensorMap *map_c, const gemm_v3_schedule &sched)
{
    if constexpr (CFG::TURNED) {
        gemm_v3_send_turned(result, p, panel, map_c, sched);
        return;
    }
    const int m = result.m + p / CFG::PANELS_ACROSS * WGD_INST_M;
    const int n = result.n + p % CFG::PANELS_ACROSS * CFG::PANEL_COLS;
    const int row = gemm_v3_warp_row();
    /* The copy engine writes whole panels, but for those outside C: not where the tile ends before them. */
    const int end = result.n + gemm_v3_width<CFG>(sched);
    const bool whole = n + CFG::PANEL_COLS <= end && n < sched.whole_cols;
    const int sent = whole ? sched.whole_cols : n;
    if (ptx_elect()) {
        if (whole) {
            ptx_store_2d(map_c, n, m + row, panel + row * GEMM_ROW_BYTES);
        }
        ptx_store_commit();
    }
    gemm_v3_store_cut<CFG>(sched, panel, {m, n, sched.rows, end < sched.cols ? end : sched.cols},
                           sent);
}

/* Stores panel p through the next of the warpgroup's staging panels. */
template <class CFG>
PTX_INLINE void gemm_v3_store_panel(const gemm_v3_result<CFG> &result, int p,
                                    const gemm_v3_smem<CFG> &smem, const CUtensorMap *map_c,
                                    const gemm_v3_schedule &sched, int warpgroup)
{
    const uint32_t panel = smem.c_panel(warpgroup, p % CFG::C_PANELS);
    if (ptx_elect()) {
        ptx_store_wait_read<CFG::C_PANELS - 1>();
    }
    gemm_v3_meet_writers<CFG>(warpgroup);
    gemm_v3_write_panel(result, p, panel);
    gemm_v3_publish_panels<CFG>(warpgroup);
    gemm_v3_send_panel(result, p, panel, map_c, sched);
}

/* Stores the panels from `first` on. */
template <class CFG>
PTX_INLINE void gemm_v3_store_from(int first, const gemm_v3_result<CFG> &result,
                                   const gemm_v3_smem<CFG> &smem, const CUtensorMap *map_c,
                                   const gemm_v3_schedule &sched, int warpgroup)
{
#pragma unroll
    for (int p = 0; p < CFG::PANELS; p++) {
        if (first <= p) {
            gemm_v3_store_panel(result, p, smem, map_c, sched, warpgroup);
        }
    }
}

/* Stores a block's last tile from its sums. No more stages arrive, so each panel has room of its own in the rows
 * of A that this warpgroup alone has read: no panel waits for another, and each is on its way while the next is put together. A
 * rehearsal, before stages have come, leaves the stages alone. */
template <class CFG>
PTX_INLINE void gemm_v3_store_sums(gemm_v3_result<CFG> &result, typename CFG::sums &acc,
                                   const gemm_v3_smem<CFG> &smem, const CUtensorMap *map_c,
                                   const gemm_v3_schedule &sched, int warpgroup, bool rehearsal)
{
    static_assert(CFG::LAST_FITS, "the stages hold a tile of C");
    /* Elsewhere a panel's rows of this warp are rows of A that only its own products read: a warp computes 16 rows of
     * the 64 (PTX ISA, wgmma.mma_async, D in registers). */
    if constexpr (CFG::FLEXIBLE || CFG::TURNED || !CFG::a_plan::K_MAJOR) {
        gemm_v3_meet_warpgroup(warpgroup); /* all have read what the panels replace */
    }
#pragma unroll
    for (int mb = 0; mb < CFG::M_BLOCKS; mb++) {
        wgmma_touch(acc[mb]);
    }
#pragma unroll
    for (int p = 0; p < CFG::PANELS; p++) {
        const uint32_t panel =
            rehearsal ? smem.c_panel(warpgroup, 0) : smem.last_panel(warpgroup, p);
        gemm_v3_take_words<CFG>(result, acc, gemm_v3_first_word<CFG>(p), GEMM_V3_PANEL_WORDS);
        gemm_v3_write_panel(result, p, panel);
        gemm_v3_publish_panels<CFG>(warpgroup);
        gemm_v3_send_panel(result, p, panel, map_c, sched);
    }
}

template <class CFG>
PTX_INLINE void gemm_v3_store_last(gemm_v3_result<CFG> &result, typename CFG::sums &acc,
                                   const gemm_v3_smem<CFG> &smem, const CUtensorMap *map_c,
                                   const gemm_v3_schedule &sched, int warpgroup, bool rehearsal)
{
    if constexpr (CFG::LAST_FITS) {
        gemm_v3_store_sums(result, acc, smem, map_c, sched, warpgroup, rehearsal);
    } else {
        gemm_v3_take<CFG>(result, acc);
        gemm_v3_store_from(0, result, smem, map_c, sched, warpgroup);
    }
}

#endif
