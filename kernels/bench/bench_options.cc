/* SPDX-License-Identifier: MIT
 *
 * wgdesc-bench: the options, from one table.
 */
#include "bench_options.h"

#include <cstdio>

#include "common/option_table.h"

namespace
{

using namespace wgv;

const gemm_form FORMS[] = {
    {"bf16", WGD_BF16, WGD_MAJOR_K, WGD_MAJOR_K},
    {"bf16-k-mn", WGD_BF16, WGD_MAJOR_K, WGD_MAJOR_MN},
    {"bf16-mn-k", WGD_BF16, WGD_MAJOR_MN, WGD_MAJOR_K},
    {"bf16-mn-mn", WGD_BF16, WGD_MAJOR_MN, WGD_MAJOR_MN},
    {"e4m3", WGD_E4M3, WGD_MAJOR_K, WGD_MAJOR_K},
    {"f16-acc16", WGD_F16, WGD_MAJOR_K, WGD_MAJOR_K},
    {"tf32", WGD_TF32, WGD_MAJOR_K, WGD_MAJOR_K},
};

/* What is timed when no shape is given: cubes, tall, wide, deep, small. */
const gemm_shape SHAPES[] = {{4096, 4096, 4096},  {8192, 8192, 8192},  {16384, 16384, 16384},
                             {32768, 2048, 4096}, {2048, 32768, 4096}, {2048, 2048, 16384},
                             {2048, 2048, 2048},  {1024, 1024, 1024},  {1000, 3000, 2000}};

/* What may follow a kernel's name, each behind a '/'. */
const struct {
    char letter;
    int least, most;
    int gemm_tuning::*field;
    const char *text;
} KERNEL_WORDS[] = {
    {'g', 1, 65536, &gemm_tuning::group, "gN rows of tiles in a band"},
    {'k', 1, 16, &gemm_tuning::split, "kN blocks of a cluster share a tile"},
    {'m', 1, 256, &gemm_tuning::split, "mN blocks share one through memory"},
    {'w', 8, 256, &gemm_tuning::width, "wN columns of a tile"},
    {'s', 2, 32, &gemm_tuning::stages, "sN stages at most, of a tile of 64 rows"},
    {'p', 0, 2, &gemm_tuning::pairs,
     "pN neighbours side by side: not, where the rule says so, by claims"},
    {'a', 0, 64, &gemm_tuning::ahead, "aN stages fetched ahead of the launch"},
};

bool take_word(const std::string &word, gemm_tuning &t)
{
    if (word == "snake" || word == "pdl") {
        (word == "pdl" ? t.dependent : t.snake) = 1;
        return true;
    }
    for (const auto &k : KERNEL_WORDS) {
        uint64_t v = 0;
        if (word[0] == k.letter &&
            read_number(word.substr(1), (uint64_t)k.least, (uint64_t)k.most, v)) {
            t.*k.field = (int)v;
            t.in_memory |= k.letter == 'm';
            return true;
        }
    }
    return false;
}

/* The words, for the help. */
std::string kernel_words()
{
    std::string s = "snake: K backwards in every other tile; pdl: dependent launch";
    for (const auto &k : KERNEL_WORDS) {
        s += std::string(";\n") + "  " + k.text + ", " + std::to_string(k.least) + " to " +
             std::to_string(k.most);
    }
    return s;
}

bool parse_kernel(const std::string &text, bench_kernel &out)
{
    const std::vector<std::string> words = split(text, '/');
    out = {text, words[0], gemm_tuning()};
    for (size_t i = 1; i < words.size(); i++) {
        if (!take_word(words[i], out.tuning)) {
            return false;
        }
    }
    for (int i = 0; i < gemm_kernel_count(); i++) {
        if (out.name == gemm_kernel_at(i)->name) {
            return true;
        }
    }
    return false;
}

bool parse_shape(const std::string &text, gemm_shape &out)
{
    const std::vector<int64_t> z = read_sizes(text, INT32_MAX);
    if (z.size() != 3) {
        return false;
    }
    out = {z[0], z[1], z[2]};
    return true;
}

/* MxNxK=SPEC,SPEC,...: a shape, and all of its kernels. */
bool parse_case(const std::string &text, bench_case &out)
{
    const size_t at = text.find('=');
    if (at == std::string::npos || !parse_shape(text.substr(0, at), out.shape)) {
        return false;
    }
    for (const std::string &spec : split(text.substr(at + 1), ',')) {
        out.kernels.emplace_back();
        if (!parse_kernel(spec, out.kernels.back())) {
            return false;
        }
    }
    return true;
}

/* A value that is parsed and added to those there are. */
template <class T>
option_value each(bool (*parse)(const std::string &, T &), std::vector<T> &all, const char *wanted)
{
    return {[parse, &all](const char *text) {
                T one = {};
                const bool good = parse(text, one);
                if (good) {
                    all.push_back(one);
                }
                return good;
            },
            wanted};
}

bool take_form(const std::string &name, bench_options &o)
{
    for (const gemm_form &f : FORMS) {
        if (name == f.name) {
            o.forms.push_back(&f);
            return true;
        }
    }
    return false;
}

/* The one table of options. */
std::vector<option_row> option_rows(bench_options &o)
{
    const option_value shape = each(parse_shape, o.shapes, "MxNxK, for example 8192x8192x8192");
    const option_value own =
        each(parse_case, o.own, "MxNxK=SPEC,SPEC, each SPEC as --kernel takes it");
    const option_value form = {[&o](const char *text) { return take_form(text, o); },
                               "bf16, bf16-k-mn, bf16-mn-k, bf16-mn-mn, e4m3, f16-acc16 or tf32"};
    const option_value kernel =
        each(parse_kernel, o.kernels,
             "a name of --list with /gN, /kN, /mN, /wN, /sN, /pN, /aN, /snake, /pdl");
    return {
        {"shape", "MxNxK", "time this problem (repeatable; default: nine shapes)", shape},
        {"case", "MxNxK=SPEC,...", "time this problem with kernels of its own (repeatable)", own},
        {"form", "NAME", "bf16, bf16-k-mn, bf16-mn-k, bf16-mn-mn, e4m3, f16-acc16, tf32", form},
        {"kernel", "SPEC", "NAME[/WORD]... (repeatable); words are below", kernel},
        {"list", nullptr, "list the kernels and exit", flag(o.list)},
        {"no-check", nullptr, "time without checking the results first", flag(o.check, false)},
        {"no-time", nullptr, "check only", flag(o.time, false)},
        {"rounds", "N", "rounds that the median is taken over (1..1000, default 9)",
         number_in(o.rounds, 1, 1000)},
        {"pause-ms", "T", "milliseconds of rest before each timed burst (default 0)",
         number_in(o.pause_ms, 0, 10000)},
        {"lead-ms", "T", "milliseconds of launches before each timed burst (default 200)",
         number_in(o.lead_ms, 0, 10000)},
        {"burst-ms", "T", "milliseconds of a timed burst (default 50)",
         number_in(o.burst_ms, 0, 10000)},
        {"seed", "N", "seed of the random matrices (default 1)", number_in(o.seed, 0, INT64_MAX)},
        {"cublas", "PATH", "open this libcublasLt", text_in(o.cublas_path)},
        {"no-cublas", nullptr, "run without cuBLAS", flag(o.cublas, false)},
        {"cublas-tries", "N", "also time the best of cuBLAS's first N choices (1..32)",
         number_in(o.cublas_tries, 1, 32)},
        {"json", "FILE", "write the results as JSON", text_in(o.json)},
        {"help", nullptr, "this text", flag(o.help), 'h'},
        {"version", nullptr, "the version", flag(o.version), 'V'},
    };
}

void fill_defaults(bench_options &o)
{
    if (o.shapes.empty() && o.own.empty()) {
        o.shapes.assign(SHAPES, SHAPES + sizeof SHAPES / sizeof *SHAPES);
    }
    if (o.forms.empty()) {
        o.forms.push_back(&FORMS[0]);
    }
    if (o.kernels.empty()) {
        for (const char *name : {"v1", "v2", "v2-128x128", "v3"}) {
            o.kernels.push_back({name, name, {}});
        }
    }
    if (o.cublas) {
        const bench_kernel library = {"cublas", "cublas", {}};
        o.kernels.insert(o.kernels.begin(), library);
        for (bench_case &own : o.own) {
            own.kernels.insert(own.kernels.begin(), library);
        }
    }
}

/* Every form with every shape. */
void fill_cases(bench_options &o)
{
    for (const gemm_form *f : o.forms) {
        for (const gemm_shape &shape : o.shapes) {
            o.cases.push_back({f, shape, o.kernels});
        }
        for (const bench_case &own : o.own) {
            o.cases.push_back({f, own.shape, own.kernels});
        }
    }
}

} // namespace

bench_options read_bench_options(int argc, char **argv)
{
    bench_options o;
    read_options_only(option_rows(o), argc, argv);
    fill_defaults(o);
    fill_cases(o);
    return o;
}

std::string bench_help()
{
    bench_options o;
    return "usage: wgdesc-bench [options]\n\n"
           "Checks GEMM kernels against a reference, then times them and cuBLAS in turn on random\n"
           "data and prints ratios. bf16 and e4m3: f32 sums, bf16 out; f16-acc16: f16 sums, f16\n"
           "out; tf32: f32 sums, f32 out.\n\n"
           "  wgdesc-bench --shape 8192x8192x8192 --json gemm.json\n"
           "  wgdesc-bench --kernel v3/g16 --kernel v3/g8/snake --form bf16-k-mn\n"
           "  wgdesc-bench --case 512x512x8192=v3,v3-128x128-c1x1/k5 --no-check\n\n" +
           options_help(option_rows(o)) + "\nWords of --kernel, for version 3:\n  " +
           kernel_words() + "\n" +
           "\nExit status: 0 all right, 1 a result is wrong, 2 usage, 3 CUDA, I/O or memory,\n"
           "77 no GPU of compute capability 9.0.\n";
}

std::string bench_list()
{
    std::string s;
    for (int i = 0; i < gemm_kernel_count(); i++) {
        const gemm_kernel *k = gemm_kernel_at(i);
        const char *form = "";
        for (const gemm_form &f : FORMS) {
            if (k->dtype == f.dtype && k->a_major == f.a_major && k->b_major == f.b_major) {
                form = f.name;
            }
        }
        char line[160];
        snprintf(line, sizeof line, "%-24s %-11s %s\n", k->name, form, k->text);
        s += line;
    }
    return s;
}

std::vector<const gemm_kernel *> bench_contestants(const bench_case &what, bool library,
                                                   std::vector<bench_kernel> *specs)
{
    std::vector<const gemm_kernel *> found;
    const gemm_form &form = *what.form;
    for (const bench_kernel &k : what.kernels) {
        const gemm_kernel *kernel =
            gemm_kernel_find(k.name.c_str(), form.dtype, form.a_major, form.b_major);
        if (kernel != NULL && (library || k.name != "cublas")) {
            found.push_back(kernel);
            specs->push_back(k);
        }
    }
    return found;
}
