/* SPDX-License-Identifier: MIT
 *
 * The results as a table and as JSON.
 */
#include <errno.h>
#include <string.h>

#include "gemm_bench.h"

void bench_print_table(const std::vector<bench_result> &results)
{
    for (const bench_result &r : results) {
        const gemm_shape &s = r.what.shape;
        printf("\n%s %lldx%lldx%lld\n", r.what.form->name, (long long)s.m, (long long)s.n,
               (long long)s.k);
        printf("  %-30s %12s %9s %9s %8s  %s\n", "kernel", "median us", "spread %", "TFLOP/s",
               "/cublas", "instance");
        for (const bench_timing &t : r.timings) {
            printf("  %-30s %12.2f %9.2f %9.1f", t.kernel.c_str(), t.median_us,
                   100 * (t.most_us - t.least_us) / t.median_us, t.tflops);
            if (t.ratio > 0) {
                printf(" %8.3f", t.ratio);
            } else {
                printf(" %8s", "-");
            }
            printf("  %s\n", t.instance.c_str());
        }
    }
    fflush(stdout);
}

namespace
{

/* Text in JSON: what comes here are names and the driver's texts, ASCII. */
void put_string(FILE *f, const std::string &s)
{
    fputc('"', f);
    for (const char c : s) {
        if (c == '"' || c == '\\') {
            fputc('\\', f);
        }
        if ((unsigned char)c >= 0x20) {
            fputc(c, f);
        }
    }
    fputc('"', f);
}

void put_timing(FILE *f, const bench_timing &t)
{
    fprintf(f, "{\"kernel\":");
    put_string(f, t.kernel);
    if (!t.instance.empty()) {
        fprintf(f, ",\"instance\":");
        put_string(f, t.instance);
    }
    fprintf(f, ",\"median_us\":%.3f,\"least_us\":%.3f,\"tflops\":%.1f", t.median_us, t.least_us,
            t.tflops);
    if (t.ratio > 0) {
        fprintf(f, ",\"ratio\":%.4f", t.ratio);
    }
    fprintf(f, ",\"rounds_us\":[");
    for (size_t i = 0; i < t.us.size(); i++) {
        fprintf(f, "%s%.3f", i ? "," : "", t.us[i]);
    }
    fprintf(f, "]}");
}

void put_all(FILE *f, const bench_options &o, const bench_machine &m,
             const std::vector<bench_result> &results)
{
    fprintf(f, "{\"schema\":\"wgdesc/1\",\"cmd\":\"bench\",\"device\":");
    put_string(f, m.device);
    fprintf(f, ",\"multiprocessors\":%d,\"l2_bytes\":%d,\"driver\":\"%d.%d\",\"runtime\":\"%d.%d\"",
            m.multiprocessors, m.l2_bytes, m.driver / 1000, m.driver % 1000 / 10, m.runtime / 1000,
            m.runtime % 1000 / 10);
    if (!m.library.empty()) {
        fprintf(f, ",\"library\":");
        put_string(f, m.library);
    }
    fprintf(f,
            ",\"rounds\":%d,\"pause_ms\":%g,\"lead_ms\":%g,\"burst_ms\":%g,\"seed\":%llu,"
            "\"checked\":%s,\"results\":[",
            o.rounds, o.pause_ms, o.lead_ms, o.burst_ms, (unsigned long long)o.seed,
            o.check ? "true" : "false");
    for (size_t i = 0; i < results.size(); i++) {
        const gemm_shape &s = results[i].what.shape;
        fprintf(f, "%s\n{\"form\":\"%s\",\"m\":%lld,\"n\":%lld,\"k\":%lld,\"timings\":[",
                i ? "," : "", results[i].what.form->name, (long long)s.m, (long long)s.n,
                (long long)s.k);
        for (size_t j = 0; j < results[i].timings.size(); j++) {
            fprintf(f, "%s\n ", j ? "," : "");
            put_timing(f, results[i].timings[j]);
        }
        fprintf(f, "]}");
    }
    fprintf(f, "]}\n");
}

} // namespace

wgd_status bench_write_json(const bench_options &o, const bench_machine &machine,
                            const std::vector<bench_result> &results, wgd_diag *diag)
{
    const std::string half = o.json + ".part";
    FILE *f = fopen(half.c_str(), "w");
    bool good = f != NULL;
    if (good) {
        put_all(f, o, machine, results);
        good = ferror(f) == 0;
        good = fclose(f) == 0 && good;
        good = good && rename(half.c_str(), o.json.c_str()) == 0;
    }
    if (good) {
        return WGD_OK;
    }
    const int error = errno;
    remove(half.c_str());
    return wgd_fail(diag, GEMM_ERR_IO, "json", "the results cannot be written", strerror(error),
                    "a path that can be written", "");
}
