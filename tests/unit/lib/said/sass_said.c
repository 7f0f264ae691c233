/* SPDX-License-Identifier: MIT */
#include "sass_said.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "func_said.h"
#include "guarded.h"
#include "sass/sass.h"

enum { ROOM = 1 << 16, GUARDED = 4096 };

const char *sass_said_in(const char *text, size_t len, size_t room)
{
    static sass p;
    static scan_func f;
    char *own = malloc(room + 1);
    if (!own) {
        abort();
    }
    memset(&p, 0x5a, sizeof p);
    memset(&f, 0x5a, sizeof f);
    scan_arena arena = {own, room, 0, false};
    wgd_diag d;
    memset(&d, 0x5a, sizeof d);
    const char *said = said_start();
    sass_start(&p, &arena, len <= GUARDED ? guarded_end(text, len) : text, len, &d);
    wgd_status s;
    for (;;) {
        memset(own, 0x5a, room); /* nothing of the function before is good */
        arena.used = 0;
        s = sass_next_function(&p, &f);
        if (s != WGD_OK || !f.name) {
            break;
        }
        said_func(&f);
    }
    if (s != WGD_OK) {
        said_put("%s: %s: %s; got %s; want %s; hint %s%s\n", wgd_status_name(s), d.field, d.what,
                 d.got, d.want, d.hint, arena.full ? " full" : "");
    }
    free(own);
    return said;
}

const char *sass_said(const char *text)
{
    return sass_said_in(text, strlen(text), ROOM);
}

/* One line as the second function of a listing, with another line behind it. */
static const char *line_behind(const char *before, const char *line)
{
    char text[640];
    const int n = snprintf(text, sizeof text,
                           "Function : a\n/*0000*/ %s ;\nFunction : k\n/*0000*/ %s ;\n"
                           "/*0010*/ EXIT ;\n",
                           before, line);
    if (n < 0 || (size_t)n >= sizeof text) {
        abort();
    }
    return sass_said(text);
}

/* Takes a part out of a text; false where it is not there. */
static bool without(char *text, const char *part)
{
    char *at = strstr(text, part);
    if (at) {
        memmove(at, at + strlen(part), strlen(at + strlen(part)) + 1);
    }
    return at != NULL;
}

const char *sass_line_said(const char *line)
{
#define TIMES(s)  s ", " s ", " s ", " s ", " s ", " s
#define TWELVE(m) " " TIMES(m) ", " TIMES(m)
    static const char *const before[] = {
        "EXIT",
        "@!P5 NOP.X.HI.SX32.U32.64.F64.W.L.ASYNC.EX.ARRIVE" TWELVE("P1"),
        "NOP.SP.64x8x16.F16.E4M3.S8.SAT.BF16.TF32.128.32" TWELVE("RZ"),
        "NOP.NE.AND.F32.E5M2.U8.HI.x4.64.F32" TWELVE("gdesc[UR8]"),
        "NOP.EQ.NE" TWELVE("0x1"),
        "NOP" TWELVE("R7"),
        "NOP" TWELVE("[R9]"),
        "NOP" TWELVE("!PT"),
        "NOP" TWELVE("PT"),
    };
    static char said[2][8192];
    for (size_t i = 0; i < sizeof before / sizeof before[0]; i++) {
        const char *all = line_behind(before[i], line), *of_line = all;
        for (int k = 0; k < 2; k++) { /* the function before: its head, its instruction */
            of_line += strcspn(of_line, "\n") + 1;
        }
        if (strlen(of_line) >= sizeof said[0]) {
            abort();
        }
        char *now = strcpy(said[i > 0], of_line);
        if (without(now, SASS_FUNC("k", "3")) && !without(now, "5@10: exit.0 -,- = #0 #0 #0;;\n")) {
            return "what follows is not read\n";
        }
        if (strcmp(now, said[0]) != 0) {
            return "what stands in the line before matters\n";
        }
    }
    return said[0];
}
