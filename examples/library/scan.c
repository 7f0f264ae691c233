/* SPDX-License-Identifier: MIT
 *
 * The descriptors of a compiled kernel: wgd_scan.h. It prints:
 *
 *   mm: m64n8k16, A's word 0x4000004000000000, known but for 0x0000000000003fff
 */
#include <wgdesc.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char ptx[] =
    ".version 8.7\n.target sm_90a\n.address_size 64\n.visible .entry mm(.param .u64 p)\n{\n"
    ".reg .b64 %rd<8>;\n.reg .b32 %r<4>;\n.reg .f32 %f<4>;\n.reg .pred %p<2>;\n"
    "ld.param.u64 %rd1, [p];\n"
    "shr.u64 %rd2, %rd1, 4;\nand.b64 %rd3, %rd2, 16383;\n"
    "or.b64 %rd4, %rd3, 4611686293305294848;\n"
    "setp.ne.b32 %p1, 1, 0;\nwgmma.fence.sync.aligned;\n"
    "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0,%f1,%f2,%f3}, %rd4, %rd4, %p1, 1, 1, "
    "0, 0;\n"
    "wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\nret;\n}\n";

int main(void)
{
    static uint64_t work[WGD_SCAN_WORK_MIN / 8];
    wgd_scan scan;
    wgd_scan_kernel k;
    wgd_diag diag;
    if (wgd_scan_begin(&scan, wgd_scan_guess(ptx, strlen(ptx)), ptx, strlen(ptx), work, sizeof work,
                       &diag) != WGD_OK ||
        wgd_scan_next(&scan, &k, &diag) != WGD_OK || k.n_wgmma != 1) {
        fprintf(stderr, "%s\n", diag.what);
        return 1;
    }
    const wgd_scan_operand *a = &k.wgmma[0].op[0];
    printf("%.*s: m64n%dk%d, A's word 0x%016" PRIx64 ", known but for 0x%016" PRIx64 "\n",
           (int)k.name_len, k.name, k.wgmma[0].n, k.wgmma[0].k, a->word, ~a->known);
    return 0;
}
