// SPDX-License-Identifier: MIT
//
// tcgen05.cp: every shape, with rows close together and apart, into every column that is looked at.
#include "common/json.h"
#include "tc_cases.h"
#include "device/tc_forms.h"
#include "tc_program.h"
#include "verify/wgmma/inputs.h"

namespace wgv
{
namespace
{

constexpr uint32_t IMAGE = 64 * 1024, START = 2048;

struct copy_case {
    int form;
    uint16_t lbo, sbo; // in 16 bytes
    uint32_t column;
};

// What lies at a byte of shared memory.
uint32_t word_at(uint64_t seed, uint32_t byte)
{
    return wgv_hash(seed, 11, byte / 4, 0);
}

check_outcome check_copy(const copy_case &c, tc_device &device, uint64_t seed)
{
    tc_writer w(1, device.window(), IMAGE);
    for (uint32_t byte = 0; byte < IMAGE; byte += 4) {
        w.put(0, 8 * (uint64_t)byte, 32, word_at(seed, byte));
    }
    const tc_cells cells[2];
    w.store_cells(cells);
    wgd_desc d = {};
    d.start = (uint16_t)((device.window() + START) / 16);
    d.lbo = c.lbo;
    d.sbo = c.sbo;
    d.swizzle = WGD_SWZ_NONE;
    const wgd_ldst op = wgv_tc_copy(c.form, 1);
    w.copy(op, wgd_desc_pack(d, WGD_SM100), c.column);
    w.load_cells(WGD_TMEM_COLUMNS);
    const tc_result r = device.run(w.program());
    tc_cells want;
    for (int row = 0; row < op.lanes; row++) {
        for (int copy = 0; copy < op.copies; copy++) {
            for (int x = 0; x < op.columns; x++) {
                const uint32_t at = START + wgd_fetch_chunk_k(d, (uint32_t)row, (uint32_t)x / 4) +
                                    (uint32_t)x % 4 * 4;
                want.at(wgd_cp_lane(&op, row, copy), (int)c.column + x) = word_at(seed, at);
            }
        }
    }
    check_outcome out;
    out.passed = true;
    for (int i = 0; i < TC_CELLS; i++) {
        const int lane = i / WGD_TMEM_COLUMNS, column = i % WGD_TMEM_COLUMNS;
        const uint32_t got = w.cell_of(r, 0, lane, column);
        out.checked++;
        if (got != want.at(lane, column) && out.passed) {
            out.passed = false;
            out.why = "lane " + std::to_string(lane) + ", column " + std::to_string(column) +
                      ": got " + hex_word(got) + ", want " + hex_word(want.at(lane, column));
        }
    }
    return out;
}

} // namespace

std::vector<tc_case> tc_copy_cases()
{
    std::vector<tc_case> out;
    for (int form = 0; form < WGD_CP_SHAPE_COUNT; form++) {
        const std::string family =
            "tcgen05/cp/" +
            std::string(wgd_ldst_shape_name((wgd_ldst_shape)(WGD_LDST_SHAPE_COUNT + form)));
        const int chunks = wgv_tc_copy(form, 1).columns / 4;
        // Groups of eight rows side by side, or apart; the second 16 bytes of a row likewise.
        const copy_case cases[] = {
            {form, 8, (uint16_t)(8 * chunks), 0}, {form, 300, 9, 4}, {form, 1, 17, 504}};
        for (const copy_case &c : cases) {
            if (chunks > 1 && c.lbo == 1) {
                continue; // rows and columns would share bytes
            }
            const std::string name = family + "/lbo" + std::to_string(c.lbo) + "sbo" +
                                     std::to_string(c.sbo) + "/column" + std::to_string(c.column);
            out.push_back({family, name, [c](tc_device &device, uint64_t seed) {
                               return check_copy(c, device, seed);
                           }});
        }
    }
    return out;
}

} // namespace wgv
