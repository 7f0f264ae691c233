/* SPDX-License-Identifier: MIT
 *
 * list: element types, instructions, atoms, errors.
 */
#include <string.h>

#include "answer/answer.h"
#include "request/request.h"
#include "error/cli_status.h"
#include "tcgen05/ops_print.h"

/* Every list is an array of rows under the key of its name. The text form is a table with a header
 * line; each printer knows both so that a column is written down once. */

static void json_aliases(buf *out, wgd_dtype t)
{
    const char *name;
    json_open(out, "aliases", '[');
    for (int i = 0; (name = wgd_dtype_alias(t, i)) != NULL; i++) {
        json_str(out, NULL, name);
    }
    json_close(out, ']');
}

/* Folded to 80 columns. */
static void put_aliases(buf *out, wgd_dtype t)
{
    enum { WIDTH = 79, NAMES = 7 };
    const char *name;
    size_t column = NAMES;
    buf_left(out, wgd_dtype_get(t)->name, NAMES);
    if (strlen(wgd_dtype_get(t)->name) >= NAMES) { /* a long name has a line of its own */
        buf_char(out, '\n');
        buf_pad(out, NAMES);
    }
    for (int i = 0; (name = wgd_dtype_alias(t, i)) != NULL; i++) {
        if (column + strlen(name) + 2 > WIDTH) {
            buf_str(out, ",\n");
            buf_pad(out, NAMES);
            column = NAMES;
        } else {
            buf_str(out, i > 0 ? ", " : "");
        }
        buf_str(out, name);
        column += strlen(name) + 2;
    }
    buf_char(out, '\n');
}

static const char *majors_name(wgd_majors m)
{
    return m == WGD_MAJORS_BOTH ? "yes" : m == WGD_MAJORS_ATOM32 ? "128B_32B" : "no";
}

static void list_dtypes(buf *out, wgd_arch arch, bool json)
{
    const int name_width = wgd_arch_tcgen05(arch) ? 14 : 5;
    if (!json) {
        buf_left(out, "type", name_width);
        buf_str(out, "  bits    K  MN-major  what\n");
    }
    for (int i = 0; i < WGD_DTYPE_COUNT; i++) {
        const wgd_dtype_info *t = wgd_dtype_get((wgd_dtype)i);
        const wgd_majors majors = wgd_dtype_majors(t->dtype, arch);
        if (majors == WGD_MAJORS_NONE) {
            continue;
        }
        if (json) {
            json_open(out, NULL, '{');
            json_str(out, "name", t->name);
            json_int(out, "bits", t->bits);
            json_int(out, "k", wgd_dtype_k(t->dtype));
            json_bool(out, "mn_major", majors != WGD_MAJORS_K);
            if (majors == WGD_MAJORS_ATOM32) {
                json_str(out, "mn_major_swizzle", wgd_swizzle_name(WGD_SWZ_128B_32B));
            }
            json_str(out, "text", t->text);
            json_aliases(out, t->dtype);
            json_close(out, '}');
        } else {
            buf_left(out, t->name, name_width);
            buf_right_i64(out, t->bits, 6);
            buf_right_i64(out, wgd_dtype_k(t->dtype), 5);
            buf_str(out, "  ");
            buf_left(out, majors_name(majors), 10);
            buf_str(out, t->text);
            buf_char(out, '\n');
        }
    }
    if (!json) {
        buf_str(out,
                "\nalso understood, in any case, with or without torch. or cutlass:: before it:\n");
        for (int i = 0; i < WGD_DTYPE_COUNT; i++) {
            put_aliases(out, (wgd_dtype)i);
        }
    }
}

static void put_legal_n(buf *out, wgd_dtype t)
{
    buf_str(out, wgd_n_legal(t, 40) ? "8..256 step 8" : "8,16,24,32, then ..256 step 16");
}

static void json_legal_n(buf *out, wgd_dtype t)
{
    json_open(out, "n", '[');
    for (int n = 1; n <= WGD_N_MAX; n++) {
        if (wgd_n_legal(t, n)) {
            json_int(out, NULL, n);
        }
    }
    json_close(out, ']');
}

static void list_ops(buf *out, wgd_arch arch, bool json)
{
    if (wgd_arch_tcgen05(arch)) {
        umma_ops(out, arch, json);
        return;
    }
    if (!json) {
        buf_str(out, "wgmma.mma_async      M    K  majors  .sp  negate  satfinite  N\n");
    }
    for (int i = 0; i < wgd_inst_count(); i++) {
        const wgd_inst *op = wgd_inst_at(i);
        const int k = wgd_dtype_k(op->a);
        if (json) {
            json_open(out, NULL, '{');
            json_str(out, "types", op->ptx);
            json_str(out, "a", wgd_dtype_get(op->a)->name);
            json_str(out, "b", wgd_dtype_get(op->b)->name);
            json_str(out, "d", wgd_acc_name(op->acc));
            json_int(out, "m", WGD_INST_M);
            json_int(out, "k", k);
            json_bool(out, "transpose", op->trans);
            json_bool(out, "negate", op->scale);
            json_bool(out, "sparse", op->sparse);
            json_bool(out, "satfinite", op->satfinite);
            json_legal_n(out, op->a);
            json_close(out, '}');
        } else {
            buf_left(out, op->ptx, 18);
            buf_right_i64(out, WGD_INST_M, 4);
            buf_right_i64(out, k, 5);
            buf_str(out, op->trans ? "  k,mn " : "  k    ");
            buf_str(out, op->sparse ? "  yes" : "  no ");
            buf_str(out, op->scale ? "  yes   " : "  no    ");
            buf_str(out, op->satfinite ? "  yes        " : "  no         ");
            put_legal_n(out, op->a);
            buf_char(out, '\n');
        }
    }
}

/* Does the architecture read the atom with elements of this width? */
static bool some_type_reads(wgd_arch arch, int bits, wgd_major major, wgd_swizzle_mode mode)
{
    for (int t = 0; t < WGD_DTYPE_COUNT; t++) {
        if (wgd_dtype_bits((wgd_dtype)t) == bits &&
            wgd_mode_check((wgd_dtype)t, major, mode, arch, NULL) == WGD_OK) {
            return true;
        }
    }
    return false;
}

static void list_atom(buf *out, wgd_arch arch, bool json, int bits, wgd_major major,
                      wgd_swizzle_mode mode)
{
    wgd_composed atom;
    (void)wgd_atom(bits, major, mode, &atom, NULL); /* each of these has one */
    const bool legal = some_type_reads(arch, bits, major, mode);
    if (json) {
        json_open(out, NULL, '{');
        json_int(out, "bits", bits);
        json_str(out, "major", wgd_major_name(major));
        json_str(out, "swizzle", wgd_swizzle_name(mode));
        json_str(out, "cute_name", wgd_swizzle_cute_name(mode));
        json_composed(out, "layout", &atom);
        json_int(out, "alignment", wgd_swizzle_alignment(mode));
        json_bool(out, "readable", legal);
        json_close(out, '}');
        return;
    }
    buf_right_i64(out, bits, 4);
    buf_str(out, "  ");
    buf_left(out, wgd_major_name(major), 7);
    buf_left(out, wgd_swizzle_name(mode), 9);
    buf_composed(out, &atom, WGD_FMT_PLAIN);
    if (!legal) {
        buf_str(out, "   (");
        buf_str(out, wgd_arch_instruction(arch));
        buf_str(out, " cannot read it)");
    }
    buf_char(out, '\n');
}

static void list_atoms(buf *out, wgd_arch arch, bool json)
{
    static const int widths[] = {4, 8, 16, 32}; /* 4 bits are tcgen05's */
    if (!json) {
        buf_str(out, "bits  major  swizzle  atom\n");
    }
    for (int w = wgd_arch_tcgen05(arch) ? 0 : 1; w < 4; w++) {
        for (int major = WGD_MAJOR_K; major <= WGD_MAJOR_MN; major++) {
            for (int m = WGD_SWZ_NONE; m < WGD_SWIZZLE_MODE_COUNT; m++) {
                if (wgd_swizzle_arch_check((wgd_swizzle_mode)m, arch, NULL) == WGD_OK) {
                    list_atom(out, arch, json, widths[w], (wgd_major)major, (wgd_swizzle_mode)m);
                }
            }
        }
    }
}

static void list_errors(buf *out, wgd_arch arch, bool json)
{
    (void)arch;
    if (!json) {
        buf_str(out, "code  name            exit  what\n");
    }
    for (int i = 0; i < cli_status_count(); i++) {
        const wgd_status s = cli_status_at(i);
        if (json) {
            json_open(out, NULL, '{');
            json_int(out, "value", s);
            json_str(out, "code", cli_status_name(s));
            json_int(out, "exit_status", cli_status_exit(s));
            json_str(out, "text", cli_status_text(s));
            json_str(out, "hint", cli_status_hint(s));
            json_close(out, '}');
        } else {
            buf_right_i64(out, s, 4);
            buf_str(out, "  ");
            buf_left(out, cli_status_name(s), 16);
            buf_right_i64(out, cli_status_exit(s), 4);
            buf_str(out, "  ");
            buf_str(out, cli_status_text(s));
            buf_char(out, '\n');
        }
    }
}

static const struct {
    const char *key;
    void (*print)(buf *out, wgd_arch arch, bool json);
} lists[] = {[LIST_DTYPES] = {"dtypes", list_dtypes},
             [LIST_OPS] = {"ops", list_ops},
             [LIST_ATOMS] = {"atoms", list_atoms},
             [LIST_ERRORS] = {"errors", list_errors}};

static wgd_status run(const request *rq, answer *a, wgd_diag *diag)
{
    const int what = rq->v[OPTION_what].u.choice;
    const wgd_arch arch = request_arch(rq);
    (void)diag;
    const bool json = rq->format == FORMAT_JSON;
    if (json) {
        answer_begin(a, "list", true);
        json_str(a->out, "what", lists[what].key);
        json_open(a->out, lists[what].key, '[');
    }
    lists[what].print(a->out, arch, json);
    if (json) {
        json_close(a->out, ']');
        answer_end(a);
    }
    return WGD_OK;
}

static const example examples[] = {
    {"wgdesc list dtypes", "the element types and what each may do"},
    {"wgdesc list ops", "the wgmma instructions with their K and legal N"},
    {"wgdesc list ops --arch sm100", "those of tcgen05.mma: kinds, types, M, N, CTAs"},
    {"wgdesc list atoms", "the swizzle atoms as layouts"},
    {"wgdesc list errors --json", "every error code, for a program"},
};

const command cmd_list = {
    .id = COMMAND_list,
    .name = "list",
    .summary = "list element types, instructions, swizzle atoms or errors",
    .synopsis = "dtypes|ops|atoms|errors [--arch ARCH]",
    .about = "The tables that the other commands work from.",
    .examples = examples,
    .n_examples = (int)(sizeof examples / sizeof examples[0]),
    .operands = {OPTION_what},
    .n_operands = 1,
    .required = {OPTION_what},
    .n_required = 1,
    .formats = FORMATS_TEXT_JSON,
    .in_batch = true,
    .run = run,
};
