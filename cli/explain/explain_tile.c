/* SPDX-License-Identifier: MIT
 *
 * From a tile to its word: each step with its numbers.
 */
#include "explain.h"

typedef struct facts {
    const wgd_tile *t;
    const wgd_tile_query *q;
    int bits;      /* of an element */
    int row;       /* bytes of a row of the swizzle pattern */
    int row_elems; /* elements in it */
    int lines;     /* of the atom */
    bool k_major, swizzled, tcgen05;
    int64_t atom_mn, atom_k;
    const explain_sections *in;
} facts;

static facts facts_of(const wgd_tile *t)
{
    facts f = {.t = t, .q = &t->query};
    f.bits = wgd_dtype_bits(f.q->dtype);
    f.row = wgd_swizzle_row_bytes(f.q->swizzle);
    f.row_elems = f.row * 8 / f.bits;
    f.k_major = f.q->major == WGD_MAJOR_K;
    f.swizzled = f.q->swizzle != WGD_SWZ_NONE;
    f.tcgen05 = wgd_arch_tcgen05(f.q->arch);
    f.lines = (int)wgd_swizzle_lines(f.q->swizzle);
    f.atom_mn = f.k_major ? f.lines : f.row_elems;
    f.atom_k = f.k_major ? f.row_elems : f.lines;
    f.in = explain_sections_of(f.q->arch);
    return f;
}

/* Every layout a step arrives at stands on a line of its own and in the JSON. */
static void put_composed(explain_step *s, const char *key, const wgd_composed *c)
{
    say(&s->text, "  ");
    buf_composed(&s->text, c, WGD_FMT_PLAIN);
    say(&s->text, "\n");
    json_composed(&s->values, key, c);
}

static void put_layout(explain_step *s, const char *key, const wgd_layout *l)
{
    say(&s->text, "  ");
    buf_layout(&s->text, l, WGD_FMT_PLAIN);
    say(&s->text, "\n");
    json_layout(&s->values, key, l);
}

static void step_question(explanation *e, const facts *f)
{
    explain_step *s = explain_next(e, "question", "The question", f->in->instruction);
    buf *o = &s->text;
    say(o, "Operand ");
    say(o, f->q->operand == WGD_OPERAND_A ? "A" : "B");
    say(o, f->tcgen05 ? " of tcgen05.mma lies in shared memory as a tile of "
                      : " of wgmma lies in shared memory as a tile of ");
    say_size(o, f->q->mn, f->q->k, " ");
    say(o, wgd_dtype_get(f->q->dtype)->name);
    say(o, f->q->operand == WGD_OPERAND_A ? " elements (M x K), " : " elements (N x K), ");
    say(o, f->k_major ? "K" : f->q->operand == WGD_OPERAND_A ? "M" : "N");
    say(o, " contiguous, at byte ");
    say_hex(o, (uint64_t)f->q->start, ".\n");
    say(o, f->k_major ? "K contiguous is K-major: the operand is not transposed.\n"
                      : "That is MN-major: the instruction must be told to transpose it.\n");
}

static void step_atom(explanation *e, const facts *f, const wgd_composed *atom)
{
    explain_step *s = explain_next(e, "atom", "The swizzle atom", f->in->smem_layout);
    buf *o = &s->text;
    say(o, "The pattern that repeats in memory is the atom of the swizzle mode ");
    say(o, wgd_swizzle_name(f->q->swizzle));
    say(o, ":\n");
    put_composed(s, "layout", atom);
    say(o, "It holds ");
    say_size(o, f->atom_mn, f->atom_k, " elements: ");
    say_num(o, f->lines, " rows of ");
    say_num(o, f->row, " bytes, ");
    say_num(o, f->row_elems,
            f->k_major ? " elements along K each.\n" : " elements along MN each.\n");
    if (f->swizzled) {
        const wgd_swizzle sw = wgd_swizzle_mode_get(f->q->swizzle)->sw;
        const int bits = sw.b;
        say(o, "Address ");
        say(o, bits == 1 ? "bit 7 is" : bits == 2 ? "bits 7-8 are" : "bits 7-9 are");
        say(o, " XORed into ");
        say(o, sw.m == 5 ? "bits 5-6" : bits == 1 ? "bit 4" : bits == 2 ? "bits 4-5" : "bits 4-6");
        say(o, ", so the pattern repeats every ");
        say_num(o, wgd_swizzle_alignment(f->q->swizzle), " bytes.\n");
    } else {
        say(o, "Sw<0,4,3> moves nothing: without a swizzle the atom is one core matrix, 8 rows of "
               "16 bytes.\n");
    }
}

static void step_tile(explanation *e, const facts *f)
{
    explain_step *s = explain_next(e, "tile", "tile_to_shape", f->in->smem_layout);
    buf *o = &s->text;
    const int64_t along_mn = f->q->mn / f->atom_mn, along_k = f->q->k / f->atom_k;
    say(o, "The tile is ");
    say_num(o, along_mn, " x ");
    say_num(o, along_k, along_mn * along_k == 1 ? " atom" : " atoms (MN x K)");
    if (along_mn > 1 && along_k > 1) {
        say(o, f->q->order[0] == 1 ? ", laid out along MN first (order 1,2)"
                                   : ", laid out along K first (order 2,1)");
    }
    say(o, ":\n");
    put_composed(s, "layout", &f->t->smem);
    say(o, "It takes ");
    say_num(o, f->t->bytes, " bytes and must start at a multiple of ");
    say_num(o, f->t->alignment, " bytes.\n");
    json_int(&s->values, "bytes", f->t->bytes);
    json_int(&s->values, "alignment", f->t->alignment);
}

static void step_block(explanation *e, const facts *f)
{
    explain_step *s = explain_next(e, "block", "The instruction's block", f->in->instruction);
    buf *o = &s->text;
    const wgd_tile *t = f->t;
    say(o, "One instruction reads ");
    say_size(o, t->block_mn, t->block_k, " elements of it: ");
    if (f->tcgen05) {
        say(o, f->q->operand == WGD_OPERAND_A ? "M is " : "N is ");
        say_num(o, t->block_mn, ", ");
    } else if (f->q->operand == WGD_OPERAND_A) {
        say(o, "M is always 64, ");
    } else {
        say(o, "N is ");
        say_num(o, f->q->n, ", ");
    }
    say(o, "and K is ");
    say_num(o, t->block_k * f->bits / 8, " bytes, ");
    say_num(o, t->block_k, " elements of ");
    say_num(o, f->bits, f->bits == 1 ? " bit.\n" : " bits.\n");
    const int blocks = t->blocks_mn * t->blocks_k;
    say(o, "The tile holds ");
    say_num(o, t->blocks_mn, " x ");
    say_num(o, t->blocks_k, blocks == 1 ? " block" : " blocks (MN x K)");
    say(o, blocks == 1 ? ": one descriptor.\n" : ": each has its own descriptor.\n");
    json_open(&s->values, "block", '[');
    json_int(&s->values, NULL, t->block_mn);
    json_int(&s->values, NULL, t->block_k);
    json_close(&s->values, ']');
}

static void step_recast(explanation *e, const facts *f)
{
    explain_step *s = explain_next(e, "recast", "Recast to 128 bits", f->in->strides);
    buf *o = &s->text;
    say(o, "The descriptor counts in units of 16 bytes, so ");
    say_num(o, 128 / f->bits, " elements along ");
    say(o, f->k_major ? "K" : "MN");
    say(o, " become one unit. In these units the block is:\n");
    put_layout(s, "layout", &f->t->block_u128);
    say(o, "From here on a stride of 1 is 16 bytes.\n");
}

static void step_divide(explanation *e, const facts *f)
{
    explain_step *s = explain_next(e, "canonical", "The canonical layout", f->in->strides);
    buf *o = &s->text;
    const int w = f->row / 16;
    say(o, "Divided by ");
    if (f->k_major) {
        say(o, "8 along MN and 2 along K");
    } else {
        say_num(o, w, " along MN and ");
        say_num(o, f->lines, " along K");
    }
    say(o, " it takes the canonical form ");
    if (f->k_major) {
        const bool deep = f->t->block_k * f->bits / 128 > 2; /* sparse B */
        say(o, f->swizzled ? deep && f->t->lbo_used ? "((8,n),(2,2)):((W,SBO),(1,LBO))"
                             : deep                 ? "((8,n),(2,2)):((W,SBO),(1,2))"
                                                    : "((8,n),(2,1)):((W,SBO),(1,-))"
               : deep      ? "((8,n),(2,2)):((1,SBO),(LBO,2 LBO))"
                           : "((8,n),(2,1)):((1,SBO),(LBO,-))");
    } else {
        say(o, f->lines == 4 ? "((W,n),(4,k)):((1,LBO),(W,SBO))"
               : f->swizzled ? "((W,n),(8,k)):((1,LBO),(W,SBO))"
                             : "((1,n),(8,k)):((-,SBO),(1,LBO))");
    }
    if (f->swizzled) {
        say(o, " with W = ");
        say_num(o, w, "");
    }
    say(o, ":\n");
    put_layout(s, "layout", &f->t->canonical);
}

/* "... = 64 units = 1024 bytes" */
static void say_units(buf *o, int64_t units)
{
    say_num(o, units, " units = ");
    say_num(o, units * 16, " bytes");
}

static void say_sbo(buf *o, const facts *f)
{
    const int64_t sbo = f->t->desc.sbo;
    const int row = f->row_elems;
    if (f->k_major) {
        say(o, "SBO steps from one group of 8 rows to the next: ");
    } else if (f->swizzled) {
        say(o, "SBO steps from one group of ");
        say_num(o, f->lines, " along K to the next: ");
    } else {
        say(o, "SBO steps from one group of ");
        say_num(o, row, " along MN to the next: ");
    }
    if (!f->t->sbo_used) {
        say(o, "the block has only one, the mode has extent 1 and stride 0, so SBO is 0 and the "
               "hardware does not read it.\n");
        return;
    }
    say(o, f->k_major || !f->swizzled ? "stride<0,1> = " : "stride<1,1> = ");
    say_units(o, sbo);
    say(o, ".\n");
}

static void say_lbo(buf *o, const facts *f)
{
    const int64_t lbo = f->t->desc.lbo;
    if (f->t->desc.lbo_absolute) {
        say(o,
            "LBO is no stride here: a block of 48 bytes of K may end in the next swizzle row, and "
            "LBO is the address where that row begins for the block at hand, or the address of "
            "the row itself where the block stays in it.\n");
        return;
    }
    if (f->k_major && f->swizzled && f->t->lbo_used) {
        say_num(o, f->t->block_k * f->bits / 8, " bytes of K leave one row of ");
        say_num(o, f->row,
                " bytes, so LBO is read: it steps from one atom to the next along K: "
                "stride<1,1> = ");
        say_units(o, lbo);
        say(o, f->tcgen05 ? ". (make_umma_desc writes 1 all the same, which does not describe the "
                            "block: docs/blackwell.md.)\n"
                          : ". (make_gmma_desc writes 1 all the same, which the hardware does not "
                            "read as that: measured.)\n");
        return;
    }
    if (f->k_major && f->swizzled) {
        say(o, "LBO would step from one swizzle row to the next along K, but the ");
        say_num(o, f->t->block_k * f->bits / 8, " bytes of K that ");
        say(o, "an instruction reads stay inside one row of ");
        say_num(o, f->row,
                f->tcgen05
                    ? " bytes. make_umma_desc writes stride<1,0> = 1 there; by the canonical "
                      "layouts of the PTX ISA it is not read.\n"
                    : " bytes. make_gmma_desc writes stride<1,0> = 1 there; the hardware does "
                      "not read it, and any other value works as well.\n");
        return;
    }
    if (f->k_major) {
        say(o, "LBO steps from one 16-byte column to the next along K: stride<1,0> = ");
        say_units(o, lbo);
        say(o, ".\n");
        return;
    }
    if (!f->swizzled) {
        say(o, "LBO steps from one group of 8 along K to the next: stride<1,1> = ");
        say_units(o, lbo);
        say(o, ".\nSo in MN-major without a swizzle the two names change places: SBO goes along MN "
               "and LBO along K; in the swizzled modes it is the other way round. ");
        say(o, f->tcgen05 ? "make_umma_desc has them so; docs/blackwell.md says who has not.\n"
                          : "The hardware reads them so (measured).\n");
        return;
    }
    say(o, "LBO steps from one atom to the next along MN: ");
    if (!f->t->lbo_used) {
        say(o, "the block is not wider than one row of ");
        say_num(o, f->row_elems, " elements, so the hardware does not read LBO; ");
        say(o, "the mode has extent 1 and stride 0, so make_gmma_desc writes 0.\n");
        return;
    }
    say(o, "stride<0,1> = ");
    say_units(o, lbo);
    say(o, ".\n");
}

static void put_field(buf *values, const char *key, int64_t units, bool used)
{
    json_open(values, key, '{');
    json_int(values, "field", units);
    json_int(values, "bytes", units * 16);
    json_bool(values, "used", used);
    json_close(values, '}');
}

static void step_strides(explanation *e, const facts *f)
{
    const bool leading = f->t->lbo_used;
    explain_step *s =
        explain_next(e, "strides", "LBO and SBO", leading ? f->in->lbo : f->in->strides);
    say_sbo(&s->text, f);
    say_lbo(&s->text, f);
    put_field(&s->values, "lbo", f->t->desc.lbo, f->t->lbo_used);
    put_field(&s->values, "sbo", f->t->desc.sbo, f->t->sbo_used);
}

/* "  start        0x400 >> 4 = 64    bits 0-13" */
static void say_field(buf *o, const char *name, uint64_t bytes, uint64_t field, const char *bits)
{
    say(o, "  ");
    buf_left(o, name, 12);
    say_hex(o, bytes, " >> 4 = ");
    say_num(o, (int64_t)field, ", ");
    say(o, bits);
    say(o, "\n");
}

static void step_bits(explanation *e, const facts *f)
{
    explain_step *s = explain_next(e, "bits", "The 64 bits of block 0,0", f->in->format);
    buf *o = &s->text;
    const wgd_desc d = f->t->desc;
    const uint64_t word = wgd_tile_block_desc(f->t, 0, 0);
    say(o, "Addresses and strides are kept without their low 4 bits:\n");
    say_field(o, "start", d.start * 16u, d.start, "bits 13-0");
    say_field(o, "LBO", d.lbo * 16u, d.lbo, "bits 29-16");
    say_field(o, "SBO", d.sbo * 16u, d.sbo, "bits 45-32");
    say(o, "  base offset 0, bits 51-49");
    say(o,
        f->swizzled ? ": the tile starts where the pattern starts\n" : ": nothing is swizzled\n");
    say(o, "  layout type ");
    say_num(o, wgd_desc_layout_type(d.swizzle, f->q->arch),
            f->tcgen05 ? ", bits 63-61: " : ", bits 63-62: ");
    say(o, wgd_swizzle_name(f->q->swizzle));
    say(o, "\n");
    if (f->tcgen05) {
        say(o, "  version 1, bits 48-46\n");
    }
    explain_ruler(o, word, f->q->arch);
    say(o, "The descriptor is ");
    buf_word(o, word);
    say(o, ".\n");
    json_word(&s->values, "descriptor", word);
}

static void say_advance(buf *o, const wgd_tile *t, bool k)
{
    if ((k ? t->blocks_k : t->blocks_mn) > 1) {
        const int64_t bytes = wgd_tile_block_offset(t, !k, k);
        say(o, "The first step along ");
        say(o, k ? "K" : "MN");
        say(o, " adds ");
        say_num(o, bytes, " bytes, ");
        say_num(o, bytes / 16, " in the start field.\n");
    }
}

static void step_blocks(explanation *e, const facts *f)
{
    explain_step *s = explain_next(e, "blocks", "The blocks' start addresses", f->in->format);
    buf *o = &s->text;
    const wgd_tile *t = f->t;
    say(o, t->desc.lbo_absolute ? "Start and LBO differ from block to block. The iterator (1, MN, "
                                  "rows of 256 elements of "
                                  "K) gives the offset of each row in 16-byte units:\n"
                                : "Only the start differs from block to block. The iterator (1, "
                                  "MN, K) gives the offset in "
                                  "16-byte units:\n");
    put_layout(s, "iterator", &t->iterator);
    say_advance(o, t, false);
    say_advance(o, t, true);
    json_open(&s->values, "blocks", '[');
    for (int j = 0; j < t->blocks_k; j++) {
        for (int i = 0; i < t->blocks_mn; i++) {
            const uint64_t start = (uint64_t)(f->q->start + wgd_tile_block_offset(t, i, j));
            const uint64_t word = wgd_tile_block_desc(t, i, j);
            say(o, "  block ");
            say_num(o, i, ",");
            say_num(o, j, ": start ");
            say_hex(o, start, ", ");
            buf_word(o, word);
            say(o, "\n");
            json_open(&s->values, NULL, '{');
            json_int(&s->values, "mn", i);
            json_int(&s->values, "k", j);
            json_addr(&s->values, "start", start);
            json_word(&s->values, "descriptor", word);
            json_close(&s->values, '}');
        }
    }
    json_close(&s->values, ']');
}

/* The first row of wgmma's instructions that multiplies this type with itself: each has one. */
static const wgd_inst *instruction_of(wgd_dtype t)
{
    int i = 0;
    const wgd_inst *in = wgd_inst_at(0);
    while (in->a != t || in->b != t || in->acc == WGD_ACC_F16) {
        in = wgd_inst_at(++i);
    }
    return in;
}

/* Type, major and shape stand in the instruction descriptor, not in the mnemonic. */
static void step_tcgen05_instruction(explain_step *s, const facts *f)
{
    buf *o = &s->text;
    const bool a = f->q->operand == WGD_OPERAND_A;
    say(o, "The word is ");
    say(o, a ? "a-desc" : "b-desc");
    say(o, " of\n  tcgen05.mma.cta_group::1.kind::KIND [d-tmem], a-desc, b-desc, idesc, "
           "enable-input-d;\n");
    say(o, "Shape, types and majors stand in idesc, the instruction descriptor: bit ");
    say(o, a ? "15, transpose A, is " : "16, transpose B, is ");
    say_num(o, f->t->transpose, f->t->transpose ? ": MN-major.\n" : ": K-major.\n");
    json_int(&s->values, "transpose", f->t->transpose);
}

/* One instruction, as PTX. */
static void say_instruction(buf *o, const facts *f, const wgd_inst *in)
{
    const bool a = f->q->operand == WGD_OPERAND_A;
    say(o, "wgmma.mma_async.sync.aligned.m64n");
    if (a) {
        say(o, "N");
    } else {
        say_num(o, f->q->n, "");
    }
    say(o, "k");
    say_num(o, f->t->block_k, ".");
    say(o, in->ptx);
    say(o, " {d...}, desc-a, desc-b, scale-d");
    if (in->scale) {
        say(o, ", imm-scale-a, imm-scale-b");
    }
    if (in->trans) {
        say(o, a ? ", " : ", imm-trans-a, ");
        say_num(o, f->t->transpose, a ? ", imm-trans-b" : "");
    }
    say(o, ";");
}

static void step_instruction(explanation *e, const facts *f)
{
    explain_step *s = explain_next(e, "instruction", "The instruction", f->in->instruction);
    buf *o = &s->text;
    const bool a = f->q->operand == WGD_OPERAND_A;
    if (f->tcgen05) {
        step_tcgen05_instruction(s, f);
        return;
    }
    const wgd_inst *in = instruction_of(f->q->dtype);
    say(o, "With both operands of this type and the widest accumulator:\n  ");
    say_instruction(o, f, in);
    say(o, "\n");
    say(o, a ? "desc-a is the word above" : "desc-b is the word above");
    if (in->trans) {
        say(o, a ? ", and imm-trans-a is " : ", and imm-trans-b is ");
        say_num(o, f->t->transpose, f->t->transpose ? ": MN-major.\n" : ": K-major.\n");
    } else {
        say(o, "; this type has no imm-trans operands, it is always read K-major.\n");
    }
    if (a) {
        say(o, "N is that of operand B and does not change A's descriptor.\n");
    }
    json_open(&s->values, "line", '"');
    say_instruction(&s->values, f, in);
    json_close(&s->values, '"');
    json_int(&s->values, "transpose", f->t->transpose);
}

void explain_tile(explanation *e, const wgd_tile *t)
{
    const facts f = facts_of(t);
    wgd_composed atom;
    /* It exists: the tile was made of it. */
    (void)wgd_atom(f.bits, f.q->major, f.q->swizzle, &atom, NULL);
    step_question(e, &f);
    step_atom(e, &f, &atom);
    step_tile(e, &f);
    step_block(e, &f);
    step_recast(e, &f);
    step_divide(e, &f);
    step_strides(e, &f);
    step_bits(e, &f);
    step_blocks(e, &f);
    step_instruction(e, &f);
}
