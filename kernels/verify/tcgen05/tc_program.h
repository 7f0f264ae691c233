// SPDX-License-Identifier: MIT
//
// Writes a tcgen05 program step by step, and finds in its result what a load brought.
#pragma once

#include <cstddef>

#include "device/tc_device.h"
#include "wgdesc.h"

namespace wgv
{

constexpr int TC_CELLS = WGD_TMEM_LANES * WGD_TMEM_COLUMNS;

// Tensor memory of a CTA as the host sees it: cell (lane, column).
class tc_cells
{
  public:
    tc_cells() : cell_(TC_CELLS, 0)
    {
    }
    uint32_t &at(int lane, int column)
    {
        return cell_[(size_t)(lane * WGD_TMEM_COLUMNS + column)];
    }
    uint32_t at(int lane, int column) const
    {
        return cell_[(size_t)(lane * WGD_TMEM_COLUMNS + column)];
    }

  private:
    std::vector<uint32_t> cell_;
};

// What a load put into the result: register r of lane t of warp w.
struct tc_loaded {
    uint32_t data, registers;
    uint32_t at(const tc_result &r, int cta, int warp, int thread, int reg) const
    {
        return r
            .out[cta][data + ((uint32_t)warp * registers + (uint32_t)reg) * 32 + (uint32_t)thread];
    }
};

class tc_writer
{
  public:
    tc_writer(int cta_group, uint32_t window, uint32_t image_bytes);

    // Bits of the image of a CTA, from the window's first.
    void put(int cta, uint64_t bit, int bits, uint32_t value);
    // `value` in the 32-bit register of a store, to be stored by a step that store() adds.
    struct stored {
        uint32_t data, registers;
    };
    stored store(const wgd_ldst &op, uint32_t tmem);
    void set(const stored &s, int cta, int warp, int thread, int reg, uint32_t value);
    tc_loaded load(const wgd_ldst &op, uint32_t tmem);

    // All columns of all lanes, by 32x32b: each warp its 32 lanes, a column each register.
    void store_cells(const tc_cells cells[2]);
    // Columns [0, columns) likewise; cell_of() finds one in the result.
    void load_cells(int columns);
    uint32_t cell_of(const tc_result &r, int cta, int lane, int column) const;

    // The operands of an instruction must lie in the image: how each is read, or null for none.
    void mma(const wgd_umma_op &op, tc_step operands, const wgd_read *a, const wgd_read *b);
    void copy(const wgd_ldst &op, uint64_t desc, uint32_t tmem);

    uint32_t window() const
    {
        return window_;
    }
    const tc_program &program() const
    {
        return p_;
    }

  private:
    void check_inside(uint32_t from, uint32_t bytes) const;
    void check_block(uint64_t word, const wgd_read &rd) const;

    tc_program p_;
    uint32_t window_;
    std::vector<tc_loaded> columns_; // of load_cells, 128 columns each
};

// tcgen05.ld of a shape and repeat as the library reads it; throws a std::logic_error where there is
// none.
wgd_ldst tc_move(wgd_ldst_shape shape, int repeat, bool pack16);

} // namespace wgv
