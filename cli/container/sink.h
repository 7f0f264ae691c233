/* SPDX-License-Identifier: MIT
 *
 * Who takes the pieces of a file; and the numbers of those files.
 */
#ifndef CLI_SINK_H
#define CLI_SINK_H

#include "blob.h"
#include "wgd_scan.h"

/* Who takes the pieces of a file; `of` says where a piece comes from ("PTX for sm_90a"), "" for a
 * file that is a text itself. */
typedef struct container_sink {
    wgd_status (*text)(void *to, wgd_scan_language language, const char *text, size_t len,
                       const char *of, wgd_diag *diag);
    /* Machine code, to be listed first. */
    wgd_status (*cubin)(void *to, const char *data, size_t len, const char *of, wgd_diag *diag);
    void *to;
} container_sink;

/* Little-endian numbers, as all of these files have them. */
static inline uint64_t little(const unsigned char *p, int bytes)
{
    uint64_t v = 0;
    for (int i = bytes - 1; i >= 0; i--) {
        v = v << 8 | p[i];
    }
    return v;
}

#endif
