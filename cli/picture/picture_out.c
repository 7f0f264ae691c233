/* SPDX-License-Identifier: MIT
 *
 * A picture in the format asked for, to the terminal or a file.
 */
#include "picture_out.h"

#include <string.h>

#include "draw/draw_html.h"
#include "io/fit.h"
#include "io/outfile.h"
#include "io/term.h"
#include "json/json_write.h"
#include "request/request_words.h"

/* The formats that are pictures, and the endings of the file names that mean them; the page needs more
 * than the picture (put_page). */
static const struct {
    format format;
    const char *ending;
    draw_put *put;
} backends[] = {
    {FORMAT_TEXT, ".txt", draw_put_terminal},
    {FORMAT_SVG, ".svg", draw_put_svg},
    {FORMAT_LATEX, ".tex", draw_put_latex},
    {FORMAT_LATEX_FRAGMENT, ".tikz", draw_put_latex_fragment},
    {FORMAT_HTML, ".html", NULL},
};
enum { BACKENDS = sizeof backends / sizeof backends[0] };

static bool to_stdout(const request *rq)
{
    const option_value *file = &rq->v[OPTION_output];
    return !file->has || strcmp(file->u.text.s, "-") == 0;
}

static bool ends_in(const char *name, const char *ending)
{
    const size_t len = strlen(name), n = strlen(ending);
    return len > n && strcmp(name + len - n, ending) == 0;
}

/* --format decides; without it, the ending of the file's name. */
wgd_status picture_format(const request *rq, format *out, wgd_diag *diag)
{
    const option_value *file = &rq->v[OPTION_output];
    *out = rq->format;
    if (to_stdout(rq) || rq->v[OPTION_format].given || rq->format == FORMAT_JSON) {
        return WGD_OK;
    }
    if (ends_in(file->u.text.s, ".json")) {
        *out = FORMAT_JSON;
        return WGD_OK;
    }
    for (int i = 0; i < BACKENDS; i++) {
        if (ends_in(file->u.text.s, backends[i].ending)) {
            *out = backends[i].format;
            return WGD_OK;
        }
    }
    return wgd_fail(diag, WGD_ERR_VALUE, "output", "the ending of the name tells no format",
                    file->u.text.s, ".txt, .svg, .tex, .tikz, .html or .json",
                    "or say it: --format svg -o FILE");
}

draw_style picture_style(const request *rq)
{
    if (rq->closed) { /* neither terminal nor environment has a say */
        return (draw_style){0};
    }
    const option_value *ascii = &rq->v[OPTION_ascii];
    const draw_style style = {
        .color = term_color((color_when)rq->v[OPTION_color].u.choice, to_stdout(rq)),
        .ascii = ascii->given || !term_utf8()};
    return style;
}

/* A picture that is wider than the terminal cannot be folded: the lines above it, and where to see it.
 * The legend, which is there in colour only, can be. */
static wgd_status put_too_wide(buf *out, const draw_pic *p, int widest, int width)
{
    draw_put_heads(out, p);
    buf_str(out, "The picture is ");
    buf_i64(out, widest);
    buf_str(out, " columns wide, and the terminal ");
    buf_i64(out, width);
    buf_str(out, ": -o x.svg draws it into a file, -o x.html as a page.\n");
    return WGD_OK;
}

/* Columns of the picture itself; without memory to see them there is no answer: cut, it would be none. */
static int picture_width(buf *out, const draw_pic *p, wgd_diag *diag)
{
    const draw_style plain = {.ascii = true};
    buf heads = {0}, all = {0};
    int widest = 0;
    draw_put_heads(&heads, p);
    (void)draw_put_terminal(&all, p, &plain, diag); /* on a terminal every picture can be drawn */
    out->failed |= all.failed | heads.failed;
    if (!out->failed) {
        widest = fit_widest(all.data + heads.len, all.len - heads.len);
    }
    buf_free(&heads);
    buf_free(&all);
    return widest;
}

/* The page is told the question, so that its core can answer it and others. */
static wgd_status put_page(const request *rq, buf *out, const draw_pic *p, const draw_style *style,
                           wgd_diag *diag)
{
    buf state = {0};
    json_open(&state, NULL, '{');
    request_put_words(&state, "words", rq);
    json_close(&state, '}');
    const wgd_status st = draw_html(out, p, &state, style, diag);
    buf_free(&state);
    return st;
}

wgd_status picture_put(const request *rq, format f, buf *out, const draw_pic *p, wgd_diag *diag)
{
    const draw_style style = picture_style(rq);
    int i = 0;
    out->failed |= draw_failed(p);
    if (f == FORMAT_HTML) {
        return put_page(rq, out, p, &style, diag);
    }
    while (backends[i].format != f) {
        i++;
    }
    const int width = f == FORMAT_TEXT && to_stdout(rq) && !rq->closed ? term_width(1) : 0;
    const int widest = width > 0 ? picture_width(out, p, diag) : 0;
    return widest > width ? put_too_wide(out, p, widest, width)
                          : backends[i].put(out, p, &style, diag);
}

wgd_status picture_deliver(const request *rq, answer *a, wgd_diag *diag)
{
    return to_stdout(rq) ? WGD_OK
                         : outfile_write(rq->v[OPTION_output].u.text.s, rq->v[OPTION_force].given,
                                         a->out, diag);
}
