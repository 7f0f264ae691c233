// SPDX-License-Identifier: MIT
//
// What a program for tcgen05 consists of: steps that are executed one after the other, each finished
// before the next begins. The same steps run on a device (tc_kernel.cu) and on the model of the
// documented rules that the tests have.
#pragma once

#include <cstdint>

namespace wgv
{

enum tc_op : uint32_t {
    TC_STORE, // all four warps: registers to tensor memory
    TC_LOAD,  // and back
    TC_COPY,  // shared memory to tensor memory
    TC_MMA
};

// Addresses of tensor memory are lane << 16 | column, from the first of the 512 columns.
struct tc_step {
    uint32_t op;
    uint32_t form; // of tc_forms.h: wgv_tc_moves, wgv_tc_copy, wgv_tc_mmas
    uint32_t tmem; // what is stored to, loaded from (warp w: 32 * w lanes on), copied to; D
    uint32_t idesc;
    uint64_t a, b; // descriptors; a: the address of an A in tensor memory; of a copy, its source
    uint32_t sfa, sfb;
    uint32_t accumulate;
    uint32_t registers; // of loads and stores, of each thread
    uint32_t data; // of loads and stores: word of the first register of a CTA's values; register r
                   // of lane t of warp w lies at data + (w * registers + r) * 32 + t
};

// For cudaLaunchKernel: (tc_job), 128 threads, a CTA or a cluster of two. Everything of CTA c lies
// c strides on.
struct tc_job {
    const tc_step *steps;
    uint32_t count;
    const uint8_t *image; // what shared memory holds, a multiple of 16 bytes
    uint32_t image_bytes;
    const uint32_t *in;
    uint32_t *out;
    uint32_t in_words, out_words;
    uint32_t *window; // where the kernel found its shared memory
};

// Behind the image: the barrier that tcgen05.commit arrives on, and where tcgen05.alloc writes.
constexpr uint32_t TC_CONTROL_BYTES = 16;

const void *tc_kernel_at(int cta_group);

} // namespace wgv
