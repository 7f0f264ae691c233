// SPDX-License-Identifier: MIT
#include <algorithm>

#include "common/device.h"
#include "hgemm_run.h"
#include "common/numbers.h"
#include "common/random.h"
#include "verify/plain_cases.h"

namespace wgv
{
namespace
{

// Sizes that are whole tiles (256 x 128, 32 of K), and sizes that leave every edge: of the tile, of
// a 16-byte chunk, of a single element.
constexpr hgemm_size sizes[] = {
    {256, 128, 32}, {512, 256, 256}, {768, 384, 512}, {256, 128, 8},   {264, 136, 40},
    {300, 200, 72}, {8, 1000, 64},   {1000, 8, 96},   {520, 264, 200}, {2304, 128, 32},
    {1, 1, 1},      {255, 127, 31},  {257, 129, 33},  {17, 131, 100},  {513, 130, 250},
};

constexpr uint32_t GUARD = 256; // halves behind D that must stay as they were
constexpr uint32_t POISON = 0xdddd;

int small(number_stream &s)
{
    return s.in(-2, 2);
}

std::vector<int> numbers(uint64_t seed, int rows, int cols)
{
    number_stream s(seed);
    std::vector<int> v(static_cast<size_t>(rows) * static_cast<size_t>(cols));
    std::generate(v.begin(), v.end(), [&] { return small(s); });
    return v;
}

std::vector<uint16_t> as_f16(const std::vector<int> &v)
{
    std::vector<uint16_t> out(v.size());
    std::transform(v.begin(), v.end(), out.begin(),
                   [](int x) { return static_cast<uint16_t>(wgv_float_bits(x, 5, 10)); });
    return out;
}

// The operands as numbers; of a control, other ones than the kernel is told.
struct operands {
    std::vector<int> a, b;
};

// D as the host adds it up. Up to 2048 every integer is an f16; |sums| stay below 4 * K.
void compare(const operands &x, hgemm_size z, const std::vector<uint16_t> &got, check_outcome &out,
             uint64_t &wrong)
{
    for (int m = 0; m < z.m; m++) {
        for (int n = 0; n < z.n; n++) {
            int sum = 0;
            for (int k = 0; k < z.k; k++) {
                sum +=
                    x.a[static_cast<size_t>(m * z.k + k)] * x.b[static_cast<size_t>(n * z.k + k)];
            }
            const uint32_t want = wgv_float_bits(sum, 5, 10);
            out.checked++;
            if (got[static_cast<size_t>(m * z.n + n)] != want && wrong++ == 0) {
                out.why = "D(" + std::to_string(m) + "," + std::to_string(n) +
                          ") is not the expected " + std::to_string(sum);
            }
        }
    }
}

check_outcome run(hgemm_form form, hgemm_size z, bool control, uint64_t seed)
{
    operands x = {numbers(seed, z.m, z.k), numbers(seed + 1, z.n, z.k)};
    const std::vector<uint16_t> a16 = as_f16(x.a), b16 = as_f16(x.b);
    if (control) {
        x.a.back() += 1; // what the kernel is not told
        std::fill(x.b.end() - z.k, x.b.end(), 1);
    }
    const size_t count = static_cast<size_t>(z.m) * static_cast<size_t>(z.n);
    const device_array<uint16_t> da(a16), db(b16);
    device_array<uint16_t> dd(std::vector<uint16_t>(count + GUARD, POISON));
    run_hgemm(form, {da.get(), db.get(), dd.get(), z.m, z.n, z.k});
    wait_for_device();
    const std::vector<uint16_t> got = dd.read();
    check_outcome out;
    uint64_t wrong = 0;
    compare(x, z, got, out, wrong);
    const bool spilt = std::any_of(got.begin() + static_cast<std::ptrdiff_t>(count), got.end(),
                                   [](uint16_t v) { return v != POISON; });
    if (spilt && !control) {
        wrong++;
        out.why = "the kernel wrote behind D";
    }
    out.passed = (wrong != 0) == control;
    if (control && !out.passed) {
        out.why = "a changed input was not noticed";
    }
    return out;
}

} // namespace

std::vector<plain_case> all_hgemm_cases()
{
    std::vector<plain_case> out;
    for (const hgemm_form form : {hgemm_form::plain, hgemm_form::permuted}) {
        const std::string family = std::string("hgemm/") + hgemm_form_name(form);
        for (const hgemm_size z : sizes) {
            const std::string size =
                "/" + std::to_string(z.m) + "x" + std::to_string(z.n) + "x" + std::to_string(z.k);
            out.push_back(
                {family, family + size, [=](uint64_t seed) { return run(form, z, false, seed); }});
            if (z.k == 33 || z.k == 32) {
                out.push_back({"control/hgemm", "control/" + family + size,
                               [=](uint64_t seed) { return run(form, z, true, seed); }});
            }
        }
    }
    return out;
}

} // namespace wgv
