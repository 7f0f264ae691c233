/* SPDX-License-Identifier: MIT
 *
 * Runs a fuzz target over every file of its folder of seeds (CORPUS, set by the makefile), so that
 * what a fuzzer once found stays found. Prints TAP. With RUNS and SEED also over as many inputs made from
 * the seeds, the same each time: without sanitizers, for the oracles, and many in a second; the input
 * that is being run is left in the file that WGD_INPUT names, if it aborts.
 */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int is_seed(const struct dirent *d)
{
    return d->d_name[0] != '.';
}

/* The file's bytes, which the caller frees; NULL when it cannot be read. */
static uint8_t *read_file(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    uint8_t *bytes = NULL;
    long n = -1;
    if (f && fseek(f, 0, SEEK_END) == 0) {
        n = ftell(f);
        rewind(f);
    }
    if (n >= 0) {
        /* Exactly as large as the file, so that reading beyond it is seen by a sanitizer. */
        bytes = malloc(n > 0 ? (size_t)n : 1);
    }
    if (bytes && fread(bytes, 1, (size_t)n, f) != (size_t)n) {
        free(bytes);
        bytes = NULL;
    }
    if (f) {
        fclose(f);
    }
    *size = bytes ? (size_t)n : 0;
    return bytes;
}

/* ---- inputs made from the seeds ----------------------------------------------------------------- */

enum { INPUT_MAX = 4096 };

typedef struct input {
    uint8_t *bytes;
    size_t size;
} input;

static uint64_t state;
static uint8_t made[INPUT_MAX];
static size_t made_size;

/* xorshift64*; 0 .. n-1 */
static size_t below(size_t n)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (size_t)((state * UINT64_C(2685821657736338717) >> 32) % n);
}

static void insert(const uint8_t *from, size_t n, size_t at)
{
    n = n < INPUT_MAX - made_size ? n : INPUT_MAX - made_size;
    memmove(made + at + n, made + at, made_size - at);
    memcpy(made + at, from, n);
    made_size += n;
}

static void change(const input *seeds, int n)
{
    const size_t at = below(made_size + 1), left = made_size - at;
    const input *other = &seeds[below((size_t)n)];
    const size_t from = below(other->size + 1),
                 most = other->size - from < 64 ? other->size - from : 64;
    const uint8_t any = (uint8_t)below(256);
    const uint8_t letter = (uint8_t) "0123456789,:()<>{}- \n\""[below(22)];
    const size_t cut = left > 0 ? 1 + below(left < 32 ? left : 32) : 0;
    switch (below(left > 0 ? 7 : 3)) {
    case 0:
        insert(other->bytes + from, below(most + 1), at);
        break;
    case 1:
        insert(&any, 1, at);
        break;
    case 2:
        insert(&letter, 1, at);
        break;
    case 3:
        made[at] ^= (uint8_t)(1 << any % 8);
        break;
    case 4:
        made[at] = any;
        break;
    case 5:
        made[at] = letter;
        break;
    default:
        memmove(made + at, made + at + cut, left - cut);
        made_size -= cut;
        break;
    }
}

static const char *kept_name;

static void keep_input(int signal_number)
{
    FILE *f = kept_name ? fopen(kept_name, "wb") : NULL;
    if (f) {
        fwrite(made, 1, made_size, f);
        fclose(f);
    }
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void run_many(const input *seeds, int n, long long runs, uint64_t seed)
{
    state = seed * UINT64_C(0x9E3779B97F4A7C15) + 1;
    kept_name = getenv("WGD_INPUT");
    signal(SIGABRT, keep_input);
    signal(SIGSEGV, keep_input);
    signal(SIGFPE, keep_input);
    for (long long i = 0; i < runs; i++) {
        /* Two of three times what was made before is changed again: inputs far from a seed, too. */
        if (i % 3 == 0 || made_size == 0) {
            const input *s = &seeds[below((size_t)n)];
            made_size = 0;
            insert(s->bytes, s->size, 0);
        }
        for (size_t c = 1 + below(4); c > 0; c--) {
            change(seeds, n);
        }
        (void)LLVMFuzzerTestOneInput(made, made_size);
    }
}

int main(int argc, char **argv)
{
    struct dirent **seed;
    const int n = scandir(CORPUS, &seed, is_seed, alphasort);
    int failed = 0;
    input *seeds = calloc(n > 0 ? (size_t)n : 1, sizeof *seeds);
    if (n <= 0 || !seeds) {
        printf("1..1\nnot ok 1 - no seeds in %s\n", CORPUS);
        return 1;
    }
    printf("1..%d\n", n + (argc > 2));
    for (int i = 0; i < n; i++) {
        char path[512];
        size_t size;
        snprintf(path, sizeof path, "%s/%s", CORPUS, seed[i]->d_name);
        uint8_t *bytes = read_file(path, &size);
        if (bytes) {
            fflush(stdout); /* the target aborts when a property fails */
            (void)LLVMFuzzerTestOneInput(bytes, size);
        }
        printf("%s %d - %s\n", bytes ? "ok" : "not ok", i + 1, seed[i]->d_name);
        failed += !bytes;
        seeds[i] = (input){bytes, size};
        free(seed[i]);
    }
    free(seed);
    if (argc > 2 && failed == 0) {
        fflush(stdout);
        run_many(seeds, n, strtoll(argv[1], NULL, 0), strtoull(argv[2], NULL, 0));
        printf("ok %d - %s runs, seed %s\n", n + 1, argv[1], argv[2]);
    }
    for (int i = 0; i < n; i++) {
        free(seeds[i].bytes);
    }
    free(seeds);
    return failed != 0;
}
