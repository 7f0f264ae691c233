/* SPDX-License-Identifier: MIT
 *
 * The table of hints that name options and commands.
 */
#include "cli_hint.h"

static const char *const in_options[WGD_HINT_COUNT] = {
    [WGD_HINT_OPERATIONS] = "see 'wgdesc layout --help' for what each operation takes",
    [WGD_HINT_DTYPES] = "see 'wgdesc list dtypes'",
    [WGD_HINT_SCALE_TYPE] =
        "that is a type of scale factors: --scale of 'wgdesc idesc', plan and emit takes it",
    [WGD_HINT_INSTRUCTIONS] = "see 'wgdesc list ops'",
    [WGD_HINT_ATOMS] = "see 'wgdesc list atoms' for the size of each atom",
    [WGD_HINT_REPORT_BUG] = "please report the command that led here",
    [WGD_HINT_GIVE_N] = "say which N the instruction has: --n",
    [WGD_HINT_SWIZZLE_OR_TILE] = "use --swizzle {name}, or make the tile a multiple of the atom",
    [WGD_HINT_SWIZZLE_FOR_N] = "use --swizzle {name} for this N",
    [WGD_HINT_SMALLER_N] = "use N = {num} (--n {num}): it reads the tile as it is stored",
    [WGD_HINT_SMALLER_M] =
        "use M = {num} (its rows in --block MNxK): it reads the tile as it is stored",
    [WGD_HINT_SMALLER_N_OR_SWIZZLE] =
        "use N = {num} (--n {num}), which reads the tile as it is stored, or --swizzle {name} for "
        "this N",
    [WGD_HINT_SMALLER_M_OR_SWIZZLE] =
        "use M = {num} (its rows in --block MNxK), which reads the tile as it is stored, or "
        "--swizzle {name} for this M",
    [WGD_HINT_SMALLER_N_OR_OPERAND] =
        "use N = {num} (--n {num}), which reads the tile as it is stored, or --{field} {name}",
    [WGD_HINT_SOLVE] =
        "'wgdesc solve' finds every descriptor of a layout, or says why there is none",
    [WGD_HINT_LAYOUT_DTYPE] = "give the --dtype that the layout was printed for",
    [WGD_HINT_OPERAND_B] = "operand b reads N rows: --operand b",
    [WGD_HINT_DIVISOR_N] = "choose --n so that it divides them",
    [WGD_HINT_PAD_LINES] = "pad the lines of the tensor: --ld {num}",
    [WGD_HINT_BOX_PER_PANEL] =
        "leave --one-box out: one box for each panel is right for any extent",
    [WGD_HINT_BOX_OR_ORDER] = "leave --one-box out, or use the other --order",
    [WGD_HINT_TILE_MNK] = "write --tile MxNxK in elements, for example 128x256x64",
    [WGD_HINT_OPEN_N] = "leave --n out",
    [WGD_HINT_OPEN_WARPGROUPS] = "leave --warpgroups out to have one chosen",
    [WGD_HINT_OPEN_STAGES] = "leave --stages out for the most that fit",
    [WGD_HINT_WARPGROUPS] = "use --warpgroups {num}",
    [WGD_HINT_SMALLER_TILE_OR_F16] =
        "use a smaller tile, or --acc f16, which takes half the registers",
    [WGD_HINT_OPERAND_SWIZZLE] = "use --{field} {name}",
    [WGD_HINT_PAD_EXTENT] = "pad the extent that is contiguous in memory to {num} elements, whole "
                            "16 bytes; 'wgdesc tma "
                            "--ld {num}' takes lines that are padded behind their elements",
    [WGD_HINT_FRAG_OP_FORM] = "written like m64n32k16, mma.m8n8k4.row.col, ldmatrix.x4.trans or a "
                              "PTX opcode; see 'wgdesc frag --list'",
    [WGD_HINT_FRAG_OPS] = "see 'wgdesc frag --list'",
    [WGD_HINT_FRAG_OP_SHAPES] = "see 'wgdesc frag --list'",
    [WGD_HINT_READ_BY_DESCRIPTOR] =
        "wgmma reads B through a descriptor: see 'wgdesc desc' and 'wgdesc map'",
    [WGD_HINT_FRAG_SHAPE] = "'wgdesc frag' prints the shape of a fragment",
    [WGD_HINT_BANK_ORDERS] = "'wgdesc banks --help' lists the orders",
};

const char *hint_words(wgd_hint h)
{
    return in_options[h] ? in_options[h] : wgd_hint_words(h);
}

void put_hint(wgd_text *t, const wgd_diag *d)
{
    if (d->hint_id == WGD_HINT_NONE) {
        wgd_put_str(t, d->hint);
    } else {
        wgd_put_hint(t, hint_words(d->hint_id), d);
    }
}

const char *want_words(const wgd_diag *d)
{
    return d->hint_id == WGD_HINT_FRAG_OP_SHAPES ? "one of 'wgdesc frag --list'" : d->want;
}
