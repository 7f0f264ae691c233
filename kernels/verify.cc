// SPDX-License-Identifier: MIT
//
// wgdesc-verify: the program.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iterator>

#include "controls.h"
#include "gemm_check.h"
#include "map_check.h"
#include "options.h"
#include "plain_cases.h"
#include "plan.h"
#include "report.h"
#include "sha256.h"

namespace wgv
{
namespace
{

struct usage_error : std::runtime_error {
    using std::runtime_error::runtime_error;
};
struct io_error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Cases that one slice of work takes: enough for few launches, few enough for the progress to move.
constexpr size_t GEMM_SLICE = 32768, MAP_SLICE = 64;
// Failures that are explained, for each kind of check; the rest are counted.
constexpr size_t FAILURES_SHOWN = 10;

// What the options leave of all cases.
struct selection {
    std::vector<gemm_case> gemm, controls;
    std::vector<map_case> maps;
    std::vector<plain_case> plain;
    bool has_word = false; // --case map/.../0xDESC
    uint64_t word = 0;
    size_t size() const
    {
        return gemm.size() + controls.size() + maps.size() + plain.size();
    }
};

// Keeps the cases that the filter names and the shard holds. `index` counts over all kinds, so that
// shards share them out evenly.
template <class CASE>
std::vector<CASE> select(std::vector<CASE> all, const options &o, uint64_t &index)
{
    std::vector<CASE> kept;
    for (const CASE &c : all) {
        const bool everything = o.filter.empty() && o.one_case.empty();
        const std::string name = everything ? "" : name_of(c);
        const bool named = (o.one_case.empty() || name == o.one_case) &&
                           (o.filter.empty() || filter_matches(o.filter, name));
        if (named && index++ % o.shards == o.shard - 1) {
            kept.push_back(c);
        }
    }
    return kept;
}

selection select_cases(const options &given)
{
    options o = given;
    selection s;
    const size_t at = o.one_case.rfind("/0x");
    if (at != std::string::npos) {
        char *end;
        s.word = strtoull(o.one_case.c_str() + at + 1, &end, 16);
        s.has_word = *end == '\0' && end - (o.one_case.c_str() + at + 3) <= 16;
        o.one_case.resize(s.has_word ? at : o.one_case.size());
    }
    uint64_t index = 0;
    if (!s.has_word) {
        s.gemm = select(all_gemm_cases(), o, index);
        s.controls = select(all_control_cases(), o, index);
        s.plain = select(all_fragment_cases(), o, index);
        for (plain_case &c : select(all_hgemm_cases(), o, index)) {
            s.plain.push_back(std::move(c));
        }
    }
    s.maps = select(all_map_cases(), o, index);
    if (index == 0) {
        throw usage_error("no case has that name (field " +
                          std::string(o.one_case.empty() ? "filter: got '" + o.filter
                                                         : "case: got '" + given.one_case) +
                          "')\nhint: --list prints all names");
    }
    return s;
}

void list_cases(const selection &s)
{
    for (const gemm_case &c : s.gemm) {
        puts(name_of(c).c_str());
    }
    for (const gemm_case &c : s.controls) {
        puts(name_of(c).c_str());
    }
    for (const plain_case &c : s.plain) {
        puts(c.name.c_str());
    }
    for (const map_case &c : s.maps) {
        puts(name_of(c).c_str());
    }
}

class progress_bar
{
  public:
    progress_bar(bool forced, size_t total) : shown_(forced || isatty(STDERR_FILENO)), total_(total)
    {
    }
    ~progress_bar()
    {
        if (shown_) {
            fputs("\r\033[K", stderr);
        }
    }
    void advance(size_t by, const char *what)
    {
        done_ += by;
        if (shown_) {
            const int filled = (int)(30 * done_ / std::max<size_t>(total_, 1));
            fprintf(stderr, "\r[%-30.*s] %zu/%zu %s\033[K", filled,
                    "##############################", done_, total_, what);
            fflush(stderr);
        }
    }

  private:
    bool shown_;
    size_t total_, done_ = 0;
};

double now()
{
    using namespace std::chrono;
    return duration<double>(steady_clock::now().time_since_epoch()).count();
}

std::string form_name(const gemm_case &c)
{
    return std::string(wgd_inst_at(c.row)->ptx) + (c.sparse ? "/sp" : "");
}

std::string family_name(const map_case &c)
{
    map_case any = c;
    any.read.mn = 0;
    std::string s = name_of(any);
    const size_t n = s.find("/n0");
    return s.erase(n, 3);
}

// One run: the device, what to do, and the report that grows.
struct session {
    const device_info &device;
    const options &opt;
    uint64_t seed;
    run_report &report;
    progress_bar &progress;
    size_t explained[4] = {0, 0, 0, 0};
};

template <class EXPLAIN>
void add_failure(session &s, int kind, const std::string &family_key, const std::string &name,
                 const std::string &repeat_name, EXPLAIN explain)
{
    s.report.families[family_key].failed++;
    if (s.explained[kind]++ < FAILURES_SHOWN) {
        s.report.failures.push_back(
            {family_key, name, explain(),
             "wgdesc-verify --case '" + repeat_name + "' --seed " + std::to_string(s.seed)});
    }
}

void check_gemm(session &s, const std::vector<gemm_case> &cases)
{
    const double from = now();
    for (size_t at = 0; at < cases.size(); at += GEMM_SLICE) {
        const std::vector<gemm_case> slice(
            cases.begin() + (std::ptrdiff_t)at,
            cases.begin() + (std::ptrdiff_t)std::min(cases.size(), at + GEMM_SLICE));
        const gemm_run run = run_gemm(s.device, slice, s.seed);
        s.report.seconds["gemm_gpu"] += run.gpu_seconds;
        s.report.launches += run.launches;
        for (size_t i = 0; i < slice.size(); i++) {
            const std::string key = "gemm/" + form_name(slice[i]);
            family &f = s.report.families[key];
            f.cases++;
            f.checked += run.results[i].compared;
            std::string why;
            if (!gemm_passed(slice[i], run.jobs[i], run.results[i], s.device, why)) {
                const std::string name = name_of(slice[i]);
                add_failure(s, 0, key, name, name,
                            [&] { return explain_gemm(s.device, slice[i], run, i); });
            }
        }
        s.progress.advance(slice.size(), "gemm");
    }
    s.report.seconds["gemm_wall"] += now() - from;
}

void check_controls(session &s, const std::vector<gemm_case> &cases)
{
    const double from = now();
    const control_run run = run_controls(s.device, cases, s.seed);
    for (size_t i = 0; i < cases.size(); i++) {
        const std::string key = "control/" + form_name(cases[i]);
        family &f = s.report.families[key];
        f.cases++;
        f.outcomes[outcome_name(run.outcomes[i])]++;
        if (run.outcomes[i] == control_outcome::unnoticed ||
            run.outcomes[i] == control_outcome::contradicted) {
            const std::string name = name_of(cases[i]);
            add_failure(s, 1, key, name, name, [&] {
                return std::string(run.outcomes[i] == control_outcome::unnoticed
                                       ? "the harness did not notice this corruption"
                                       : "the result is wrong, yet the fetch rule says that the "
                                         "same bytes are read");
            });
        }
    }
    if (cases.size() == 1 && run.outcomes[0] == control_outcome::caught) {
        const gemm_run again = run_gemm(s.device, cases, s.seed);
        s.report.notes.push_back("caught: " + explain_gemm(s.device, cases[0], again, 0));
    }
    s.progress.advance(cases.size(), "controls");
    s.report.seconds["control_wall"] += now() - from;
    s.report.seconds["control_gpu"] += run.gpu_seconds;
}

// Register fragments and the HGEMM.
void check_plain(session &s, const std::vector<plain_case> &cases)
{
    const double from = now();
    for (const plain_case &c : cases) {
        const check_outcome outcome = c.run(s.seed);
        family &f = s.report.families[c.family];
        f.cases++;
        f.checked += outcome.checked;
        if (c.family.rfind("control/", 0) == 0 && outcome.passed) {
            f.outcomes["caught"]++;
        }
        if (!outcome.passed) {
            add_failure(s, 3, c.family, c.name, c.name, [&] { return outcome.why; });
        }
        s.progress.advance(1, "fragments");
    }
    s.report.seconds["fragment_wall"] += now() - from;
}

map_item item_of(const session &s, const selection &chosen, const map_case &c, size_t random_cases)
{
    map_item item = {c.read, {}, 0};
    if (chosen.has_word) {
        item.words.push_back(chosen.word);
        if (!stays_inside(chosen.word, c.read, map_window_from(s.device),
                          map_window_to(s.device))) {
            throw usage_error("the descriptor reads outside the shared memory that map recovery "
                              "fills (field case)\nhint: keep the block inside bytes " +
                              std::to_string(map_window_from(s.device)) + " to " +
                              std::to_string(map_window_to(s.device)));
        }
    } else if (c.canonical) {
        item.words = canonical_words(s.device, c.read);
    } else {
        item.count = std::max<uint64_t>(1, s.opt.descriptors / random_cases);
    }
    return item;
}

void check_maps(session &s, const selection &chosen, bool canonical)
{
    std::vector<map_case> cases;
    for (const map_case &c : chosen.maps) {
        if (c.canonical == canonical) {
            cases.push_back(c);
        }
    }
    const double from = now();
    for (size_t at = 0; at < cases.size(); at += MAP_SLICE) {
        std::vector<map_item> items;
        const size_t end = std::min(cases.size(), at + MAP_SLICE);
        for (size_t i = at; i < end; i++) {
            items.push_back(item_of(s, chosen, cases[i], cases.size()));
        }
        const map_run run = run_map(s.device, items, s.seed);
        s.report.seconds[canonical ? "canonical_gpu" : "map_gpu"] += run.gpu_seconds;
        for (size_t i = at; i < end; i++) {
            const map_item &item = items[i - at];
            const map_result &result = run.results[i - at];
            const std::string key = family_name(cases[i]);
            family &f = s.report.families[key];
            f.cases++;
            f.checked += result.compared;
            f.descriptors += item.words.empty() ? item.count : item.words.size();
            std::string why;
            if (!map_passed(item, result, why)) {
                const std::string name = name_of(cases[i]);
                const std::string word =
                    result.first_bad == ~0ull
                        ? ""
                        : "/" + hex_word(map_word(s.device, item, s.seed, result.first_bad));
                add_failure(s, 2, key, name, name + word,
                            [&] { return explain_map(s.device, item, s.seed, result); });
            }
        }
        s.progress.advance(end - at, canonical ? "canonical" : "map");
    }
    s.report.seconds[canonical ? "canonical_wall" : "map_wall"] += now() - from;
}

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
        throw io_error("/proc/self/exe: cannot be read");
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

// A run takes a while: what could not be written in the end is refused before it.
void check_writable(const std::string &path)
{
    std::string error;
    if (!path.empty() && !can_write_file(path, error)) {
        throw io_error(error);
    }
}

void write_or_throw(const std::string &path, const std::string &text)
{
    std::string error;
    if (!write_file(path, text, error)) {
        throw io_error(error);
    }
}

void print_or_throw(const std::string &text)
{
    fputs(text.c_str(), stdout);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        throw io_error("standard output: cannot be written");
    }
}

int run_selected(const options &o, const selection &chosen)
{
    check_writable(o.junit);
    check_writable(o.evidence);
    const device_info device = open_device();
    run_report report;
    report.version = wgd_version();
    report.device = device.name;
    report.driver = device.driver;
    report.runtime = device.runtime;
    report.driver_module = driver_module();
    report.toolkit = "CUDA " + std::to_string(CUDART_VERSION / 1000) + "." +
                     std::to_string(CUDART_VERSION % 1000 / 10);
    report.seed = o.seed;
    report.repeat = o.repeat;
    const double from = now();
    {
        progress_bar progress(o.progress, chosen.size() * o.repeat);
        for (uint64_t i = 0; i < o.repeat; i++) {
            session s = {device, o, o.seed + i, report, progress};
            check_gemm(s, chosen.gemm);
            check_controls(s, chosen.controls);
            check_plain(s, chosen.plain);
            check_maps(s, chosen, false);
            check_maps(s, chosen, true);
        }
    }
    report.seconds["total_wall"] = now() - from;
    if (!o.junit.empty()) {
        write_or_throw(o.junit, report_junit(report));
    }
    if (!o.evidence.empty()) {
        write_or_throw(o.evidence, report_evidence(report, date_now(), own_digest()));
    }
    print_or_throw(o.json ? report_json(report) : o.tap ? report_tap(report) : report_text(report));
    return report.ok() ? EXIT_RIGHT : EXIT_MISMATCH;
}

int run(int argc, char **argv)
{
    options o;
    std::string error;
    if (!parse_options(argc, argv, o, error)) {
        throw usage_error(error);
    }
    if (o.help || o.version) {
        print_or_throw(o.help ? help_text() : std::string("wgdesc-verify ") + wgd_version() + "\n");
        return EXIT_RIGHT;
    }
    const selection chosen = select_cases(o);
    if (o.list) {
        list_cases(chosen);
        print_or_throw("");
        return EXIT_RIGHT;
    }
    return run_selected(o, chosen);
}

} // namespace
} // namespace wgv

int main(int argc, char **argv)
{
    const char *const name = "wgdesc-verify: ";
    try {
        return wgv::run(argc, argv);
    } catch (const wgv::usage_error &e) {
        fprintf(stderr, "%serror: %s\n", name, e.what());
        return wgv::EXIT_USAGE;
    } catch (const wgv::no_gpu &e) {
        fprintf(stderr, "%s%s\n", name, e.what());
        return wgv::EXIT_NO_GPU;
    } catch (const std::exception &e) {
        fprintf(stderr, "%serror: %s\n", name, e.what());
        return wgv::EXIT_ERROR;
    }
}
