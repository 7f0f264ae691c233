/* SPDX-License-Identifier: MIT
 *
 * wgdesc-bench: the options, from one table.
 */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "gemm_bench.h"
#include "wgdesc.h"

namespace
{

const bench_form FORMS[] = {
    {"bf16", WGD_BF16, WGD_MAJOR_K, WGD_MAJOR_K},
    {"bf16-k-mn", WGD_BF16, WGD_MAJOR_K, WGD_MAJOR_MN},
    {"bf16-mn-k", WGD_BF16, WGD_MAJOR_MN, WGD_MAJOR_K},
    {"bf16-mn-mn", WGD_BF16, WGD_MAJOR_MN, WGD_MAJOR_MN},
    {"e4m3", WGD_E4M3, WGD_MAJOR_K, WGD_MAJOR_K},
};

/* What is timed when no shape is given: cubes, tall, wide, deep, small. */
const int64_t SHAPES[][3] = {{4096, 4096, 4096},  {8192, 8192, 8192},  {16384, 16384, 16384},
                             {32768, 2048, 4096}, {2048, 32768, 4096}, {2048, 2048, 16384},
                             {2048, 2048, 2048},  {1024, 1024, 1024},  {1000, 3000, 2000}};

/* The one table of options. */
enum {
    OPT_SHAPE = 1,
    OPT_FORM,
    OPT_KERNEL,
    OPT_LIST,
    OPT_NO_CHECK,
    OPT_NO_TIME,
    OPT_ROUNDS,
    OPT_PAUSE,
    OPT_LEAD,
    OPT_BURST,
    OPT_SEED,
    OPT_CUBLAS,
    OPT_NO_CUBLAS,
    OPT_TRIES,
    OPT_JSON
};
struct option_row {
    const char *name, *argument;
    int id;
    const char *text;
};
const option_row OPTIONS[] = {
    {"shape", "MxNxK", OPT_SHAPE, "time this problem (repeatable; default: nine shapes)"},
    {"form", "NAME", OPT_FORM, "operands: bf16, bf16-k-mn, bf16-mn-k, bf16-mn-mn, e4m3"},
    {"kernel", "SPEC", OPT_KERNEL, "NAME[/gN][/snake][/pdl] (repeatable)"},
    {"list", NULL, OPT_LIST, "list the kernels and exit"},
    {"no-check", NULL, OPT_NO_CHECK, "time without checking the results first"},
    {"no-time", NULL, OPT_NO_TIME, "check only"},
    {"rounds", "N", OPT_ROUNDS, "rounds that the median is taken over (1..1000, default 9)"},
    {"pause-ms", "T", OPT_PAUSE, "milliseconds of rest before each timed burst (default 0)"},
    {"lead-ms", "T", OPT_LEAD, "milliseconds of launches before each timed burst (default 200)"},
    {"burst-ms", "T", OPT_BURST, "milliseconds of a timed burst (default 50)"},
    {"seed", "N", OPT_SEED, "seed of the random matrices (default 1)"},
    {"cublas", "PATH", OPT_CUBLAS, "open this libcublasLt"},
    {"no-cublas", NULL, OPT_NO_CUBLAS, "run without cuBLAS"},
    {"cublas-tries", "N", OPT_TRIES, "also time the best of cuBLAS's first N choices (1..32)"},
    {"json", "FILE", OPT_JSON, "write the results as JSON"},
    {"help", NULL, 'h', "this text"},
    {"version", NULL, 'V', "the version"},
};

int refuse(const char *option, const char *got, const char *want)
{
    wgd_diag d;
    wgd_fail(&d, GEMM_ERR_USAGE, option, "the option's value is not understood", got, want,
             "try 'wgdesc-bench --help'");
    return bench_complain(d);
}

int help(void)
{
    printf("usage: wgdesc-bench [options]\n\n"
           "Checks GEMM kernels (bf16 or e4m3 in, f32 sums, bf16 out) against a reference, then\n"
           "times them and cuBLAS in turn on random data and prints ratios.\n\n"
           "  wgdesc-bench --shape 8192x8192x8192 --json gemm.json\n"
           "  wgdesc-bench --kernel v3/g16 --kernel v3/g8/snake --form bf16-k-mn\n\n");
    for (const option_row &o : OPTIONS) {
        char left[40];
        snprintf(left, sizeof left, "--%s%s%s", o.name, o.argument ? " " : "",
                 o.argument ? o.argument : "");
        printf("  %-20s %s\n", left, o.text);
    }
    printf("\nExit status: 0 all right, 1 a result is wrong, 2 usage, 3 CUDA, I/O or memory,\n"
           "77 no GPU of compute capability 9.0.\n");
    return 0;
}

int list(void)
{
    for (int i = 0; i < gemm_kernel_count(); i++) {
        const gemm_kernel *k = gemm_kernel_at(i);
        const char *form = "";
        for (const bench_form &f : FORMS) {
            if (k->dtype == f.dtype && k->a_major == f.a_major && k->b_major == f.b_major) {
                form = f.name;
            }
        }
        printf("%-24s %-11s %s\n", k->name, form, k->text);
    }
    return 0;
}

/* A whole decimal number in least..most. */
bool number(const char *text, char end, int64_t least, int64_t most, int64_t *out,
            const char **rest)
{
    char *stop;
    errno = 0;
    const long long v = strtoll(text, &stop, 10);
    if (errno != 0 || stop == text || *stop != end || text[0] < '0' || text[0] > '9' || v < least ||
        v > most) {
        return false;
    }
    *out = v;
    if (rest != NULL) {
        *rest = stop + 1;
    }
    return true;
}

bool parse_shape(const char *text, gemm_shape *out)
{
    const char *rest = text;
    return number(rest, 'x', 1, INT32_MAX, &out->m, &rest) &&
           number(rest, 'x', 1, INT32_MAX, &out->n, &rest) &&
           number(rest, 0, 1, INT32_MAX, &out->k, NULL);
}

bool parse_kernel(const char *text, bench_kernel *out)
{
    out->text = text;
    out->tuning = gemm_tuning();
    size_t from = out->text.find('/');
    out->name = out->text.substr(0, from);
    while (from != std::string::npos) {
        const size_t to = out->text.find('/', from + 1);
        const std::string word =
            out->text.substr(from + 1, to == std::string::npos ? to : to - from - 1);
        int64_t v = 0;
        if (word == "snake") {
            out->tuning.snake = 1;
        } else if (word == "pdl") {
            out->tuning.dependent = 1;
        } else if (word[0] == 'g' && number(word.c_str() + 1, 0, 1, 65536, &v, NULL)) {
            out->tuning.group = (int)v;
        } else {
            return false;
        }
        from = to;
    }
    for (int i = 0; i < gemm_kernel_count(); i++) {
        if (out->name == gemm_kernel_at(i)->name) {
            return true;
        }
    }
    return false;
}

const bench_form *find_form(const char *name)
{
    for (const bench_form &f : FORMS) {
        if (strcmp(f.name, name) == 0) {
            return &f;
        }
    }
    return NULL;
}

void add_case(bench_options *o, const bench_form *form, gemm_shape shape)
{
    shape.dtype = form->dtype;
    shape.a_major = form->a_major;
    shape.b_major = form->b_major;
    o->cases.push_back({form, shape});
}

void fill_defaults(bench_options *o, const std::vector<gemm_shape> &shapes,
                   const std::vector<const bench_form *> &forms)
{
    for (const bench_form *f : forms) {
        for (const gemm_shape &s : shapes) {
            add_case(o, f, s);
        }
    }
    if (o->kernels.empty()) {
        for (const char *name : {"v1", "v2", "v2-128x128", "v3"}) {
            bench_kernel k;
            parse_kernel(name, &k);
            o->kernels.push_back(k);
        }
    }
    if (o->cublas) {
        bench_kernel k;
        parse_kernel("cublas", &k);
        o->kernels.insert(o->kernels.begin(), k);
    }
}

struct parsed {
    std::vector<gemm_shape> shapes;
    std::vector<const bench_form *> forms;
};

/* One option; -1 to go on, else the exit status. */
int take(int id, const char *arg, bench_options *o, parsed *p)
{
    int64_t v = 0;
    gemm_shape shape = {};
    bench_kernel kernel;
    switch (id) {
    case OPT_SHAPE:
        if (!parse_shape(arg, &shape)) {
            return refuse("--shape", arg, "MxNxK, for example 8192x8192x8192");
        }
        p->shapes.push_back(shape);
        break;
    case OPT_FORM:
        if (find_form(arg) == NULL) {
            return refuse("--form", arg, "bf16, bf16-k-mn, bf16-mn-k, bf16-mn-mn or e4m3");
        }
        p->forms.push_back(find_form(arg));
        break;
    case OPT_KERNEL:
        if (!parse_kernel(arg, &kernel)) {
            return refuse("--kernel", arg, "a name of --list with /gN, /snake, /pdl");
        }
        o->kernels.push_back(kernel);
        break;
    case OPT_ROUNDS:
        if (!number(arg, 0, 1, 1000, &v, NULL)) {
            return refuse("--rounds", arg, "1..1000");
        }
        o->rounds = (int)v;
        break;
    case OPT_PAUSE:
        if (!number(arg, 0, 0, 10000, &v, NULL)) {
            return refuse("--pause-ms", arg, "0..10000");
        }
        o->pause_ms = (double)v;
        break;
    case OPT_LEAD:
        if (!number(arg, 0, 0, 10000, &v, NULL)) {
            return refuse("--lead-ms", arg, "0..10000");
        }
        o->lead_ms = (double)v;
        break;
    case OPT_BURST:
        if (!number(arg, 0, 0, 10000, &v, NULL)) {
            return refuse("--burst-ms", arg, "0..10000");
        }
        o->burst_ms = (double)v;
        break;
    case OPT_SEED:
        if (!number(arg, 0, 0, INT64_MAX, &v, NULL)) {
            return refuse("--seed", arg, "0..9223372036854775807");
        }
        o->seed = (uint64_t)v;
        break;
    case OPT_TRIES:
        if (!number(arg, 0, 1, 32, &v, NULL)) {
            return refuse("--cublas-tries", arg, "1..32");
        }
        o->cublas_tries = (int)v;
        break;
    case OPT_NO_CHECK:
        o->check = false;
        break;
    case OPT_NO_TIME:
        o->time = false;
        break;
    case OPT_CUBLAS:
        o->cublas_path = arg;
        break;
    case OPT_NO_CUBLAS:
        o->cublas = false;
        break;
    case OPT_JSON:
        o->json = arg;
        break;
    case OPT_LIST:
        return list();
    case 'h':
        return help();
    case 'V':
        printf("wgdesc-bench %s\n", wgd_version());
        return 0;
    default:
        fprintf(stderr, "hint: try 'wgdesc-bench --help'\n");
        return 2;
    }
    return -1;
}

} // namespace

int bench_parse(int argc, char **argv, bench_options *o)
{
    o->check = o->time = o->cublas = true;
    o->rounds = 9;
    o->pause_ms = 0;
    o->lead_ms = 200;
    o->burst_ms = 50;
    o->cublas_tries = 1;
    o->seed = 1;
    std::vector<struct option> rows;
    for (const option_row &r : OPTIONS) {
        rows.push_back({r.name, r.argument ? required_argument : no_argument, NULL, r.id});
    }
    rows.push_back({NULL, 0, NULL, 0});
    parsed p;
    int id;
    while ((id = getopt_long(argc, argv, "hV", rows.data(), NULL)) != -1) {
        const int status = take(id, optarg, o, &p);
        if (status >= 0) {
            return status;
        }
    }
    if (optind < argc) {
        return refuse("argument", argv[optind], "options only");
    }
    const bool given = !p.shapes.empty();
    for (size_t i = 0; !given && i < sizeof SHAPES / sizeof *SHAPES; i++) {
        gemm_shape s = {};
        s.m = SHAPES[i][0];
        s.n = SHAPES[i][1];
        s.k = SHAPES[i][2];
        p.shapes.push_back(s);
    }
    if (p.forms.empty()) {
        p.forms.push_back(&FORMS[0]);
    }
    fill_defaults(o, p.shapes, p.forms);
    return -1;
}

std::vector<const gemm_kernel *> bench_contestants(const bench_options &o, const bench_form *form,
                                                   bool library, std::vector<bench_kernel> *specs)
{
    std::vector<const gemm_kernel *> found;
    for (const bench_kernel &k : o.kernels) {
        const gemm_kernel *kernel =
            gemm_kernel_find(k.name.c_str(), form->dtype, form->a_major, form->b_major);
        if (kernel != NULL && (library || k.name != "cublas")) {
            found.push_back(kernel);
            specs->push_back(k);
        }
    }
    return found;
}
