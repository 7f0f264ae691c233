// SPDX-License-Identifier: MIT
#include "report.h"

#include "common/json.h"

namespace wgv
{
namespace
{

double seconds_of(const run_report &r, const char *key)
{
    const auto at = r.seconds.find(key);
    return at == r.seconds.end() ? 0 : at->second;
}

// Members of a JSON object that are numbers, by key.
template <class VALUES, class NUMBER>
std::string number_members(const VALUES &values, NUMBER number_text)
{
    std::vector<std::string> members;
    for (const auto &v : values) {
        members.push_back(json_pair(v.first.c_str(), number_text(v.second)));
    }
    return "{" + json_join(members) + "}";
}

std::string family_json(const std::string &name, const family &f)
{
    std::vector<std::string> m = {json_pair("family", json_text(name)),
                                  json_pair("cases", std::to_string(f.cases)),
                                  json_pair("failed", std::to_string(f.failed)),
                                  json_pair("elements", std::to_string(f.checked))};
    if (f.descriptors) {
        m.push_back(json_pair("descriptors", std::to_string(f.descriptors)));
    }
    if (!f.outcomes.empty()) {
        m.push_back(json_pair(
            "outcomes", number_members(f.outcomes, [](uint64_t v) { return std::to_string(v); })));
    }
    return "{" + json_join(m) + "}";
}

std::string failed_case_json(const failed_case &f)
{
    return "{" +
           json_join({json_pair("case", json_text(f.name)),
                      json_pair("message", json_text(f.message)),
                      json_pair("repeat", json_text(f.repeat))}) +
           "}";
}

// Items on lines of their own.
std::string lines(const std::vector<std::string> &items)
{
    return "[" + std::string(items.empty() ? "" : "\n") + json_join(items, "\n") + "]";
}

// The members of the JSON object, without the braces.
std::string members(const run_report &r)
{
    std::vector<std::string> family_items, failure_items, skipped_items, notes;
    for (const auto &f : r.families) {
        family_items.push_back(family_json(f.first, f.second));
    }
    for (const failed_case &f : r.failures) {
        failure_items.push_back(failed_case_json(f));
    }
    for (const std::string &note : r.notes) {
        notes.push_back(json_text(note));
    }
    for (const auto &f : r.skipped) {
        skipped_items.push_back("{" +
                                json_join({json_pair("family", json_text(f.first)),
                                           json_pair("cases", std::to_string(f.second.cases)),
                                           json_pair("needs", json_text(f.second.needs))}) +
                                "}");
    }
    const std::string skipped =
        skipped_items.empty() ? "" : json_pair("skipped", lines(skipped_items)) + ",\n";
    const std::vector<std::string> result = {json_pair("schema", json_text("wgdesc/1")),
                                             json_pair("cmd", json_text("verify")),
                                             json_pair("ok", json_bool(r.ok()))};
    const std::vector<std::string> machine = {
        json_pair("version", json_text(r.version)),
        json_pair("device", json_text(r.device)),
        json_pair("cuda_driver", json_text(r.driver)),
        json_pair("driver_module", json_text(r.driver_module)),
        json_pair("cuda_runtime", json_text(r.runtime)),
        json_pair("toolkit", json_text(r.toolkit))};
    const std::vector<std::string> counts = {json_pair("seed", std::to_string(r.seed)),
                                             json_pair("repeat", std::to_string(r.repeat)),
                                             json_pair("cases", std::to_string(r.total_cases())),
                                             json_pair("failed", std::to_string(r.total_failed())),
                                             json_pair("launches", std::to_string(r.launches))};
    return json_join(
        {json_join(result), json_join(machine), json_join(counts),
         json_pair("seconds", number_members(r.seconds, [](double v) { return fixed_text(v, 4); })),
         json_pair("families", lines(family_items)),
         skipped + json_pair("failures", lines(failure_items)),
         json_pair("notes", "[" + json_join(notes) + "]")},
        "\n");
}

// A family's element of JUnit, up to its attributes' end.
std::string testcase_start(const std::string &family)
{
    const size_t slash = family.find('/');
    return "<testcase classname=\"" + xml_escape(family.substr(0, slash)) + "\" name=\"" +
           xml_escape(family) + "\"";
}

// Failures that were kept of a family.
std::vector<failed_case> failures_of(const run_report &r, const std::string &name)
{
    std::vector<failed_case> out;
    for (const failed_case &f : r.failures) {
        if (f.family == name) {
            out.push_back(f);
        }
    }
    return out;
}

} // namespace

bool run_report::ok() const
{
    return total_failed() == 0;
}

uint64_t run_report::total_cases() const
{
    uint64_t n = 0;
    for (const auto &f : families) {
        n += f.second.cases;
    }
    return n;
}

uint64_t run_report::total_failed() const
{
    uint64_t n = 0;
    for (const auto &f : families) {
        n += f.second.failed;
    }
    return n;
}

uint64_t run_report::total_skipped() const
{
    uint64_t n = 0;
    for (const auto &f : skipped) {
        n += f.second.cases;
    }
    return n;
}

uint64_t run_report::mapped() const
{
    uint64_t n = 0;
    for (const auto &f : families) {
        n += f.first.rfind("map/", 0) == 0 ? f.second.descriptors : 0;
    }
    return n;
}

std::string report_text(const run_report &r)
{
    std::string s = r.device + ", driver " + r.driver_module + " (CUDA " + r.driver +
                    "), built with " + r.toolkit + ", seed " + std::to_string(r.seed) + "\n";
    for (const auto &f : r.families) {
        s += std::string(f.second.failed ? "FAIL " : "ok   ") + f.first + "  " +
             std::to_string(f.second.cases) + " cases";
        s += f.second.descriptors ? ", " + std::to_string(f.second.descriptors) + " descriptors"
                                  : "";
        for (const auto &o : f.second.outcomes) {
            s += ", " + std::to_string(o.second) + " " + o.first;
        }
        s += f.second.failed ? ", " + std::to_string(f.second.failed) + " failed\n" : "\n";
    }
    for (const auto &f : r.skipped) {
        s += "skip " + f.first + "  " + std::to_string(f.second.cases) +
             " cases: " + f.second.needs + "\n";
    }
    for (const failed_case &f : r.failures) {
        s += "\nFAIL " + f.name + "\n     " + f.message + "\n     again: " + f.repeat + "\n";
    }
    for (const std::string &note : r.notes) {
        s += note + "\n";
    }
    const double gemm = seconds_of(r, "gemm_gpu"), map = seconds_of(r, "map_gpu");
    if (gemm > 0) {
        s += "gemm: " + fixed_text(seconds_of(r, "gemm_wall"), 2) + " s, " + fixed_text(gemm, 3) +
             " s of it on the GPU, in " + std::to_string(r.launches) + " launches\n";
    }
    if (map > 0 && r.mapped()) {
        s += "map: " + std::to_string(r.mapped()) + " descriptors in " + fixed_text(map, 2) +
             " s on the GPU, " + fixed_text((double)r.mapped() / map / 1e6, 1) +
             " million a second\n";
    }
    return s + std::to_string(r.total_cases() - r.total_failed()) + " passed, " +
           std::to_string(r.total_failed()) + " failed" +
           (r.skipped.empty() ? "" : ", " + std::to_string(r.total_skipped()) + " skipped") + "\n";
}

std::string report_json(const run_report &r)
{
    return "{" + members(r) + "}\n";
}

std::string report_evidence(const run_report &r, const std::string &date, const std::string &digest)
{
    return "{" + members(r) + ",\n" + json_pair("date", json_text(date)) + "," +
           json_pair("program_sha256", json_text(digest)) + "}\n";
}

std::string report_tap(const run_report &r)
{
    std::string s;
    size_t i = 0;
    for (const auto &f : r.families) {
        s += std::string(f.second.failed ? "not ok " : "ok ") + std::to_string(++i) + " - " +
             f.first + " (" + std::to_string(f.second.cases) + " cases)\n";
        for (const failed_case &x : failures_of(r, f.first)) {
            s += "# " + x.name + ": " + x.message + "\n# again: " + x.repeat + "\n";
        }
    }
    for (const auto &f : r.skipped) {
        s += "ok " + std::to_string(++i) + " - " + f.first + " (" + std::to_string(f.second.cases) +
             " cases) # SKIP " + f.second.needs + "\n";
    }
    return s + "1.." + std::to_string(i) + "\n";
}

std::string report_junit(const run_report &r)
{
    std::string s = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite "
                    "name=\"wgdesc-verify\" tests=\"" +
                    std::to_string(r.families.size() + r.skipped.size()) + "\" failures=\"";
    uint64_t failed = 0;
    for (const auto &f : r.families) {
        failed += f.second.failed != 0;
    }
    s += std::to_string(failed) + "\" skipped=\"" + std::to_string(r.skipped.size()) + "\">\n";
    for (const auto &f : r.families) {
        s += testcase_start(f.first);
        if (!f.second.failed) {
            s += "/>\n";
            continue;
        }
        s += ">\n<failure message=\"" + std::to_string(f.second.failed) + " of " +
             std::to_string(f.second.cases) + " cases failed\">";
        for (const failed_case &x : failures_of(r, f.first)) {
            s += xml_escape(x.name + ": " + x.message + "\nagain: " + x.repeat + "\n");
        }
        s += "</failure>\n</testcase>\n";
    }
    for (const auto &f : r.skipped) {
        s += testcase_start(f.first) + ">\n<skipped message=\"" + xml_escape(f.second.needs) +
             "\"/>\n</testcase>\n";
    }
    return s + "</testsuite>\n</testsuites>\n";
}

} // namespace wgv
