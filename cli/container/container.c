/* SPDX-License-Identifier: MIT
 *
 * What kind of file is it?
 */
#include "container.h"

#include "elf.h"
#include "fatbin.h"

#include "error/cli_status.h"

static wgd_status whole_text(blob *b, container_sink *sink, wgd_diag *diag)
{
    buf text = {0};
    wgd_status st = blob_append(b, 0, b->size, &text, diag);
    if (st == WGD_OK && memchr(buf_text(&text), 0, text.len)) {
        st = cli_fail(diag, WGD_ERR_SYNTAX, "file", "the file is not understood", b->from.name,
                      "PTX, a listing of machine code, a cubin, a fat binary or an ELF file", "");
    }
    if (st == WGD_OK) {
        const char *data = buf_text(&text);
        st = sink->text(sink->to, wgd_scan_guess(data, text.len), data, text.len, "", diag);
    }
    buf_free(&text);
    return st;
}

wgd_status container_walk(blob *b, container_sink *sink, wgd_diag *diag)
{
    unsigned char head[16] = {0};
    if (b->size >= sizeof head) {
        const wgd_status st = blob_read(b, 0, head, sizeof head, diag);
        if (st != WGD_OK) {
            return st;
        }
    }
    if (elf_is(head)) {
        return elf_walk(b, sink, diag);
    }
    if (fatbin_is(head)) {
        return fatbin_walk(b, 0, b->size, sink, diag);
    }
    return whole_text(b, sink, diag);
}
