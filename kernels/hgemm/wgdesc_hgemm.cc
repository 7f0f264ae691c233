// SPDX-License-Identifier: MIT
//
// wgdesc-hgemm: times the HGEMM in both forms beside cuBLAS, and shows the accesses to shared
// memory to the hardware's counters beside what libwgdesc predicts for them.
#include "bank_patterns.h"
#include "bank_swizzles.h"
#include "common/option_table.h"
#include "common/output.h"
#include "common/program.h"
#include "hgemm_predict.h"
#include "hgemm_time.h"

namespace wgv
{
namespace
{

constexpr const char *USAGE =
    "usage: wgdesc-hgemm time [--cublas PATH] SIZE...   TFLOP/s of both forms and of cuBLAS\n"
    "       wgdesc-hgemm once plain|permuted SIZE       one launch, for a profiler\n"
    "       wgdesc-hgemm predict plain|permuted SIZE    wavefronts in shared memory, as JSON\n"
    "       wgdesc-hgemm probe [list]                   one launch for each pattern; or the\n"
    "                                                   predictions for them, as JSON Lines\n"
    "       wgdesc-hgemm swizzles [list]                the same for accesses of a hundred tiles, "
    "each\n"
    "                                                   in its best arrangement\n"
    "A SIZE is N (for N x N x N) or MxNxK.\n";

struct hgemm_options {
    bool help = false, version = false;
    std::string cublas_path;
};

std::vector<option_row> option_rows(hgemm_options &o)
{
    return {
        {"cublas", "PATH", "open this libcublas", text_in(o.cublas_path)},
        {"help", nullptr, "this text", flag(o.help), 'h'},
        {"version", nullptr, "the version", flag(o.version), 'V'},
    };
}

hgemm_size parse_size(const std::string &text)
{
    const std::vector<int64_t> z = read_sizes(text, 999999);
    if (z.size() != 1 && z.size() != 3) {
        throw failure(EXIT_USAGE, "not a size: " + text);
    }
    return {static_cast<int>(z[0]), static_cast<int>(z[z.size() / 2]),
            static_cast<int>(z[z.size() - 1])};
}

hgemm_form parse_form(const std::string &text)
{
    for (const hgemm_form form : {hgemm_form::plain, hgemm_form::permuted}) {
        if (text == hgemm_form_name(form)) {
            return form;
        }
    }
    throw failure(EXIT_USAGE, "not a form: " + text);
}

void run_time(const std::vector<std::string> &words, const std::string &cublas_path)
{
    std::vector<hgemm_size> sizes;
    for (size_t i = 1; i < words.size(); i++) {
        sizes.push_back(parse_size(words[i]));
    }
    if (sizes.empty()) {
        throw failure(EXIT_USAGE, "a size is missing");
    }
    time_hgemm(sizes, cublas_path);
}

void run_probe(bool swizzles, bool list)
{
    if (swizzles) {
        list ? list_swizzles() : run_swizzles();
    } else {
        list ? list_probes() : run_probes();
    }
}

int run(int argc, char **argv)
{
    hgemm_options o;
    const std::vector<std::string> words = read_options(option_rows(o), argc, argv);
    const std::string what = words.empty() ? "" : words[0];
    if (o.help || o.version) {
        print(o.help ? USAGE : version_line("wgdesc-hgemm"));
    } else if (what == "time") {
        run_time(words, o.cublas_path);
    } else if (what == "once" && words.size() == 3) {
        launch_hgemm_once(parse_form(words[1]), parse_size(words[2]));
    } else if (what == "predict" && words.size() == 3) {
        print(predict_hgemm(parse_form(words[1]), parse_size(words[2])));
    } else if ((what == "probe" || what == "swizzles") &&
               (words.size() == 1 || (words.size() == 2 && words[1] == "list"))) {
        run_probe(what == "swizzles", words.size() == 2);
    } else {
        throw failure(EXIT_USAGE, "what is to be done?");
    }
    return EXIT_RIGHT;
}

} // namespace
} // namespace wgv

int main(int argc, char **argv)
{
    return wgv::run_program({"wgdesc-hgemm", wgv::USAGE, wgv::run}, argc, argv);
}
