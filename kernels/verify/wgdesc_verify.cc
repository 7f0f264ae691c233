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
#include "common/json.h"
#include "common/sha256.h"
#include "exhaust/exhaust_run.h"
#include "report.h"
#include "selection.h"
#include "session.h"
#include "wgdesc.h"

namespace wgv
{
namespace
{

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
    if (o.device == "all") {
        throw failure(EXIT_USAGE, "cases run on one device", "--device", "all", "its number",
                      "--exhaustive takes all; or start a process for each --shard I/N");
    }
    const device_info device = open_devices(o.device, chips_of(chosen))[0];
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

std::string control_json(const exhaust_control_result &c)
{
    return "{" +
           json_join({json_pair("field", json_text(c.field)),
                      json_pair("noticed", std::to_string(c.noticed)),
                      json_pair("unread", std::to_string(c.unread)),
                      json_pair("contrary", std::to_string(c.contrary))}) +
           "}";
}

// Every descriptor; the report says which part of the space was done. The controls take a 31st of
// it (an odd number: no bit of a row number is left out).
int run_all(const verify_options &o)
{
    check_writable(o.evidence);
    const std::vector<device_info> devices = open_devices(o.device);
    const device_info &device = devices[0];
    exhaust_options e;
    e.shard = o.shard;
    e.shards = o.shards;
    e.filter = o.filter;
    e.resume = o.resume;
    e.seconds = (double)o.seconds;
    e.progress = o.progress;
    if (o.past_end) {
        const past_end end = run_past_end(device, e, o.past_end);
        print(end.part + ", " + std::to_string(o.past_end) + " bytes behind the window: " +
              (end.faulted ? end.message
                           : "no fault, " + std::to_string(end.wrong) + " accumulators differ") +
              "\n");
        return EXIT_RIGHT;
    }
    const exhaust_report r = run_exhaustive(devices, e);
    e.shard = 1;
    e.shards = 31;
    bool ok = exhaust_ok(r);
    std::vector<std::string> controls;
    std::string text = exhaust_text(r);
    for (const exhaust_control_result &c : run_exhaust_controls(device, e)) {
        controls.push_back(control_json(c));
        ok = ok && !c.contrary;
        text += std::string(c.contrary ? "FAIL" : "ok  ") + " control/" + c.field + "  " +
                std::to_string(c.noticed) + " parts noticed, " + std::to_string(c.unread) +
                " do not read it" + (c.contrary ? ", contrary: " + c.example : "") + "\n";
    }
    const std::string json =
        "{" +
        json_join({json_pair("schema", json_text("wgdesc/1")),
                   json_pair("cmd", json_text("verify-exhaustive")), json_pair("ok", json_bool(ok)),
                   json_pair("version", json_text(wgd_version())),
                   json_pair("device", json_text(device.name)),
                   json_pair("devices", std::to_string(devices.size())),
                   json_pair("driver_module", json_text(driver_module())),
                   json_pair("toolkit", json_text("CUDA " + version_text(CUDART_VERSION))),
                   json_pair("shard", std::to_string(o.shard)),
                   json_pair("shards", std::to_string(o.shards)),
                   json_pair("controls", "[" + json_join(controls) + "]"), exhaust_json(r)});
    if (!o.evidence.empty()) {
        write_file(o.evidence, json + ",\n" + json_pair("date", json_text(date_now())) + "," +
                                   json_pair("program_sha256", json_text(own_digest())) + "}\n");
    }
    print(o.json ? json + "}\n" : text);
    return ok ? EXIT_RIGHT : EXIT_MISMATCH;
}

int run(int argc, char **argv)
{
    const verify_options o = read_verify_options(argc, argv);
    if (o.help || o.version) {
        print(o.help ? verify_help() : version_line("wgdesc-verify"));
        return EXIT_RIGHT;
    }
    if (o.exhaustive) {
        return run_all(o);
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
