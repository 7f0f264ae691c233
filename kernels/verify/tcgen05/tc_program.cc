// SPDX-License-Identifier: MIT
#include "tc_program.h"

#include <stdexcept>

#include "device/tc_forms.h"

namespace wgv
{
namespace
{

uint32_t form_of(const wgd_ldst &op)
{
    wgd_ldst all[WGV_TC_MOVES_MAX];
    const int n = wgv_tc_moves(all);
    for (int i = 0; i < n; i++) {
        if (all[i].shape == op.shape && all[i].repeat == op.repeat && all[i].pack16 == op.pack16) {
            return (uint32_t)i;
        }
    }
    throw std::logic_error("no such tcgen05.ld");
}

} // namespace

wgd_ldst tc_move(wgd_ldst_shape shape, int repeat, bool pack16)
{
    wgd_ldst all[WGV_TC_MOVES_MAX];
    wgd_ldst op = {};
    op.shape = shape;
    op.repeat = repeat;
    op.pack16 = pack16;
    wgv_tc_moves(all);
    return all[form_of(op)];
}

tc_writer::tc_writer(int cta_group, uint32_t window, uint32_t image_bytes) : window_(window)
{
    if (image_bytes > TC_IMAGE_BYTES) {
        throw std::logic_error("the image does not fit into shared memory");
    }
    p_.cta_group = cta_group;
    for (int c = 0; c < cta_group; c++) {
        p_.image[c].assign((image_bytes + 15) / 16 * 16, 0);
    }
}

void tc_writer::put(int cta, uint64_t bit, int bits, uint32_t value)
{
    if (bit % 8 == 0 && bits % 8 == 0) {
        for (int i = 0; i < bits; i += 8) {
            p_.image[cta].at((size_t)(bit + (uint64_t)i) / 8) = (uint8_t)(value >> i);
        }
        return;
    }
    for (int i = 0; i < bits; i++) {
        uint8_t &byte = p_.image[cta].at((size_t)((bit + (uint64_t)i) / 8));
        const uint8_t mask = (uint8_t)(1u << (bit + (uint64_t)i) % 8);
        byte = (uint8_t)((byte & ~mask) | (value >> i & 1 ? mask : 0));
    }
}

tc_writer::stored tc_writer::store(const wgd_ldst &op, uint32_t tmem)
{
    tc_step s = {};
    s.op = TC_STORE;
    s.form = form_of(op);
    s.tmem = tmem;
    s.registers = (uint32_t)op.registers;
    s.data = (uint32_t)p_.in[0].size();
    for (int c = 0; c < p_.cta_group; c++) {
        p_.in[c].resize(s.data + 128 * s.registers, 0);
    }
    p_.steps.push_back(s);
    return {s.data, s.registers};
}

void tc_writer::set(const stored &s, int cta, int warp, int thread, int reg, uint32_t value)
{
    p_.in[cta][s.data + ((uint32_t)warp * s.registers + (uint32_t)reg) * 32 + (uint32_t)thread] =
        value;
}

tc_loaded tc_writer::load(const wgd_ldst &op, uint32_t tmem)
{
    tc_step s = {};
    s.op = TC_LOAD;
    s.form = form_of(op);
    s.tmem = tmem;
    s.registers = (uint32_t)op.registers;
    s.data = p_.out_words;
    p_.out_words += 128 * s.registers;
    p_.steps.push_back(s);
    return {s.data, s.registers};
}

void tc_writer::store_cells(const tc_cells cells[2])
{
    const wgd_ldst op = tc_move(WGD_LDST_32X32B, 128, false);
    for (int from = 0; from < WGD_TMEM_COLUMNS; from += 128) {
        const stored s = store(op, (uint32_t)from);
        for (int c = 0; c < p_.cta_group; c++) {
            for (int lane = 0; lane < WGD_TMEM_LANES; lane++) {
                for (int r = 0; r < 128; r++) {
                    set(s, c, lane / 32, lane % 32, r, cells[c].at(lane, from + r));
                }
            }
        }
    }
}

void tc_writer::load_cells(int columns)
{
    const wgd_ldst op = tc_move(WGD_LDST_32X32B, 128, false);
    columns_.clear();
    for (int from = 0; from < columns; from += 128) {
        columns_.push_back(load(op, (uint32_t)from));
    }
}

uint32_t tc_writer::cell_of(const tc_result &r, int cta, int lane, int column) const
{
    return columns_.at((size_t)column / 128).at(r, cta, lane / 32, lane % 32, column % 128);
}

void tc_writer::check_inside(uint32_t from, uint32_t bytes) const
{
    if (from < window_ || from + bytes > window_ + p_.image[0].size()) {
        throw std::logic_error("an instruction would read outside the image of shared memory");
    }
}

void tc_writer::check_block(uint64_t word, const wgd_read &rd) const
{
    uint32_t chunk[WGD_FETCH_CHUNKS_MAX];
    const size_t n = wgd_fetch_chunks(wgd_desc_unpack(word, rd.arch), rd, chunk);
    for (size_t i = 0; i < n; i++) {
        check_inside(chunk[i], 16);
    }
}

void tc_writer::mma(const wgd_umma_op &op, tc_step operands, const wgd_read *a, const wgd_read *b)
{
    const int form = wgv_tc_mma_form(&op);
    if (form < 0) {
        throw std::logic_error("no such tcgen05.mma");
    }
    if (a) {
        check_block(operands.a, *a);
    }
    check_block(operands.b, *b);
    operands.op = TC_MMA;
    operands.form = (uint32_t)form;
    p_.steps.push_back(operands);
}

void tc_writer::copy(const wgd_ldst &op, uint64_t desc, uint32_t tmem)
{
    const wgd_desc d = wgd_desc_unpack(desc, WGD_SM100);
    const int chunks = op.columns / 4;
    for (int row = 0; row < op.lanes; row++) {
        for (int c = 0; c < chunks; c++) {
            check_inside(d.start * 16u + wgd_fetch_chunk_k(d, (uint32_t)row, (uint32_t)c), 16);
        }
    }
    tc_step s = {};
    s.op = TC_COPY;
    s.form = (uint32_t)op.shape - WGD_LDST_SHAPE_COUNT;
    s.tmem = tmem;
    s.a = desc;
    p_.steps.push_back(s);
}

} // namespace wgv
