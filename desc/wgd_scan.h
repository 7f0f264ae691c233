/* SPDX-License-Identifier: MIT
 *
 * From a compiled kernel to its descriptors: reads the text of PTX, or of machine code as nvdisasm
 * and cuobjdump list it, and says of every wgmma what is known of its descriptors, what they read
 * and what is wrong.
 *
 * The method is abstract interpretation: every register from which a descriptor is computed is
 * followed as known bits and a range, and as symbol + constant, over all paths. What is said to be
 * known holds on every run, whatever the kernel's parameters are; what cannot be known is unknown.
 *
 * Nothing is allocated: the caller hands in a piece of memory, and a kernel that needs more is
 * refused with ERR_LIMIT. About 30 bytes for each byte of the largest kernel's text are enough as
 * a rule.
 */
#ifndef WGD_SCAN_H
#define WGD_SCAN_H

#include "wgd_cost.h"
#include "wgd_fetch.h"
#include "wgd_tile.h"

WGD_API_BEGIN

typedef enum wgd_scan_language { WGD_SCAN_PTX, WGD_SCAN_SASS } wgd_scan_language;

/* The one table of rules: symbol, identity, severity (off, info, warn, error), what it says in one
 * line, why that is so and what to do. */
#define WGD_SCAN_RULES(X)                                                                          \
    X(FIELD_UNKNOWN, "field-unknown", INFO, "a field that the instruction reads is not known",     \
      "The word, or a part of it, comes from outside of the kernel or from a computation that is " \
      "not followed, so nothing can be said of what the instruction reads. Computed from "         \
      "constants and the address of a variable in shared memory, it would be known.")              \
    X(STRIDE_ZERO, "stride-zero", ERROR, "a stride that the instruction uses is 0",                \
      "With K-major and more than 8 rows the hardware steps by SBO from one group of 8 rows to "   \
      "the next; with MN-major and a swizzle by LBO from one atom to the next along M or N. With " \
      "0 every group is read from the same place.")                                                \
    X(STRIDE_BYTES, "stride-bytes", ERROR, "a stride looks like bytes",                            \
      "LBO and SBO count units of 16 bytes. The field holds what the stride would be in bytes: "   \
      "shift it right by 4.")                                                                      \
    X(STRIDE_OVERLAP, "stride-overlap", WARN, "a stride is shorter than what it steps over",       \
      "LBO and SBO step from one group of eight rows of the pattern to the next: 128 bytes "       \
      "without "                                                                                   \
      "a swizzle, else eight times the width of the swizzle. With a shorter stride the groups "    \
      "share "                                                                                     \
      "bytes, and two elements are read from one place.")                                          \
    X(SWIZZLE_CODE, "swizzle-code", ERROR, "the swizzle is numbered as for TMA or tcgen05",        \
      "wgmma numbers the modes none 0, 128B 1, 64B 2, 32B 3 in bits 62-63; a tensor map 32B 1, "   \
      "64B 2, 128B 3; tcgen05 128B 2, 64B 4, 32B 6 in bits 61-63. The strides and the K steps of " \
      "this operand are those of another mode than its code says.")                                \
    X(TCGEN05_WORD, "tcgen05-word", ERROR, "this is a descriptor of tcgen05",                      \
      "Bits 46-48 are 1 in the words of tcgen05 (sm100); wgmma does not look at them, but a word " \
      "made for tcgen05 numbers its swizzles in bits 61-63.")                                      \
    X(START_UNMASKED, "start-unmasked", WARN, "the start is not masked to 14 bits",                \
      "A shared address has the number of the block in its cluster from bit 24 up. Shifted right " \
      "by 4 and not cut to 14 bits, it changes LBO: (address & 0x3ffff) >> 4.")                    \
    X(START_CARRY, "start-carry", WARN, "an addition to the start can carry into LBO",             \
      "Added to a word, a step that takes the start past 2^18 bytes carries into bits 14 and 15, " \
      "which nobody reads, and from there into LBO. A negative step borrows from LBO.")            \
    X(K_STEP_ROW, "k-step-row", ERROR, "the K step leaves the row of the swizzle",                 \
      "With K-major the blocks of one row of the pattern lie 32 bytes apart; behind the last one " \
      "the next is in another atom, not 32 bytes further.")                                        \
    X(K_STEP, "k-step", WARN, "the K step is not that of the layout",                              \
      "With K-major consecutive K blocks are 32 bytes apart inside a row of the pattern (two "     \
      "LBO without a swizzle); with MN-major they are as many SBO (LBO without a swizzle) apart "  \
      "as an instruction has groups of 8 along K.")                                                \
    X(START_ALIGN, "start-misaligned", ERROR, "the start is not aligned to the swizzle pattern",   \
      "The pattern repeats every 1024, 512 or 256 bytes (128B, 64B, 32B) of the absolute "         \
      "address. "                                                                                  \
      "With base_offset 0 the block's first row has to be row 0 of it: align the variable.")       \
    X(BASE_OFFSET, "base-offset", WARN, "base_offset is not the row that the start is in",         \
      "base_offset is for data whose pattern begins at another row than its address says: the "    \
      "row "                                                                                       \
      "of the first byte, (address >> 7) & 7. Data that TMA or an absolute XOR of the address "    \
      "has "                                                                                       \
      "written need 0 at every start.")                                                            \
    X(OUT_OF_BOUNDS, "out-of-bounds", ERROR, "the block reaches beyond the variable",              \
      "The instruction reads bytes behind the end, or before the start, of the variable in "       \
      "shared memory that its start points into.")                                                 \
    X(STAGE_OVERLAP, "stage-overlap", ERROR, "stages overlap",                                     \
      "From one stage to the next the start moves by less than the blocks of one stage reach.")    \
    X(OPERAND_OVERLAP, "operand-overlap", ERROR, "A and B overlap",                                \
      "The blocks of A and B of one instruction share bytes of shared memory.")                    \
    X(TRANSPOSE_TYPE, "transpose-type", ERROR, "this type cannot be transposed",                   \
      "Only f16 and bf16 operands in shared memory can be MN-major.")                              \
    X(K_DIFFERS, "k-differs", WARN, "A and B do not step through K together",                      \
      "From one instruction to the next one operand goes on by a K block and the other does not, " \
      "so that rows are multiplied with columns of another K.")                                    \
    X(SELECTOR, "sparse-selector", ERROR, "the sparse metadata selector is out of range",          \
      "The selector is 0 or 1 for 16- and 32-bit types, 0 for 8-bit types (PTX ISA, sparse "       \
      "wgmma).")                                                                                   \
    X(FENCE_MISSING, "fence-missing", ERROR, "no wgmma.fence before the wgmma",                    \
      "A wgmma.fence has to come before the first wgmma of a kernel, on every path (PTX ISA, "     \
      "wgmma.fence).")                                                                             \
    X(ACC_TOUCHED, "accumulator-read", ERROR, "accumulators are read before the wait",             \
      "The registers of D have no defined value until a wgmma.wait_group has waited for the "      \
      "group of the wgmma.")                                                                       \
    X(SERIALIZED, "serialized", WARN, "the wgmma of the kernel run one after the other",           \
      "ptxas serialises a pipeline of wgmma (C7510 and its relatives) when another instruction "   \
      "writes their registers before the wait, when a function is called between, or when it "     \
      "finds no wait. In machine code each wgmma then is a group of its own that is waited for.")  \
    X(PROXY_FENCE, "proxy-fence-missing", ERROR, "no async-proxy fence after st.shared",           \
      "wgmma reads shared memory through the async proxy. What st.shared has written is seen "     \
      "only "                                                                                      \
      "after fence.proxy.async (PTX ISA, async proxy); a barrier alone does not do.")              \
    X(NEVER_WAITED, "never-waited", ERROR, "nobody waits for the wgmma",                           \
      "The function ends, on some path, with a wgmma that no commit_group and wait_group has "     \
      "completed.")                                                                                \
    X(FIELD_UNREAD, "field-unread", INFO, "a field is set that nobody reads here",                 \
      "The hardware does not look at this field for this block; it may hold anything.")            \
    X(NARROW, "narrow", INFO, "two instructions could be one of twice the N",                      \
      "Two wgmma of the same A, one after the other, whose B lie behind one another. One "         \
      "instruction of twice the N reads A once.")                                                  \
    X(NOT_REACHED, "not-reached", INFO, "this wgmma is never reached",                             \
      "No path from the start of the function leads here.")

typedef enum wgd_scan_rule {
#define WGD_X(sym, name, severity, text, why) WGD_SCAN_##sym,
    WGD_SCAN_RULES(WGD_X)
#undef WGD_X
        WGD_SCAN_RULE_COUNT
} wgd_scan_rule;

typedef enum wgd_scan_severity {
    WGD_SCAN_OFF,
    WGD_SCAN_INFO,
    WGD_SCAN_WARN,
    WGD_SCAN_ERROR
} wgd_scan_severity;

typedef struct wgd_scan_rule_info {
    const char *name;
    wgd_scan_severity severity;
    const char *text; /* one line, no full stop */
    const char *why;
} wgd_scan_rule_info;

const wgd_scan_rule_info *wgd_scan_rule_get(wgd_scan_rule r);
/* The rule of this name, or WGD_SCAN_RULE_COUNT. */
wgd_scan_rule wgd_scan_rule_find(const char *name, size_t len);
const char *wgd_scan_severity_name(wgd_scan_severity s); /* "off", "info", "warn", "error" */

/* What is known of one operand. */
typedef struct wgd_scan_operand {
    bool shared;          /* else it is in registers, and nothing below is set */
    uint64_t word, known; /* a bit of word is 0 where that of known is */
    bool read_known;      /* the types are known: `read` says how the block is read */
    wgd_read read;
    unsigned reads; /* WGD_READS bits: what the hardware looks at; 0 when the mode is not known */
    /* Where the start lies: `base` + offset_min .. offset_max bytes, modulo 2^18. Without a base
     * (NULL) the offset is the shared address itself. */
    bool place_known;
    const char *base;
    size_t base_len;
    int64_t base_bytes; /* of the variable; -1 when not known */
    int base_align;     /* that it is declared with; 1 when not known */
    int64_t offset_min, offset_max;
    int64_t stage_step; /* bytes from one stage of a ring to the next; 0: none seen */
    int stages;         /* 0: not known */
    /* Bytes from the start of the instruction before it in its chain. */
    bool step_known;
    int64_t step;
    bool span_known;    /* all that the hardware reads is known but the start */
    int64_t span;       /* bytes from the start to the end of the last one read, */
    int64_t span_begin; /* and to the first: 0, or less for a start inside a row of the pattern */
} wgd_scan_operand;

typedef struct wgd_scan_wgmma {
    int index;
    uint32_t line;        /* of the text, from 1 */
    uint32_t source_line; /* of the program, where the text says so; else 0 */
    uint32_t address;     /* of the machine instruction */
    bool types_known;
    wgd_dtype a_type, b_type;
    wgd_acc d;
    int n, k;
    bool sparse, satfinite;
    int selector; /* of the sparse metadata; -1: none, or not constant */
    bool trans[2], negate[2];
    unsigned scale_d; /* bit 0: can be false, bit 1: can be true */
    bool reached;
    int loop;  /* the loop that it is in, from 1; 0: none */
    int chain; /* instructions one after the other into the same accumulators have one number */
    uint32_t accumulators;
    wgd_scan_operand op[2]; /* A, B */
} wgd_scan_wgmma;

enum { WGD_SCAN_MESSAGE_MAX = 256 };

typedef struct wgd_scan_finding {
    wgd_scan_rule rule;
    int index;                           /* of the wgmma; -1: none */
    int operand;                         /* 0 A, 1 B, -1 neither */
    uint32_t line, source_line, address; /* of the instruction at fault */
    bool has_word, has_right;            /* no word: of an operand's nothing is known */
    uint64_t word, right;                /* what was found, and what would be right */
    char message[WGD_SCAN_MESSAGE_MAX];
} wgd_scan_finding;

typedef struct wgd_scan_kernel {
    const char *name; /* not NUL-terminated; a piece of the text */
    size_t name_len;
    bool entry; /* PTX: .entry, not .func */
    uint32_t line;
    uint32_t instructions;
    uint32_t unknown; /* instructions whose name is not known */
    const uint32_t *unknown_lines;
    const wgd_scan_wgmma *wgmma;
    size_t n_wgmma;
    const wgd_scan_finding *finding;
    size_t n_finding;
    bool work_too_small;
} wgd_scan_kernel;

/* A scan. The members are private. */
typedef struct wgd_scan {
    void *state;
} wgd_scan;

/* The least memory that a scan runs in. */
enum { WGD_SCAN_WORK_MIN = 1 << 20 };

/* PTX, or a listing of machine code? A guess from the first lines. */
wgd_scan_language wgd_scan_guess(const char *text, size_t len);
/* Begins a scan of text[0..len), below 2^31 bytes. Everything is cut from work[0..work_size), which
 * must be aligned for any type; ERR_LIMIT when that is below WGD_SCAN_WORK_MIN or the text is too
 * long. The text and the memory must outlive the scan. */
wgd_status wgd_scan_begin(wgd_scan *s, wgd_scan_language language, const char *text, size_t len,
                          void *work, size_t work_size, wgd_diag *diag);
/* The next function of the text; out->name is NULL after the last. What *out points to is good until
 * the next call. ERR_SYNTAX, ERR_INST, ERR_LIMIT with line and column in the text of *diag;
 * ERR_LIMIT and out->work_too_small when the memory is too small for this function: begin again with
 * more. */
wgd_status wgd_scan_next(wgd_scan *s, wgd_scan_kernel *out, wgd_diag *diag);

/* The tile that the chain beginning at wgmma `index` reads as operand 0 (A) or 1 (B): a question to
 * wgd_tile_describe whose answer has the same words, apart from the start and what nobody reads.
 * False when there is none, or the words are not known. */
bool wgd_scan_tile(const wgd_scan_kernel *k, int index, int operand, wgd_tile_query *out);

/* One round of a loop of a kernel, by the law of wgd_cost.h: the sums over its wgmma, each counted
 * once, so that a round that leaves some out costs less. */
typedef struct wgd_scan_loop {
    int loop;  /* its number, as in wgd_scan_wgmma */
    int wgmma; /* in it, that are reached */
    int64_t cycles, tensor_cycles, shared_cycles;
    int64_t shared_bytes;
    int64_t
        peak_cycles; /* what the products would take at the full rate of the tensor cores: N/2 each */
    wgd_cost_bound bound; /* what binds more of the round */
} wgd_scan_loop;

/* False when no wgmma of the kernel is in that loop, or the types of one are not known. */
bool wgd_scan_loop_cost(const wgd_scan_kernel *k, int loop, wgd_scan_loop *out);

WGD_API_END
#endif
