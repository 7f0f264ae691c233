// SPDX-License-Identifier: MIT
#include "exhaust_run.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "common/clock.h"
#include "common/json.h"
#include "verify/map/map_check.h"
#include "verify/verify_options.h"
#include "verify/wgmma/window.h"

namespace wgv
{
namespace
{

const char *const SPACE_NAMES[] = {"pairs", "starts", "starts-end", "ignored", "unread"};

std::string name_of_part(const wgv_part &p)
{
    std::string s = SPACE_NAMES[p.space];
    s += std::string("/") + wgd_dtype_get(p.read.dtype)->name + "/" +
         wgd_operand_name(p.read.operand) + "/" + wgd_major_name(p.read.major) + "/n" +
         std::to_string(p.read.mn) + "/" + wgd_swizzle_name(p.mode);
    return s + (p.read.sparse ? "/sp" : "");
}

wgv_part part_of(const device_info &device, const exhaust_kernel_entry &k, uint32_t mode,
                 wgv_space space)
{
    wgv_part p;
    p.read.dtype = k.type;
    p.read.operand = k.operand;
    p.read.major = k.trans ? WGD_MAJOR_MN : WGD_MAJOR_K;
    p.read.mn = k.n;
    p.read.sparse = k.sparse;
    p.mode = wgd_swizzle_of_wgmma(mode);
    p.space = space;
    p.from = device.window / 16;
    p.to = (device.window + SMEM_BYTES - (k.operand == WGD_OPERAND_A ? KNOWN_BYTES : 0)) / 16;
    return p;
}

uint32_t longest_row(const wgv_part &p, uint32_t rows)
{
    uint32_t most = 0;
    for (uint32_t row = 0; row < rows; row++) {
        most = std::max(most, wgv_row_words(p, row));
    }
    return most;
}

exhaust_job job_of(const exhaust_part &p, const exhaust_options &o)
{
    exhaust_job job = {};
    job.part = p.part;
    job.rows = wgv_part_rows(p.part);
    job.runs = (longest_row(p.part, job.rows) + EXHAUST_RUN - 1) / EXHAUST_RUN;
    job.fill_to = p.part.to * 16;
    job.shard = (uint32_t)(o.shard - 1);
    job.shards = (uint32_t)o.shards;
    return job;
}

exhaust_result run_job(const device_info &device, const exhaust_part &p, exhaust_job job,
                       const device_array<exhaust_result> &result)
{
    job.result = result.get();
    CUDA_TRY(cudaMemset(result.get(), 0, sizeof(exhaust_result)));
    allow_smem(p.kernel, SMEM_BYTES);
    void *args[] = {&job};
    launch(p.kernel, (uint32_t)device.processors, (uint32_t)p.threads, SMEM_BYTES, args);
    wait_for_device();
    return result.read()[0];
}

// What an earlier run of the same shard left: a line for each part, its name and four numbers.
void read_resume(std::vector<exhaust_part> &parts, const std::string &path)
{
    std::map<std::string, exhaust_result> done;
    std::ifstream f(path);
    std::string line, name;
    while (std::getline(f, line)) {
        std::istringstream in(line);
        exhaust_result r;
        if (in >> name >> r.words >> r.compared >> r.wrong >> r.bad_word) {
            done[name] = r;
        }
    }
    for (exhaust_part &p : parts) {
        const auto at = done.find(p.name);
        if (at != done.end()) {
            p.done = true;
            p.result = at->second;
        }
    }
}

void keep(const exhaust_part &p, const std::string &path)
{
    std::ofstream f(path, std::ios::app);
    f << p.name << ' ' << p.result.words << ' ' << p.result.compared << ' ' << p.result.wrong << ' '
      << p.result.bad_word << std::endl;
    if (!f) {
        throw failure(EXIT_ERROR, path + ": cannot be written");
    }
}

void show_progress(uint64_t done, uint64_t all, double seconds)
{
    const double left = done ? seconds * (double)(all - done) / (double)done : 0;
    fprintf(stderr, "\r%.1f%% of %.3g descriptors, %.0f million a second, %.0f s left\033[K",
            100.0 * (double)done / (double)std::max<uint64_t>(all, 1), (double)all,
            (double)done / std::max(seconds, 1e-9) / 1e6, left);
    fflush(stderr);
}

} // namespace

std::vector<exhaust_part> exhaust_parts(const device_info &device, const std::string &filter)
{
    std::vector<exhaust_part> out;
    for (const exhaust_kernel_entry &k : all_exhaust_kernels()) {
        for (uint32_t mode = 0; mode < 4; mode++) {
            for (int space = 0; space < WGV_SPACE_COUNT; space++) {
                exhaust_part p = {};
                p.part = part_of(device, k, mode, (wgv_space)space);
                p.name = name_of_part(p.part);
                p.kernel = k.kernel;
                p.threads = k.threads;
                if (!filter.empty() && !filter_matches(filter, p.name)) {
                    continue;
                }
                for (uint32_t row = 0; row < wgv_part_rows(p.part); row++) {
                    p.size += wgv_row_words(p.part, row);
                }
                if (p.size) {
                    out.push_back(p);
                }
            }
        }
    }
    return out;
}

exhaust_report run_exhaustive(const device_info &device, const exhaust_options &o)
{
    exhaust_report r;
    r.parts = exhaust_parts(device, o.filter);
    if (!o.resume.empty()) {
        read_resume(r.parts, o.resume);
    }
    uint64_t all = 0, done = 0;
    for (const exhaust_part &p : r.parts) {
        all += p.done ? 0 : p.size / o.shards;
    }
    const device_array<exhaust_result> result(1);
    const double from = wall_seconds();
    for (exhaust_part &p : r.parts) {
        if (p.done || (o.seconds > 0 && wall_seconds() - from > o.seconds)) {
            continue;
        }
        p.result = run_job(device, p, job_of(p, o), result);
        p.done = true;
        if (!o.resume.empty()) {
            keep(p, o.resume);
        }
        done += p.size / o.shards;
        if (o.progress || isatty(STDERR_FILENO)) {
            show_progress(done, all, wall_seconds() - from);
        }
    }
    r.gpu_seconds = wall_seconds() - from;
    return r;
}

namespace
{

// Parts that differ in N alone.
struct exhaust_family {
    uint64_t parts = 0, parts_done = 0, size = 0, words = 0, compared = 0, wrong = 0;
    uint64_t bad_word = 0;
};

std::map<std::string, exhaust_family> families_of(const exhaust_report &r)
{
    std::map<std::string, exhaust_family> out;
    for (const exhaust_part &p : r.parts) {
        std::string name = p.name;
        const size_t n = name.find("/n" + std::to_string(p.part.read.mn) + "/");
        name.erase(n, name.find('/', n + 1) - n);
        exhaust_family &f = out[name];
        f.parts++;
        f.parts_done += p.done;
        f.size += p.size;
        f.words += p.result.words;
        f.compared += p.result.compared;
        f.wrong += p.result.wrong;
        f.bad_word = p.result.wrong ? p.result.bad_word : f.bad_word;
    }
    return out;
}

exhaust_family total_of(const exhaust_report &r)
{
    exhaust_family t;
    for (const auto &f : families_of(r)) {
        t.parts += f.second.parts;
        t.parts_done += f.second.parts_done;
        t.size += f.second.size;
        t.words += f.second.words;
        t.compared += f.second.compared;
        t.wrong += f.second.wrong;
    }
    return t;
}

std::string family_members(const exhaust_family &f)
{
    return json_join({json_pair("parts", std::to_string(f.parts)),
                      json_pair("parts_done", std::to_string(f.parts_done)),
                      json_pair("size", std::to_string(f.size)),
                      json_pair("descriptors", std::to_string(f.words)),
                      json_pair("compared", std::to_string(f.compared)),
                      json_pair("wrong", std::to_string(f.wrong))});
}

} // namespace

// A bit of a field, and whether a part reads the field.
struct exhaust_control {
    const char *field;
    uint64_t bit;
    bool (*read)(wgv_reach reach, wgd_swizzle_mode mode);
};

const exhaust_control CONTROLS[] = {
    {"start", UINT64_C(1), [](wgv_reach, wgd_swizzle_mode) { return true; }},
    {"lbo", UINT64_C(1) << 16, [](wgv_reach r, wgd_swizzle_mode) { return r.lbo_steps != 0; }},
    {"sbo", UINT64_C(1) << 32, [](wgv_reach r, wgd_swizzle_mode) { return r.sbo_steps != 0; }},
    {"base_offset", UINT64_C(1) << 49,
     [](wgv_reach, wgd_swizzle_mode mode) { return mode != WGD_SWZ_NONE; }}};
// Parts of fewer words may have none with that bit set.
constexpr uint64_t CONTROL_WORDS = 64;

std::vector<exhaust_control_result> run_exhaust_controls(const device_info &device,
                                                         const exhaust_options &o)
{
    const device_array<exhaust_result> result(1);
    const std::vector<exhaust_part> parts = exhaust_parts(device, o.filter);
    std::vector<exhaust_control_result> out;
    for (const exhaust_control &c : CONTROLS) {
        exhaust_control_result r = {c.field, 0, 0, 0, ""};
        for (const exhaust_part &p : parts) {
            if (p.part.space != WGV_PAIRS || p.size < CONTROL_WORDS) {
                continue;
            }
            exhaust_job job = job_of(p, o);
            job.clear = c.bit;
            const bool wrong = run_job(device, p, job, result).wrong != 0;
            const bool read = c.read(wgv_reach_of(p.part.read, p.part.mode), p.part.mode);
            r.noticed += wrong && read;
            r.unread += !wrong && !read;
            r.contrary += wrong != read;
            r.example = wrong != read ? p.name : r.example;
        }
        out.push_back(r);
    }
    return out;
}

past_end run_past_end(const device_info &device, const exhaust_options &o, uint64_t bytes)
{
    const device_array<exhaust_result> result(1);
    for (exhaust_part &p : exhaust_parts(device, o.filter)) {
        if (p.part.space != WGV_STARTS_TIGHT) {
            continue;
        }
        exhaust_job job = job_of(p, o);
        const uint32_t fill_to = p.part.to * 16;
        p.part.to += (uint32_t)bytes / 16;
        job = job_of(p, o);
        job.fill_to = fill_to;
        past_end end = {p.name, false, 0, ""};
        try {
            end.wrong = run_job(device, p, job, result).wrong;
        } catch (const failure &f) {
            end.faulted = true;
            end.message = f.what();
        }
        return end;
    }
    throw failure(EXIT_USAGE, "no part of starts matches", "--past-end", o.filter, "",
                  "--filter starts/f16/b/k/n64/128B");
}

bool exhaust_ok(const exhaust_report &r)
{
    return total_of(r).wrong == 0;
}

std::string exhaust_json(const exhaust_report &r)
{
    std::vector<std::string> lines;
    for (const auto &f : families_of(r)) {
        lines.push_back(
            "{" + json_pair("family", json_text(f.first)) + "," + family_members(f.second) +
            (f.second.wrong ? "," + json_pair("bad_word", json_text(hex_word(f.second.bad_word)))
                            : "") +
            "}");
    }
    return json_join({family_members(total_of(r)),
                      json_pair("seconds", fixed_text(r.gpu_seconds, 2)),
                      json_pair("families", "[\n" + json_join(lines, "\n") + "]")},
                     "\n");
}

std::string exhaust_text(const exhaust_report &r)
{
    std::string s;
    for (const auto &f : families_of(r)) {
        s += std::string(f.second.wrong        ? "FAIL "
                         : f.second.parts_done ? "ok   "
                                               : "todo ") +
             f.first + "  " + std::to_string(f.second.words) + " of " +
             std::to_string(f.second.size) + " descriptors" +
             (f.second.wrong ? ", " + std::to_string(f.second.wrong) + " accumulators wrong, " +
                                   hex_word(f.second.bad_word)
                             : "") +
             "\n";
    }
    const exhaust_family t = total_of(r);
    return s + std::to_string(t.words) + " of " + std::to_string(t.size) + " descriptors, " +
           std::to_string(t.wrong) + " wrong accumulators, " + fixed_text(r.gpu_seconds, 1) +
           " s, " + fixed_text((double)t.words / std::max(r.gpu_seconds, 1e-9) / 1e6, 1) +
           " million a second\n";
}

} // namespace wgv
