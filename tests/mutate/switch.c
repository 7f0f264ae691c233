/* SPDX-License-Identifier: MIT
 *
 * The program with its mutants in it: WGD_MUTANT in the environment says which one runs, and to the file
 * WGD_HITS are added the numbers of the probes that were passed. A program that does not give back what it
 * allocated exits as the leak sanitizer has it, under which the same tests run.
 */
#define _GNU_SOURCE
#include "battery.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

int wgd_mutant;

extern const wgd_patch __start_wgd_patches[] __attribute__((weak));
extern const wgd_patch __stop_wgd_patches[] __attribute__((weak));

void wgd_become(int mutant)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    wgd_mutant = mutant;
    for (const wgd_patch *p = __start_wgd_patches; p < __stop_wgd_patches; p++) {
        const uintptr_t a = (uintptr_t)p->to & ~(page - 1);
        const uintptr_t b = ((uintptr_t)p->to + p->size + page - 1) & ~(page - 1);
        if (p->number == mutant && mprotect((void *)a, b - a, PROT_READ | PROT_WRITE) == 0) {
            memcpy((void *)(uintptr_t)p->to, p->from, p->size);
        }
    }
}

/* There where AddressSanitizer is, which takes more address space than any limit would leave it. */
extern void __asan_init(void) __attribute__((weak));

void wgd_limit(long us, int gib)
{
    const struct rlimit none = {0, 0}, memory = {(rlim_t)gib << 30, (rlim_t)gib << 30};
    const struct itimerval t = {{0, 0}, {us / 1000000, us % 1000000}};
    setrlimit(RLIMIT_CORE, &none);
    if (!__asan_init) {
        setrlimit(RLIMIT_AS, &memory);
    }
    setitimer(ITIMER_PROF, &t, NULL);
}

#ifndef WGD_LIBRARY
#include "../lib/held.h"

enum { LEAKED = 23 };

static int must_fail(void)
{
    return 0;
}

/* WGD_INSTEAD names a program that runs in the place of this one; a library's program is another, and so is that
 * which writes the manual. */
static void give_way(char **argv)
{
    const char *instead = getenv("WGD_INSTEAD"), *slash = strrchr(argv[0], '/');
    char name[4096];
    if (instead && strcmp(slash ? slash + 1 : argv[0], "wgdesc") == 0) {
        snprintf(name, sizeof name, "%s", instead);
        unsetenv("WGD_INSTEAD");
        execv(name, argv);
        _exit(127);
    }
}
#endif

__attribute__((constructor)) static void begin(int argc, char **argv)
{
    (void)argc;
#ifndef WGD_LIBRARY
    give_way(argv);
#else
    (void)argv;
#endif
    const char *mutant = getenv("WGD_MUTANT"), *us = getenv("WGD_LIMIT");
    if (mutant && us) {
        wgd_limit(atol(us), PROGRAM_GIB);
        wgd_become(atoi(mutant));
    }
}

__attribute__((destructor)) static void end(void)
{
    const char *name = getenv("WGD_HITS");
    FILE *f = name ? fopen(name, "a") : NULL;
    if (f) {
        setvbuf(f, NULL, _IOFBF, 1 << 20); /* whole numbers, where several processes add theirs */
    }
    for (size_t k = 0; f && k < wgd_hits; k++) {
        if (wgd_hit[k]) {
            fprintf(f, "%zu ", k);
        }
    }
    if (f) {
        fclose(f);
    }
#ifndef WGD_LIBRARY
    if (held != 0) {
        fflush(NULL);
        _exit(LEAKED);
    }
#endif
}
