/* SPDX-License-Identifier: MIT
 *
 * A of a plan in registers: the fragment, and the loads that bring it from its tile.
 */
#include "plan_print.h"

enum { REGISTERS = 4 }; /* of a fragment: of 64 rows and 32 bytes of K, sparse or not */

/* 16-byte rows of the tile are what ldmatrix reads: along K they are rows of the fragment, along M
 * its columns. */
static const char *load(const wgd_plan *p)
{
    return p->query.operand[0].major == WGD_MAJOR_K
               ? "ldmatrix.sync.aligned.m8n8.x4.shared.b16"
               : "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16";
}

void plan_fragment_text(buf *out, const wgd_plan *p)
{
    buf_str(out, "    fragment    ");
    buf_i64(out, REGISTERS);
    buf_str(out, " registers of each thread for a step of K: thread t, register i has row\n"
                 "                t / 32 * 16 + t % 32 / 4 + i % 2 * 8, and of the step's 32 bytes "
                 "the 4 from\n                t % 4 * 4 + i / 2 * 16");
    buf_str(out, p->query.sparse ? "; A is compressed\n" : "\n");
    if (wgd_plan_tiled(p, 0)) {
        buf_str(out, "    loaded by   ");
        buf_str(out, load(p));
        buf_str(out, ", one a fragment\n");
    }
}

void plan_fragment_json(buf *out, const wgd_plan *p)
{
    json_open(out, "fragment", '{');
    json_int(out, "registers", REGISTERS);
    json_int(out, "fragments", p->m_blocks * p->k_blocks);
    if (wgd_plan_tiled(p, 0)) {
        json_str(out, "load", load(p));
    } else {
        json_null(out, "load");
    }
    json_close(out, '}');
}
