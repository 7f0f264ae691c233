/* SPDX-License-Identifier: MIT
 *
 * The 64-bit shared-memory matrix descriptor and its fields, in the formats of wgmma (PTX ISA,
 * "Asynchronous Warpgroup Level Matrix Shared Memory Layout", matrix descriptor; measured) and of
 * tcgen05 (PTX ISA, "tcgen05 Shared memory descriptor"; documented).
 *
 *   bits  0-13  start address     in 16-byte units
 *   bits 16-29  LBO               in 16-byte units, leading dimension byte offset
 *   bits 32-45  SBO               in 16-byte units, stride dimension byte offset
 *   bits 46-48  version           tcgen05 only: 0b001
 *   bits 49-51  base offset       in 128-byte rows
 *   bit  52     LBO mode          sm_103 only: LBO is the address of the next chunk of K
 *   bits 62-63  layout type       wgmma: 0 none, 1 128B, 2 64B, 3 32B
 *   bits 61-63                    tcgen05: 0 none, 1 128B with 32-byte atoms, 2 128B, 4 64B, 6 32B
 *
 * The other bits of wgmma's word, 14-15, 30-31, 46-48 and 52-61, are ignored by the hardware
 * (measured, docs/hardware.md); those of tcgen05's are reserved.
 * Shifts and masks only: the order of C bit-fields is up to the compiler.
 * Runs on the host and, under nvcc, on the device: the kernel and the calculator share this code.
 */
#ifndef WGD_DESC_H
#define WGD_DESC_H

#include "wgd_arch.h"
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
    bool lbo_absolute; /* sm_103: lbo is an address, not an offset */
    wgd_swizzle_mode swizzle;
} wgd_desc;

/* The formats: field, first bit, bits. WORD stands for the whole of what a family's word holds. */
#define WGD_WGMMA_FIELDS(X)                                                                        \
    X(START, 0, 14) X(LBO, 16, 14) X(SBO, 32, 14) X(BASE_OFFSET, 49, 3) X(LAYOUT_TYPE, 62, 2)
#define WGD_TCGEN05_FIELDS(X)                                                                      \
    X(START, 0, 14)                                                                                \
    X(LBO, 16, 14) X(SBO, 32, 14) X(VERSION, 46, 3) X(BASE_OFFSET, 49, 3) X(LAYOUT_TYPE, 61, 3)
/* What sm_103 adds to tcgen05's word. */
#define WGD_SM103_FIELDS(X) X(LBO_MODE, 52, 1)

/* Shifts and values: WGD_WGMMA_LBO_SHIFT, WGD_WGMMA_LBO_MAX (the greatest value), .. */
#define WGD_X(field, shift, bits)                                                                  \
    WGD_WGMMA_##field##_SHIFT = (shift), WGD_WGMMA_##field##_MAX = (1 << (bits)) - 1,
enum wgd_wgmma_word { WGD_WGMMA_FIELDS(WGD_X) WGD_WGMMA_WORD_BITS = 64 };
#undef WGD_X
#define WGD_X(field, shift, bits)                                                                  \
    WGD_TCGEN05_##field##_SHIFT = (shift), WGD_TCGEN05_##field##_MAX = (1 << (bits)) - 1,
enum wgd_tcgen05_word {
    WGD_TCGEN05_FIELDS(WGD_X) WGD_SM103_FIELDS(WGD_X) WGD_TCGEN05_WORD_BITS = 64
};
#undef WGD_X
/* The version that tcgen05's words carry. */
enum { WGD_TCGEN05_VERSION = 1 };

/* The bits that mean something, and the greatest value of a 14-bit field. */
#define WGD_FIELD_MASK(field, shift, bits) | ((UINT64_C(1) << (bits)) - 1) << (shift)
#define WGD_DESC_MASK                      (UINT64_C(0) WGD_WGMMA_FIELDS(WGD_FIELD_MASK))
#define WGD_TCGEN05_MASK                   (UINT64_C(0) WGD_TCGEN05_FIELDS(WGD_FIELD_MASK))
#define WGD_SM103_MASK                     (WGD_TCGEN05_MASK WGD_SM103_FIELDS(WGD_FIELD_MASK))
#define WGD_DESC_FIELD_MAX                 0x3fff
/* Shared-memory addresses that a descriptor can hold: below 2^18 bytes. */
#define WGD_SMEM_WINDOW 0x40000

/* A value in its field of the word, and the field's value in a word. */
#define WGD_FIELD_PUT(format, field, v)                                                            \
    ((uint64_t)((uint32_t)(v) & (uint32_t)WGD_##format##_##field##_MAX)                            \
     << WGD_##format##_##field##_SHIFT)
#define WGD_FIELD_GET(format, field, word)                                                         \
    ((uint32_t)((word) >> WGD_##format##_##field##_SHIFT) & (uint32_t)WGD_##format##_##field##_MAX)

/* wgmma's word of the fields (the layout type is at its top and needs no mask, so that a round trip
 * folds to one); bits beyond a field's width are dropped (wgd_desc_check refuses
 * them). */
WGD_HD static inline uint64_t wgd_desc_encode(wgd_desc d)
{
    return WGD_FIELD_PUT(WGMMA, START, d.start) | WGD_FIELD_PUT(WGMMA, LBO, d.lbo) |
           WGD_FIELD_PUT(WGMMA, SBO, d.sbo) | WGD_FIELD_PUT(WGMMA, BASE_OFFSET, d.base_offset) |
           (uint64_t)wgd_swizzle_wgmma_code(d.swizzle) << WGD_WGMMA_LAYOUT_TYPE_SHIFT;
}

/* The fields of wgmma's word; ignored bits are dropped (word & ~WGD_DESC_MASK tells which were
 * set). */
WGD_HD static inline wgd_desc wgd_desc_decode(uint64_t word)
{
    wgd_desc d;
    d.start = (uint16_t)WGD_FIELD_GET(WGMMA, START, word);
    d.lbo = (uint16_t)WGD_FIELD_GET(WGMMA, LBO, word);
    d.sbo = (uint16_t)WGD_FIELD_GET(WGMMA, SBO, word);
    d.base_offset = (uint8_t)WGD_FIELD_GET(WGMMA, BASE_OFFSET, word);
    d.swizzle = wgd_swizzle_of_wgmma((uint32_t)(word >> WGD_WGMMA_LAYOUT_TYPE_SHIFT));
    d.lbo_absolute = false;
    return d;
}

/* The same for tcgen05. The layout types that it does not have (3, 5, 7) read as no swizzle:
 * wgd_desc_faults names them. */
WGD_HD static inline uint64_t wgd_tcgen05_encode(wgd_desc d)
{
    return WGD_FIELD_PUT(TCGEN05, START, d.start) | WGD_FIELD_PUT(TCGEN05, LBO, d.lbo) |
           WGD_FIELD_PUT(TCGEN05, SBO, d.sbo) |
           WGD_FIELD_PUT(TCGEN05, VERSION, WGD_TCGEN05_VERSION) |
           WGD_FIELD_PUT(TCGEN05, BASE_OFFSET, d.base_offset) |
           WGD_FIELD_PUT(TCGEN05, LBO_MODE, d.lbo_absolute) |
           WGD_FIELD_PUT(TCGEN05, LAYOUT_TYPE, wgd_swizzle_tcgen05_code(d.swizzle));
}
WGD_HD static inline wgd_desc wgd_tcgen05_decode(uint64_t word)
{
    wgd_desc d;
    d.start = (uint16_t)WGD_FIELD_GET(TCGEN05, START, word);
    d.lbo = (uint16_t)WGD_FIELD_GET(TCGEN05, LBO, word);
    d.sbo = (uint16_t)WGD_FIELD_GET(TCGEN05, SBO, word);
    d.base_offset = (uint8_t)WGD_FIELD_GET(TCGEN05, BASE_OFFSET, word);
    d.swizzle = wgd_swizzle_of_tcgen05(WGD_FIELD_GET(TCGEN05, LAYOUT_TYPE, word));
    d.lbo_absolute = WGD_FIELD_GET(TCGEN05, LBO_MODE, word) != 0;
    return d;
}

/* The word of an architecture, and its fields. Bit 52 is sm_103's alone. */
WGD_HD static inline uint64_t wgd_desc_pack(wgd_desc d, wgd_arch arch)
{
    if (!wgd_arch_tcgen05(arch)) {
        return wgd_desc_encode(d);
    }
    d.lbo_absolute = d.lbo_absolute && wgd_arch_absolute_lbo(arch);
    return wgd_tcgen05_encode(d);
}
WGD_HD static inline wgd_desc wgd_desc_unpack(uint64_t word, wgd_arch arch)
{
    if (!wgd_arch_tcgen05(arch)) {
        return wgd_desc_decode(word);
    }
    wgd_desc d = wgd_tcgen05_decode(word);
    d.lbo_absolute = d.lbo_absolute && wgd_arch_absolute_lbo(arch);
    return d;
}
/* The bits of an architecture's word that mean something. */
WGD_HD static inline uint64_t wgd_desc_mask(wgd_arch arch)
{
    return !wgd_arch_tcgen05(arch)       ? WGD_DESC_MASK
           : wgd_arch_absolute_lbo(arch) ? WGD_SM103_MASK
                                         : WGD_TCGEN05_MASK;
}
/* The layout type that a mode has in the word of an architecture. */
WGD_HD static inline uint32_t wgd_desc_layout_type(wgd_swizzle_mode m, wgd_arch arch)
{
    return wgd_arch_tcgen05(arch) ? wgd_swizzle_tcgen05_code(m) : wgd_swizzle_wgmma_code(m);
}

/* The word of a block that begins `bytes` after the one that d describes: only the start moves. It
 * wraps within its 14 bits; the caller has checked that it fits. */
WGD_HD static inline uint64_t wgd_desc_moved(wgd_desc d, int64_t bytes, wgd_arch arch)
{
    d.start = (uint16_t)(d.start + bytes / 16);
    return wgd_desc_pack(d, arch);
}

/* Does a word look like tcgen05's? Its version stands where wgmma ignores the bits and where every
 * encoder of wgmma writes 0. */
WGD_HD static inline bool wgd_desc_is_tcgen05(uint64_t word)
{
    return WGD_FIELD_GET(TCGEN05, VERSION, word) == WGD_TCGEN05_VERSION;
}

/* Does a word say that it is tcgen05's? The version is set, no bit that its format leaves free is, and
 * the layout type is one of it. */
bool wgd_desc_says_tcgen05(uint64_t word);

/* Refuses a field over its width, with the field's name; WGD_OK otherwise. */
wgd_status wgd_desc_check(wgd_desc d, wgd_diag *diag);

/* What is odd in a word, without knowing the instruction. None of these need be wrong: a block that
 * starts inside a pattern on purpose looks like an alignment fault. */
typedef enum wgd_fault {
    WGD_FAULT_RESERVED = 1,      /* ignored bits are set; the hardware does not look at them */
    WGD_FAULT_ALIGNMENT = 2,     /* base_offset 0, and the start is not in row 0 of a pattern */
    WGD_FAULT_BASE_OFFSET = 4,   /* base_offset set with no swizzle, where nothing reads it */
    WGD_FAULT_PHASE = 8,         /* base_offset set, and it is not the start's row of the pattern */
    WGD_FAULT_ZERO_STRIDES = 16, /* LBO and SBO both 0: only a block of one pattern */
    WGD_FAULT_VERSION = 32,      /* tcgen05: bits 46-48 are not 0b001 */
    WGD_FAULT_LAYOUT_TYPE = 64   /* tcgen05: a layout type that stands for no swizzle: 3, 5, 7 */
} wgd_fault;
/* The faults with which a word is none of its architecture's. */
#define WGD_FAULTS_NO_WORD ((unsigned)WGD_FAULT_VERSION | (unsigned)WGD_FAULT_LAYOUT_TYPE)
/* OR of wgd_fault bits. */
unsigned wgd_desc_faults(uint64_t word, wgd_arch arch);

WGD_API_END

#endif
