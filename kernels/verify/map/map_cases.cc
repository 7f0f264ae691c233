// SPDX-License-Identifier: MIT
#include "map_cases.h"

namespace wgv
{
namespace
{

void add_reads(std::vector<map_case> &out, wgd_dtype t, bool canonical)
{
    for (int form = 0; form < 8; form++) {
        wgd_read rd = {};
        rd.dtype = t;
        rd.operand = form & 1 ? WGD_OPERAND_B : WGD_OPERAND_A;
        rd.major = form & 2 ? WGD_MAJOR_MN : WGD_MAJOR_K;
        rd.sparse = (form & 4) != 0;
        const bool b = rd.operand == WGD_OPERAND_B;
        for (rd.mn = b ? 8 : WGD_INST_M; rd.mn <= (b ? WGD_N_MAX : WGD_INST_M); rd.mn += 8) {
            if (wgd_read_check(rd, nullptr) == WGD_OK) {
                out.push_back({rd, canonical});
            }
        }
    }
}

} // namespace

std::vector<map_case> all_map_cases()
{
    std::vector<map_case> out;
    for (const bool canonical : {false, true}) {
        for (int t = 0; t < WGD_WGMMA_DTYPE_COUNT; t++) {
            add_reads(out, (wgd_dtype)t, canonical);
        }
    }
    return out;
}

std::string name_of(const map_case &c)
{
    std::string s = c.canonical ? "canonical/" : "map/";
    s += wgd_dtype_get(c.read.dtype)->name;
    s += std::string("/") + wgd_operand_name(c.read.operand);
    s += std::string("/") + wgd_major_name(c.read.major);
    s += "/n" + std::to_string(c.read.mn);
    s += c.read.sparse ? "/sp" : "";
    return s;
}

int map_row(wgd_dtype t)
{
    const wgd_inst *f32 = wgd_inst_find(t, t, WGD_ACC_F32);
    const wgd_inst *in = f32 ? f32 : wgd_inst_find(t, t, WGD_ACC_S32);
    for (int i = 0; i < wgd_inst_count(); i++) {
        if (wgd_inst_at(i) == in) {
            return i;
        }
    }
    return -1;
}

} // namespace wgv
