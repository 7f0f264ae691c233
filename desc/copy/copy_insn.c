/* SPDX-License-Identifier: MIT
 *
 * The instructions that move values between registers and shared memory.
 */
#include "copy_parts.h"

#include "word/names.h"
#include "wgd_text.h"

typedef struct insn_row {
    const char *name;
    wgd_copy_kind kind;
    int bytes;
    bool trans;
    wgd_access access;
} insn_row;

static const insn_row rows[] = {
#define WGD_X(sym, name, kind, bytes, trans, access)                                               \
    {name, WGD_COPY_##kind, bytes, trans, WGD_ACCESS_##access},
    WGD_COPY_INSNS(WGD_X)
#undef WGD_X
};

const char *wgd_copy_insn_name(wgd_copy_insn i)
{
    return rows[i].name;
}

wgd_copy_kind wgd_copy_insn_kind(wgd_copy_insn i)
{
    return rows[i].kind;
}

int wgd_copy_insn_bytes(wgd_copy_insn i)
{
    return rows[i].bytes;
}

int wgd_copy_insn_matrices(wgd_copy_insn i)
{
    return rows[i].kind == WGD_COPY_LDMATRIX || rows[i].kind == WGD_COPY_STMATRIX
               ? rows[i].bytes / COPY_WORD
               : 0;
}

bool wgd_copy_insn_trans(wgd_copy_insn i)
{
    return rows[i].trans;
}

bool wgd_copy_insn_measured(wgd_copy_insn i)
{
    return rows[i].kind != WGD_COPY_ASYNC;
}

wgd_access wgd_copy_insn_access(wgd_copy_insn i)
{
    return rows[i].access;
}

/* The instruction's name as PTX has it, without the state space. */
static void plain_name(const char *name, char *buf, size_t cap)
{
    static const char space[] = ".shared", cta[] = "::cta";
    wgd_text t = wgd_text_into(buf, cap);
    while (*name) {
        size_t n = 0;
        while (space[n] && name[n] == space[n]) {
            n++;
        }
        if (space[n] == '\0') {
            name += n;
            for (n = 0; cta[n] && name[n] == cta[n]; n++) {
            }
            name += cta[n] == '\0' ? n : 0;
        } else {
            wgd_put_char(&t, *name++);
        }
    }
    wgd_text_end(&t);
}

wgd_status wgd_copy_insn_parse(const char *name, wgd_copy_insn *out, wgd_diag *diag)
{
    static const char *const names[] = {
#define WGD_X(sym, insn, kind, bytes, trans, access) insn,
        WGD_COPY_INSNS(WGD_X)
#undef WGD_X
            "st.v2.b32",
        "st.v4.b32", "ld.v2.b32", "ld.v4.b32"};
    static const wgd_copy_insn spelled[] = {WGD_COPY_ST64, WGD_COPY_ST128, WGD_COPY_LD64,
                                            WGD_COPY_LD128};
    char plain[64];
    plain_name(name, plain, sizeof plain);
    const int i = wgd_name_find(plain, names, WGD_COPY_INSN_COUNT + 4);
    if (i < 0) {
        return wgd_fail(diag, WGD_ERR_VALUE, "access", "no instruction that copies", name,
                        "st or ld with .b8 to .b128; stmatrix or ldmatrix with .x1, .x2 or .x4, "
                        "and .trans; cp.async.4, .8 or .16",
                        NULL);
    }
    *out = i < WGD_COPY_INSN_COUNT ? (wgd_copy_insn)i : spelled[i - WGD_COPY_INSN_COUNT];
    return WGD_OK;
}
