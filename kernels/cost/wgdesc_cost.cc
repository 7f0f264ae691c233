// SPDX-License-Identifier: MIT
//
// wgdesc-cost: how many cycles every wgmma takes.
#include <algorithm>
#include <map>

#include "common/json.h"
#include "common/option_table.h"
#include "common/output.h"
#include "common/program.h"
#include "cost_measure.h"
#include "wgdesc.h"

namespace wgv
{
namespace
{

struct cost_options {
    bool help = false, version = false;
    std::string evidence, row;
};

std::vector<option_row> option_rows(cost_options &o)
{
    return {
        {"row", "TYPES", "only this row of the instruction table: f32.f16.f16", text_in(o.row)},
        {"evidence", "FILE", "write the JSON to a file, not to stdout", text_in(o.evidence)},
        {"help", nullptr, "this help", flag(o.help), 'h'},
        {"version", nullptr, "the version", flag(o.version), 'V'},
    };
}

std::string two_digits(double v)
{
    return fixed_text(v, 2);
}

// The least and the greatest over the layouts.
std::string range(const std::vector<double> &cycles)
{
    const auto m = std::minmax_element(cycles.begin(), cycles.end());
    return "[" + two_digits(*m.first) + "," + two_digits(*m.second) + "]";
}

// What tells one line of the result from another: all but N.
std::string form_of(const cost_kernel_entry &k, uint32_t warpgroups)
{
    const wgd_inst *in = wgd_inst_at(k.row);
    return json_join({json_pair("row", json_text(in->ptx)),
                      json_pair("a", json_text(k.has(COST_A_IN_REGS) ? "registers" : "shared")),
                      json_pair("sparse", json_bool(k.has(COST_SPARSE))),
                      json_pair("a_major", json_text(k.has(COST_TRANS_A) ? "mn" : "k")),
                      json_pair("b_major", json_text(k.has(COST_TRANS_B) ? "mn" : "k")),
                      json_pair("chains", std::to_string(k.chains)),
                      json_pair("warpgroups", std::to_string(warpgroups))});
}

// Every kernel with every number of warpgroups: for each N, the range over all layouts.
std::vector<std::string> rate_lines(const device_info &device,
                                    const std::vector<cost_kernel_entry> &kernels)
{
    std::vector<std::string> order;
    std::map<std::string, std::vector<std::string>> lines;
    for (const cost_kernel_entry &k : kernels) {
        const std::vector<cost_layout> layouts = cost_layouts(k, device.window);
        for (uint32_t w = 1; w * 128 <= (uint32_t)k.threads; w++) {
            const cost_result r = measure_cost(device, {&k, w, 0, COST_NO_TRAFFIC, 0, 0}, layouts);
            const std::string form = form_of(k, w);
            if (lines.find(form) == lines.end()) {
                order.push_back(form);
            }
            lines[form].push_back("[" + std::to_string(k.n) + "," + range(r.cycles) + "]");
        }
    }
    std::vector<std::string> out;
    for (const std::string &form : order) {
        out.push_back("{" + form + ",\"n\":[" + json_join(lines[form]) + "]}");
    }
    return out;
}

// Each layout by itself, for f16 with two warpgroups.
std::vector<std::string> layout_lines(const device_info &device,
                                      const std::vector<cost_kernel_entry> &kernels)
{
    std::vector<std::string> out;
    for (const cost_kernel_entry &k : kernels) {
        if (std::string(wgd_inst_at(k.row)->ptx) != "f32.f16.f16" || k.chains != 1 ||
            k.n % 64 != 0) {
            continue;
        }
        const std::vector<cost_layout> layouts = cost_layouts(k, device.window);
        const cost_result r = measure_cost(device, {&k, 2, 0, COST_NO_TRAFFIC, 0, 0}, layouts);
        std::vector<std::string> each;
        for (size_t i = 0; i < layouts.size(); i++) {
            each.push_back("[" + json_text(wgd_swizzle_name(layouts[i].mode)) + "," +
                           json_text(layouts[i].name) + "," + two_digits(r.cycles[i]) + "]");
        }
        out.push_back("{" + form_of(k, 2) + ",\"n\":" + std::to_string(k.n) + ",\"layouts\":[" +
                      json_join(each) + "]}");
    }
    return out;
}

// One row of the traffic: for each period the bytes a cycle that got through, cycles of a wgmma.
std::string beside(const device_info &device, cost_launch l, const std::vector<uint32_t> &periods,
                   const std::vector<cost_layout> &layouts)
{
    std::vector<std::string> each;
    for (const uint32_t period : periods) {
        l.period = period;
        const cost_result r = measure_cost(device, l, layouts);
        each.push_back("[" + two_digits(r.loaded) + "," + range(r.cycles) + "]");
    }
    return "[" + json_join(each) + "]";
}

// ld.shared and bulk copies beside two warpgroups that multiply.
std::vector<std::string> traffic_lines(const device_info &device,
                                       const std::vector<cost_kernel_entry> &kernels)
{
    std::vector<std::string> out;
    for (const cost_kernel_entry &k : kernels) {
        if (!k.traffic) {
            continue;
        }
        std::vector<cost_layout> layouts = cost_layouts(k, device.window);
        layouts.erase(
            std::remove_if(layouts.begin(), layouts.end(),
                           [](const cost_layout &l) { return std::string(l.name) != "tight"; }),
            layouts.end());
        const std::string loads = beside(device, {&k, 2, 4, COST_LOADS, 0, 0},
                                         {1024, 256, 128, 64, 48, 32, 24, 20, 16, 1}, layouts);
        const std::string copies = beside(device, {&k, 2, 2, COST_COPIES, 0, 12},
                                          {4096, 1024, 512, 256, 128, 64, 1}, layouts);
        // 8 KiB by each of four warps: 16 to 96 bytes a cycle, and all there is.
        const std::string more =
            beside(device, {&k, 2, 4, COST_COPIES, 0, 13}, {2048, 1024, 683, 512, 341, 1}, layouts);
        out.push_back("{" + form_of(k, 2) + ",\"n\":" + std::to_string(k.n) + ",\"loads\":" +
                      loads + ",\"copies\":" + copies + ",\"more_copies\":" + more + "}");
    }
    return out;
}

std::string array_of(const std::vector<std::string> &lines)
{
    return "[\n" + json_join(lines, "\n") + "]";
}

int run(int argc, char **argv)
{
    cost_options o;
    read_options_only(option_rows(o), argc, argv);
    if (o.help || o.version) {
        print(o.help ? "wgdesc-cost: how many cycles every wgmma takes\n\nOptions:\n" +
                           options_help(option_rows(o))
                     : version_line("wgdesc-cost"));
        return EXIT_RIGHT;
    }
    check_writable(o.evidence);
    const device_info device = open_device();
    std::vector<cost_kernel_entry> kernels = all_cost_kernels();
    if (!o.row.empty()) {
        kernels.erase(std::remove_if(kernels.begin(), kernels.end(),
                                     [&](const cost_kernel_entry &k) {
                                         return o.row != wgd_inst_at(k.row)->ptx;
                                     }),
                      kernels.end());
    }
    const std::string text =
        "{" +
        json_join({json_pair("schema", json_text("wgdesc/1")),
                   json_pair("cmd", json_text("verify-cost")),
                   json_pair("device", json_text(device.name)),
                   json_pair("driver_module", json_text(driver_module())),
                   json_pair("toolkit", json_text("CUDA " + version_text(CUDART_VERSION))),
                   json_pair("kernels", std::to_string(kernels.size())),
                   json_pair("rates", array_of(rate_lines(device, kernels))),
                   json_pair("layouts", array_of(layout_lines(device, kernels))),
                   json_pair("traffic", array_of(traffic_lines(device, kernels)))},
                  "\n") +
        "}\n";
    if (o.evidence.empty()) {
        print(text);
    } else {
        write_file(o.evidence, text);
    }
    return EXIT_RIGHT;
}

} // namespace
} // namespace wgv

int main(int argc, char **argv)
{
    return wgv::run_program({"wgdesc-cost", "hint: see 'wgdesc-cost --help'\n", wgv::run}, argc,
                            argv);
}
