/* SPDX-License-Identifier: MIT
 *
 * From registers to shared memory and on to global memory: wgd_copy.h. It prints:
 *
 *   stmatrix.x4: 8 steps of 8 warps, 256 wavefronts, 0 conflicts
 *   step 1: start + (F(t) ^ 32) + 0
 *   2 boxes of 64 x 128; 16384 values proved
 *   st.b64: a thread does not hold the neighbours in memory
 */
#include <wgdesc.h>

#include <stdio.h>

/* The accumulators of a tile of 128 x 128, two warpgroups. */
static wgd_frag frag;
static wgd_copy_tile tile;
static wgd_copy copy;
static wgd_copy_form form;
static wgd_copy_store store;

static wgd_status setup(wgd_diag *diag)
{
    wgd_frag_op op;
    wgd_status s = wgd_frag_op_parse("m64n128k16", &op, diag);
    if (s == WGD_OK) {
        s = wgd_frag_op_types(&op, "f16", "f32", diag);
    }
    if (s == WGD_OK) {
        s = wgd_frag_tile(&op, 128, 128, 2, false, &frag, diag);
    }
    /* As 16-bit values, in the tile that TMA stores with the 128B swizzle, at the start of shared memory. */
    return s == WGD_OK ? wgd_copy_tile_mode(128, 128, 16, false, WGD_SWZ_128B, 0, &tile, diag) : s;
}

static wgd_status store_all(wgd_diag *diag)
{
    wgd_bank_total total;
    wgd_status s = wgd_copy_make(&frag, &tile, WGD_COPY_STMATRIX_X4, &copy, diag);
    if (s == WGD_OK) {
        s = wgd_copy_total(&copy, &total, diag);
    }
    if (s == WGD_OK) {
        s = wgd_copy_store_make(&tile, WGD_FRAG_F16, &store, diag);
    }
    if (s != WGD_OK || !wgd_copy_form_make(&copy, &form)) {
        return s;
    }
    const wgd_copy_proof proof = wgd_copy_prove(&copy, &form, &store);
    printf("%s: %d steps of %d warps, %d wavefronts, %d conflicts\n", wgd_copy_insn_name(copy.insn),
           copy.steps, copy.warps, (int)total.wavefronts, (int)total.conflicts);
    printf("step 1: start + (F(t) ^ %u) + %u\n", (unsigned)form.low[1], (unsigned)form.high[1]);
    printf("%d boxes of %u x %u; %d values %s\n", store.boxes, (unsigned)store.params.box[0],
           (unsigned)store.params.box[1], (int)proof.values, proof.equal ? "proved" : "astray");
    return s;
}

int main(void)
{
    wgd_diag diag;
    if (setup(&diag) != WGD_OK || store_all(&diag) != WGD_OK) {
        fprintf(stderr, "%s\n", diag.what);
        return 1;
    }
    if (wgd_copy_make(&frag, &tile, WGD_COPY_ST64, &copy, &diag) != WGD_OK) {
        printf("st.b64: %s\n", diag.what);
    }
    return 0;
}
