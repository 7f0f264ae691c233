// SPDX-License-Identifier: MIT
#include "hgemm_predict.h"

#include <stdexcept>

#include "common/json.h"
#include "wgd_banks.h"

namespace wgv
{
namespace
{

// The accesses of one warp but for cp.async, which writes as the data arrives; as formulas of the
// lane in bytes, and how often a block makes each. The rows that a warp adds (multiples of 8) and
// its stage change no bank.
struct hgemm_access {
    const char *what, *plain, *permuted;
    wgd_access access;
    int per_step, per_block; // warps counted: in each step of K, and once
};

const hgemm_access accesses[] = {
    // 4 tiles of A and 4 pairs of tiles of B, for each of two halves of a stage
    {"ldmatrix A", "t%16*64 + t/16*16 + i*32", "t%16*64 + (t/16 + i*2 + t%8/2)%4*16",
     WGD_ACCESS_LDMATRIX_X4, HGEMM_WARPS * 4, 0},
    {"ldmatrix B", "(t%8 + t/16*8)*64 + t/8%2*16 + i*32",
     "(t%8 + t/16*8)*64 + (t/8%2 + i*2 + t%8/2)%4*16", WGD_ACCESS_LDMATRIX_X4, HGEMM_WARPS * 4, 0},
    // the result: 4 x 8 tiles of two rows; i is the tile along N, in halves as i and i + 8 rows
    {"st result", "t/4*256 + t%4*4 + i*16", "t/4*256 + (t%4*4 + i*16 + t/4%8*16)%256",
     WGD_ACCESS_ST4, 0, HGEMM_WARPS * 4 * 4 * 2},
    {"ld result", "(t/16 + i*2)*256 + t%16*16", "(t/16 + i*2)*256 + (t%16 + (t/16 + i*2)%8)%16*16",
     WGD_ACCESS_LD16, 0, HGEMM_BM *HGEMM_BN * 2 / 16 / 32 / 2},
};

// Both values of i: the two halves of a stage, two neighbouring tiles or pairs of rows.
wgd_bank_total predict_access(const hgemm_access &a, hgemm_form form)
{
    wgd_bank_total sum = {0, 0, 0, 0, 0, 0};
    wgd_formula f;
    const wgd_status read =
        wgd_formula_read(form == hgemm_form::plain ? a.plain : a.permuted, &f, nullptr);
    for (int i = 0; i < 2; i++) {
        wgd_bank_lanes lanes;
        wgd_bank_result r;
        if (read != WGD_OK ||
            wgd_bank_formula(&f, 1, 0, a.access, 0, i, &lanes, nullptr) != WGD_OK ||
            wgd_banks_access(a.access, &lanes, &r, nullptr) != WGD_OK) {
            throw std::logic_error(std::string("bad formula of ") + a.what);
        }
        wgd_bank_add(&sum, &r);
    }
    return sum;
}

std::string access_json(const hgemm_access &a, hgemm_form form, int64_t blocks, int64_t steps)
{
    const wgd_bank_total one = predict_access(a, form);
    const int64_t times = blocks * (a.per_step * steps + a.per_block);
    return "{" +
           json_join({json_pair("what", json_text(a.what)),
                      json_pair("accesses", std::to_string(times * 2)),
                      json_pair("worst", std::to_string(one.worst)),
                      json_pair("wavefronts", std::to_string(times * one.wavefronts)),
                      json_pair("conflicts", std::to_string(times * one.conflicts))}) +
           "}";
}

} // namespace

std::string predict_hgemm(hgemm_form form, hgemm_size z)
{
    const int64_t blocks =
        static_cast<int64_t>((z.m + HGEMM_BM - 1) / HGEMM_BM) * ((z.n + HGEMM_BN - 1) / HGEMM_BN);
    const int64_t steps = (z.k + HGEMM_BK - 1) / HGEMM_BK;
    const std::vector<std::string> size = {std::to_string(z.m), std::to_string(z.n),
                                           std::to_string(z.k)};
    std::vector<std::string> items;
    for (const hgemm_access &a : accesses) {
        items.push_back(access_json(a, form, blocks, steps));
    }
    return "{" +
           json_join({json_pair("form", json_text(hgemm_form_name(form))),
                      json_pair("size", "[" + json_join(size) + "]"),
                      json_pair("accesses", "[" + json_join(items) + "]")}) +
           "}\n";
}

} // namespace wgv
