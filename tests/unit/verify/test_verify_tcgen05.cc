// SPDX-License-Identifier: MIT
//
// The checks for tcgen05, exercised without such a device: against a model of the documented rules
// every check passes, and every mistake planted in the model is noticed.
#include <algorithm>
#include <csetjmp>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <set>
#include <stdexcept>
#include <string>

extern "C" {
#include <cmocka.h>
}

#include "tc_model.h"
#include "verify/tcgen05/tc_cases.h"
#include "verify/tcgen05/device/tc_forms.h"
#include "verify/tcgen05/tc_program.h"

using namespace wgv;

namespace
{

// "tcgen05/scale/mxf4/..." -> "scale"; a control is "control".
std::string kind_of(const tc_case &c)
{
    const size_t from = c.family.find('/') + 1;
    return c.family.substr(0, 8) == "control/"
               ? "control"
               : c.family.substr(from, c.family.find('/', from) - from);
}

const std::vector<tc_case> &all()
{
    static const std::vector<tc_case> cases = all_tc_cases();
    return cases;
}

// The cases of a kind, in an order that jumps about in the list: the first few are of all sorts.
std::vector<const tc_case *> cases_of(const std::string &kind)
{
    constexpr size_t JUMP = 7919; // a prime beyond the number of cases
    std::vector<const tc_case *> of_kind, out;
    for (const tc_case &c : all()) {
        if (kind_of(c) == kind) {
            of_kind.push_back(&c);
        }
    }
    for (size_t i = 0; i < of_kind.size(); i++) {
        out.push_back(of_kind[i * JUMP % of_kind.size()]);
    }
    return out;
}

// Cases of each kind that must pass; all take minutes, and are looked at with a great WGD_RUNS.
size_t looked_at(const std::string &kind)
{
    const char *const runs = getenv("WGD_RUNS");
    return runs ? (size_t)strtoul(runs, nullptr, 10) : kind == "product" ? 40 : 8;
}

const char *const kinds[] = {"product", "map",   "canonical", "accumulator", "ld",
                             "st",      "scale", "cp",        "control"};

void the_model_passes(void **)
{
    tc_model model(tc_fault::none);
    for (const char *const kind : kinds) {
        const std::vector<const tc_case *> cases = cases_of(kind);
        for (size_t i = 0; i < std::min(cases.size(), looked_at(kind)); i++) {
            const tc_case *const c = cases[i];
            const check_outcome o = c->run(model, 5);
            if (!o.passed || o.checked == 0) {
                fail_msg("%s: %s", c->name.c_str(), o.why.c_str());
            }
        }
    }
}

// A fault, and each kind of case that must notice it; where few do, a part of their names.
struct notice {
    tc_fault fault;
    std::vector<std::string> kinds;
    const char *where = "";
};

const notice notices[] = {
    {tc_fault::strides_swapped, {"product", "map", "canonical", "accumulator", "scale"}},
    {tc_fault::base_offset_ignored, {"map"}},
    {tc_fault::atom32_eight_lines, {"map", "canonical", "product"}, "tf32"},
    {tc_fault::atom32_sixteen_bytes, {"map", "canonical", "product"}, "tf32"},
    {tc_fault::swizzle_relative, {"map"}},
    {tc_fault::version_missing, {"product", "map", "canonical", "accumulator", "cp", "scale"}},
    {tc_fault::layout_two_bits, {"map", "canonical", "product"}, "tf32"},
    {tc_fault::lbo_read, {"map"}},
    {tc_fault::m_field_moved, {"product", "map", "accumulator", "scale"}},
    {tc_fault::n_field_moved, {"product", "map", "accumulator", "scale"}},
    {tc_fault::majors_swapped, {"product", "map", "canonical"}},
    {tc_fault::negation_ignored, {"product"}},
    {tc_fault::d_always_f32, {"product"}},
    {tc_fault::e2m1_is_1, {"product", "scale"}, "e2m1"},
    {tc_fault::accumulate_ignored, {"product"}},
    {tc_fault::half_lanes_dense, {"product", "accumulator"}},
    {tc_fault::pair_halves_swapped, {"product", "accumulator"}},
    {tc_fault::ws_rows_only, {"product", "accumulator"}, "/m32n"},
    {tc_fault::pair_b_first_half, {"product", "accumulator"}},
    {tc_fault::a_lane_zero, {"product"}},
    {tc_fault::ld_lanes_swapped, {"ld", "accumulator"}},
    {tc_fault::ld_256_registers, {"ld", "accumulator"}, "16x256b"},
    {tc_fault::st_lanes_swapped, {"st"}, "16x128b"},
    {tc_fault::pack_halves_swapped, {"ld", "st"}},
    {tc_fault::split_ignored, {"ld", "st", "accumulator"}, "16x32bx2"},
    {tc_fault::unpack_ignored, {"st"}},
    {tc_fault::cp_orders_swapped, {"cp"}},
    {tc_fault::cp_first_warp, {"cp", "product", "scale"}},
    {tc_fault::cp_strides_swapped, {"cp", "product", "scale"}},
    {tc_fault::cp_4_lanes, {"cp"}},
    {tc_fault::sf_id_off_by_one, {"product", "scale"}},
    {tc_fault::sf_ids_swapped, {"scale"}},
    {tc_fault::sf_vector_ignored, {"product", "scale"}},
    {tc_fault::sf_type_ignored, {"product", "scale"}},
    {tc_fault::sf_rows_shifted, {"product", "scale"}},
    {tc_fault::nibbles_swapped, {"product"}},
    {tc_fault::padded_by_bytes, {"product", "scale"}, "e2m1"},
};

bool noticed(const notice &n, const std::string &kind)
{
    tc_model model(n.fault);
    for (const tc_case *const c : cases_of(kind)) {
        if (c->name.find(n.where) == std::string::npos) {
            continue;
        }
        const check_outcome o = c->run(model, 3);
        if (!o.passed) {
            assert_false(o.why.empty());
            return true;
        }
    }
    return false;
}

void every_fault_is_noticed(void **)
{
    std::set<tc_fault> planted;
    for (const notice &n : notices) {
        planted.insert(n.fault);
        for (const std::string &kind : n.kinds) {
            if (!noticed(n, kind)) {
                fail_msg("%s is not noticed by %s", tc_fault_name(n.fault), kind.c_str());
            }
        }
    }
    assert_int_equal(planted.size(), (size_t)tc_fault::count - 1);
}

// A name says one case, and every kind, CTA group, type, shape and layout has its own.
void cases_are_named_once_and_cover(void **)
{
    std::set<std::string> names;
    std::map<std::string, int> count;
    for (const tc_case &c : all()) {
        assert_true(names.insert(c.name).second);
        assert_true(c.name.find(c.family) == 0);
        count[kind_of(c)]++;
    }
    assert_int_equal(count.size(), sizeof kinds / sizeof kinds[0]);
    assert_int_equal(count["ld"], 74); // 8 + 8 + 7 + 6 + 8 repeats, plain and packed
    assert_int_equal(count["st"], 74);
    for (const char *const part :
         {"product/tf32/f32.tf32.tf32/cta1/m64n8/a=k.128B/b=k.128B",
          "product/tf32/f32.tf32.tf32/cta1/m128n64/a=mn.128B_32B/b=k.128B",
          "product/f16/f16.f16.f16/cta2/m256n256/a=k.128B/b=k.128B",
          "product/f16/f32.bf16.bf16/cta2/m128n64/a=k.128B/b=mn.32B",
          "product/f16.ws/f32.f16.f16/cta1/m32n64/", "product/i8/s32.u8.s8/cta2/",
          "product/f8f6f4/f32.e2m1.e3m2/", "product/f8f6f4/f32.e4m3.e4m3/cta1/m128n64/a=mn.none/",
          "product/mxf8f6f4/f32.e2m3.e5m2.ue8m0.vec32/cta2/",
          "product/mxf4/f32.e2m1.e2m1.ue8m0.vec32/",
          "product/mxf4nvf4/f32.e2m1.e2m1.ue4m3.vec16/cta2/m256n", "/a=tmem/", "/-a/-b",
          "map/u8/b/mn/r256", "canonical/tf32/a/mn/r128",
          "accumulator/ws/m32n256/16x256b.x8/lane16", "cp/64x128b.warpx2::01_23/",
          "scale/mxf4nvf4/e2m1/ue8m0.vec32/b/n256"}) {
        const bool found = std::any_of(names.begin(), names.end(), [&](const std::string &n) {
            return n.find(part) != std::string::npos;
        });
        if (!found) {
            fail_msg("no case has %s in its name", part);
        }
    }
}

// What would read outside the image is not given to a device.
void reads_stay_in_the_image(void **)
{
    tc_model model(tc_fault::none);
    tc_writer w(1, model.window(), 4096);
    const wgd_ldst cp = wgv_tc_copy(WGD_CP_128X128B - WGD_LDST_SHAPE_COUNT, 1);
    wgd_desc d = {};
    d.start = (uint16_t)(model.window() / 16);
    d.sbo = 8;
    w.copy(cp, wgd_desc_pack(d, WGD_SM100), 0); // 128 rows of 16 bytes
    for (const uint16_t sbo : {(uint16_t)17, (uint16_t)16383}) {
        bool refused = false;
        d.sbo = sbo;
        try {
            w.copy(cp, wgd_desc_pack(d, WGD_SM100), 0);
        } catch (const std::logic_error &) {
            refused = true;
        }
        assert_true(refused);
    }
    assert_int_equal(w.program().steps.size(), 1);
}

} // namespace

int main()
{
    const CMUnitTest tests[] = {
        cmocka_unit_test(cases_are_named_once_and_cover),
        cmocka_unit_test(reads_stay_in_the_image),
        cmocka_unit_test(the_model_passes),
        cmocka_unit_test(every_fault_is_noticed),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
