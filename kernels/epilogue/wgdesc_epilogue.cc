// SPDX-License-Identifier: MIT
//
// wgdesc-epilogue: runs the code that 'wgdesc copy' writes, from registers to global memory, and compares
// every element; and shows each to the hardware's counters beside its prediction.
#include "common/device.h"
#include "common/json.h"
#include "common/numbers.h"
#include "common/option_table.h"
#include "common/output.h"
#include "common/program.h"
#include "epilogue_case.h"
#include "wgd_tile.h"

#include <cstdio>
#include <cstring>

namespace wgv
{

encode_tiled_fn encode_tiled;

namespace
{

constexpr const char *USAGE =
    "usage: wgdesc-epilogue [--evidence FILE]   every case, every element\n"
    "       wgdesc-epilogue list                what libwgdesc predicts, as JSON Lines\n"
    "       wgdesc-epilogue count               one launch for each case, for a profiler\n";

// Blocks along each side: the last ones reach beyond the tensor.
constexpr int SIDE = 2;

struct epilogue_options {
    bool help = false, version = false;
    std::string evidence;
};

std::vector<option_row> option_rows(epilogue_options &o)
{
    return {
        {"evidence", "FILE", "write the results as JSON to a file", text_in(o.evidence)},
        {"help", nullptr, "this text", flag(o.help), 'h'},
        {"version", nullptr, "the version", flag(o.version), 'V'},
    };
}

std::vector<epilogue_case> all_cases()
{
    std::vector<epilogue_case> out;
    for (const auto &of_type : {epilogue_cases_f16(), epilogue_cases_bf16(), epilogue_cases_f32(),
                                epilogue_cases_e4m3()}) {
        out.insert(out.end(), of_type.begin(), of_type.end());
    }
    return out;
}

// The tensor that a case stores to: half a tile more than one along each side, lines with a gap of 16
// bytes behind them.
struct tensor {
    int rows, cols, lines, ld;

    explicit tensor(const epilogue_case &c)
        : rows(c.rows * 3 / 2), cols(c.cols * 3 / 2), lines(c.down ? cols : rows),
          ld((c.down ? rows : cols) + 16 / c.bytes)
    {
    }
    size_t at(const epilogue_case &c, int row, int col) const
    {
        return c.down ? static_cast<size_t>(col) * ld + row : static_cast<size_t>(row) * ld + col;
    }
};

void launch_case(const epilogue_case &c, device_array<uint8_t> &out, uint32_t *faults, int round)
{
    const tensor t(c);
    CUtensorMap map;
    if (c.tensor_map(&map, out.get(), t.rows, t.cols, t.ld) != CUDA_SUCCESS) {
        throw failure(EXIT_ERROR,
                      std::string("cuTensorMapEncodeTiled refuses the map of ") + c.name);
    }
    const uint32_t smem = c.smem + 1024;
    void *args[] = {&map, &round, &faults};
    allow_smem(c.kernel, smem);
    CUDA_TRY(cudaLaunchKernel(c.kernel, dim3(SIDE, SIDE), dim3(c.threads), args, smem, nullptr));
    wait_for_device();
}

// Elements that are wrong, and bytes outside the tensor that were written.
int64_t compare(const epilogue_case &c, const std::vector<uint8_t> &got, int round)
{
    const tensor t(c);
    std::vector<uint8_t> want(got.size(), 0xff);
    for (int row = 0; row < t.rows; row++) {
        for (int col = 0; col < t.cols; col++) {
            const uint32_t bits =
                wgv_float_bits(epilogue_value(round, row, col), c.exp_bits, c.man_bits);
            memcpy(&want[t.at(c, row, col) * c.bytes], &bits, c.bytes);
        }
    }
    int64_t wrong = 0;
    for (size_t i = 0; i < want.size(); i += c.bytes) {
        wrong += memcmp(&want[i], &got[i], c.bytes) != 0;
    }
    return wrong;
}

struct verdict {
    std::string name;
    int64_t elements, wrong, faults;
};

verdict check_case(const epilogue_case &c)
{
    const tensor t(c);
    verdict v = {c.name, 0, 0, 0};
    for (int round = 0; round < EPILOGUE_ROUNDS; round++) {
        device_array<uint8_t> out(static_cast<size_t>(t.lines) * t.ld * c.bytes);
        const device_array<uint32_t> faults(std::vector<uint32_t>(1, 0));
        out.fill_bytes(0xff);
        launch_case(c, out, faults.get(), round);
        v.elements += static_cast<int64_t>(t.rows) * t.cols;
        v.wrong += compare(c, out.read(), round);
        v.faults += faults.read()[0];
    }
    return v;
}

// The descriptor of the unit matrix, with start 0.
uint64_t unit_matrix_desc(int bits)
{
    wgd_tile_query q = wgd_tile_query_default();
    wgd_tile t;
    wgd_diag diag;
    q.dtype = bits == 8 ? WGD_E4M3 : WGD_F16;
    q.operand = WGD_OPERAND_B;
    q.swizzle = bits == 8 ? WGD_SWZ_64B : WGD_SWZ_128B;
    q.mn = q.k = CHAIN_N;
    if (wgd_tile_describe(&q, &t, &diag) != WGD_OK) {
        throw std::logic_error(std::string("no descriptor: ") + diag.what);
    }
    return wgd_tile_block_desc(&t, 0, 0);
}

verdict check_chain(const chain_case &c)
{
    verdict v = {c.name, 0, 0, 0};
    uint64_t desc = unit_matrix_desc(c.bits);
    for (int round = 0; round < EPILOGUE_ROUNDS; round++) {
        const device_array<uint32_t> faults(std::vector<uint32_t>(1, 0));
        uint32_t *counter = faults.get();
        void *args[] = {&desc, &round, &counter};
        launch(c.kernel, 1, 128, CHAIN_SMEM + 1024, args);
        wait_for_device();
        v.elements += CHAIN_N * 64;
        v.wrong += faults.read()[0];
    }
    return v;
}

std::string verdict_json(const verdict &v)
{
    return "{" +
           json_join({json_pair("case", json_text(v.name)),
                      json_pair("elements", std::to_string(v.elements)),
                      json_pair("wrong", std::to_string(v.wrong)),
                      json_pair("faults", std::to_string(v.faults))}) +
           "}";
}

void write_evidence(const std::string &path, const device_info &device,
                    const std::vector<verdict> &verdicts)
{
    std::vector<std::string> lines;
    for (const verdict &v : verdicts) {
        lines.push_back(verdict_json(v));
    }
    write_file(path, "{" +
                         json_join({json_pair("schema", json_text("wgdesc/1")),
                                    json_pair("cmd", json_text("verify-epilogue")),
                                    json_pair("device", json_text(device.name)),
                                    json_pair("driver_module", json_text(driver_module())),
                                    json_pair("toolkit",
                                              json_text("CUDA " + version_text(CUDART_VERSION))),
                                    json_pair("cases", "[\n" + json_join(lines, "\n") + "]")},
                                   "\n") +
                         "}\n");
}

int check_all(const std::string &evidence)
{
    check_writable(evidence);
    const device_info device = open_device();
    encode_tiled = reinterpret_cast<encode_tiled_fn>(driver_function("cuTensorMapEncodeTiled"));
    if (!encode_tiled) {
        throw failure(EXIT_ERROR, "the driver has no cuTensorMapEncodeTiled");
    }
    std::vector<verdict> verdicts;
    int64_t bad = 0;
    const auto take = [&](const verdict &v) {
        verdicts.push_back(v);
        bad += v.wrong > 0 || v.faults > 0;
        printf("%-55s %9lld elements, %lld wrong, %lld wrong indices or sums\n", v.name.c_str(),
               static_cast<long long>(v.elements), static_cast<long long>(v.wrong),
               static_cast<long long>(v.faults));
    };
    for (const epilogue_case &c : all_cases()) {
        take(check_case(c));
    }
    for (const chain_case &c : chain_cases()) {
        take(check_chain(c));
    }
    printf("%zu cases, %lld wrong\n", verdicts.size(), static_cast<long long>(bad));
    if (!evidence.empty()) {
        write_evidence(evidence, device, verdicts);
    }
    return bad > 0 ? EXIT_MISMATCH : EXIT_RIGHT;
}

void list_cases()
{
    const int64_t blocks = SIDE * SIDE;
    for (const epilogue_case &c : all_cases()) {
        puts(("{" +
              json_join({json_pair("case", json_text(c.name)),
                         json_pair("blocks", std::to_string(blocks)),
                         json_pair("wavefronts", std::to_string(blocks * c.wavefronts)),
                         json_pair("conflicts", std::to_string(blocks * c.conflicts))}) +
              "}")
                 .c_str());
    }
}

void count_cases()
{
    open_device();
    encode_tiled = reinterpret_cast<encode_tiled_fn>(driver_function("cuTensorMapEncodeTiled"));
    for (const epilogue_case &c : all_cases()) {
        const tensor t(c);
        device_array<uint8_t> out(static_cast<size_t>(t.lines) * t.ld * c.bytes);
        launch_case(c, out, nullptr, 0);
    }
}

int run(int argc, char **argv)
{
    epilogue_options o;
    const std::vector<std::string> words = read_options(option_rows(o), argc, argv);
    const std::string what = words.empty() ? "" : words[0];
    if (o.help || o.version) {
        print(o.help ? USAGE + std::string("\nOptions:\n") + options_help(option_rows(o))
                     : version_line("wgdesc-epilogue"));
    } else if (words.empty()) {
        return check_all(o.evidence);
    } else if (words.size() == 1 && what == "list") {
        list_cases();
    } else if (words.size() == 1 && what == "count") {
        count_cases();
    } else {
        throw failure(EXIT_USAGE, "what is to be done?");
    }
    return EXIT_RIGHT;
}

} // namespace
} // namespace wgv

int main(int argc, char **argv)
{
    return wgv::run_program({"wgdesc-epilogue", wgv::USAGE, wgv::run}, argc, argv);
}
