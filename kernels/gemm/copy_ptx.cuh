/* SPDX-License-Identifier: MIT
 *
 * The PTX of kernels that the copy engine feeds, one instruction in each function: mbarriers, bulk
 * tensor copies, barriers, clusters, register reallocation. Addresses are 32-bit shared-memory
 * addresses (shared::cta, valid in shared::cluster for the own block). All of it is sm_90a:
 * kernels guard their bodies with __CUDA_ARCH_FEAT_SM90_ALL, so that any -arch compiles.
 */
#ifndef WGV_GEMM_COPY_PTX_CUH
#define WGV_GEMM_COPY_PTX_CUH

#include <cuda.h>
#include <stdint.h>

#include "common/ptx.cuh"

/* ---- mbarrier (PTX ISA, "Parallel Synchronization: mbarrier") ---- */

PTX_INLINE void ptx_mbarrier_init(uint32_t bar, uint32_t arrivals)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(bar), "r"(arrivals) : "memory");
}

/* Makes initialised barriers visible to the copy engine and to the other blocks of the cluster. */
PTX_INLINE void ptx_fence_mbarrier_init()
{
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

PTX_INLINE void ptx_mbarrier_arrive_expect(uint32_t bar, uint32_t bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar), "r"(bytes)
                 : "memory");
}

PTX_INLINE void ptx_mbarrier_arrive(uint32_t bar)
{
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(bar) : "memory");
}

/* Arrives on the barrier at the same offset in block `rank` of the cluster. No .cluster scope: what
 * the arrival orders are reads by the tensor cores, complete since wgmma.wait_group, before writes
 * by the copy engine. Release and acquire at cluster scope would order this thread's own accesses
 * too, by a membar.gpu and a flush of L1 in every stage (seen in SASS: MEMBAR.ALL.GPU, CCTL.IVALL;
 * measured: 594 instead of 790 TFLOP/s). */
PTX_INLINE void ptx_mbarrier_arrive_remote(uint32_t bar, uint32_t rank)
{
    asm volatile("{\n"
                 ".reg .b32 remote;\n"
                 "mapa.shared::cluster.u32 remote, %0, %1;\n"
                 "mbarrier.arrive.shared::cluster.b64 _, [remote];\n"
                 "}" ::"r"(bar),
                 "r"(rank)
                 : "memory");
}

/* Waits until the phase of this parity has completed; try_wait suspends the thread in hardware. */
PTX_INLINE void ptx_mbarrier_wait(uint32_t bar, uint32_t parity)
{
    asm volatile("{\n"
                 ".reg .pred done;\n"
                 "again:\n"
                 "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
                 "@!done bra again;\n"
                 "}" ::"r"(bar),
                 "r"(parity)
                 : "memory");
}

/* ---- Bulk tensor copies (PTX ISA, "cp.async.bulk.tensor") ---- */

PTX_INLINE void ptx_prefetch_map(const CUtensorMap *map)
{
    asm volatile("prefetch.tensormap [%0];" ::"l"(map) : "memory");
}

/* One 2-D box into shared memory; its bytes are counted by the barrier. */
PTX_INLINE void ptx_load_2d(uint32_t dst, const CUtensorMap *map, int x, int y, uint32_t bar)
{
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%2, %3}], [%4];" ::"r"(dst),
                 "l"(map), "r"(x), "r"(y), "r"(bar)
                 : "memory");
}

/* The same box to the same offset of every block in `mask`, counted by each block's own barrier. */
PTX_INLINE void ptx_load_2d_multicast(uint32_t dst, const CUtensorMap *map, int x, int y,
                                      uint32_t bar, uint16_t mask)
{
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
                 ".multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;" ::"r"(dst),
                 "l"(map), "r"(x), "r"(y), "r"(bar), "h"(mask)
                 : "memory");
}

/* Asks for the lines of a box to be brought to L2. */
PTX_INLINE void ptx_prefetch_2d(const CUtensorMap *map, int x, int y)
{
    asm volatile("cp.async.bulk.prefetch.tensor.2d.L2.global [%0, {%1, %2}];" ::"l"(map), "r"(x),
                 "r"(y)
                 : "memory");
}

/* One 2-D box from shared memory; chunks of 16 bytes outside the tensor are not written. */
PTX_INLINE void ptx_store_2d(const CUtensorMap *map, int x, int y, uint32_t src)
{
    asm volatile(
        "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];" ::"l"(map),
        "r"(x), "r"(y), "r"(src)
        : "memory");
}

PTX_INLINE void ptx_store_commit()
{
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

/* Waits until at most PENDING stores of this thread still read shared memory. */
template <int PENDING> PTX_INLINE void ptx_store_wait_read()
{
    asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(PENDING) : "memory");
}

/* ---- Barriers ---- */

/* Barrier `id` (1..15; 0 is __syncthreads) among `threads` threads. */
PTX_INLINE void ptx_named_barrier(int id, int threads)
{
    asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}

PTX_INLINE uint32_t ptx_cluster_rank()
{
    uint32_t r;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r));
    return r;
}

/* All threads of all blocks of the cluster meet: each arrives, and waits for all. Nobody has to see what another wrote but
 * initialised mbarriers, which have a fence of their own; a release would be a membar.gpu, 1500 cycles at the start of a
 * block (measured on an H100: gemm-notes.md). */
PTX_INLINE void ptx_cluster_arrive()
{
    asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
}
PTX_INLINE void ptx_cluster_wait()
{
    asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
}
PTX_INLINE void ptx_cluster_meet()
{
    ptx_cluster_arrive();
    ptx_cluster_wait();
}

/* Programmatic dependent launch: wait for the kernel before this one in the stream, and let the one
 * behind it be set up while this one still runs. Both do nothing in an ordinary launch. */
PTX_INLINE void ptx_wait_prior_grid_if(int wanted)
{
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.s32 p, %0, 0;\n"
                 "@p griddepcontrol.wait;\n"
                 "}" ::"r"(wanted)
                 : "memory");
}

PTX_INLINE void ptx_launch_next_grid()
{
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
}

/* ---- Registers ---- */

/* Four numbers to shared memory, where nobody reads them: so they are computed here, and not where they are first used. ptxas puts
 * arithmetic behind a wait where it may. */
PTX_INLINE void ptx_compute_here(uint32_t address, int a, int b, int c, int d)
{
    asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};" ::"r"(address), "r"(a), "r"(b), "r"(c),
                 "r"(d)
                 : "memory");
}

template <int REGS> PTX_INLINE void ptx_registers_more()
{
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(REGS));
}

template <int REGS> PTX_INLINE void ptx_registers_fewer()
{
    asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(REGS));
}

PTX_INLINE void ptx_load_shared(uint32_t address, uint16_t &v)
{
    asm volatile("ld.shared.u16 %0, [%1];" : "=h"(v) : "r"(address) : "memory");
}

PTX_INLINE void ptx_load_shared(uint32_t address, uint32_t &v)
{
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"(address) : "memory");
}

PTX_INLINE void ptx_load_shared(uint32_t address, int &v)
{
    asm volatile("ld.shared.s32 %0, [%1];" : "=r"(v) : "r"(address) : "memory");
}

PTX_INLINE void ptx_store_shared(uint32_t address, int v)
{
    asm volatile("st.shared.s32 [%0], %1;" ::"r"(address), "r"(v) : "memory");
}

PTX_INLINE void ptx_store_shared_u64(uint32_t address, uint32_t lo, uint32_t hi)
{
    asm volatile("st.shared.v2.u32 [%0], {%1, %2};" ::"r"(address), "r"(lo), "r"(hi) : "memory");
}

PTX_INLINE uint4 ptx_load_shared_u128(uint32_t address)
{
    uint4 v;
    asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                 : "r"(address)
                 : "memory");
    return v;
}

/* Four f32 into the block's own shared memory. */
PTX_INLINE void ptx_store_shared(uint32_t address, const float *v)
{
    asm volatile("st.shared.v4.f32 [%0], {%1, %2, %3, %4};" ::"r"(address), "f"(v[0]), "f"(v[1]),
                 "f"(v[2]), "f"(v[3])
                 : "memory");
}

/* Four f32 to the same place of block `rank` of the cluster, whose mbarrier counts the bytes as they arrive (PTX ISA, "st.async"),
 * or where it is the own one into its memory, uncounted: without a branch. */
PTX_INLINE void ptx_send(uint32_t rank, bool own, uint32_t address, const float (&v)[4],
                         uint32_t bar)
{
    asm volatile("{\n"
                 ".reg .pred own;\n"
                 ".reg .b32 to, bar;\n"
                 "setp.ne.u32 own, %1, 0;\n"
                 "mapa.shared::cluster.u32 to, %2, %0;\n"
                 "mapa.shared::cluster.u32 bar, %3, %0;\n"
                 "@own st.shared.v4.f32 [%2], {%4, %5, %6, %7};\n"
                 "@!own st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.f32 [to], "
                 "{%4, %5, %6, %7}, [bar];\n"
                 "}" ::"r"(rank),
                 "r"((uint32_t)own), "r"(address), "r"(bar), "f"(v[0]), "f"(v[1]), "f"(v[2]),
                 "f"(v[3])
                 : "memory");
}

/* One lane of the warp, all of which ask, and the same one each time (PTX ISA, elect.sync). ptxas knows that what it alone does
 * has one set of operands; behind threadIdx.x it puts each tensor copy into a loop over the lanes (docs/gemm-notes.md, What
 * one producer asks for). */
PTX_INLINE bool ptx_elect()
{
    uint32_t mine;
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "elect.sync _|p, 0xffffffff;\n"
                 "selp.u32 %0, 1, 0, p;\n"
                 "}"
                 : "=r"(mine));
    return mine != 0;
}

/* Four f32 to the block's own shared memory or to global memory: without a branch, two instructions. */
PTX_INLINE void ptx_store_either(bool near, uint32_t shared, float *global, const float (&v)[4])
{
    asm volatile("{\n"
                 ".reg .pred near;\n"
                 "setp.ne.u32 near, %0, 0;\n"
                 "@near st.shared.v4.f32 [%1], {%3, %4, %5, %6};\n"
                 "@!near st.global.v4.f32 [%2], {%3, %4, %5, %6};\n"
                 "}" ::"r"((uint32_t)near),
                 "r"(shared), "l"(global), "f"(v[0]), "f"(v[1]), "f"(v[2]), "f"(v[3])
                 : "memory");
}

/* Four f32 from shared memory where they are wanted, else anything: without a branch, so that many can be under way. */
PTX_INLINE void ptx_load_shared_if(bool wanted, uint32_t shared, float (&v)[4])
{
    asm volatile("{\n"
                 ".reg .pred wanted;\n"
                 "setp.ne.u32 wanted, %4, 0;\n"
                 "@wanted ld.shared.v4.f32 {%0, %1, %2, %3}, [%5];\n"
                 "}"
                 : "=f"(v[0]), "=f"(v[1]), "=f"(v[2]), "=f"(v[3])
                 : "r"((uint32_t)wanted), "r"(shared)
                 : "memory");
}

/* The same from global memory, past L1. */
PTX_INLINE void ptx_load_global_if(bool wanted, const float *global, float (&v)[4])
{
    asm volatile("{\n"
                 ".reg .pred wanted;\n"
                 "setp.ne.u32 wanted, %4, 0;\n"
                 "@wanted ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%5];\n"
                 "}"
                 : "=f"(v[0]), "=f"(v[1]), "=f"(v[2]), "=f"(v[3])
                 : "r"((uint32_t)wanted), "l"(global)
                 : "memory");
}

/* Counters that only say how far others are: nothing is ordered by them. */
PTX_INLINE uint32_t ptx_load_relaxed(const uint32_t *address)
{
    uint32_t v;
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(address) : "memory");
    return v;
}

PTX_INLINE void ptx_count(uint32_t *address)
{
    asm volatile("red.relaxed.gpu.global.add.u32 [%0], 1;" ::"l"(address) : "memory");
}

/* Adds, and says what was there: behind all that this block has written, before all that it reads then. */
PTX_INLINE uint32_t ptx_add_in_order(uint32_t *address, uint32_t v)
{
    uint32_t before;
    asm volatile("atom.acq_rel.gpu.global.add.u32 %0, [%1], %2;"
                 : "=r"(before)
                 : "l"(address), "r"(v)
                 : "memory");
    return before;
}

PTX_INLINE uint32_t ptx_load_acquire(const uint32_t *address)
{
    uint32_t v;
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(address) : "memory");
    return v;
}

/* Bits in a register of their own. Volatile, as the next: those of an accumulator are not to be put off until after the next product
 * has begun to overwrite it (nor the other way round: C7514), nor an address to be computed anew wherever it is used. */
PTX_INLINE uint32_t ptx_keep(float v)
{
    uint32_t r;
    asm volatile("mov.b32 %0, %1;" : "=r"(r) : "f"(v));
    return r;
}
PTX_INLINE uint32_t ptx_keep(uint32_t v)
{
    uint32_t r;
    asm volatile("mov.b32 %0, %1;" : "=r"(r) : "r"(v));
    return r;
}

/* Two f32 as one register of two bf16, `lo` in the low half. */
PTX_INLINE uint32_t ptx_pack_bf16(float lo, float hi)
{
    uint32_t r;
    asm volatile("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(hi), "f"(lo));
    return r;
}

#endif
