/* SPDX-License-Identifier: MIT
 *
 * The copy between registers and shared memory: the instruction, the address of a thread, each step.
 */
#include "epilogue_parts.h"

#include "linear/linear_print.h"

/* Registers of one instruction, and values of a register (of what is moved, where it is less). */
static int words_of(const epilogue *p)
{
    const int bytes = wgd_copy_insn_bytes(p->copy->insn);
    return bytes < 4 ? 1 : bytes / 4;
}

static int values_of_word(const epilogue *p)
{
    return p->copy->per_step / words_of(p);
}

static bool is_load(const epilogue *p)
{
    const wgd_copy_kind k = wgd_copy_insn_kind(p->copy->insn);
    return k == WGD_COPY_LOADS || k == WGD_COPY_LDMATRIX;
}

/* ---- the instruction ------------------------------------------------------------------------ */

/* "{%1, %2}", or "%1": operand numbers from `first` on. */
static void put_operands(const emit *e, int first, int n, bool braces)
{
    buf_str(e->out, braces ? "{" : "");
    for (int i = 0; i < n; i++) {
        emit_put(e, "%s%%%d", i > 0 ? ", " : "", (int64_t)(first + i));
    }
    buf_str(e->out, braces ? "}" : "");
}

/* "stmatrix.sync.aligned.m8n8.x4.trans.shared.b16" */
static void put_opcode(const emit *e, const epilogue *p)
{
    const wgd_copy_insn insn = p->copy->insn;
    const int matrices = wgd_copy_insn_matrices(insn), bytes = wgd_copy_insn_bytes(insn);
    const char *verb = is_load(p) ? "ld" : "st";
    if (matrices > 0) {
        emit_put(e, "%smatrix.sync.aligned.m8n8.x%d%s.shared.b16 ", verb, (int64_t)matrices,
                 wgd_copy_insn_trans(insn) ? ".trans" : "");
    } else if (bytes <= 4) {
        emit_put(e, "%s.shared.b%d ", verb, (int64_t)bytes * 8);
    } else {
        emit_put(e, "%s.shared.v%d.b32 ", verb, (int64_t)bytes / 4);
    }
}

static void put_move(const emit *e, const epilogue *p)
{
    const int n = words_of(p);
    const bool load = is_load(p);
    const bool braces = n > 1 || wgd_copy_insn_matrices(p->copy->insn) > 0;
    emit_put(e, "static __device__ __forceinline__ void $p_d_move(uint32_t at");
    for (int i = 0; i < n; i++) {
        emit_put(e, ", uint32_t %sr%d", load ? "&" : "", (int64_t)i);
    }
    emit_put(e, ")\n{\n    asm volatile(\"");
    put_opcode(e, p);
    if (load) {
        put_operands(e, 0, n, braces);
        emit_put(e, ", [%%%d];\"\n                 : ", (int64_t)n);
    } else {
        emit_put(e, "[%%0], ");
        put_operands(e, 1, n, braces);
        emit_put(e, ";\" ::\"r\"(at)");
    }
    for (int i = 0; i < n; i++) {
        emit_put(e, "%s\"%sr\"(r%d)", load && i == 0 ? "" : ", ", load ? "=" : "", (int64_t)i);
    }
    emit_put(e, "%s\n                 : \"memory\");\n}\n",
             load ? "\n                 : \"r\"(at)" : "");
}

/* ---- the address ---------------------------------------------------------------------------- */

/* t / 4 % 8 * 144 + ...: bits whose parts double are one digit. Some bit has a part: where none has, the form is by XOR,
 * which is tried first. */
static void put_sum(const emit *e, const wgd_copy_form *f)
{
    bool begun = false;
    for (int k = 0; k < f->bits;) {
        int n = 1;
        while (k + n < f->bits && f->basis[k] > 0 && f->basis[k + n] == f->basis[k] << n) {
            n++;
        }
        if (f->basis[k] > 0) {
            buf_str(e->out, begun ? " + t" : "t");
            if (k > 0) {
                emit_put(e, " / %d", INT64_C(1) << k);
            }
            if (k + n < f->bits) {
                emit_put(e, " %% %d", INT64_C(1) << n);
            }
            emit_put(e, " * %d", (int64_t)f->basis[k]);
            begun = true;
        }
        k += n;
    }
}

void epilogue_put_offset(buf *out, const wgd_copy_form *f)
{
    emit e = {.out = out};
    wgd_linear m;
    if (!f->by_xor) {
        put_sum(&e, f);
        return;
    }
    m.bits = f->bits;
    for (int k = 0; k < f->bits; k++) {
        m.basis[k] = f->basis[k];
    }
    char text[1024];
    wgd_text t = wgd_text_into(text, sizeof text);
    wgd_put_linear_c(&t, &m, "t");
    wgd_text_end(&t);
    buf_str(out, strcmp(text, "0") == 0 ? "0 * t" : text); /* whoever reads it looks for t */
}

static void put_offset(const emit *e, const epilogue *p)
{
    emit_put(e,
             "/* The tile begins at a multiple of $P_D_ALIGNMENT and takes $P_D_BYTES bytes. */\n"
             "enum { $P_D_ALIGNMENT = %d, $P_D_BYTES = %d };\n"
             "/* Wavefronts of the copy in shared memory, and those beyond one for each phase. */\n"
             "enum { $P_D_WAVEFRONTS = %d, $P_D_CONFLICTS = %d };\n"
             "/* What thread t adds to the start for the address of step 0; other steps have "
             "constants. */\n"
             "$P_D_FN uint32_t $p_d_offset(uint32_t t)\n"
             "{\n"
             "    return ",
             (int64_t)(p->form->align > 128 ? p->form->align : 128), epilogue_tile_bytes(p),
             p->total.wavefronts, p->total.conflicts);
    epilogue_put_offset(e->out, p->form);
    emit_put(e, ";\n}\n\n");
}

int64_t epilogue_tile_bytes(const epilogue *p)
{
    const wgd_copy_tile *t = p->copy->tile;
    int32_t row = 0, col = 0;
    for (int i = 0; i < t->rows; i++) {
        row = t->row_off[i] > row ? t->row_off[i] : row;
    }
    for (int i = 0; i < t->cols; i++) {
        col = t->col_off[i] > col ? t->col_off[i] : col;
    }
    return row + col + t->bits / 8;
}

/* "(at ^ 32u) + 4096u" */
static void put_address(const emit *e, const wgd_copy_form *f, int step)
{
    const int64_t low = f->low[step], high = f->high[step];
    if (low > 0) {
        emit_put(e, high > 0 ? "(at ^ %du)" : "at ^ %du", low);
    } else {
        buf_str(e->out, "at");
    }
    if (high > 0) {
        emit_put(e, " + %du", high);
    }
}

/* ---- stores --------------------------------------------------------------------------------- */

/* $p_d_word(d, v0, v1): one register of converted values. */
static void put_word(const emit *e, const epilogue *p)
{
    const int n = values_of_word(p), bits = wgd_frag_type_bits(p->to);
    emit_put(e, "static __device__ __forceinline__ uint32_t $p_d_word($P_D_ACCUMULATORS");
    for (int i = 0; i < n; i++) {
        emit_put(e, ", uint32_t v%d", (int64_t)i);
    }
    emit_put(e, ")\n{\n    return ");
    if (n == 1) {
        emit_put(e, "$p_d_one($p_d_at(d, v0))");
    }
    for (int i = 0; i + 1 < n; i += 2) {
        emit_put(e, "%s$p_d_pair($p_d_at(d, v%d), $p_d_at(d, v%d))", i > 0 ? " | " : "", (int64_t)i,
                 (int64_t)i + 1);
        if (i > 0) {
            emit_put(e, " << %d", (int64_t)(i * bits));
        }
    }
    emit_put(e, ";\n}\n\n");
}

static void put_store(const emit *e, const epilogue *p)
{
    const int words = words_of(p), per = values_of_word(p);
    put_word(e, p);
    emit_put(e, "/* The values of thread t into the tile at `start`; all threads of a warp. */\n"
                "static __device__ __forceinline__ void\n"
                "$p_d_store(uint32_t start, uint32_t t, $P_D_ACCUMULATORS)\n"
                "{\n"
                "    const uint32_t at = start + $p_d_offset(t);\n");
    for (int s = 0; s < p->copy->steps; s++) {
        emit_put(e, "    $p_d_move(");
        put_address(e, p->form, s);
        for (int w = 0; w < words; w++) {
            emit_put(e, ", $p_d_word(d");
            for (int j = 0; j < per; j++) {
                emit_put(e, ", %d", (int64_t)p->copy->value[s * p->copy->per_step + w * per + j]);
            }
            buf_char(e->out, ')');
        }
        emit_put(e, ");\n");
    }
    emit_put(e, "}\n\n");
}

/* ---- loads ---------------------------------------------------------------------------------- */

/* Where value v is moved: the place in the copy's order. */
static int place_of(const wgd_copy *c, int v)
{
    int i = 0;
    while (c->value[i] != v) {
        i++;
    }
    return i;
}

/* Register r of the fragment out of the words that were loaded. */
static void put_gather(const emit *e, const epilogue *p, int reg)
{
    const int bits = p->copy->tile->bits, per = 32 / bits, in_word = values_of_word(p);
    const int first = place_of(p->copy, reg * per);
    bool whole = in_word == per && first % per == 0;
    for (int j = 1; whole && j < per; j++) {
        whole = p->copy->value[first + j] == reg * per + j;
    }
    emit_put(e, "    r[%d] = ", (int64_t)reg);
    if (whole) {
        emit_put(e, "w[%d];\n", (int64_t)(first / per));
        return;
    }
    for (int j = 0; j < per && reg * per + j < p->frag->values; j++) {
        const int at = place_of(p->copy, reg * per + j);
        emit_put(e, "%s(w[%d] >> %d & %s) << %d", j > 0 ? " | " : "", (int64_t)(at / in_word),
                 (int64_t)(at % in_word * bits), bits == 8 ? "0xffu" : "0xffffu",
                 (int64_t)(j * bits));
    }
    emit_put(e, ";\n");
}

static void put_load(const emit *e, const epilogue *p)
{
    const int words = words_of(p);
    const int regs = (p->frag->values * p->copy->tile->bits + 31) / 32;
    emit_put(e,
             "/* The registers of thread t from the tile at `start`; all threads of a warp. */\n"
             "static __device__ __forceinline__ void\n"
             "$p_d_load(uint32_t start, uint32_t t, uint32_t (&r)[%d])\n"
             "{\n"
             "    const uint32_t at = start + $p_d_offset(t);\n"
             "    uint32_t w[%d];\n",
             (int64_t)regs, (int64_t)(p->copy->steps * words));
    for (int s = 0; s < p->copy->steps; s++) {
        emit_put(e, "    $p_d_move(");
        put_address(e, p->form, s);
        for (int w = 0; w < words; w++) {
            emit_put(e, ", w[%d]", (int64_t)(s * words + w));
        }
        emit_put(e, ");\n");
    }
    for (int r = 0; r < regs; r++) {
        put_gather(e, p, r);
    }
    emit_put(e, "}\n\n");
}

/* ---- cp.async ------------------------------------------------------------------------------- */

static void put_async(const emit *e, const epilogue *p)
{
    const int64_t bytes = wgd_copy_insn_bytes(p->copy->insn), es = p->copy->tile->bits / 8;
    emit_put(e,
             "static __device__ __forceinline__ void $p_d_move(uint32_t at, const void *from)\n"
             "{\n"
             "    asm volatile(\"cp.async.%s.shared.global [%%0], [%%1], %d;\" ::\"r\"(at), "
             "\"l\"(from)\n"
             "                 : \"memory\");\n"
             "}\n\n",
             bytes == 16 ? "cg" : "ca", bytes);
    emit_put(
        e,
        "/* What thread t copies of the tile at `from` in global memory, %s, ld elements from "
        "line to line,\n"
        " * into the one at `start`; then cp.async.commit_group and wait_group. Every line at a "
        "multiple of\n"
        " * %d bytes. */\n"
        "static __device__ __forceinline__ void\n"
        "$p_d_copy(uint32_t start, uint32_t t, const void *from, uint64_t ld)\n"
        "{\n"
        "    const uint32_t at = start + $p_d_offset(t);\n"
        "    const char *const p = static_cast<const char *>(from);\n",
        p->copy->tile->down ? "columns contiguous" : "rows contiguous", bytes);
    for (int s = 0; s < p->copy->steps; s++) {
        const int64_t v = p->copy->value[s * p->copy->per_step];
        emit_put(e, "    $p_d_move(");
        put_address(e, p->form, s);
        emit_put(e,
                 p->copy->tile->down ? ", p + ($p_d_col(t, %d) * ld + $p_d_row(t, %d)) * %d);\n"
                                     : ", p + ($p_d_row(t, %d) * ld + $p_d_col(t, %d)) * %d);\n",
                 v, v, es);
    }
    emit_put(e, "}\n\n");
}

void epilogue_copy(const emit *e, const epilogue *p)
{
    put_offset(e, p);
    emit_put(e, "#if defined(__CUDACC__)\n");
    if (wgd_copy_insn_kind(p->copy->insn) == WGD_COPY_ASYNC) {
        put_async(e, p);
    } else {
        put_move(e, p);
        if (is_load(p)) {
            put_load(e, p);
        } else {
            put_store(e, p);
        }
    }
    emit_put(e, "#endif /* __CUDACC__ */\n\n");
}
