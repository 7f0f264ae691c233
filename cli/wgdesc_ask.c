/* SPDX-License-Identifier: MIT
 *
 * libwgdesc-ask: ask() for other programs, each call with memory of its own.
 */
#include "wgdesc_ask.h"

#include "answer/ask.h"
#include "io/mem.h"
#include "program/all_commands.h"

_Static_assert(WGDESC_ASK_MAX == ASK_MAX, "the header says what batch takes");

static wgd_status answer_into(buf *out, const char *text, size_t len, const many *w, bool *yes)
{
    if (len > ASK_MAX) {
        ask_too_long(0, out);
        return WGD_OK;
    }
    request blank;
    wgd_diag diag;
    json_memory memory = {0};
    request_defaults(&all_commands, &blank);
    const wgd_status st = w ? ask_many(&blank, &memory, text, len, w, out, yes, &diag)
                            : ask(&blank, &memory, text, len, 0, out, yes, &diag);
    json_read_end(&memory);
    return st;
}

static int give(const char *text, size_t len, const many *w, char **answer, size_t *answer_len)
{
    buf out = {0};
    bool yes = false;
    const wgd_status st = answer_into(&out, text, len, w, &yes);
    const size_t n = out.len;
    buf_char(&out, '\0');
    *answer = NULL;
    if (answer_len) {
        *answer_len = 0;
    }
    if (st != WGD_OK || out.failed) {
        buf_free(&out);
        return WGDESC_ASK_MEMORY;
    }
    *answer = out.data;
    if (answer_len) {
        *answer_len = n;
    }
    return yes ? WGDESC_ASK_YES : WGDESC_ASK_NO;
}

int wgdesc_ask(const char *text, size_t len, char **answer, size_t *answer_len)
{
    return give(text, len, NULL, answer, answer_len);
}

int wgdesc_ask_many(const char *text, size_t len, const uint64_t *in, size_t n, void *out,
                    size_t size, char **answer, size_t *answer_len)
{
    const many w = {in, n, out, size};
    return give(text, len, &w, answer, answer_len);
}

void wgdesc_ask_free(char *answer)
{
    cli_free(answer);
}

const char *wgdesc_ask_version(void)
{
    return WGD_VERSION;
}
