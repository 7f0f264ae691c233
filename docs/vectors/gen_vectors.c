/* SPDX-License-Identifier: MIT
 *
 * Writes the conformance vectors: gen_vectors fetch | solve. docs/vectors/README.md says what they
 * are; 'make vectors' writes them again. The same bytes on every run.
 */
#include <stdio.h>
#include <string.h>

#include "wgdesc.h"

/* xorshift64*: the words are arbitrary, but always the same. */
static uint64_t state = 1;

static uint64_t next_random(void)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * UINT64_C(2685821657736338717);
}

/* FNV-1a, 64 bits, over the addresses as 4 little-endian bytes each. */
static uint64_t digest(const uint32_t *at, size_t n)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < n; i++) {
        for (int b = 0; b < 4; b++) {
            h = (h ^ (at[i] >> (8 * b) & 0xff)) * UINT64_C(0x100000001b3);
        }
    }
    return h;
}

static void print_read(wgd_read rd)
{
    printf("\"dtype\":\"%s\",\"operand\":\"%s\",\"major\":\"%s\",\"mn\":%d,\"k\":%d,\"sparse\":%s",
           wgd_dtype_get(rd.dtype)->name, wgd_operand_name(rd.operand), wgd_major_name(rd.major),
           rd.mn, wgd_read_k(rd), rd.sparse ? "true" : "false");
}

static void print_fetch(uint64_t word, wgd_read rd)
{
    static uint32_t map[WGD_BLOCK_MN_MAX * WGD_BLOCK_K_MAX];
    const size_t n = (size_t)rd.mn * (size_t)wgd_read_k(rd);
    if (wgd_fetch_map(word, rd, map, sizeof map / sizeof map[0], NULL) != WGD_OK) {
        return;
    }
    printf("{\"desc\":\"0x%016llx\",", (unsigned long long)word);
    print_read(rd);
    printf(",\"first\":%lu,\"last\":%lu,\"digest\":\"0x%016llx\"}\n", (unsigned long)map[0],
           (unsigned long)map[n - 1], (unsigned long long)digest(map, n));
}

/* Every kind of read with a few N, each mode, once with the strides of a dense tile and once with
 * arbitrary fields and all ignored bits set. */
static void write_fetch(void)
{
    wgd_read rd = wgd_read_first(WGD_SM90);
    do {
        if (rd.operand == WGD_OPERAND_B && rd.mn != 8 && rd.mn != 32 && rd.mn != 80) {
            continue;
        }
        for (int m = 0; m < 4; m++) {
            const wgd_desc d = {0x40, 8, 64, 0, false, wgd_swizzle_of_wgmma((uint32_t)m)};
            print_fetch(wgd_desc_encode(d), rd);
            const uint64_t any = next_random();
            print_fetch((any & ~(UINT64_C(3) << 62)) | (uint64_t)m << 62 | ~WGD_DESC_MASK, rd);
        }
    } while (wgd_read_next(&rd));
}

typedef struct question {
    const char *layout;
    wgd_dtype dtype;
    wgd_operand operand;
    int n;
    int64_t start;
} question;

static const question questions[] = {
    {"Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)", WGD_F16, WGD_OPERAND_A, 0, 0x400},
    {"Sw<2,4,3> o smem_ptr[16b] o ((32,2),(8,2)):((1,256),(32,512))", WGD_BF16, WGD_OPERAND_A, 0,
     0x400},
    {"((8,8),(8,2)):((8,64),(1,512))", WGD_F16, WGD_OPERAND_A, 0, 0},
    {"((8,8),(8,2)):((1,128),(8,64))", WGD_F16, WGD_OPERAND_B, 64, 0},
    {"Sw<3,4,3> o smem_ptr[32b] o (128,32):(32,1)", WGD_TF32, WGD_OPERAND_B, 128, 0x800},
    {"Sw<3,4,3> o smem_ptr[8b] o (64,128):(128,1)", WGD_E4M3, WGD_OPERAND_A, 0, 0},
    {"Sw<1,4,3> o smem_ptr[1b] o (64,256):(256,1)", WGD_B1, WGD_OPERAND_A, 0, 0},
    {"Sw<3,3,3> o 0 o (64,64):(64,1)", WGD_F16, WGD_OPERAND_A, 0, 0x480},
    {"Sw<2,3,3> o 0 o (64,32):(32,1)", WGD_F16, WGD_OPERAND_A, 0, 0x180},
    {"Sw<1,3,3> o 0 o (64,16):(16,1)", WGD_F16, WGD_OPERAND_A, 0, 0x80},
    {"Sw<3,3,3> o 0 o (64,64):(64,1)", WGD_F16, WGD_OPERAND_A, 0, 0x410},
    {"(64,64):(72,1)", WGD_F16, WGD_OPERAND_A, 0, 0},
    {"(64,64):(64,1)", WGD_F16, WGD_OPERAND_A, 0, 0},
    {"(64,8):(1,64)", WGD_TF32, WGD_OPERAND_A, 0, 0},
    {"Sw<3,4,3> o smem_ptr[16b] o ((8,2,4),64):((64,512,2048),1)", WGD_F16, WGD_OPERAND_A, 0, 0},
    {"Sw<3,4,3> o smem_ptr[16b] o ((8,8),64):((64,131072),1)", WGD_F16, WGD_OPERAND_A, 0, 0},
};

static void print_solve(const question *a)
{
    static wgd_solve s;
    wgd_solve_query q = {0};
    memset(&q, 0, sizeof q);
    if (wgd_parse_composed(a->layout, strlen(a->layout), &q.layout, NULL) != WGD_OK) {
        return;
    }
    q.start = a->start;
    q.dtype = a->dtype;
    q.operand = a->operand;
    q.n = a->n;
    q.major = WGD_WANT_ANY;
    const wgd_status st = wgd_solve_layout(&q, &s, NULL);
    printf("{\"layout\":\"%s\",\"dtype\":\"%s\",\"operand\":\"%s\",\"n\":%d,\"start\":%ld,",
           a->layout, wgd_dtype_get(a->dtype)->name, wgd_operand_name(a->operand), a->n,
           (long)a->start);
    printf("\"reason\":\"%s\",\"descriptors\":[",
           st == WGD_OK ? "none" : wgd_reason_name(s.refusal.reason));
    for (int i = 0; st == WGD_OK && i < s.n; i++) {
        printf("%s\"0x%016llx\"", i ? "," : "",
               (unsigned long long)wgd_desc_encode(s.solution[i].desc));
    }
    printf("]}\n");
}

/* Every wgmma there is, from shared memory and from registers, dense and sparse. */
static void write_cost(void)
{
    for (int row = 0; row < wgd_inst_count(); row++) {
        const wgd_inst *in = wgd_inst_at(row);
        for (int form = 0; form < 4 * WGD_N_MAX; form++) {
            const wgd_cost_query q = {in->a,        in->b,    in->acc,
                                      1 + form / 4, form & 1, (form & 2) != 0};
            wgd_cost c;
            if (wgd_cost_of(&q, &c, NULL) != WGD_OK) {
                continue;
            }
            printf("{\"types\":\"%s\",\"n\":%d,\"a\":\"%s\",\"sparse\":%s,\"cycles\":%d,", in->ptx,
                   q.n, q.a_in_registers ? "registers" : "shared", q.sparse ? "true" : "false",
                   c.cycles);
            printf(
                "\"tensor_cycles\":%d,\"shared_cycles\":%d,\"shared_bytes\":%d,\"bound\":\"%s\"}\n",
                c.tensor_cycles, c.shared_cycles, c.shared_bytes, wgd_cost_bound_name(c.bound));
        }
    }
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        return 2;
    }
    if (strcmp(argv[1], "cost") == 0) {
        write_cost();
    }
    if (strcmp(argv[1], "fetch") == 0) {
        write_fetch();
    }
    for (size_t i = 0; strcmp(argv[1], "solve") == 0 && i < sizeof questions / sizeof questions[0];
         i++) {
        print_solve(&questions[i]);
    }
    return fflush(stdout) == 0 ? 0 : 3;
}
