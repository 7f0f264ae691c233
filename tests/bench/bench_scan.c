/* SPDX-License-Identifier: MIT
 *
 * wgd_scan: bytes of PTX and of machine code a second, on the golden kernels one after the other.
 */
#include "bench.h"
#include "wgd_scan.h"

#include <string.h>

enum { TEXT_MAX = 1 << 17, WORK = 16 << 20 };

typedef struct sample {
    char *text;
    size_t len;
    void *work;
} sample;

static long scan(void *arg)
{
    const sample *s = arg;
    wgd_scan run;
    wgd_diag diag;
    if (wgd_scan_begin(&run, wgd_scan_guess(s->text, s->len), s->text, s->len, s->work, WORK,
                       &diag) != WGD_OK) {
        abort();
    }
    for (;;) {
        wgd_scan_kernel k;
        if (wgd_scan_next(&run, &k, &diag) != WGD_OK) {
            abort();
        }
        if (!k.name) {
            return (long)s->len;
        }
    }
}

static void measure(const char *name, sample *s)
{
    FILE *f = fopen(name, "rb");
    if (!f) {
        abort();
    }
    s->len = fread(s->text, 1, TEXT_MAX, f);
    fclose(f);
    bench_report(strrchr(name, '/') + 1, scan, s);
}

int main(void)
{
    sample s = {malloc(TEXT_MAX), 0, malloc(WORK)};
    if (!s.text || !s.work) {
        return 3;
    }
    printf("scan, bytes of text\n");
    measure("tests/golden/ptx/f16_am_bn_128x64x128.ptx", &s);
    measure("tests/golden/ptx/tf32_ak_bk_128x128x64.ptx", &s);
    measure("tests/golden/ptx/f16_am_bn_128x64x128.sass", &s);
    free(s.text);
    free(s.work);
    return 0;
}
