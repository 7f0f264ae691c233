// SPDX-License-Identifier: MIT
//
// The result of a run, and its forms: text, JSON, TAP, JUnit, evidence.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace wgv
{

// Cases that belong together: one instruction, or one kind of read.
struct family {
    uint64_t cases = 0, failed = 0;
    uint64_t checked = 0;                     // elements compared, over all cases
    uint64_t descriptors = 0;                 // map recovery
    std::map<std::string, uint64_t> outcomes; // controls: how many were caught, ...
};

// Cases that were asked for and that the device has no code for.
struct skipped_family {
    uint64_t cases = 0;
    std::string needs; // "tcgen05 needs compute capability 10.0 or 10.3"
};

// A case that failed, explained.
struct failed_case {
    std::string family, name, message, repeat; // repeat: the command that runs just this case
};

struct run_report {
    std::string version, device, driver, driver_module, runtime;
    std::string toolkit; // that built the kernels
    uint64_t seed = 0, repeat = 1;
    std::map<std::string, family> families; // by name: "gemm/f32.f16.f16"
    std::map<std::string, skipped_family> skipped;
    std::vector<failed_case> failures;
    std::vector<std::string> notes;        // what a single control was caught by
    std::map<std::string, double> seconds; // gemm_wall, gemm_gpu, ...
    uint64_t launches = 0;

    bool ok() const;
    uint64_t total_cases() const;
    uint64_t total_failed() const;
    uint64_t total_skipped() const; // none of total_cases
    uint64_t mapped() const;        // descriptors over map/ families
};

std::string report_text(const run_report &r);
std::string report_json(const run_report &r);
std::string report_tap(const run_report &r);
std::string report_junit(const run_report &r);
// The JSON, with what makes it evidence: when, and the digest of the program that ran.
std::string report_evidence(const run_report &r, const std::string &date,
                            const std::string &digest);

} // namespace wgv
