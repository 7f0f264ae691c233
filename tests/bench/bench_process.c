/* SPDX-License-Identifier: MIT
 *
 * Whole processes: how long one answer takes from exec to exit, against /bin/true started in turn
 * with it, and the greatest resident memory; then answers a second of `wgdesc batch`.
 * The program under test is $B/wgdesc.
 */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"

enum { STARTS = 401, REQUESTS = 200000 };
extern char **environ;

static char program[512];

/* Seconds from start to exit; the exit status must be 0. */
static double run_once(char *const argv[], const char *in, const char *out)
{
    posix_spawn_file_actions_t files;
    pid_t pid;
    int status;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, in, O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, out, O_WRONLY, 0);
    const double from = bench_now();
    if (posix_spawn(&pid, argv[0], &files, NULL, argv, environ) != 0 ||
        waitpid(pid, &status, 0) != pid || status != 0) {
        fprintf(stderr, "bench: %s failed\n", argv[0]);
        exit(1);
    }
    const double spent = bench_now() - from;
    posix_spawn_file_actions_destroy(&files);
    return spent;
}

static double median(double *v, int n)
{
    qsort(v, (size_t)n, sizeof v[0], bench_less);
    return v[n / 2];
}

static void one_answer(const char *label, char *argv[])
{
    static double ours[STARTS], yardstick[STARTS];
    char *const true_argv[] = {"/bin/true", NULL};
    argv[0] = program;
    for (int i = 0; i < STARTS; i++) {
        yardstick[i] = run_once(true_argv, "/dev/null", "/dev/null");
        ours[i] = run_once(argv, "/dev/null", "/dev/null");
    }
    const double a = median(ours, STARTS), b = median(yardstick, STARTS);
    printf("%-52s %8.0f us, %.2f times /bin/true\n", label, a * 1e6, a / b);
}

static void batch_rate(void)
{
    char path[] = "/tmp/wgdesc-bench-XXXXXX";
    char *const argv[] = {program, "batch", NULL};
    const int fd = mkstemp(path);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
    if (!f) {
        perror("bench: temporary file");
        exit(1);
    }
    for (int i = 0; i < REQUESTS; i++) {
        fprintf(f,
                "{\"cmd\":\"desc\",\"major\":\"%s\",\"swizzle\":\"%s\",\"shape\":[64,%d],"
                "\"start\":\"0x400\",\"id\":%d}\n",
                i & 1 ? "mn" : "k", i & 2 ? "64B" : "none", i & 4 ? 64 : 32, i);
    }
    fclose(f);
    double t[5];
    for (int i = 0; i < 5; i++) {
        t[i] = run_once(argv, path, "/dev/null");
    }
    unlink(path);
    printf("%-52s %12.0f a second\n", "batch: answers", REQUESTS / median(t, 5));
}

int main(void)
{
    const char *b = getenv("B");
    struct rusage use;
    char *desc[] = {NULL, "--major", "mn", "--swizzle", "64B", "--shape", "64x16", NULL};
    snprintf(program, sizeof program, "%s/wgdesc", b ? b : "build");
    char *solve[] = {NULL, "solve", "--layout", "Sw<3,4,3> o smem_ptr[16b] o (128,64):(64,1)",
                     NULL};
    char *show[] = {NULL,    "show",   "--major", "mn",       "--swizzle", "64B", "--shape",
                    "64x16", "--unit", "element", "--format", "svg",       NULL};
    one_answer("process: desc of a 64x16 tile", desc);
    one_answer("process: show of a 64x16 tile, elements, SVG", show);
    one_answer("process: solve of a 128x64 tile", solve);
    getrusage(RUSAGE_CHILDREN, &use);
    printf("%-52s %8ld KiB\n", "process: greatest resident memory", use.ru_maxrss);
    batch_rate();
    return 0;
}
