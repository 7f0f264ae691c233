/* SPDX-License-Identifier: MIT
 *
 * Looking for descriptors among other numbers.
 */
#include "word_scan.h"

#include "wgd_desc.h"

word_scan word_scan_of(const char *text, size_t len)
{
    return (word_scan){text, len, 0, 1};
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_hex(char c)
{
    return is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f');
}

/* Does the character at i belong to a name or a number? A candidate is a whole run of these. A quote between two digits
 * parts them, as in C++; any other stands around the word, or behind it. */
static bool is_inside(const word_scan *s, size_t i)
{
    const char c = s->text[i];
    if (c == '\'') {
        return i > 0 && i + 1 < s->len && is_hex(s->text[i - 1]) && is_hex(s->text[i + 1]);
    }
    return is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '_';
}

/* Bits that no field of wgmma's word has, but for bit 46, with which tcgen05 marks its own (PTX ISA,
 * "tcgen05 shared memory descriptor": bits 46-48 are 0b001); such a word has a swizzle as a rule,
 * and a pointer to memory of the device has bit 46 and none. */
static bool may_be(uint64_t word)
{
    const uint64_t mark = UINT64_C(1) << 46;
    return (word & ~(WGD_DESC_MASK | mark)) == 0 && (!(word & mark) || word >> 62 != 0);
}

/* A word by its digits: 9 to 16 behind 0x, 16 of a hexadecimal one, 11 to 20 of a decimal one. The reader of
 * numbers sees to the rest. */
static bool form_fits(const char *s, size_t n)
{
    size_t hex = 0, dec = 0;
    for (size_t i = 0; i < n; i++) {
        hex += is_hex(s[i]);
        dec += is_digit(s[i]);
    }
    /* The 0 of 0x is one of them. */
    const bool prefix = hex > 9 && s[0] == '0' && (s[1] | 0x20) == 'x';
    return prefix ? hex <= 17 : hex == 16 || (hex == dec && dec >= 11 && dec <= 20);
}

bool word_scan_next(word_scan *s, word_found *out)
{
    while (s->at < s->len) {
        if (!is_inside(s, s->at)) {
            s->line += s->text[s->at] == '\n';
            s->at++;
        }
        const size_t from = s->at;
        while (s->at < s->len && is_inside(s, s->at)) {
            s->at++;
        }
        const char *run = s->text + from;
        const size_t n = s->at - from;
        *out = (word_found){.line = s->line};
        if (form_fits(run, n) && number_word(run, n, &out->word, &out->doubt) == WGD_OK &&
            may_be(out->word)) {
            return true;
        }
    }
    return false;
}
