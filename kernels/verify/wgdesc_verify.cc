// SPDX-License-Identifier: MIT
//
// wgdesc-verify: the program.
#include <ctime>
#include <fstream>
#include <iterator>

#include "common/clock.h"
#include "common/device.h"
#include "common/output.h"
#include "common/program.h"
#include "common/sha256.h"
#include "report.h"
#include "selection.h"
#include "session.h"
#include "wgdesc.h"

namespace wgv
{
namespace
{

std::string driver_module()
{
    std::ifstream f("/proc/driver/nvidia/version");
    std::string word;
    while (f >> word) {
        if (!word.empty() && isdigit((unsigned char)word[0]) &&
            word.find('.') != std::string::npos) {
            return word;
        }
    }
    return "unknown";
}

std::string own_digest()
{
    std::ifstream f("/proc/self/exe", std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(f)), std::istreambuf_iterator<char>());
    if (!f.good() && !f.eof()) {
        throw failure(EXIT_ERROR, "/proc/self/exe: cannot be read");
    }
    return sha256_hex(bytes);
}

std::string date_now()
{
    const time_t t = time(nullptr);
    tm parts;
    char s[32];
    gmtime_r(&t, &parts);
    strftime(s, sizeof s, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return s;
}

run_report blank_report(const verify_options &o, const device_info &device)
{
    run_report report;
    report.version = wgd_version();
    report.device = device.name;
    report.driver = device.driver;
    report.runtime = device.runtime;
    report.driver_module = driver_module();
    report.toolkit = "CUDA " + version_text(CUDART_VERSION);
    report.seed = o.seed;
    report.repeat = o.repeat;
    return report;
}

int run_selected(const verify_options &o, const selection &chosen)
{
    check_writable(o.junit);
    check_writable(o.evidence);
    const device_info device = open_device();
    run_report report = blank_report(o, device);
    const double from = wall_seconds();
    {
        progress_bar progress(o.progress, chosen.size() * o.repeat);
        for (uint64_t i = 0; i < o.repeat; i++) {
            session s = {device, o, o.seed + i, report, progress};
            run_session(s, chosen);
        }
    }
    report.seconds["total_wall"] = wall_seconds() - from;
    if (!o.junit.empty()) {
        write_file(o.junit, report_junit(report));
    }
    if (!o.evidence.empty()) {
        write_file(o.evidence, report_evidence(report, date_now(), own_digest()));
    }
    print(o.json ? report_json(report) : o.tap ? report_tap(report) : report_text(report));
    return report.ok() ? EXIT_RIGHT : EXIT_MISMATCH;
}

int run(int argc, char **argv)
{
    const verify_options o = read_verify_options(argc, argv);
    if (o.help || o.version) {
        print(o.help ? verify_help() : version_line("wgdesc-verify"));
        return EXIT_RIGHT;
    }
    const selection chosen = select_cases(o);
    if (o.list) {
        print_names(chosen);
        return EXIT_RIGHT;
    }
    return run_selected(o, chosen);
}

} // namespace
} // namespace wgv

int main(int argc, char **argv)
{
    return wgv::run_program({"wgdesc-verify", "hint: see 'wgdesc-verify --help'\n", wgv::run}, argc,
                            argv);
}
