// SPDX-License-Identifier: MIT
#include "report.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstring>

namespace wgv
{
namespace
{

std::string fixed(double v, int digits)
{
    char s[64];
    snprintf(s, sizeof s, "%.*f", digits, v);
    return s;
}

double seconds_of(const run_report &r, const char *key)
{
    const auto at = r.seconds.find(key);
    return at == r.seconds.end() ? 0 : at->second;
}

std::string quoted(const std::string &s)
{
    return "\"" + json_escape(s) + "\"";
}

std::string pair(const char *key, const std::string &value)
{
    return quoted(key) + ":" + value;
}

std::string number(uint64_t v)
{
    return std::to_string(v);
}

std::string family_json(const std::string &name, const family &f)
{
    std::string s = "{" + pair("family", quoted(name)) + "," + pair("cases", number(f.cases)) +
                    "," + pair("failed", number(f.failed)) + "," +
                    pair("elements", number(f.checked));
    if (f.descriptors) {
        s += "," + pair("descriptors", number(f.descriptors));
    }
    if (!f.outcomes.empty()) {
        s += ",\"outcomes\":{";
        const char *comma = "";
        for (const auto &o : f.outcomes) {
            s += comma + pair(o.first.c_str(), number(o.second));
            comma = ",";
        }
        s += "}";
    }
    return s + "}";
}

// The members of the JSON object, without the braces.
std::string members(const run_report &r)
{
    std::string s =
        pair("schema", "\"wgdesc/1\"") + "," + pair("cmd", "\"verify\"") + "," +
        pair("ok", r.ok() ? "true" : "false") + ",\n" + pair("version", quoted(r.version)) + "," +
        pair("device", quoted(r.device)) + "," + pair("cuda_driver", quoted(r.driver)) + "," +
        pair("driver_module", quoted(r.driver_module)) + "," +
        pair("cuda_runtime", quoted(r.runtime)) + "," + pair("toolkit", quoted(r.toolkit)) + ",\n" +
        pair("seed", number(r.seed)) + "," + pair("repeat", number(r.repeat)) + "," +
        pair("cases", number(r.total_cases())) + "," + pair("failed", number(r.total_failed())) +
        "," + pair("launches", number(r.launches)) + ",\n\"seconds\":{";
    const char *comma = "";
    for (const auto &t : r.seconds) {
        s += comma + pair(t.first.c_str(), fixed(t.second, 4));
        comma = ",";
    }
    s += "},\n\"families\":[";
    comma = "\n";
    for (const auto &f : r.families) {
        s += comma + family_json(f.first, f.second);
        comma = ",\n";
    }
    s += "],\n\"failures\":[";
    comma = "\n";
    for (const failure &f : r.failures) {
        s +=
            comma + ("{" + pair("case", quoted(f.name)) + "," + pair("message", quoted(f.message)) +
                     "," + pair("repeat", quoted(f.repeat)) + "}");
        comma = ",\n";
    }
    s += "],\n\"notes\":[";
    comma = "";
    for (const std::string &note : r.notes) {
        s += comma + quoted(note);
        comma = ",";
    }
    return s + "]";
}

// Failures that were kept of a family.
std::vector<failure> failures_of(const run_report &r, const std::string &name)
{
    std::vector<failure> out;
    for (const failure &f : r.failures) {
        if (f.family == name) {
            out.push_back(f);
        }
    }
    return out;
}

// Decodes one UTF-8 sequence length at s[i], 0 when it is not well formed (2 to 4 bytes).
size_t utf8_length(const std::string &s, size_t i)
{
    const unsigned char c = (unsigned char)s[i];
    const size_t n = c >= 0xf0 && c < 0xf5 ? 4 : c >= 0xe0 ? 3 : c >= 0xc2 ? 2 : 0;
    if (n == 0 || c >= 0xf5 || i + n > s.size()) {
        return 0;
    }
    for (size_t k = 1; k < n; k++) {
        if (((unsigned char)s[i + k] & 0xc0) != 0x80) {
            return 0;
        }
    }
    return n;
}

// Copies text through f(char) for ASCII; other bytes that are no UTF-8 become '?'.
template <class F> std::string escape_with(const std::string &s, F f)
{
    std::string out;
    for (size_t i = 0; i < s.size();) {
        if ((unsigned char)s[i] < 0x80) {
            out += f(s[i++]);
            continue;
        }
        const size_t n = utf8_length(s, i);
        out += n ? s.substr(i, n) : "?";
        i += n ? n : 1;
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

uint64_t run_report::mapped() const
{
    uint64_t n = 0;
    for (const auto &f : families) {
        n += f.first.rfind("map/", 0) == 0 ? f.second.descriptors : 0;
    }
    return n;
}

std::string json_escape(const std::string &s)
{
    return escape_with(s, [](char c) {
        char hex[8];
        snprintf(hex, sizeof hex, "\\u%04x", (unsigned)(unsigned char)c);
        return c == '"' || c == '\\'     ? std::string("\\") + c
               : (unsigned char)c < 0x20 ? std::string(hex)
                                         : std::string(1, c);
    });
}

std::string xml_escape(const std::string &s)
{
    return escape_with(s, [](char c) {
        const bool control = (unsigned char)c < 0x20 && c != '\n' && c != '\t';
        return c == '<'   ? std::string("&lt;")
               : c == '>' ? std::string("&gt;")
               : c == '&' ? std::string("&amp;")
               : c == '"' ? std::string("&quot;")
               : control  ? std::string("?")
                          : std::string(1, c);
    });
}

std::string report_text(const run_report &r)
{
    std::string s = r.device + ", driver " + r.driver_module + " (CUDA " + r.driver +
                    "), built with " + r.toolkit + ", seed " + number(r.seed) + "\n";
    for (const auto &f : r.families) {
        s += std::string(f.second.failed ? "FAIL " : "ok   ") + f.first + "  " +
             number(f.second.cases) + " cases";
        s += f.second.descriptors ? ", " + number(f.second.descriptors) + " descriptors" : "";
        for (const auto &o : f.second.outcomes) {
            s += ", " + number(o.second) + " " + o.first;
        }
        s += f.second.failed ? ", " + number(f.second.failed) + " failed\n" : "\n";
    }
    for (const failure &f : r.failures) {
        s += "\nFAIL " + f.name + "\n     " + f.message + "\n     again: " + f.repeat + "\n";
    }
    for (const std::string &note : r.notes) {
        s += note + "\n";
    }
    const double gemm = seconds_of(r, "gemm_gpu"), map = seconds_of(r, "map_gpu");
    if (gemm > 0) {
        s += "gemm: " + fixed(seconds_of(r, "gemm_wall"), 2) + " s, " + fixed(gemm, 3) +
             " s of it on the GPU, in " + number(r.launches) + " launches\n";
    }
    if (map > 0 && r.mapped()) {
        s += "map: " + number(r.mapped()) + " descriptors in " + fixed(map, 2) + " s on the GPU, " +
             fixed((double)r.mapped() / map / 1e6, 1) + " million a second\n";
    }
    return s + number(r.total_cases() - r.total_failed()) + " passed, " + number(r.total_failed()) +
           " failed\n";
}

std::string report_json(const run_report &r)
{
    return "{" + members(r) + "}\n";
}

std::string report_evidence(const run_report &r, const std::string &date, const std::string &digest)
{
    return "{" + members(r) + ",\n" + pair("date", quoted(date)) + "," +
           pair("program_sha256", quoted(digest)) + "}\n";
}

std::string report_tap(const run_report &r)
{
    std::string s;
    size_t i = 0;
    for (const auto &f : r.families) {
        s += std::string(f.second.failed ? "not ok " : "ok ") + number(++i) + " - " + f.first +
             " (" + number(f.second.cases) + " cases)\n";
        for (const failure &x : failures_of(r, f.first)) {
            s += "# " + x.name + ": " + x.message + "\n# again: " + x.repeat + "\n";
        }
    }
    return s + "1.." + number(i) + "\n";
}

std::string report_junit(const run_report &r)
{
    std::string s = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite "
                    "name=\"wgdesc-verify\" tests=\"" +
                    number(r.families.size()) + "\" failures=\"";
    uint64_t failed = 0;
    for (const auto &f : r.families) {
        failed += f.second.failed != 0;
    }
    s += number(failed) + "\">\n";
    for (const auto &f : r.families) {
        const size_t slash = f.first.find('/');
        s += "<testcase classname=\"" + xml_escape(f.first.substr(0, slash)) + "\" name=\"" +
             xml_escape(f.first) + "\"";
        if (!f.second.failed) {
            s += "/>\n";
            continue;
        }
        s += ">\n<failure message=\"" + number(f.second.failed) + " of " + number(f.second.cases) +
             " cases failed\">";
        for (const failure &x : failures_of(r, f.first)) {
            s += xml_escape(x.name + ": " + x.message + "\nagain: " + x.repeat + "\n");
        }
        s += "</failure>\n</testcase>\n";
    }
    return s + "</testsuite>\n</testsuites>\n";
}

namespace
{

// /dev/stdout, a pipe, a link: a rename would put a file in its place.
bool must_stay(const std::string &path)
{
    struct stat s;
    return lstat(path.c_str(), &s) == 0 && !S_ISREG(s.st_mode);
}

} // namespace

bool can_write_file(const std::string &path, std::string &error)
{
    const size_t slash = path.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
    const bool good = access(must_stay(path) ? path.c_str() : folder.c_str(), W_OK) == 0;
    error = good ? "" : path + ": " + strerror(errno);
    return good;
}

bool write_file(const std::string &path, const std::string &text, std::string &error)
{
    const bool in_place = must_stay(path);
    const std::string target = in_place ? path : path + ".tmp" + std::to_string(getpid());
    FILE *f = fopen(target.c_str(), "w");
    bool good = f != nullptr;
    if (f) {
        good = fwrite(text.data(), 1, text.size(), f) == text.size();
        good = (fclose(f) == 0) && good;
        good = good && (in_place || rename(target.c_str(), path.c_str()) == 0);
    }
    if (!good) {
        error = path + ": " + strerror(errno);
        if (f && !in_place) {
            unlink(target.c_str());
        }
    }
    return good;
}

} // namespace wgv
