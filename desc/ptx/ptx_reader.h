/* SPDX-License-Identifier: MIT
 *
 * Internal: the reader of PTX, as compilers and inline assembly write it (PTX ISA, "Syntax",
 * "Directives", "Instruction Set").
 */
#ifndef SCAN_PTX_H
#define SCAN_PTX_H

#include "code/ir.h"
#include "code/lex.h"
#include "code/table.h"
#include "wgd_status.h"

/* The kinds of names (scan_name.kind). */
enum { PTX_NAME_NEW, PTX_NAME_REG, PTX_NAME_LABEL };

enum { PTX_MODS_MAX = 16, PTX_OPERANDS_MAX = 16, PTX_VECTOR_MAX = 512, PTX_PREFIXES_MAX = 64 };
enum { PTX_SCOPES_MAX = 64, PTX_INDEXED_MAX = 4096 };

/* A piece of the text. */
typedef struct ptx_piece {
    const char *s;
    size_t len;
} ptx_piece;

/* A variable of the module in shared memory. */
typedef struct ptx_shared {
    ptx_piece name;
    uint32_t align;
    int64_t size; /* -1: extern, its size is not known */
} ptx_shared;

/* ".reg .b32 %r<n>" */
typedef struct ptx_prefix {
    ptx_piece name;
    uint64_t count;
    int width;
} ptx_prefix;

/* A name that an inner scope gave another meaning, and what it meant before. */
typedef struct ptx_shadow {
    ptx_piece name;
    uint32_t kind, value;
} ptx_shadow;

typedef enum ptx_operand_kind {
    PTX_O_REG,
    PTX_O_SRC,
    PTX_O_ADDR,
    PTX_O_VEC,
    PTX_O_OTHER
} ptx_operand_kind;

typedef struct ptx_operand {
    ptx_operand_kind kind;
    scan_src src;     /* REG, SRC; of ADDR the base (SCAN_NONE: none) */
    uint32_t pair;    /* the q of p|q, or SCAN_NO_REG */
    int64_t offset;   /* of ADDR */
    int first, count; /* of VEC: ptx.vec[first...] */
    bool special;     /* a special register such as %tid.x: src.imm is the greatest value, 0: any */
    ptx_piece text;   /* the name that it is, or that an address begins with; s NULL: none */
} ptx_operand;

typedef struct ptx {
    scan_lex lex;
    scan_arena *arena, *lasting; /* of the function; of the whole module */
    wgd_diag *diag;
    wgd_status status;
    scan_table module; /* name -> number in shared[] */
    ptx_shared *shared;
    size_t n_shared, cap_shared;
    /* the function at hand */
    scan_func *f;
    scan_table names;
    ptx_prefix prefix[PTX_PREFIXES_MAX];
    int n_prefix;
    size_t scope[PTX_SCOPES_MAX]; /* shadows that were there when the scope began */
    int n_scope;
    ptx_shadow *shadow;
    size_t n_shadow, cap_shadow;
    uint32_t source_line;
    uint32_t carry; /* the register CC.CF, or SCAN_NO_REG */
    /* the instruction at hand */
    ptx_piece mod[PTX_MODS_MAX];
    int n_mod;
    ptx_operand op[PTX_OPERANDS_MAX];
    int n_op;
    scan_src vec[PTX_VECTOR_MAX];
    int n_vec;
    uint32_t guard;
    bool guard_not;
    uint32_t line, column;
    scan_insn spare; /* written to when there is no room for another */
} ptx;

/* Reads up to the next function with a body: WGD_OK, and *f is filled or, at the end of the text,
 * f->name is NULL. What it needs is cut from p->arena. */
wgd_status ptx_next_function(ptx *p, scan_func *f);
void ptx_start(ptx *p, scan_arena *arena, scan_arena *lasting, const char *text, size_t len,
               wgd_diag *diag);

/* Parts. Those that answer, answer false after an error, which p->status holds. */
bool ptx_fail(ptx *p, wgd_status st, const char *what, ptx_piece got, const char *want);
/* The same of the instruction or the label at hand: there, not at the token behind it. */
bool ptx_fail_insn(ptx *p, wgd_status st, const char *what, ptx_piece got, const char *want);
bool ptx_full(ptx *p);
bool ptx_expect(ptx *p, char c);
ptx_piece ptx_token(const ptx *p); /* s NULL: the end of the text */
void ptx_skip_braces(ptx *p);    /* over a balanced { ... }; p->status says whether it has an end */
bool ptx_skip_statement(ptx *p); /* up to behind the next ; */
void ptx_skip_parens(ptx *p);    /* over a balanced ( ... ) in the same way */
int ptx_type_width(ptx_piece t); /* bits of .b32 and so on; 0: no type */
bool ptx_body(ptx *p);
bool ptx_variable(ptx *p, bool shared, bool external); /* from its directive on */
bool ptx_operands(ptx *p);
bool ptx_register(ptx *p, ptx_piece name, uint32_t *reg);
bool ptx_declare(ptx *p);
bool ptx_label(ptx *p, ptx_piece name, uint32_t *label); /* of this scope */
bool ptx_put_label(ptx *p, ptx_piece name);              /* the next instruction is here */
void ptx_join_labels(ptx *p); /* of inner scopes to those that they mean */
bool ptx_open_scope(ptx *p);
bool ptx_close_scope(ptx *p);
bool ptx_lower(ptx *p);
bool ptx_wgmma(ptx *p);
/* The i-th part of the instruction's name, 0 the first: "add", "s32". */
static inline bool ptx_mod_is(const ptx *p, int i, const char *w)
{
    return i < p->n_mod && strlen(w) == p->mod[i].len && memcmp(p->mod[i].s, w, p->mod[i].len) == 0;
}
/* Is w one of the parts? */
bool ptx_has(const ptx *p, const char *w);
/* These go on when the memory is full, and p->status says so at the end. */
/* A new instruction with the guard and the line filled in. */
scan_insn *ptx_emit(ptx *p, scan_op op, int width);
/* Registers read by the operands from `from` on, then closes the list. */
void ptx_reads(ptx *p, scan_insn *in, int from);
void ptx_write(ptx *p, scan_insn *in, uint32_t reg);
/* One more in the list of registers. */
void ptx_ref(ptx *p, uint32_t reg);
static inline bool ptx_good(const ptx *p)
{
    return p->status == WGD_OK;
}

#endif
