/* SPDX-License-Identifier: MIT
 *
 * Instruction descriptors as text and as JSON.
 */
#include "idesc_print.h"

static const char *type_name(int type)
{
    return type == WGD_FRAG_TYPE_NONE ? "?" : wgd_frag_type_name((wgd_frag_type)type);
}

static const char *major_name(wgd_major m)
{
    return m == WGD_MAJOR_MN ? "mn" : "k";
}

static void op_name(const wgd_umma_op *op, char *name, size_t cap)
{
    wgd_text t = wgd_text_into(name, cap);
    wgd_put_umma_op(&t, op);
    wgd_text_end(&t);
}

/* What a field means: in words, or the number that it stands for. */
static void put_meaning(wgd_text *t, const wgd_umma_op *op, wgd_idesc_field f)
{
    const char *const words[WGD_IDESC_FIELD_COUNT] = {
        [WGD_IDESC_SPARSE] = op->sparse ? "sparse" : "dense",
        [WGD_IDESC_SAT] = op->sat ? "saturate" : "no",
        [WGD_IDESC_D] = type_name(op->d),
        [WGD_IDESC_A] = type_name(op->a),
        [WGD_IDESC_B] = type_name(op->b),
        [WGD_IDESC_A_NEG] = op->a_neg ? "negate" : "no",
        [WGD_IDESC_B_NEG] = op->b_neg ? "negate" : "no",
        [WGD_IDESC_A_MAJOR] = major_name(op->a_major),
        [WGD_IDESC_B_MAJOR] = major_name(op->b_major),
        [WGD_IDESC_SF] = type_name(op->sf),
    };
    const int numbers[WGD_IDESC_FIELD_COUNT] = {
        [WGD_IDESC_SPARSE_ID] = op->sparse_id,
        [WGD_IDESC_SFB_ID] = op->sfb_id,
        [WGD_IDESC_N] = op->n,
        [WGD_IDESC_M] = op->m,
        [WGD_IDESC_SFA_ID] = op->sfa_id,
        [WGD_IDESC_MAX_SHIFT] = op->max_shift,
        [WGD_IDESC_K] = op->k,
    };
    if (words[f]) {
        wgd_put_str(t, words[f]);
    } else {
        wgd_put_i64(t, numbers[f]);
    }
    wgd_text_end(t);
}

/* ---- text ----------------------------------------------------------------------------------- */

static void text_field(buf *out, uint32_t word, const wgd_umma_op *op, wgd_idesc_field f)
{
    char bits[16], meaning[24];
    int low, width;
    wgd_idesc_field_bits(op->kind, f, &low, &width);
    if (width == 0) {
        return;
    }
    wgd_text b = wgd_text_into(bits, sizeof bits);
    wgd_put_i64(&b, low);
    if (width > 1) {
        wgd_put_char(&b, '-');
        wgd_put_i64(&b, low + width - 1);
    }
    wgd_text_end(&b);
    wgd_text m = wgd_text_into(meaning, sizeof meaning);
    put_meaning(&m, op, f);
    buf_str(out, "  ");
    buf_left(out, wgd_idesc_field_name(f), 11);
    buf_left(out, bits, 8);
    buf_right_i64(out, (int64_t)wgd_idesc_get(op->kind, word, f), 4);
    buf_str(out, "   ");
    buf_str(out, meaning);
    buf_char(out, '\n');
}

static void text_shape(buf *out, const wgd_umma_op *op)
{
    buf_str(out, "  ");
    buf_i64(out, op->m);
    buf_char(out, 'x');
    buf_i64(out, op->n);
    buf_char(out, 'x');
    buf_i64(out, op->k);
    buf_str(out, ", ");
    buf_str(out, type_name(op->d));
    buf_str(out, " += ");
    buf_str(out, type_name(op->a));
    buf_str(out, " * ");
    buf_str(out, type_name(op->b));
    buf_str(out, op->a_tmem ? ", A in tensor memory" : "");
    if (op->sf != WGD_FRAG_TYPE_NONE) {
        buf_str(out, ", scaled by ");
        buf_str(out, type_name(op->sf));
        buf_str(out, " for every ");
        buf_i64(out, op->vec);
    }
    buf_char(out, '\n');
}

void idesc_text_notes(buf *out, const wgd_umma_op *op)
{
    const unsigned notes = wgd_umma_notes(op);
    for (int i = 0; i < WGD_UMMA_NOTE_COUNT; i++) {
        if (notes >> i & 1u) {
            buf_str(out, "note: ");
            buf_str(out, wgd_umma_note_text(i));
            buf_char(out, '\n');
        }
    }
}

static void text_head(buf *out, uint32_t word, const wgd_umma_op *op)
{
    char name[96];
    op_name(op, name, sizeof name);
    buf_str(out, "idesc ");
    buf_word32(out, word);
    buf_str(out, "   ");
    buf_str(out, name);
    buf_char(out, '\n');
    text_shape(out, op);
    buf_str(out, "\n  field      bits   value   meaning\n");
    for (int f = 0; f < WGD_IDESC_FIELD_COUNT; f++) {
        text_field(out, word, op, (wgd_idesc_field)f);
    }
}

const char idesc_basis[] = "basis: documented, not measured\n";

void idesc_text(buf *out, uint32_t word, const wgd_umma_op *op)
{
    text_head(out, word, op);
    idesc_text_notes(out, op);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

void idesc_json_word(buf *out, const char *key, uint32_t word)
{
    json_word32(out, key, word);
}

static void json_type(buf *out, const char *key, int type)
{
    if (type == WGD_FRAG_TYPE_NONE) {
        json_null(out, key);
    } else {
        json_str(out, key, type_name(type));
    }
}

static void json_scales(buf *out, const wgd_umma_op *op)
{
    json_type(out, "sf", op->sf);
    json_int(out, "vec", op->vec);
    json_int(out, "sfa_id", op->sfa_id);
    json_int(out, "sfb_id", op->sfb_id);
}

static void json_op(buf *out, const wgd_umma_op *op)
{
    char name[96];
    op_name(op, name, sizeof name);
    json_str(out, "instruction", name);
    json_str(out, "kind", wgd_umma_kind_name(op->kind));
    json_int(out, "cta_group", op->cta_group);
    json_str(out, "a_src", op->a_tmem ? "tmem" : "smem");
    json_type(out, "a", op->a);
    json_type(out, "b", op->b);
    json_type(out, "d", op->d);
    json_int(out, "m", op->m);
    json_int(out, "n", op->n);
    json_int(out, "k", op->k);
    json_str(out, "a_major", major_name(op->a_major));
    json_str(out, "b_major", major_name(op->b_major));
    json_int(out, "a_neg", op->a_neg);
    json_int(out, "b_neg", op->b_neg);
    json_int(out, "sparse", op->sparse);
    json_int(out, "sparse_id", op->sparse_id);
    if (wgd_umma_kind_scaled(op->kind)) {
        json_scales(out, op);
    } else {
        json_int(out, "sat", op->sat);
        json_int(out, "ws", op->ws);
        json_int(out, "max_shift", op->max_shift);
    }
}

static void json_fields(buf *out, uint32_t word, const wgd_umma_op *op)
{
    json_open(out, "fields", '[');
    for (int i = 0; i < WGD_IDESC_FIELD_COUNT; i++) {
        const wgd_idesc_field f = (wgd_idesc_field)i;
        int low, width;
        wgd_idesc_field_bits(op->kind, f, &low, &width);
        if (width > 0) {
            json_open(out, NULL, '{');
            json_str(out, "field", wgd_idesc_field_name(f));
            json_int(out, "low", low);
            json_int(out, "width", width);
            json_int(out, "value", (int64_t)wgd_idesc_get(op->kind, word, f));
            json_close(out, '}');
        }
    }
    json_close(out, ']');
}

void idesc_json_notes(buf *out, const wgd_umma_op *op)
{
    const unsigned notes = wgd_umma_notes(op);
    json_open(out, "notes", '[');
    for (int i = 0; i < WGD_UMMA_NOTE_COUNT; i++) {
        if (notes >> i & 1u) {
            json_open(out, NULL, '{');
            json_str(out, "code", wgd_umma_note_name(i));
            json_str(out, "message", wgd_umma_note_text(i));
            json_close(out, '}');
        }
    }
    json_close(out, ']');
}

void idesc_json(buf *out, uint32_t word, const wgd_umma_op *op)
{
    idesc_json_word(out, "idesc", word);
    json_op(out, op);
    json_fields(out, word, op);
    idesc_json_notes(out, op);
}

/* ---- readings ------------------------------------------------------------------------------- */

void idesc_read(wgd_umma_kind kind, uint32_t word, idesc_reading *out)
{
    out->n_forms = 0;
    /* First the plain form, whose refusal is the one to tell. */
    for (int i = 0; i < IDESC_FORMS; i++) {
        wgd_umma_op op = wgd_umma_op_of(kind);
        wgd_diag diag;
        op.cta_group = i & 1 ? 2 : 1;
        op.a_tmem = (i & 2) != 0;
        op.ws = (i & 4) != 0;
        const unsigned faults = wgd_idesc_decode(kind, word, &op, &diag);
        if (i == 0) {
            out->op = op;
            out->faults = faults;
            out->diag = diag;
        }
        if (faults == 0) {
            wgd_umma_op_complete(&op, NULL);
            out->form[out->n_forms++] = op;
        }
    }
    if (out->n_forms > 0) {
        out->faults = 0;
        out->op = out->form[0];
    }
}

static void text_forms(buf *out, const idesc_reading *r)
{
    buf_str(out, "  of");
    for (int i = 0; i < r->n_forms; i++) {
        const wgd_umma_op *f = &r->form[i];
        buf_str(out, i ? ", cta_group " : " cta_group ");
        buf_i64(out, f->cta_group);
        buf_str(out, f->ws ? " .ws" : "");
        buf_str(out, f->a_tmem ? " with A in tensor memory" : "");
    }
    buf_char(out, '\n');
}

static void text_fault(buf *out, const idesc_reading *r)
{
    buf_str(out, "fault: ");
    buf_str(out, r->diag.what);
    if (r->diag.field[0]) {
        buf_str(out, " (");
        buf_str(out, r->diag.field);
        buf_str(out, r->diag.got[0] ? ": got " : "");
        buf_str(out, r->diag.got);
        buf_str(out, r->diag.want[0] ? ", want " : "");
        buf_str(out, r->diag.want);
        buf_char(out, ')');
    }
    buf_str(out, "\n  ");
    buf_str(out, r->diag.hint);
    buf_char(out, '\n');
}

void idesc_text_readings(buf *out, uint32_t word, const idesc_reading *r, int n)
{
    for (int i = 0; i < n; i++) {
        buf_str(out, i ? "\n" : "");
        text_head(out, word, &r[i].op);
        if (r[i].faults) {
            text_fault(out, &r[i]);
        } else {
            text_forms(out, &r[i]);
            idesc_text_notes(out, &r[i].op);
        }
    }
    if (n == 0) {
        buf_str(out, "idesc ");
        buf_word32(out, word);
        buf_str(out, ": no kind of tcgen05.mma has this word; --kind says what is wrong\n");
    }
    buf_str(out, idesc_basis);
}

static void json_fault(buf *out, const idesc_reading *r)
{
    static const char *const codes[] = {"reserved", "type", "shape"};
    json_open(out, "faults", '[');
    for (size_t i = 0, first = 1; i < sizeof codes / sizeof codes[0]; i++) {
        if (r->faults >> i & 1u) {
            json_open(out, NULL, '{');
            json_str(out, "code", codes[i]);
            json_str(out, "field", first ? r->diag.field : "");
            json_str(out, "message", first ? r->diag.what : "see the first fault");
            json_close(out, '}');
            first = 0;
        }
    }
    json_close(out, ']');
}

void idesc_json_readings(buf *out, uint32_t word, const idesc_reading *r, int n)
{
    idesc_json_word(out, "idesc", word);
    json_open(out, "readings", '[');
    for (int i = 0; i < n; i++) {
        json_open(out, NULL, '{');
        json_op(out, &r[i].op);
        json_fields(out, word, &r[i].op);
        json_open(out, "forms", '[');
        for (int f = 0; f < r[i].n_forms; f++) {
            json_open(out, NULL, '{');
            json_int(out, "cta_group", r[i].form[f].cta_group);
            json_str(out, "a_src", r[i].form[f].a_tmem ? "tmem" : "smem");
            json_bool(out, "ws", r[i].form[f].ws);
            json_close(out, '}');
        }
        json_close(out, ']');
        json_fault(out, &r[i]);
        if (r[i].faults == 0) {
            idesc_json_notes(out, &r[i].op);
        }
        json_close(out, '}');
    }
    json_close(out, ']');
}
