// SPDX-License-Identifier: MIT
#include <utility>

#include "common/device.h"
#include "common/random.h"
#include "mma_check.h"
#include "mma_job.h"

namespace wgv
{
namespace
{

using words = std::vector<uint32_t>;

constexpr uint32_t MATRIX_PROBLEMS = 16, IMAGE_ROWS = MATRIX_IMAGE_WORDS / 4;

uint32_t half_of(const words &w, size_t half)
{
    return w[half / 2] >> (half % 2 * 16) & 0xffffu;
}

void put_half(words &w, size_t half, uint32_t v)
{
    const int shift = static_cast<int>(half % 2 * 16);
    w[half / 2] = (w[half / 2] & ~(0xffffu << shift)) | v << shift;
}

// What a launch reads and writes: rows of 16 bytes at random places of an image, and registers.
// Every 16-bit unit of what is read holds its own index, so that the registers, or the image, tell
// where each came from.
struct matrix_data {
    words address, image, registers;
};

matrix_data make_data(uint64_t seed, bool store)
{
    matrix_data d = {words(MATRIX_PROBLEMS * 32), words(MATRIX_PROBLEMS * MATRIX_IMAGE_WORDS),
                     words(MATRIX_PROBLEMS * 128)};
    number_stream r(seed);
    for (uint32_t p = 0; p < MATRIX_PROBLEMS; p++) {
        for (uint32_t lane = 0, used = r.in(0, 7); lane < 32; lane++, used += 1 + r.in(0, 6)) {
            d.address[p * 32 + lane] = used % IMAGE_ROWS * 16;
        }
    }
    words &coded = store ? d.registers : d.image;
    for (size_t i = 0; i < coded.size() * 2; i++) {
        put_half(coded, i, static_cast<uint32_t>(i * 40503u) & 0xffffu);
    }
    return d;
}

// The image after a store, or the registers after a load.
words move_on_device(const wgd_frag_op &op, const matrix_data &d)
{
    const bool store = op.family == WGD_FRAG_STMATRIX;
    const device_array<uint32_t> address(d.address), image(d.image), registers(d.registers);
    matrix_job job = {op.x,          op.trans,    store,          MATRIX_PROBLEMS,
                      address.get(), image.get(), registers.get()};
    void *args[] = {&job};
    launch(matrix_kernel_at(), MATRIX_PROBLEMS, 32, 0, args);
    wait_for_device();
    return (store ? image : registers).read();
}

// The same as the table says.
words move_on_host(const wgd_frag_op &op, const wgd_frag &f, const matrix_data &d, mma_damage how,
                   uint64_t &checked)
{
    const bool store = op.family == WGD_FRAG_STMATRIX;
    const words &from = store ? d.registers : d.image;
    words want = store ? d.image : words(d.registers.size());
    for (uint32_t p = 0; p < MATRIX_PROBLEMS; p++) {
        each_element(f, how, [&](int row, int col, uint32_t word, int shift) {
            const size_t in_register = (p * 128 + word) * 2 + (shift ? 1 : 0);
            const size_t in_image = p * MATRIX_IMAGE_WORDS * 2 +
                                    d.address[p * 32 + static_cast<uint32_t>(row)] / 2 +
                                    static_cast<uint32_t>(col);
            put_half(want, store ? in_image : in_register,
                     half_of(from, store ? in_register : in_image));
            checked++;
        });
        // registers beyond those of .x1 and .x2 stay as they were
        for (size_t i = 32u * static_cast<uint32_t>(op.x); i < 128 && !store; i++) {
            want[p * 128 + i] = d.registers[p * 128 + i];
        }
    }
    return want;
}

} // namespace

verdict run_matrices(const wgd_frag_op &op, uint64_t seed, mma_damage how)
{
    wgd_frag f;
    wgd_frag_make(&op, WGD_FRAG_OPERAND_D, &f, nullptr);
    const bool store = op.family == WGD_FRAG_STMATRIX;
    const matrix_data told = make_data(seed, store);
    matrix_data given = told;
    if (how == mma_damage::lanes) { // of the addresses, which the host is not told
        for (uint32_t p = 0; p < MATRIX_PROBLEMS; p++) {
            std::swap(given.address[p * 32 + 1], given.address[p * 32 + 2]);
        }
    }
    verdict v;
    const words got = move_on_device(op, given);
    const words want =
        move_on_host(op, f, told, how == mma_damage::lanes ? mma_damage::none : how, v.checked);
    for (size_t i = 0; i < want.size() * 2; i++) {
        if (half_of(want, i) != half_of(got, i) && v.wrong++ == 0) {
            v.first = std::string(store ? "image" : "register") + " half " + std::to_string(i) +
                      " does not hold what the table says";
        }
    }
    return v;
}

} // namespace wgv
