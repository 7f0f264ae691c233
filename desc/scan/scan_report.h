/* SPDX-License-Identifier: MIT
 *
 * Internal: from the values of a function to what is said of its wgmma.
 */
#ifndef SCAN_REPORT_H
#define SCAN_REPORT_H

#include "code/lex.h"
#include "values/value_run.h"
#include "wgd_scan.h"
#include "wgd_text.h"

enum { SCAN_TERMS_MAX = 8 };

/* A byte address modulo 2^18: a variable in shared memory, multiples of other symbols, a constant. */
typedef struct scan_place {
    bool known;
    uint32_t base; /* the variable's symbol; 0: none */
    int n;
    uint32_t sym[SCAN_TERMS_MAX];
    int64_t times[SCAN_TERMS_MAX];
    int64_t offset;
} scan_place;

/* Takes `times` * v apart. */
scan_place scan_place_of(const scan_run *r, const scan_val *v, int64_t times);
/* The bytes from the base that the place can have; false: any. */
bool scan_place_range(const scan_run *r, const scan_place *p, int64_t *lo, int64_t *hi);
/* The known low bits of the terms' sum and the constant, without the base. */
scan_num scan_place_bits(const scan_run *r, const scan_place *p);
/* The same variable and the same terms: *apart is b - a. */
bool scan_place_apart(const scan_place *a, const scan_place *b, int64_t *apart);

typedef struct scan_report {
    const scan_func *f;
    const scan_flow *flow;
    scan_run *run;
    scan_arena *arena;
    wgd_scan_wgmma *wgmma;
    scan_place (*place)[2];
    wgd_scan_finding *finding;
    size_t n_finding, cap_finding;
    wgd_scan_finding spare; /* written to when there is no room for another */
} scan_report;

/* Fills r->wgmma and r->place; false: the arena is full. */
bool scan_words(scan_report *r);
/* The bits of a word that the hardware reads, but for the start and the swizzle; `reads` are WGD_READS bits. */
uint64_t scan_field_bits(unsigned reads);
/* The chain of wgmma i, a new one or that of one before, and its steps from that one; those before have theirs.
 * `chains` counts them. */
void scan_chain(scan_report *r, size_t i, int *chains);
/* The rules; each appends its findings. What finds no room is left out, and the arena is full. */
void scan_rules(scan_report *r);
/* Of wgmma i, which is reached, and its operand o, which is in shared memory. */
void scan_rules_insn(scan_report *r, int i);
void scan_rules_word(scan_report *r, int i, int o);
void scan_rules_stride(scan_report *r, int i, int o);
void scan_rules_bounds(scan_report *r, int i, int o);
void scan_rules_overlap(scan_report *r, int i);
/* Of a step to wgmma i, and of the one before it in the text (of the first itself); does its chain begin with that? */
void scan_rules_step(scan_report *r, int before, int i);
void scan_rules_serialized(scan_report *r, int before, int i, bool begins);
/* Of an operand where its chain begins. */
void scan_rules_walk(scan_report *r, int i, int o);
void scan_rules_start(scan_report *r, int i, int o);
/* Of the whole function. */
void scan_rules_order(scan_report *r);

/* A finding of an operand of wgmma i, of the wgmma, or of it at another instruction; its text to be written into its
 * message. */
wgd_scan_finding *scan_find(scan_report *r, wgd_scan_rule rule, int i, int operand);
wgd_scan_finding *scan_find_insn(scan_report *r, wgd_scan_rule rule, int i);
wgd_scan_finding *scan_find_at(scan_report *r, wgd_scan_rule rule, uint32_t insn, int i);
/* Writes the pieces of a message, NULL at the end. */
void scan_say(wgd_scan_finding *f, const char *const *pieces);
/* LBO or SBO of a word, by its first bit. */
static inline uint64_t scan_stride_field(uint64_t word, int pos)
{
    return word >> pos & 0x3fff;
}
static inline bool scan_field_known(const wgd_scan_operand *op, int pos, uint64_t mask)
{
    return (op->known >> pos & mask) == mask;
}
/* wgd_scan_begin in any memory from scan_state_size() up; how much a scan needs is for the test to try. */
size_t scan_state_size(void);
void scan_begin(wgd_scan *s, wgd_scan_language language, const char *text, size_t len, void *work,
                size_t work_size, wgd_diag *diag);
/* "A" or "B". */
static inline const char *scan_operand_text(int o)
{
    return o ? "B" : "A";
}

#endif
