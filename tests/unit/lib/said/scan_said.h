/* SPDX-License-Identifier: MIT
 *
 * What a scan finds in a text, all of it, in words: for tests that hold it to the letter. Include after cmocka.h.
 */
#ifndef SCAN_SAID_H
#define SCAN_SAID_H

#include "wgd_scan.h"

/* The first function of a text, good until the next call; a text that is refused fails the test. */
const wgd_scan_kernel *scan_kernel_of(wgd_scan_language language, const char *text);
/* Its findings, in their order, a line each, good until the next call:
 *
 *     LINE[/LINE of .loc][@ADDRESS] RULE WGMMA[A|B][ WORD][ -> RIGHT]: MESSAGE
 */
const char *scan_said(wgd_scan_language language, const char *text);

/* Its wgmma, a line each and one for each operand in shared memory, good until the next call:
 *
 *     WGMMA line L[/L][@ADDRESS] NxK [D A B] [sparse SELECTOR] [satfinite] [trans AB] [negate AB] scale S regs R [loop L]
 *     chain C [unreached]
 *     A: WORD/KNOWN reads BITS [K|MN MNxK] [in BASE of BYTES/ALIGN] [at FROM..TO] [stages N by BYTES] [step S] [span B..E]
 */
const char *scan_words_said(wgd_scan_language language, const char *text);

/* A kernel: line 1 declares the variables, and line 2 the registers; the instructions stand from line 3 on. */
#define SCAN_K(body)                                                                               \
    ".shared .align 1024 .b8 sa[65536]; .shared .align 1024 .b8 sb[65536]; "                       \
    ".shared .align 128 .b8 low[65536]; .extern .shared .align 1024 .b8 dyn[]; "                   \
    ".extern .shared .align 16 .b8 dyn16[]; .shared .align 1024 .b8 none[0];\n"                    \
    ".visible .entry k(.param .u32 p0, .param .u64 q) { .reg .f32 %f<300>; .reg .b32 %r<90>; "     \
    ".reg .b64 %d<60>; .reg .pred %p<9>;\n" body "}\n"

typedef struct scan_row {
    const char *body, *said;
} scan_row;

typedef const char *scan_speaker(wgd_scan_language language, const char *text);

/* Of each text this is said by one of them. */
void scan_held(scan_speaker *said, wgd_scan_language language, const scan_row *rows, int n);
#define SCAN_HELD_BY(said, language, rows)                                                         \
    scan_held(said, language, rows, (int)(sizeof(rows) / sizeof((rows)[0])))
#define SCAN_HELD(rows) SCAN_HELD_BY(scan_said, WGD_SCAN_PTX, rows)

/* %d2 and %d4 are words of A and B: "0x..." as a number, in hexadecimal. */
#define SCAN_NUMBERS(a, b) "mov.b64 %d2, " a "; mov.b64 %d4, " b ";\n"
/* %dN is a word whose start is a variable (an address expression), by way of %rN. */
#define SCAN_WORD(n, at, word)                                                                     \
    "mov.u32 %r" n ", " at "; bfe.u32 %r" n ", %r" n ", 4, 14; cvt.u64.u32 %d" n ", %r" n          \
    "; or.b64 %d" n ", %d" n ", " word ";\n"
#define SCAN_FENCE "wgmma.fence.sync.aligned;\n"
#define SCAN_WAIT  "wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;\n"
#define SCAN_MMA(shape, acc, a, b, more)                                                           \
    "wgmma.mma_async.sync.aligned." shape " {" acc "}, " a ", " b ", 1, 1, 1" more ";\n"
/* 64x8x16 of f16, of four accumulators. */
#define SCAN_N8(acc, a, b) SCAN_MMA("m64n8k16.f32.f16.f16", acc, a, b, ", 0, 0")
#define SCAN_ACC0          "%f0,%f1,%f2,%f3"
#define SCAN_ACC4          "%f4,%f5,%f6,%f7"
#define SCAN_ACC8(t)       "%f" t "0,%f" t "1,%f" t "2,%f" t "3,%f" t "4,%f" t "5,%f" t "6,%f" t "7"
#define SCAN_ACC32(t)                                                                              \
    SCAN_ACC8(t "1") "," SCAN_ACC8(t "2") "," SCAN_ACC8(t "3") "," SCAN_ACC8(t "4")
#define SCAN_N64(a, b, more) SCAN_MMA("m64n64k16.f32.f16.f16", SCAN_ACC32(""), a, b, more)

#endif
