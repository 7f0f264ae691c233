// SPDX-License-Identifier: MIT
#include "exhaust_run.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <fstream>
#include <functional>
#include <mutex>
#include <sstream>
#include <thread>

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

namespace
{

// The parts of a report, handed out to the threads of the devices.
class exhaust_queue
{
  public:
    exhaust_queue(exhaust_report &r, const exhaust_options &o) : r_(r), o_(o), from_(wall_seconds())
    {
        for (const exhaust_part &p : r.parts) {
            all_ += p.done ? 0 : p.size / o.shards;
        }
    }

    // The next part to run; null when none is left, the time is up, or a device failed.
    exhaust_part *take()
    {
        const std::lock_guard<std::mutex> hold(lock_);
        while (next_ < r_.parts.size() && r_.parts[next_].done) {
            next_++;
        }
        const bool late = o_.seconds > 0 && wall_seconds() - from_ > o_.seconds;
        return next_ == r_.parts.size() || late || error_ ? nullptr : &r_.parts[next_++];
    }

    void give(exhaust_part &p, const exhaust_result &result)
    {
        const std::lock_guard<std::mutex> hold(lock_);
        p.result = result;
        p.done = true;
        if (!o_.resume.empty()) {
            keep(p, o_.resume);
        }
        done_ += p.size / o_.shards;
        if (o_.progress || isatty(STDERR_FILENO)) {
            show_progress(done_, all_, wall_seconds() - from_);
        }
    }

    void stop(std::exception_ptr error)
    {
        const std::lock_guard<std::mutex> hold(lock_);
        error_ = error_ ? error_ : error;
    }

    // When all threads have ended: the seconds they took, or what went wrong.
    double end() const
    {
        if (error_) {
            std::rethrow_exception(error_);
        }
        return wall_seconds() - from_;
    }

  private:
    exhaust_report &r_;
    const exhaust_options &o_;
    const double from_;
    std::mutex lock_;
    std::exception_ptr error_;
    size_t next_ = 0;
    uint64_t all_ = 0, done_ = 0;
};

void work_on(const device_info &device, const exhaust_options &o, exhaust_queue &queue)
{
    try {
        use_device(device);
        const device_array<exhaust_result> result(1);
        while (exhaust_part *p = queue.take()) {
            queue.give(*p, run_job(device, *p, job_of(*p, o), result));
        }
    } catch (...) {
        queue.stop(std::current_exception());
    }
}

} // namespace

exhaust_report run_exhaustive(const std::vector<device_info> &devices, const exhaust_options &o)
{
    for (const device_info &d : devices) {
        if (d.window != devices[0].window) {
            throw failure(EXIT_ERROR, d.name + " and " + devices[0].name +
                                          " begin shared memory at different addresses");
        }
    }
    exhaust_report r;
    r.parts = exhaust_parts(devices[0], o.filter);
    if (!o.resume.empty()) {
        read_resume(r.parts, o.resume);
    }
    exhaust_queue queue(r, o);
    std::vector<std::thread> threads;
    for (const device_info &d : devices) {
        threads.emplace_back(work_on, std::cref(d), std::cref(o), std::ref(queue));
    }
    for (std::thread &t : threads) {
        t.join();
    }
    r.gpu_seconds = queue.end();
    return r;
}

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

} // namespace wgv
