/* SPDX-License-Identifier: MIT
 *
 * Instruction descriptors as text and as JSON.
 */
#ifndef CLI_IDESC_PRINT_H
#define CLI_IDESC_PRINT_H

#include "json/json_write.h"
#include "wgdesc.h"

/* A word read as one of a kind. */
enum { IDESC_FORMS = 8 };
typedef struct idesc_reading {
    unsigned faults;
    wgd_diag diag;                 /* of the first fault */
    wgd_umma_op op;                /* as it was read */
    wgd_umma_op form[IDESC_FORMS]; /* the instructions that can have this word */
    int n_forms;
} idesc_reading;

void idesc_read(wgd_umma_kind kind, uint32_t word, idesc_reading *out);

/* The word of a complete instruction, its fields and notes. */
void idesc_text(buf *out, uint32_t word, const wgd_umma_op *op);
/* The line that says what it rests on; idesc_text leaves it to the caller. */
extern const char idesc_basis[];
/* What the sources differ over: lines, and the member "notes". */
void idesc_text_notes(buf *out, const wgd_umma_op *op);
void idesc_json_notes(buf *out, const wgd_umma_op *op);
/* A word of 32 bits as a member. */
void idesc_json_word(buf *out, const char *key, uint32_t word);
/* The members of the answer: idesc, instruction, ..., fields, notes. */
void idesc_json(buf *out, uint32_t word, const wgd_umma_op *op);

void idesc_text_readings(buf *out, uint32_t word, const idesc_reading *r, int n);
void idesc_json_readings(buf *out, uint32_t word, const idesc_reading *r, int n);

#endif
