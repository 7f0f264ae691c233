/* SPDX-License-Identifier: MIT
 *
 * The kinds of tcgen05.mma: the one table of what each multiplies, and the notes on them.
 */
#include "kinds.h"

#define BIT(t) (1u << WGD_FRAG_##t)

enum {
    FLOAT8 = BIT(E4M3) | BIT(E5M2) | BIT(E2M3) | BIT(E3M2) | BIT(E2M1),
    F16_F32 = BIT(F16) | BIT(F32)
};

/* PTX ISA, "Matrix Shape" for the types, tables "Instruction descriptor format" for the codes. */
static const umma_kind_row rows[] = {
#define WGD_X(sym, name, k, scaled) {name, k, scaled, WGD_UMMA_INPUTS_##sym},
#define WGD_UMMA_INPUTS_TF32        BIT(TF32), BIT(F32), 0
#define WGD_UMMA_INPUTS_F16         BIT(F16) | BIT(BF16), F16_F32, 0
#define WGD_UMMA_INPUTS_I8          BIT(S8) | BIT(U8), BIT(S32), 0
#define WGD_UMMA_INPUTS_F8F6F4      FLOAT8, F16_F32, 0
#define WGD_UMMA_INPUTS_MXF8F6F4    FLOAT8, BIT(F32), BIT(UE8M0)
#define WGD_UMMA_INPUTS_MXF4        BIT(E2M1), BIT(F32), BIT(UE8M0)
#define WGD_UMMA_INPUTS_MXF4NVF4    BIT(E2M1), BIT(F32), BIT(UE4M3) | BIT(UE8M0)
    WGD_UMMA_KINDS(WGD_X)
#undef WGD_X
};

const char *wgd_umma_kind_name(wgd_umma_kind k)
{
    return rows[k].name;
}

int wgd_umma_kind_k(wgd_umma_kind k)
{
    return rows[k].k;
}

bool wgd_umma_kind_scaled(wgd_umma_kind k)
{
    return rows[k].scaled;
}

unsigned wgd_umma_inputs(wgd_umma_kind k)
{
    return rows[k].inputs;
}

unsigned wgd_umma_accs(wgd_umma_kind k)
{
    return rows[k].accs;
}

unsigned wgd_umma_scales(wgd_umma_kind k)
{
    return rows[k].scales;
}

/* The code of a type of A or B, which depends on the width that the kind multiplies, or -1 where the kind
 * does not multiply it; of D and of scale factors it is the same everywhere. */
int umma_input_code(wgd_umma_kind kind, int type)
{
    static const struct {
        int type, code;
    } codes[] = {{WGD_FRAG_F16, 0},  {WGD_FRAG_BF16, 1}, {WGD_FRAG_TF32, 2}, {WGD_FRAG_U8, 0},
                 {WGD_FRAG_S8, 1},   {WGD_FRAG_E4M3, 0}, {WGD_FRAG_E5M2, 1}, {WGD_FRAG_E2M3, 3},
                 {WGD_FRAG_E3M2, 4}, {WGD_FRAG_E2M1, 5}};
    if (!(rows[kind].inputs >> type & 1u)) {
        return -1;
    }
    /* Where there is nothing but e2m1 it is 1. */
    if (rows[kind].inputs == BIT(E2M1)) {
        return 1;
    }
    size_t i = 0;
    while (codes[i].type != type) { /* each type of A or B has a row */
        i++;
    }
    return codes[i].code;
}

int umma_acc_code(int type)
{
    return type == WGD_FRAG_F16 ? 0 : type == WGD_FRAG_F32 ? 1 : type == WGD_FRAG_S32 ? 2 : -1;
}

int umma_scale_code(int type)
{
    return type == WGD_FRAG_UE8M0 ? 1 : 0;
}

static const char *const note_names[] = {
#define WGD_X(sym, name, text) name,
    WGD_UMMA_NOTES(WGD_X)
#undef WGD_X
};
static const char *const note_texts[] = {
#define WGD_X(sym, name, text) text,
    WGD_UMMA_NOTES(WGD_X)
#undef WGD_X
};

const char *wgd_umma_note_name(int i)
{
    return note_names[i];
}

const char *wgd_umma_note_text(int i)
{
    return note_texts[i];
}
