/* SPDX-License-Identifier: MIT */
#include "ptx_said.h"

#include <stdlib.h>
#include <string.h>

#include "func_said.h"
#include "guarded.h"
#include "ptx/ptx_reader.h"

enum { ROOM = 1 << 18, LASTING = 1 << 16, GUARDED = 4096 };

const char *ptx_said_in(const char *text, size_t len, size_t room)
{
    static ptx p;
    static scan_func f;
    static char lasting_room[LASTING];
    char *own = malloc(room + 1);
    if (!own) {
        abort();
    }
    memset(&p, 0x5a, sizeof p);
    memset(&f, 0x5a, sizeof f);
    memset(lasting_room, 0x5a, sizeof lasting_room);
    scan_arena arena = {own, room, 0, false};
    scan_arena lasting = {lasting_room, sizeof lasting_room, 0, false};
    wgd_diag d;
    memset(&d, 0x5a, sizeof d);
    const char *said = said_start();
    ptx_start(&p, &arena, &lasting, len <= GUARDED ? guarded_end(text, len) : text, len, &d);
    wgd_status s;
    for (;;) {
        memset(own, 0x5a, room); /* nothing of the function before is good */
        arena.used = 0;
        s = ptx_next_function(&p, &f);
        if (s != WGD_OK || !f.name) {
            break;
        }
        said_func(&f);
    }
    if (s != WGD_OK) {
        said_put("%s: %s: %s; got %s; want %s; hint %s%s\n", wgd_status_name(s), d.field, d.what,
                 d.got, d.want, d.hint, arena.full || lasting.full ? " full" : "");
    }
    free(own);
    return said;
}

const char *ptx_said(const char *text)
{
    return ptx_said_in(text, strlen(text), ROOM);
}
