/* SPDX-License-Identifier: MIT
 *
 * The target of both languages that a scan reads: a text that is none, or nearly, in memory of each of
 * a few sizes, with every bit that is said of a word among those said to be known. SCAN_LANGUAGE says
 * which.
 */
#include <stdint.h>
#include <stdlib.h>

#include "wgd_scan.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void scan(const uint8_t *data, size_t size, void *work, size_t work_size)
{
    wgd_scan s;
    wgd_diag diag;
    if (wgd_scan_begin(&s, SCAN_LANGUAGE, (const char *)data, size, work, work_size, &diag) !=
        WGD_OK) {
        abort();
    }
    for (;;) {
        wgd_scan_kernel k;
        if (wgd_scan_next(&s, &k, &diag) != WGD_OK || !k.name) {
            return;
        }
        for (size_t i = 0; i < k.n_wgmma; i++) {
            for (int o = 0; o < 2; o++) {
                wgd_tile_query q;
                const wgd_scan_operand *op = &k.wgmma[i].op[o];
                if (op->word & ~op->known) {
                    abort();
                }
                wgd_scan_tile(&k, (int)i, o, &q);
            }
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void *work;
    work = work ? work : malloc(16 << 20);
    char *text = malloc(size + 1); /* so that a read past the end shows */
    if (work && text) {
        for (size_t i = 0; i < size; i++) {
            text[i] = (char)data[i];
        }
        scan((const uint8_t *)text, size, work, WGD_SCAN_WORK_MIN);
        scan((const uint8_t *)text, size, work, 16 << 20);
    }
    free(text);
    return 0;
}
