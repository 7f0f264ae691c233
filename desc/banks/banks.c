/* SPDX-License-Identifier: MIT
 *
 * Wavefronts of one warp's access: phases, banks, conflicts.
 */
#include "wgd_banks.h"

#include <string.h>

#include "word/names.h"
#include "wgd_desc.h"
#include "wgd_text.h"

typedef struct access_row {
    const char *name;
    int bytes, lanes;
} access_row;

static const access_row rows[] = {
#define WGD_X(sym, name, bytes, lanes) {name, bytes, lanes},
    WGD_ACCESSES(WGD_X)
#undef WGD_X
};

const char *wgd_access_name(wgd_access a)
{
    return rows[a].name;
}

int wgd_access_bytes(wgd_access a)
{
    return rows[a].bytes;
}

int wgd_access_lanes(wgd_access a)
{
    return rows[a].lanes;
}

bool wgd_access_is_matrix(wgd_access a)
{
    return a >= WGD_ACCESS_LDMATRIX_X1;
}

/* Copies name to buf without this suffix, as ".trans"; false if it does not have it. */
static bool without(const char *name, const char *suffix, char *buf, size_t cap)
{
    const char *at = strstr(name, suffix), *rest = at ? at + strlen(suffix) : name;
    if (!at || (*rest != '.' && *rest != '\0')) {
        return false;
    }
    wgd_text t = wgd_text_into(buf, cap);
    wgd_put_mem(&t, name, (size_t)(at - name));
    wgd_put_str(&t, rest);
    wgd_text_end(&t);
    return true;
}

wgd_status wgd_access_parse(const char *name, wgd_access *out, wgd_diag *diag)
{
    static const char *const names[] = {
#define WGD_X(sym, access_name, bytes, lanes) access_name,
        WGD_ACCESSES(WGD_X)
#undef WGD_X
            "ld.v2.b32",
        "ld.v4.b32", "st.v2.b32", "st.v4.b32"};
    static const wgd_access spelled[] = {WGD_ACCESS_LD8, WGD_ACCESS_LD16, WGD_ACCESS_ST8,
                                         WGD_ACCESS_ST16};
    char here[64], straight[64];
    const char *text = without(name, ".shared", here, sizeof here) ? here : name;
    const bool trans = without(text, ".trans", straight, sizeof straight);
    const int i = trans ? wgd_name_find(straight, names, WGD_ACCESS_COUNT)
                        : wgd_name_find(text, names, WGD_ACCESS_COUNT + 4);
    if (i < (trans ? (int)WGD_ACCESS_LDMATRIX_X1 : 0)) {
        return wgd_fail(diag, WGD_ERR_VALUE, "access", NULL, name,
                        "ld or st with .b32, .b64 or .b128; ldmatrix or stmatrix with .x1, .x2 or "
                        ".x4",
                        NULL);
    }
    *out = i < WGD_ACCESS_COUNT ? (wgd_access)i : spelled[i - WGD_ACCESS_COUNT];
    return WGD_OK;
}

/* ---- one access ----------------------------------------------------------------------------- */

static wgd_status check_lanes(wgd_access a, const wgd_bank_lanes *lanes, wgd_diag *diag)
{
    const uint32_t bytes = (uint32_t)rows[a].bytes;
    for (int i = 0; i < WGD_WARP; i++) {
        if ((lanes->active >> i & 1) == 0) {
            continue;
        }
        if (i >= rows[a].lanes) {
            return wgd_fail_num(diag, WGD_ERR_VALUE, "addresses",
                                "more lanes than this access takes addresses from", i + 1,
                                rows[a].lanes == 8 ? "8" : "16", NULL);
        }
        if (lanes->addr[i] % bytes != 0) {
            return wgd_fail_num(diag, WGD_ERR_ALIGN, "addresses", "an address is not aligned",
                                lanes->addr[i],
                                bytes == 4   ? "a multiple of 4"
                                : bytes == 8 ? "a multiple of 8"
                                             : "a multiple of 16",
                                NULL);
        }
        if (lanes->addr[i] > WGD_SMEM_WINDOW - bytes) {
            return wgd_fail_num(diag, WGD_ERR_RANGE, "addresses", "beyond shared memory",
                                lanes->addr[i], "a byte address below 262144", "");
        }
    }
    return WGD_OK;
}

/* Counts the distinct words of one phase, and the greatest number of them in one bank. At most 32
 * words (32 lanes x 4, 16 x 8, 8 x 16 bytes). */
static void count_phase(const wgd_bank_lanes *lanes, int words_of_lane, wgd_bank_phase *p)
{
    uint32_t word[WGD_BANKS][WGD_BANKS]; /* of each bank, in_bank of them */
    int in_bank[WGD_BANKS] = {0};
    p->words = p->degree = 0;
    for (int i = p->first_lane; i < p->first_lane + p->lanes; i++) {
        for (int w = 0; w < words_of_lane && (lanes->active >> i & 1) != 0; w++) {
            const uint32_t at = lanes->addr[i] / 4 + (uint32_t)w, bank = at % WGD_BANKS;
            int k = 0;
            while (k < in_bank[bank] && word[bank][k] != at) {
                k++;
            }
            if (k < in_bank[bank]) {
                continue; /* one word goes to every lane that asks for it */
            }
            word[bank][in_bank[bank]++] = at;
            p->words++;
            p->degree = in_bank[bank] > p->degree ? in_bank[bank] : p->degree;
        }
    }
}

/* Does every lane ask for the same address as the lane whose number differs in this bit, or has
 * that lane no part? */
static bool pairs_agree(const wgd_bank_lanes *lanes, int bit)
{
    for (int i = 0; i < WGD_WARP; i++) {
        const bool both = (lanes->active >> i & 1) != 0 && (lanes->active >> (i | bit) & 1) != 0;
        if (both && lanes->addr[i] != lanes->addr[i | bit]) {
            return false;
        }
    }
    return true;
}

/* Loads of 8 and 16 bytes take half as many phases, of twice the lanes, when the neighbours of the
 * whole warp ask for the same: lanes 2i and 2i + 1, or lanes i and i + 2 of each four (counted on
 * an H200, docs/banks.md; stores and ldmatrix do not). */
static bool phases_merge(wgd_access a, const wgd_bank_lanes *lanes)
{
    return (a == WGD_ACCESS_LD8 || a == WGD_ACCESS_LD16) &&
           (pairs_agree(lanes, 1) || pairs_agree(lanes, 2));
}

wgd_status wgd_banks_access(wgd_access a, const wgd_bank_lanes *lanes, wgd_bank_result *out,
                            wgd_diag *diag)
{
    const wgd_status s = check_lanes(a, lanes, diag);
    if (s != WGD_OK) {
        return s;
    }
    const int words = rows[a].bytes / 4;
    const int lanes_of_phase = WGD_BANKS / words * (phases_merge(a, lanes) ? 2 : 1);
    out->phases = rows[a].lanes / lanes_of_phase;
    out->wavefronts = out->conflicts = out->worst = 0;
    for (int i = 0; i < WGD_WARP; i++) {
        const bool on = (lanes->active >> i & 1) != 0;
        out->bank[i] = on ? (int)(lanes->addr[i] / 4 % WGD_BANKS) : -1;
    }
    for (int i = 0; i < out->phases; i++) {
        wgd_bank_phase *p = &out->phase[i];
        p->first_lane = i * lanes_of_phase;
        p->lanes = lanes_of_phase;
        count_phase(lanes, words, p);
        out->wavefronts += p->degree;
        out->conflicts += p->degree > 1 ? p->degree - 1 : 0;
        out->worst = p->degree > out->worst ? p->degree : out->worst;
    }
    return WGD_OK;
}
