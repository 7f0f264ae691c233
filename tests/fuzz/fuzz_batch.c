/* SPDX-License-Identifier: MIT
 *
 * One line of batch: whatever it is, the answer is one line of valid JSON, the same twice.
 */
#include <stdlib.h>
#include <string.h>

#include "answer/ask.h"
#include "error/cli_status.h"
#include "json/json_check.h"
#include "program/all_commands.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void answer_of(const char *line, size_t len, buf *out)
{
    request blank;
    request_defaults(&all_commands, &blank);
    bool yes;
    wgd_diag diag;
    json_memory memory = {0};
    if (ask(&blank, &memory, line, len, 1, out, &yes, &diag) != WGD_OK &&
        diag.status != CLI_ERR_MEMORY) {
        abort();
    }
    json_read_end(&memory);
}

static void check_answer(const buf *out)
{
    json_facts facts;
    wgd_diag diag;
    if (out->len == 0) {
        return;
    }
    if (out->data[out->len - 1] != '\n' || memchr(out->data, '\n', out->len - 1)) {
        abort();
    }
    /* A long list of offsets has more values than a request may have; that is no fault. */
    const wgd_status st = json_check(out->data, out->len - 1, &facts, &diag);
    if (st != WGD_OK && st != WGD_ERR_LIMIT) {
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *line = (const char *)data;
    /* batch never sees a newline inside a line. */
    const char *newline = size > 0 ? memchr(line, '\n', size) : NULL;
    const size_t len = newline ? (size_t)(newline - line) : size;
    buf first = {0}, second = {0};
    answer_of(line, len, &first);
    answer_of(line, len, &second);
    check_answer(&first);
    if (first.len != second.len ||
        (first.len > 0 && memcmp(first.data, second.data, first.len) != 0)) {
        abort();
    }
    buf_free(&first);
    buf_free(&second);
    return 0;
}
