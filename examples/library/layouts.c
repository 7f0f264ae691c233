/* SPDX-License-Identifier: MIT
 *
 * CuTe's layout algebra at run time: wgd_layout.h, wgd_layout_op.h, and how the library speaks:
 * wgd_status.h, wgd_text.h, wgd_hint.h, wgd_suggest.h. It prints:
 *
 *   (8,64):(64,1) has 512 elements; element 9 lies at 65
 *   composition: (4,2):(64,1)
 *   logical_divide by name: ((4,2),64):((64,256),1)
 *   swizzled: element 8 of row 1 lies at 64
 *   syntax at 5: want ',' or ')'
 *   did you mean 'composition'?
 */
#include <wgdesc.h>

#include <stdio.h>
#include <string.h>

static int fail(const wgd_diag *diag)
{
    fprintf(stderr, "%s: %s\n", wgd_status_name(diag->status), diag->what);
    return 1;
}

/* The operations by their names, as a program that reads them from its users calls them. */
static int by_name(const char *name, const char *layout, const char *tiler)
{
    const wgd_layout_op *op = wgd_layout_op_find(name, strlen(name));
    static wgd_layout_arg args[2];
    static wgd_layout_result result;
    wgd_diag diag;
    if (wgd_layout_arg_parse(op->arg[0].kind, layout, strlen(layout), &args[0], &diag) != WGD_OK ||
        wgd_layout_arg_parse(op->arg[1].kind, tiler, strlen(tiler), &args[1], &diag) != WGD_OK ||
        wgd_layout_op_run(op, args, 2, &result, &diag) != WGD_OK) {
        return fail(&diag);
    }
    char text[128];
    wgd_text t = wgd_text_into(text, sizeof text);
    wgd_put_layout_result(&t, &result, WGD_FMT_PLAIN);
    wgd_text_end(&t);
    printf("%s by name: %s\n", name, text);
    return 0;
}

static void suggest(const char *word)
{
    wgd_suggestion near = wgd_suggest_for(word, strlen(word));
    for (int i = 0; i < wgd_layout_op_count(); i++) {
        wgd_suggest_offer(&near, wgd_layout_op_at(i)->name);
    }
    wgd_diag diag;
    wgd_fail(&diag, WGD_ERR_VALUE, "op", NULL, word, NULL, NULL);
    wgd_suggest_hint(&diag, WGD_ERR_VALUE, &near);
    /* The words of a hint are also to be had by its identity, for programs with words of their own. */
    printf("%s\n", diag.hint_id == WGD_HINT_NEAREST ? diag.hint : wgd_hint_words(diag.hint_id));
}

int main(void)
{
    char text[128];
    wgd_diag diag;
    int64_t size = 0, at = 0;
    const wgd_layout rows = wgd_layout_2d(8, 64, 64, 1);
    wgd_layout out;
    wgd_composed swizzled;
    static const char tile[] = "Sw<3,3,3> o 0 o (8,64):(64,1)", wrong[] = "(8,64:(64,1)";
    if (wgd_layout_size(&rows, &size) != WGD_OK) {
        return 1;
    }
    printf("(8,64):(64,1) has %d elements; element 9 lies at %d\n", (int)size,
           (int)wgd_layout_at(&rows, 9));
    wgd_layout quarter = wgd_layout_2d(4, 2, 1, 8);
    if (wgd_composition(&rows, &quarter, &out, &diag) != WGD_OK) {
        return fail(&diag);
    }
    wgd_layout_snprintf(text, sizeof text, &out, WGD_FMT_PLAIN);
    printf("composition: %s\n", text);
    if (by_name("logical_divide", "(8,64):(64,1)", "[4:1;_]") != 0) {
        return 1;
    }
    if (wgd_parse_composed(tile, strlen(tile), &swizzled, &diag) != WGD_OK ||
        wgd_composed_at(&swizzled, 1 + 8 * 8, &at, &diag) != WGD_OK) {
        return fail(&diag);
    }
    printf("swizzled: element 8 of row 1 lies at %d\n", (int)at);
    if (wgd_parse_layout(wrong, strlen(wrong), &out, &diag) != WGD_OK) {
        printf("%s at %ld: want %s\n", wgd_status_name(diag.status), diag.pos, diag.want);
    }
    suggest("compositoin");
    return 0;
}
