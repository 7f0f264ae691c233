/* SPDX-License-Identifier: MIT
 *
 * Lines that are too wide, folded or cut.
 */
#include "fit.h"

#include <string.h>

/* So many wide lines running are a table, which would not be one any more if they were folded. */
enum { NARROWEST = 20, TABLE_LINES = 8 };

/* Bytes of the character, or the escape of a colour, that s begins with; *columns is its width. */
static size_t step(const char *s, size_t len, int *columns)
{
    size_t n = 1;
    if (s[0] == '\033') {
        while (n < len && s[n - 1] != 'm') {
            n++;
        }
        *columns = 0;
        return n;
    }
    while (n < len && ((unsigned char)s[n] & 0xc0) == 0x80) {
        n++;
    }
    *columns = 1;
    return n;
}

int fit_width(const char *s, size_t len)
{
    int width = 0, columns = 0;
    for (size_t i = 0; i < len; i += step(s + i, len - i, &columns), width += columns) {
    }
    return width;
}

static size_t line_length(const char *s, size_t len)
{
    const char *end = memchr(s, '\n', len);
    return end ? (size_t)(end - s) : len;
}

int fit_widest(const char *s, size_t len)
{
    int widest = 0;
    for (size_t at = 0; at < len; at += line_length(s + at, len - at) + 1) {
        const int width = fit_width(s + at, line_length(s + at, len - at));
        widest = width > widest ? width : widest;
    }
    return widest;
}

/* How many bytes of a line that is wider fit into `width` columns. */
static size_t prefix(const char *s, size_t len, int width)
{
    size_t at = 0;
    for (int used = 0, columns = 0;; used += columns) {
        const size_t n = step(s + at, len - at, &columns);
        if (used + columns > width) {
            return at;
        }
        at += n;
    }
}

static size_t blanks(const char *s, size_t len)
{
    size_t n = 0;
    while (n < len && s[n] == ' ') {
        n++;
    }
    return n;
}

/* Where the rest of a folded line begins: below its last column of text in the left half, or a
 * little further in than the line. */
static int hanging(const char *s, size_t len, int width)
{
    const size_t lead = blanks(s, len);
    int indent = (int)lead + 4;
    for (size_t i = lead + 2; (int)i <= width / 2; i++) {
        if (s[i] != ' ' && s[i - 1] == ' ' && s[i - 2] == ' ') {
            indent = (int)i;
        }
    }
    return indent <= width / 2 ? indent : 4;
}

/* A line that is wider. */
static void put_folded(buf *out, const char *s, size_t len, int width)
{
    const int indent = hanging(s, len, width);
    int used = 0;
    while (fit_width(s, len) > width - used) {
        size_t fits = prefix(s, len, width - used), cut = fits;
        const size_t lead = used ? 0 : blanks(s, len);
        while (cut > lead && s[cut] != ' ') {
            cut--;
        }
        cut = cut > lead ? cut : fits; /* a word that is wider than the line is parted */
        buf_mem(out, s, cut);
        buf_char(out, '\n');
        cut += blanks(s + cut, len - cut);
        s += cut;
        len -= cut;
        used = indent;
        buf_pad(out, len > 0 ? indent : 0);
    }
    buf_mem(out, s, len);
}

/* Of program text or a table: what has colours is a picture, which is drawn where it fits, and its legend. */
static void put_cut(buf *out, const char *s, size_t len, int width)
{
    buf_mem(out, s, prefix(s, len, width - 3));
    buf_str(out, "...");
}

/* Do the lines begin with a long run of wide ones? */
static bool in_table(const char *s, size_t len, int width)
{
    int run = 0;
    for (size_t at = 0; at < len && run <= TABLE_LINES; run++) {
        const size_t n = line_length(s + at, len - at);
        if (fit_width(s + at, n) <= width) {
            break;
        }
        at += n + 1;
    }
    return run > TABLE_LINES;
}

static bool put_lines(buf *out, const char *s, size_t len, int width, fit how)
{
    bool cut = false, table = false;
    int run = 0;
    for (size_t at = 0; at < len;) {
        const size_t n = line_length(s + at, len - at);
        if (fit_width(s + at, n) <= width) {
            buf_mem(out, s + at, n);
            run = 0;
        } else {
            table = run > 0 ? table : in_table(s + at, len - at, width);
            run++;
            if (how == FIT_CUT || table) {
                put_cut(out, s + at, n, width);
                cut = true;
            } else {
                put_folded(out, s + at, n, width);
            }
        }
        buf_char(out, '\n');
        at += n + 1;
    }
    return cut;
}

void fit_lines(buf *b, int width, fit how, const char *whole)
{
    const int columns = width < NARROWEST ? NARROWEST : width;
    if (how == FIT_NOT || fit_widest(b->data, b->len) <= columns) {
        return;
    }
    buf out = {.failed = b->failed};
    if (put_lines(&out, b->data, b->len, columns, how)) {
        char note[128];
        wgd_text t = wgd_text_into(note, sizeof note);
        wgd_put_str(&t, "(lines end in ... where the terminal does; ");
        wgd_put_str(&t, whole);
        wgd_put_char(&t, ')');
        wgd_text_end(&t);
        put_lines(&out, note, strlen(note), columns, FIT_FOLD);
    }
    buf_free(b);
    *b = out;
}
