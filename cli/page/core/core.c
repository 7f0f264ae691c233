/* SPDX-License-Identifier: MIT
 *
 * The page's core: the program itself, compiled to WebAssembly with wasi-libc and without imports. The
 * page writes text to where room() says and calls
 *   command()  a command line, its words each with a NUL behind: what the program prints
 *   ask()      a request as JSON (wgdesc_ask.h)
 * and reads the answer from output(), what went to standard error from complaint(), and a file that
 * -o names from written(). supply() gives the program a file to read.
 */
#include <getopt.h>
#include <stdint.h>
#include <string.h>

#include "io/mem.h"
#include "page_system.h"
#include "wgdesc_ask.h"

#define EXPORT(name) __attribute__((export_name(#name)))

enum { WORDS_MAX = 4096 };

int program_main(int argc, char **argv); /* main of cli/main.c */

static char *text;
static size_t room_len;

/* Where to write len bytes of a question; NULL where there is no memory. */
EXPORT(room) char *page_room(size_t len)
{
    if (len + 1 > room_len) {
        cli_free(text);
        text = cli_alloc(len + 1);
        room_len = text ? len + 1 : 0;
    }
    return text;
}

EXPORT(output) const char *page_output_data(void)
{
    return page_output.data;
}

EXPORT(output_length) size_t page_output_length(void)
{
    return page_output.failed ? 0 : page_output.len;
}

EXPORT(complaint) const char *page_complaint_data(void)
{
    return page_complaint.data;
}

EXPORT(complaint_length) size_t page_complaint_length(void)
{
    return page_complaint.failed ? 0 : page_complaint.len;
}

EXPORT(written) const char *page_written_data(void)
{
    return page_written.data;
}

EXPORT(written_length) size_t page_written_length(void)
{
    return page_written.failed ? 0 : page_written.len;
}

/* The room's first name_len bytes are a file's name, the rest what is in it. */
EXPORT(supply) int page_supply(size_t name_len, size_t len)
{
    return page_file_set(text, name_len, text + name_len, len - name_len);
}

/* The command line in the room, len bytes; the exit status. */
EXPORT(command) int page_command(size_t len)
{
    static char *words[WORDS_MAX + 1];
    int n = 0;
    text[len] = '\0';
    for (size_t i = 0; i < len && n < WORDS_MAX; i += strlen(text + i) + 1) {
        words[n++] = text + i;
    }
    words[n] = NULL;
    page_begin();
    optind = 0; /* getopt_long starts anew */
    return program_main(n, words);
}

/* The request in the room; what wgdesc_ask returns. */
EXPORT(ask) int page_ask(size_t len)
{
    char *answer = NULL;
    size_t n = 0;
    page_begin();
    const int status = wgdesc_ask(text, len, &answer, &n);
    if (answer) {
        buf_mem(&page_output, answer, n);
        wgdesc_ask_free(answer);
    }
    return status;
}
