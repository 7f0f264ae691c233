/* SPDX-License-Identifier: MIT
 *
 * A descriptor word and a read of it: the fields are the bits of the documents, what is odd in it is named, and an
 * element is read where the rule says, which leads back to it. Quick, for very many words; fuzz_desc.c asks more of one.
 *
 * Input: 8 bytes of word, lowest first; 1 of the way back, architecture, form, major and operand; type, rows, row, K.
 */
#include "naive_fetch.h"
#include "source.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INPUT = 13 };

static uint32_t bits_of(uint64_t word, int first, int n)
{
    return (uint32_t)(word >> first) & ((1u << n) - 1);
}

/* PTX ISA, matrix descriptors of wgmma and of tcgen05; bit 52 is sm_103's. */
static wgd_desc fields_of(uint64_t word, wgd_arch arch)
{
    static const wgd_swizzle_mode wgmma[] = {WGD_SWZ_NONE, WGD_SWZ_128B, WGD_SWZ_64B, WGD_SWZ_32B};
    static const wgd_swizzle_mode tcgen05[] = {WGD_SWZ_NONE, WGD_SWZ_128B_32B, WGD_SWZ_128B,
                                               WGD_SWZ_NONE, WGD_SWZ_64B,      WGD_SWZ_NONE,
                                               WGD_SWZ_32B,  WGD_SWZ_NONE};
    const bool blackwell = arch != WGD_SM90;
    return (wgd_desc){(uint16_t)bits_of(word, 0, 14),
                      (uint16_t)bits_of(word, 16, 14),
                      (uint16_t)bits_of(word, 32, 14),
                      (uint8_t)bits_of(word, 49, 3),
                      arch == WGD_SM103 && bits_of(word, 52, 1),
                      blackwell ? tcgen05[bits_of(word, 61, 3)] : wgmma[bits_of(word, 62, 2)]};
}

static unsigned faults_of(uint64_t word, wgd_desc d, wgd_arch arch)
{
    static const uint32_t masks[] = {0, 1, 3, 7, 3};
    const uint32_t mask = masks[d.swizzle], row = d.start / 8u & mask, type = bits_of(word, 61, 3);
    const bool blackwell = arch != WGD_SM90;
    unsigned faults = 0;
    faults |= bits_of(word, 14, 2) || bits_of(word, 30, 2) || bits_of(word, 53, 8) ||
                      (!blackwell && (bits_of(word, 46, 3) || bits_of(word, 61, 1))) ||
                      (arch != WGD_SM103 && bits_of(word, 52, 1))
                  ? WGD_FAULT_RESERVED
                  : 0u;
    faults |= d.base_offset == 0 && row != 0 ? WGD_FAULT_ALIGNMENT : 0u;
    faults |= d.base_offset != 0 && mask == 0 ? WGD_FAULT_BASE_OFFSET : 0u;
    faults |= d.base_offset != 0 && row != (d.base_offset & mask) ? WGD_FAULT_PHASE : 0u;
    faults |= d.lbo == 0 && d.sbo == 0 ? WGD_FAULT_ZERO_STRIDES : 0u;
    faults |= blackwell && bits_of(word, 46, 3) != 1 ? WGD_FAULT_VERSION : 0u;
    faults |= blackwell && (type == 3 || type == 5 || type == 7) ? WGD_FAULT_LAYOUT_TYPE : 0u;
    return faults;
}

static void check_fields(uint64_t word, wgd_desc d, wgd_arch arch)
{
    const wgd_desc got = wgd_desc_unpack(word, arch);
    must(got.start == d.start && got.lbo == d.lbo && got.sbo == d.sbo);
    must(got.base_offset == d.base_offset && got.swizzle == d.swizzle);
    must(got.lbo_absolute == d.lbo_absolute);
    const unsigned faults = wgd_desc_faults(word, arch);
    must(faults == faults_of(word, d, arch));
    /* A word of its architecture comes back, but for what is ignored. */
    must((faults & WGD_FAULTS_NO_WORD) ||
         ((wgd_desc_pack(d, arch) ^ word) & wgd_desc_mask(arch)) == 0);
    must((wgd_desc_pack(d, arch) & ~wgd_desc_mask(arch)) == 0);
}

/* The first element that is read there. */
static void check_back(uint64_t word, wgd_desc d, wgd_read rd, uint32_t r, uint32_t k)
{
    const uint32_t at = naive_fetch(d, rd, r, k);
    wgd_element e;
    must(wgd_fetch_reverse(word, rd, at, &e, 1) >= 1);
    must(naive_fetch(d, rd, e.mn, e.k) == at && (e.mn < r || (e.mn == r && e.k <= k)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const wgd_arch archs[] = {WGD_SM90, WGD_SM100, WGD_SM103};
    if (size < INPUT) {
        return 0;
    }
    uint64_t word = 0;
    for (int i = 0; i < 8; i++) {
        word |= (uint64_t)data[i] << 8 * i;
    }
    const int kind = data[8];
    const wgd_read rd = {(wgd_dtype)(data[9] % WGD_DTYPE_COUNT),
                         (wgd_operand)(kind & 1),
                         (wgd_major)(kind >> 1 & 1),
                         8 * (1 + data[10] % 32),
                         (kind & 4) != 0,
                         archs[(kind >> 3 & 3) % 3],
                         0};
    const wgd_desc d = fields_of(word, rd.arch);
    check_fields(word, d, rd.arch);
    if (wgd_read_check(rd, NULL) == WGD_OK &&
        wgd_mode_check(rd.dtype, rd.major, d.swizzle, rd.arch, NULL) == WGD_OK) {
        const uint32_t r = data[11] % (uint32_t)rd.mn, k = data[12] % (uint32_t)wgd_read_k(rd);
        must(wgd_fetch_byte(d, rd, r, k) == naive_fetch(d, rd, r, k));
        if (kind < 32) { /* of some, since it takes far longer */
            check_back(word, d, rd, r, k);
        }
    }
    return 0;
}
