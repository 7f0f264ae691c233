/* SPDX-License-Identifier: MIT
 *
 * From a word to what it reads: each field with its meaning.
 */
#include "explain.h"

/* A word, and the architecture that reads it. */
typedef struct subject {
    uint64_t word;
    wgd_desc d;
    wgd_arch arch;
    bool tcgen05;
    const explain_sections *in;
} subject;

static void say_units(buf *o, const char *name, unsigned field)
{
    say(o, "  ");
    buf_left(o, name, 12);
    say_num(o, field, " << 4 = ");
    say_num(o, (int64_t)field * 16, " bytes = ");
    say_hex(o, field * 16u, "\n");
}

static void step_bits(explanation *e, const subject *w)
{
    const uint64_t word = w->word;
    const wgd_desc d = w->d;
    explain_step *s = explain_next(e, "bits", "The fields", w->in->format);
    buf *o = &s->text;
    buf_word(o, word);
    say(o, " is\n");
    explain_ruler(o, word, w->arch);
    say(o, "Addresses and strides are kept without their low 4 bits:\n");
    say_units(o, "start", d.start);
    say_units(o, d.lbo_absolute ? "LBO address" : "LBO", d.lbo);
    say_units(o, "SBO", d.sbo);
    say(o, "  base offset ");
    say_num(o, d.base_offset, "\n");
    say(o, "  layout type ");
    say_num(o, wgd_desc_layout_type(d.swizzle, w->arch), ": ");
    say(o, wgd_swizzle_name(d.swizzle));
    say(o, "\n");
    const uint64_t ignored = word & ~wgd_desc_mask(w->arch);
    if (w->tcgen05) {
        say(o, "  version 1, bits 48-46: a word of tcgen05\n");
    }
    if (ignored) {
        say(o, "The bits ");
        buf_word(o, ignored);
        say(o, w->tcgen05 ? " are set in reserved fields.\n"
                          : " are set in fields that the hardware ignores.\n");
    } else {
        say(o, w->tcgen05 ? "No bit is set in the reserved fields.\n"
                          : "No bit is set in the fields that the hardware ignores.\n");
    }
    json_word(&s->values, "descriptor", word);
    json_int(&s->values, "start_bytes", d.start * 16);
    json_int(&s->values, "lbo_bytes", d.lbo * 16);
    json_int(&s->values, "sbo_bytes", d.sbo * 16);
    json_int(&s->values, "base_offset", d.base_offset);
    json_str(&s->values, "swizzle", wgd_swizzle_name(d.swizzle));
}

static void step_swizzle(explanation *e, const subject *w)
{
    const wgd_desc d = w->d;
    explain_step *s = explain_next(e, "swizzle", "The swizzle", w->in->smem_layout);
    buf *o = &s->text;
    const wgd_swizzle_mode mode = d.swizzle;
    const unsigned start = d.start * 16u, size = (unsigned)wgd_swizzle_alignment(mode);
    if (mode == WGD_SWZ_NONE) {
        say(o, "Layout type 0 is no swizzle: bytes lie where the strides put them, in core "
               "matrices of "
               "8 rows of 16 bytes. The base offset is not read.\n");
        return;
    }
    say(o, "Mode ");
    say(o, wgd_swizzle_name(mode));
    say(o, ": rows of ");
    say_num(o, wgd_swizzle_row_bytes(mode), " bytes, a pattern of ");
    say_num(o, size,
            " bytes. The hardware takes the absolute address a and reads at\n"
            "  a ^ ((((a >> 7) - ");
    say_num(o, d.base_offset, ") & ");
    say_num(o, wgd_swizzle_row_mask(mode), ") << ");
    say_num(o, wgd_swizzle_low_bit(mode), ")\n");
    const unsigned mask = wgd_swizzle_row_mask(mode), phase = start >> 7 & mask;
    const bool shifted = (d.base_offset & mask) != 0;
    if (start % size == 0) {
        say(o, "The start is a multiple of the pattern's size");
        say(o, shifted ? ", yet the base offset shifts the phase: it is 0 for data that was stored "
                         "by absolute address.\n"
                       : ": row 0 of the block is row 0 of the pattern.\n");
        return;
    }
    say(o, "The start is ");
    say_num(o, start % size, " bytes into a pattern");
    if (start % size < (unsigned)wgd_swizzle_row_bytes(mode)) {
        say(o, ", inside its first row: a step along the contiguous direction");
    } else if (shifted && (d.base_offset & mask) == phase) {
        say(o, ", and the base offset cancels that: the XOR of the start itself is 0");
    }
    say(o, ".\n");
}

/* Bytes of the elements that the sentences are about: of the only type of 128B_32B, else 16-bit ones.
 */
static int bytes_of(const subject *w)
{
    return w->d.swizzle == WGD_SWZ_128B_32B ? 4 : 2;
}

/* What the two fields step over when the operand is read in this major. */
static void say_major(buf *o, const subject *w, bool k_major)
{
    const wgd_desc d = w->d;
    const int lines = (int)wgd_swizzle_lines(d.swizzle);
    const bool swizzled = d.swizzle != WGD_SWZ_NONE;
    const int lbo = d.lbo * 16, sbo = d.sbo * 16;
    say(o, k_major       ? "Read K-major: "
           : !w->tcgen05 ? "Read MN-major (16-bit types only): "
           : lines == 8  ? "Read MN-major (here by a 16-bit type): "
                         : "Read MN-major (by tf32 only): ");
    if (k_major && d.lbo_absolute) {
        say(o, "SBO, ");
        say_num(o, sbo, " bytes, leads from 8 rows of MN to the next 8; LBO is the address ");
        say_hex(o, (uint64_t)lbo, ", where K goes on behind the row that the start lies in.\n");
    } else if (k_major && swizzled) {
        say(o, "SBO, ");
        say_num(o, sbo, " bytes, leads from 8 rows of MN to the next 8; LBO, ");
        say_num(o, lbo,
                " bytes, leads from one swizzle row to the next along K, and is read only "
                "when the instruction's K is wider than a row: never in the dense form.\n");
    } else if (k_major) {
        say(o, "SBO, ");
        say_num(o, sbo, " bytes, leads from 8 rows of MN to the next 8; LBO, ");
        say_num(o, lbo, " bytes, from 16 bytes of K to the next 16.\n");
    } else if (swizzled) {
        const int row = wgd_swizzle_row_bytes(d.swizzle) / bytes_of(w);
        say(o, "LBO, ");
        say_num(o, lbo, " bytes, leads from ");
        say_num(o, row, " elements of MN to the next ");
        say_num(o, row, ", and is read only when the block is wider; SBO, ");
        say_num(o, sbo, " bytes, leads from ");
        say_num(o, lines, " of K to the next ");
        say_num(o, lines, ".\n");
    } else {
        say(o, "SBO, ");
        say_num(o, sbo, " bytes, leads from 8 elements of MN to the next 8; LBO, ");
        say_num(o, lbo,
                " bytes, from 8 of K to the next 8: without a swizzle the names change "
                "places.\n");
    }
}

static void step_strides(explanation *e, const subject *w)
{
    explain_step *s = explain_next(e, "strides", "LBO and SBO", w->in->strides);
    say(&s->text, w->tcgen05
                      ? "The word does not say the major; the instruction descriptor does, by "
                        "bits 15 and 16.\n"
                      : "The word does not say the major; the instruction does, by "
                        "imm-trans.\n");
    if (w->d.swizzle != WGD_SWZ_128B_32B) {
        say_major(&s->text, w, true);
    }
    if (!w->d.lbo_absolute) {
        say_major(&s->text, w, false);
    }
}

/* The fetch rule (wgd_fetch.h) with this word's numbers, for 16-bit elements (128B_32B: 32-bit), as an
 * expression in r and k whose "/" drops the remainder. */
static void say_rule(buf *o, const subject *w, bool k_major)
{
    const wgd_desc d = w->d;
    const int bytes = bytes_of(w), lines = (int)wgd_swizzle_lines(d.swizzle);
    const int row = wgd_swizzle_row_bytes(d.swizzle), chunks = row / 16;
    const bool swizzled = d.swizzle != WGD_SWZ_NONE;
    say_num(o, d.start * 16, " + ");
    if (k_major) {
        say(o, "r % 8 * ");
        say_num(o, row, " + r / 8 * ");
        say_num(o, d.sbo * 16, " + k / ");
        say_num(o, 8 * chunks, " * ");
        say_num(o, d.lbo * 16, " + k % ");
        say_num(o, 8 * chunks, " * 2");
    } else {
        say(o, "r % ");
        say_num(o, row / bytes, " * ");
        say_num(o, bytes, " + r / ");
        say_num(o, row / bytes, " * ");
        say_num(o, (swizzled ? d.lbo : d.sbo) * 16, " + k % ");
        say_num(o, lines, " * ");
        say_num(o, row, " + k / ");
        say_num(o, lines, " * ");
        say_num(o, (swizzled ? d.sbo : d.lbo) * 16, "");
    }
}

static void step_rule(explanation *e, const subject *w)
{
    const wgd_desc d = w->d;
    explain_step *s = explain_next(e, "rule", "Where element (r, k) is read", w->in->smem_layout);
    const bool swizzled = d.swizzle != WGD_SWZ_NONE;
    const bool atom32 = d.swizzle == WGD_SWZ_128B_32B;
    for (int k_major = atom32 ? 0 : 1; k_major >= 0; k_major--) {
        say(&s->text, atom32    ? "MN-major, tf32, the byte address"
                      : k_major ? "K-major, 16-bit elements, the byte address"
                                : "MN-major, 16-bit elements, the byte address");
        say(&s->text, swizzled ? " before the XOR:\n  " : ":\n  ");
        say_rule(&s->text, w, k_major);
        say(&s->text, "\n");
        json_open(&s->values, k_major ? "k" : "mn", '"');
        say_rule(&s->values, w, k_major);
        json_close(&s->values, '"');
    }
    say(&s->text, "r counts along MN, k along K; / drops the remainder. 'wgdesc map' gives the "
                  "addresses for every type.\n");
}

void explain_word(explanation *e, uint64_t word, wgd_arch arch)
{
    const subject w = {word, wgd_desc_unpack(word, arch), arch, wgd_arch_tcgen05(arch),
                       explain_sections_of(arch)};
    step_bits(e, &w);
    step_swizzle(e, &w);
    step_strides(e, &w);
    if (!w.d.lbo_absolute) { /* no sum of terms: 'wgdesc map' */
        step_rule(e, &w);
    }
}
