/* SPDX-License-Identifier: MIT
 *
 * What the program does with a system and cannot do without: other programs, packed sections, files
 * of its own. In place of the sources of these names.
 */
#include "container/unpack.h"
#include "draw/draw_html.h"
#include "error/cli_status.h"
#include "io/outfile.h"
#include "io/term.h"
#include "page_system.h"
#include "scan/disasm.h"

static wgd_status not_here(const char *what, const char *hint, wgd_diag *diag)
{
    return cli_fail(diag, CLI_ERR_IO, "", what, NULL, NULL, hint);
}

wgd_status disasm(const char *program, const char *cubin, size_t len, disasm_fn *each, void *to,
                  wgd_diag *diag)
{
    (void)program;
    (void)cubin;
    (void)len;
    (void)each;
    (void)to;
    return not_here("a page runs no disassembler",
                    "give it the listing: nvdisasm, or cuobjdump -sass", diag);
}

wgd_status unpack(pack how, const char *src, size_t n, size_t size, buf *out, wgd_diag *diag)
{
    (void)how;
    (void)src;
    (void)n;
    (void)size;
    (void)out;
    return not_here("a page unpacks no sections", "give it the listing, or the PTX as text", diag);
}

/* The page offers what -o wrote as a file to keep. */
wgd_status outfile_write(const char *name, bool replace, buf *b, wgd_diag *diag)
{
    (void)name;
    (void)replace;
    buf_mem(&page_written, b->data, b->len);
    b->len = 0;
    return page_written.failed ? cli_fail(diag, CLI_ERR_MEMORY, "", NULL, NULL, NULL, NULL)
                               : WGD_OK;
}

wgd_status draw_html(buf *out, const draw_pic *p, const buf *state, const draw_style *style,
                     wgd_diag *diag)
{
    (void)out;
    (void)p;
    (void)state;
    (void)style;
    return not_here("this is that page", "keep its link: it opens the page as it is now", diag);
}

bool term_color(color_when when, bool to_stdout)
{
    (void)to_stdout;
    return when == COLOR_ALWAYS;
}

bool term_utf8(void)
{
    return true;
}

int term_width(int fd)
{
    (void)fd;
    return 0;
}
