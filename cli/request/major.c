/* SPDX-License-Identifier: MIT
 *
 * From the name of a mode to the major of an operand.
 */
#include "major.h"

static const struct {
    const char *word, *trouble_a, *trouble_b; /* NULL: it has a meaning, below */
    wgd_major a, b;
} words[] = {
    {"m", NULL, "operand b has the modes N and K, and no M", WGD_MAJOR_MN, WGD_MAJOR_K},
    {"n", "operand a has the modes M and K, and no N", NULL, WGD_MAJOR_K, WGD_MAJOR_MN},
    {"row", NULL, "b is written as K x N and as N x K, so a row of it may run along either",
     WGD_MAJOR_K, WGD_MAJOR_K},
    {"column", NULL, "b is written as K x N and as N x K, so a column of it may run along either",
     WGD_MAJOR_MN, WGD_MAJOR_K},
};

static wgd_status settle(option_value *v, const char *field, bool b, wgd_diag *diag)
{
    const int word = v->u.choice - WGD_MAJOR_COUNT;
    if (!v->has || word < 0) {
        return WGD_OK;
    }
    const char *trouble = b ? words[word].trouble_b : words[word].trouble_a;
    if (trouble) {
        return wgd_fail(diag, WGD_ERR_VALUE, field, trouble, words[word].word, "k or mn",
                        "the major is the mode whose neighbours are neighbours in memory: k when "
                        "x[mn][k] and x[mn][k+1] are, mn when x[mn][k] and x[mn+1][k] are");
    }
    v->u.choice = (int)(b ? words[word].b : words[word].a);
    return WGD_OK;
}

wgd_status major_settle(option_value *v, wgd_diag *diag)
{
    const bool b = v[OPTION_operand].u.choice == WGD_OPERAND_B;
    wgd_status s = settle(&v[OPTION_major], "major", b, diag);
    if (s == WGD_OK) {
        s = settle(&v[OPTION_a_major], "a-major", false, diag);
    }
    return s == WGD_OK ? settle(&v[OPTION_b_major], "b-major", true, diag) : s;
}
