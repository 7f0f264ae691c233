/* SPDX-License-Identifier: MIT
 *
 * ELF files and fat binaries that are none, or nearly: the pieces that are handed over lie in memory
 * and are read to their last byte.
 */
#include <stdint.h>
#include <stdlib.h>

#include "container/container.h"
#include "container/elf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static volatile unsigned sum;

static wgd_status text(void *to, wgd_scan_language language, const char *s, size_t len,
                       const char *of, wgd_diag *diag)
{
    (void)to;
    (void)language;
    (void)of;
    (void)diag;
    for (size_t i = 0; i < len; i++) {
        sum += (unsigned char)s[i];
    }
    return WGD_OK;
}

static wgd_status cubin(void *to, const char *s, size_t len, const char *of, wgd_diag *diag)
{
    sum += elf_has_wgmma(s, len);
    return text(to, WGD_SCAN_SASS, s, len, of, diag);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    blob b = {.from = {.name = "fuzz", .field = "file", .fd = -1}, .size = size};
    wgd_diag diag;
    buf_mem(&b.held, (const char *)data, size);
    container_sink sink = {.text = text, .cubin = cubin};
    container_walk(&b, &sink, &diag);
    buf_free(&b.held);
    return 0;
}
