/* SPDX-License-Identifier: MIT
 *
 * The 64-bit shared-memory matrix descriptor of wgmma and its fields
 * (PTX ISA, "Asynchronous Warpgroup Level Matrix Shared Memory Layout", matrix descriptor).
 *
 *   bits  0-13  start address     in 16-byte units
 *   bits 16-29  LBO               in 16-byte units, leading dimension byte offset
 *   bits 32-45  SBO               in 16-byte units, stride dimension byte offset
 *   bits 49-51  base offset       in 128-byte rows
 *   bits 62-63  layout type       0 none, 1 128B, 2 64B, 3 32B
 *
 * Bits 14-15, 30-31, 46-48 and 52-61 are ignored by the hardware (measured, docs/hardware.md).
 * Shifts and masks only: the order of C bit-fields is up to the compiler.
 * Runs on the host and, under nvcc, on the device: the kernel and the calculator share this code.
 */
#ifndef WGD_DESC_H
#define WGD_DESC_H

#include "wgd_status.h"
#include "wgd_swizzle_mode.h"

WGD_API_BEGIN

/* Every field at its encoded unit: start, lbo and sbo count 16-byte units (0..16383), base_offset
 * 128-byte rows (0..7). The swizzle is the mode; its code stands in the word alone. */
typedef struct wgd_desc {
    uint16_t start;
    uint16_t lbo;
    uint16_t sbo;
    uint8_t base_offset;
    wgd_swizzle_mode swizzle;
} wgd_desc;

/* The bits that mean something, and the greatest value of a 14-bit field. */
#define WGD_DESC_MASK      UINT64_C(0xC00E3FFF3FFF3FFF)
#define WGD_DESC_FIELD_MAX 0x3fff
/* Shared-memory addresses that a descriptor can hold: below 2^18 bytes. */
#define WGD_SMEM_WINDOW 0x40000

/* Packs the fields; bits beyond a field's width are dropped (wgd_desc_check refuses them). */
WGD_HD static inline uint64_t wgd_desc_encode(wgd_desc d)
{
    return (uint64_t)(d.start & 0x3fffu) | (uint64_t)(d.lbo & 0x3fffu) << 16 |
           (uint64_t)(d.sbo & 0x3fffu) << 32 | (uint64_t)(d.base_offset & 7u) << 49 |
           (uint64_t)wgd_swizzle_wgmma_code(d.swizzle) << 62;
}

/* Unpacks the fields; ignored bits are dropped (word & ~WGD_DESC_MASK tells which were set). */
WGD_HD static inline wgd_desc wgd_desc_decode(uint64_t word)
{
    wgd_desc d;
    d.start = (uint16_t)(word & 0x3fffu);
    d.lbo = (uint16_t)((word >> 16) & 0x3fffu);
    d.sbo = (uint16_t)((word >> 32) & 0x3fffu);
    d.base_offset = (uint8_t)((word >> 49) & 7u);
    d.swizzle = wgd_swizzle_of_wgmma((uint32_t)(word >> 62));
    return d;
}

/* The word of a block that begins `bytes` after the one that d describes: only the start moves. It
 * wraps within its 14 bits; the caller has checked that it fits. */
WGD_HD static inline uint64_t wgd_desc_moved(wgd_desc d, int64_t bytes)
{
    d.start = (uint16_t)(d.start + bytes / 16);
    return wgd_desc_encode(d);
}

/* Refuses a field over its width, with the field's name; WGD_OK otherwise. */
wgd_status wgd_desc_check(wgd_desc d, wgd_diag *diag);

/* What is odd in a word, without knowing the instruction. None of these need be wrong: a block that
 * starts inside a pattern on purpose looks like an alignment fault. */
typedef enum wgd_fault {
    WGD_FAULT_RESERVED = 1,     /* ignored bits are set; the hardware does not look at them */
    WGD_FAULT_ALIGNMENT = 2,    /* base_offset 0, and the start is not in row 0 of a pattern */
    WGD_FAULT_BASE_OFFSET = 4,  /* base_offset set with no swizzle, where nothing reads it */
    WGD_FAULT_PHASE = 8,        /* base_offset set, and it is not the start's row of the pattern */
    WGD_FAULT_ZERO_STRIDES = 16 /* LBO and SBO both 0: only a block of one pattern */
} wgd_fault;
/* OR of wgd_fault bits. */
unsigned wgd_desc_faults(uint64_t word);

WGD_API_END

#endif
