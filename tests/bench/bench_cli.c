/* SPDX-License-Identifier: MIT
 *
 * The program as a whole: one answer as a process beside /bin/true, and the answers a second of
 * batch.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"

extern char **environ;

enum { PROCESSES = 100, REQUESTS = 100000 };

typedef struct program {
    char *const *argv;
    const char *input; /* NULL: none */
    long answers;
    long peak_kib;
} program;

static void run(program *p)
{
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, p->input ? p->input : "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
    pid_t pid;
    int status = 0;
    struct rusage use;
    if (posix_spawn(&pid, p->argv[0], &files, NULL, p->argv, environ) != 0 ||
        wait4(pid, &status, 0, &use) != pid || WEXITSTATUS(status) > 1) {
        fprintf(stderr, "bench_cli: %s failed\n", p->argv[0]);
        exit(1);
    }
    p->peak_kib = use.ru_maxrss;
    posix_spawn_file_actions_destroy(&files);
}

static long processes(void *arg)
{
    for (int i = 0; i < PROCESSES; i++) {
        run(arg);
    }
    return PROCESSES;
}

static long answers(void *arg)
{
    program *p = arg;
    run(p);
    return p->answers;
}

/* A file of REQUESTS lines, each with its number between the two texts. */
static void write_requests(const char *name, const char *before, const char *after)
{
    FILE *f = fopen(name, "w");
    for (int i = 0; f && i < REQUESTS; i++) {
        fprintf(f, "%s%d%s\n", before, i, after);
    }
    if (!f || fclose(f) != 0) {
        fprintf(stderr, "bench_cli: cannot write %s\n", name);
        exit(1);
    }
}

static void bench_batch(const char *label, char *wgdesc, char *file, const char *before,
                        const char *after)
{
    write_requests(file, before, after);
    char *const argv[] = {wgdesc, (char *)"batch", NULL};
    program p = {argv, file, REQUESTS, 0};
    bench_report(label, answers, &p);
    printf("%-52s %12ld KiB resident\n", "", p.peak_kib);
    unlink(file);
}

int main(void)
{
    const char *b = getenv("B");
    char wgdesc[512], file[512];
    snprintf(wgdesc, sizeof wgdesc, "%s/wgdesc", b ? b : "build");
    snprintf(file, sizeof file, "%s/bench-requests.jsonl", b ? b : "build");
    char *const nothing[] = {(char *)"/bin/true", NULL};
    char *const tile[] = {wgdesc,        (char *)"--major", (char *)"mn",    (char *)"--swizzle",
                          (char *)"64B", (char *)"--shape", (char *)"64x16", NULL};
    program yardstick = {nothing, NULL, 1, 0}, one = {tile, NULL, 1, 0};
    const double idle = bench_report("/bin/true, as a process", processes, &yardstick);
    const double rate = bench_report("one descriptor, as a process", processes, &one);
    printf("%-52s %12.2f times /bin/true, %ld KiB resident\n", "", idle / rate, one.peak_kib);

    bench_batch("batch: desc, one block", wgdesc, file, "{\"id\":",
                ",\"cmd\":\"desc\",\"dtype\":\"f16\",\"operand\":\"a\",\"major\":\"mn\","
                "\"swizzle\":\"64B\",\"shape\":[64,16],\"n\":null,\"order\":[1,2],"
                "\"start\":\"0x400\"}");
    bench_batch("batch: desc, eight blocks", wgdesc, file, "{\"id\":",
                ",\"cmd\":\"desc\",\"major\":\"k\",\"swizzle\":\"128B\",\"shape\":[128,64]}");
    bench_batch("batch: layout composition", wgdesc, file, "{\"id\":",
                ",\"cmd\":\"layout\",\"op\":\"composition\",\"args\":[\"(8,4):(4,1)\","
                "\"(4,8):(8,1)\"]}");
    bench_batch("batch: decode", wgdesc, file,
                "{\"id\":", ",\"cmd\":\"decode\",\"desc\":\"0x4000004000010040\"}");
    bench_batch("batch: a request that is refused", wgdesc, file,
                "{\"id\":", ",\"cmd\":\"desc\",\"dtype\":\"f15\",\"major\":\"k\"}");
    return 0;
}
