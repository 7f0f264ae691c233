/* SPDX-License-Identifier: MIT
 *
 * embed PAGE STYLE SCRIPT QUESTIONS CORE: writes the interactive page as a C array. In PAGE the
 * marks @STYLE@, @SCRIPT@, @QUESTIONS@ and @CORE@ are replaced by the files, the packed WebAssembly
 * core as base64; the other marks are filled in by draw_html.c.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t column;

static void put_byte(int c)
{
    column += (size_t)printf("%d,", c);
    if (column > 90) {
        putchar('\n');
        column = 0;
    }
}

static void put_text(const unsigned char *s, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        put_byte(s[i]);
    }
}

static void put_base64(const unsigned char *s, size_t n)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < n; i += 3) {
        const unsigned long v = (unsigned long)s[i] << 16 |
                                (i + 1 < n ? (unsigned long)s[i + 1] << 8 : 0) |
                                (i + 2 < n ? s[i + 2] : 0);
        put_byte(digit[v >> 18 & 63]);
        put_byte(digit[v >> 12 & 63]);
        put_byte(i + 1 < n ? digit[v >> 6 & 63] : '=');
        put_byte(i + 2 < n ? digit[v & 63] : '=');
    }
}

static unsigned char *read_file(const char *name, size_t *n)
{
    FILE *f = fopen(name, "rb");
    unsigned char *data = malloc(1 << 20);
    *n = f && data ? fread(data, 1, 1 << 20, f) : 0;
    if (!f || !data || ferror(f) || *n == 1 << 20) {
        fprintf(stderr, "embed: cannot read %s\n", name);
        exit(1);
    }
    fclose(f);
    return data;
}

int main(int argc, char **argv)
{
    static const char *const marks[] = {"@STYLE@", "@SCRIPT@", "@QUESTIONS@", "@CORE@"};
    if (argc != 6) {
        fputs("usage: embed PAGE STYLE SCRIPT QUESTIONS CORE\n", stderr);
        return 2;
    }
    size_t n;
    unsigned char *page = read_file(argv[1], &n);
    puts("/* Made from cli/page by embed.c. */\n#include \"page/page_data.h\"\n"
         "const unsigned char page_data[] = {");
    for (size_t i = 0; i < n;) {
        int hit = -1;
        for (int m = 0; m < 4; m++) {
            const size_t len = strlen(marks[m]);
            hit = len <= n - i && memcmp(page + i, marks[m], len) == 0 ? m : hit;
        }
        if (hit < 0) {
            put_byte(page[i++]);
            continue;
        }
        size_t size;
        unsigned char *file = read_file(argv[2 + hit], &size);
        (hit == 3 ? put_base64 : put_text)(file, size);
        free(file);
        i += strlen(marks[hit]);
    }
    puts("0};\nconst unsigned long page_size = sizeof page_data - 1;");
    free(page);
    return fflush(stdout) != 0;
}
