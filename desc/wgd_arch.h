/* SPDX-License-Identifier: MIT
 *
 * The architectures: which family of descriptor words each has, what its word means beyond the
 * family, and what the answers about it rest on. One engine serves them all; a field, a swizzle
 * code, a type or a rule that differs stands in a table, here or in wgd_desc.h, wgd_swizzle_mode.h,
 * wgd_dtype.h.
 */
#ifndef WGD_ARCH_H
#define WGD_ARCH_H

#include <stdbool.h>

#include "wgd_status.h"

WGD_API_BEGIN

/* wgmma's words (Hopper), tcgen05's (datacentre Blackwell), or no matrix descriptors at all. */
typedef enum wgd_family { WGD_FAMILY_WGMMA, WGD_FAMILY_TCGEN05, WGD_FAMILY_NONE } wgd_family;

/* The one table of architectures: symbol, name, what else it is called, its number, family, what is
 * said about it was measured (docs/evidence; else it is documented only), the word's bit 52 makes LBO
 * an absolute address (and one instruction may read 96 elements of packed fp4; sm_100 has the bit
 * reserved), its tcgen05.mma has kind i8 (CUTLASS; ptxas agrees), what it is. */
#define WGD_ARCHS(X)                                                                               \
    X(SM90, "sm90", "hopper", 90, WGMMA, 1, 0, 0, "Hopper: wgmma")                                 \
    X(SM100, "sm100", "blackwell", 100, TCGEN05, 0, 0, 1, "Blackwell: tcgen05")                    \
    X(SM103, "sm103", "blackwell-ultra", 103, TCGEN05, 0, 1, 0,                                    \
      "Blackwell Ultra: tcgen05, absolute LBO")                                                    \
    X(SM120, "sm120", "blackwell-rtx", 120, NONE, 0, 0, 0,                                         \
      "no matrix descriptors: mma.sync reads registers")

#define WGD_X(sym, name, alias, number, family, measured, absolute, i8, text) WGD_##sym,
typedef enum wgd_arch { WGD_ARCHS(WGD_X) WGD_ARCH_COUNT } wgd_arch;
#undef WGD_X

typedef struct wgd_arch_info {
    wgd_arch arch;
    const char *name; /* "sm90" */
    const char *alias;
    int number;
    wgd_family family;
    bool measured; /* docs/evidence; else documented only */
    bool absolute_lbo;
    bool kind_i8;
    const char *text;
} wgd_arch_info;

/* The row of an architecture; never NULL for the enumerators above. */
const wgd_arch_info *wgd_arch_get(wgd_arch a);
/* "wgmma", "tcgen05"; of an architecture without descriptors "mma.sync". */
const char *wgd_arch_instruction(wgd_arch a);
/* Finds one by name: "sm90", also "sm_90a", "90a", "hopper". ERR_VALUE with the names there are. */
wgd_status wgd_arch_parse(const char *name, wgd_arch *out, wgd_diag *diag);
/* Refuses an architecture without matrix descriptors, saying what there is instead. */
wgd_status wgd_arch_check(wgd_arch a, wgd_diag *diag);
/* Refuses an architecture without tcgen05. */
wgd_status wgd_arch_tcgen05_check(wgd_arch a, wgd_diag *diag);

/* The two questions that kernels ask too: a bit for each architecture. */
WGD_HD static inline bool wgd_arch_tcgen05(wgd_arch a)
{
#define WGD_X(sym, name, alias, number, family, measured, absolute, i8, text)                      \
    | (unsigned)(WGD_FAMILY_##family == WGD_FAMILY_TCGEN05) << WGD_##sym
    return (unsigned)a < WGD_ARCH_COUNT && ((0u WGD_ARCHS(WGD_X)) >> a & 1u) != 0;
#undef WGD_X
}
WGD_HD static inline bool wgd_arch_absolute_lbo(wgd_arch a)
{
#define WGD_X(sym, name, alias, number, family, measured, absolute, i8, text)                      \
    | (unsigned)(absolute) << WGD_##sym
    return (unsigned)a < WGD_ARCH_COUNT && ((0u WGD_ARCHS(WGD_X)) >> a & 1u) != 0;
#undef WGD_X
}

WGD_API_END

#endif
