// SPDX-License-Identifier: MIT
//
// What an exhaustive run came to: parts that differ in N alone are one line.
#include <algorithm>

#include "common/json.h"
#include "exhaust_run.h"
#include "verify/map/map_check.h"

namespace wgv
{
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
