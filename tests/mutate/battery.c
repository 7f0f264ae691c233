/* SPDX-License-Identifier: MIT
 *
 * All unit tests in one program, with all mutants of the library in it (schemata.py).
 *
 *     battery reach N US [PROGRAM ...]
 *                            every test: its name, its microseconds, how it ended, which of N probes it passes;
 *                            one that takes more than US microseconds is cut short; "-" for those of others
 *     battery run            lines "mutant test test ..." from standard input; for each
 *                            "mutant test", the test that noticed it, or "mutant -"
 *
 * Each test function, and each mutant, runs in a process of its own. A test that takes four times its time
 * of the processor, or crashes, has noticed the mutant.
 */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "battery.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TESTS_MAX = 4000, LINE_MAX_ = 1 << 16 };

typedef struct {
    const char *program;
    struct CMUnitTest test;
    CMFixtureFunction setup;
    long us; /* of the processor, as measured by `reach` */
} entry;

/* The main functions of the unit tests, renamed (programs.h is made by mutants.py). */
#define PROGRAM(name) int unit_##name(void);
#include "programs.h"
#undef PROGRAM

static entry entries[TESTS_MAX];
static int n_entries;
static const char *current;

int battery_group(const char *name, const struct CMUnitTest *tests, size_t n,
                  CMFixtureFunction setup, CMFixtureFunction teardown);

int battery_group(const char *name, const struct CMUnitTest *tests, size_t n,
                  CMFixtureFunction setup, CMFixtureFunction teardown)
{
    (void)name;
    (void)teardown;
    for (size_t i = 0; i < n; i++) {
        if (n_entries == TESTS_MAX) {
            abort(); /* what is left out notices nothing, and nobody would see that */
        }
        entries[n_entries++] = (entry){current, tests[i], setup, 0};
    }
    return 0;
}

static void run_one(const entry *e)
{
    void *state = e->test.initial_state;
    if (e->setup && e->setup(&state) != 0) {
        abort();
    }
    if (e->test.setup_func && e->test.setup_func(&state) != 0) {
        abort();
    }
    e->test.test_func(&state);
}

static void be_quiet(void)
{
    const int null = open("/dev/null", O_RDWR);
    dup2(null, 1);
    dup2(null, 2);
}

static bool is_among(const char *name, char *const *names)
{
    for (; *names; names++) {
        if (strcmp(name, *names) == 0) {
            return true;
        }
    }
    return false;
}

static int reach(size_t n_hits, long us, char *const *programs)
{
    unsigned char *hits =
        mmap(NULL, n_hits + 1, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < n_entries; i++) {
        if (*programs && !is_among(entries[i].program, programs)) {
            printf("-\n");
            continue;
        }
        memset(hits, 0, n_hits);
        fflush(stdout);
        const pid_t pid = fork();
        if (pid == 0) {
            be_quiet();
            wgd_limit(us, TESTS_GIB);
            run_one(&entries[i]);
            memcpy(hits, wgd_hit, n_hits);
            _exit(0);
        }
        int status = 0;
        struct rusage u;
        wait4(pid, &status, 0, &u);
        printf("%s/%s %ld %d", entries[i].program, entries[i].test.name,
               (long)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1000000 + u.ru_utime.tv_usec +
                   u.ru_stime.tv_usec,
               status);
        for (size_t k = 0; k < n_hits; k++) {
            if (hits[k]) {
                printf(" %zu", k);
            }
        }
        printf("\n");
    }
    return 0;
}

/* The number of the test that is under way is left in *at. */
static void run_all(int mutant, char *line, volatile int *at)
{
    be_quiet();
    wgd_become(mutant);
    char *rest; /* strtok's own state is the tests' */
    for (char *word = strtok_r(line, " \n", &rest); word; word = strtok_r(NULL, " \n", &rest)) {
        char *colon = strchr(word, ':');
        *at = atoi(word);
        wgd_limit(4 * atol(colon + 1) + 30000, TESTS_GIB);
        run_one(&entries[*at]);
    }
    _exit(0);
}

static int run(void)
{
    static char line[LINE_MAX_];
    volatile int *at =
        mmap(NULL, sizeof *at, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    while (fgets(line, sizeof line, stdin)) {
        char *rest;
        const int mutant = (int)strtol(line, &rest, 10);
        *at = -1;
        const pid_t pid = fork();
        if (pid == 0) {
            run_all(mutant, rest, at);
        }
        int status = 0;
        waitpid(pid, &status, 0);
        if (status == 0) {
            printf("%d -\n", mutant);
        } else {
            printf("%d %d\n", mutant, *at);
        }
        fflush(stdout);
    }
    return 0;
}

int main(int argc, char **argv)
{
    setenv("CMOCKA_TEST_ABORT", "1", 1);
#define PROGRAM(name)                                                                              \
    current = #name;                                                                               \
    unit_##name();
#include "programs.h"
#undef PROGRAM
    if (argc > 3 && strcmp(argv[1], "reach") == 0) {
        return reach((size_t)atol(argv[2]), atol(argv[3]), argv + 4);
    }
    return run();
}
