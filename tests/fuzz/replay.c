/* SPDX-License-Identifier: MIT
 *
 * Runs a fuzz target over every file of its folder of seeds (CORPUS, set by the makefile), so that
 * what a fuzzer once found stays found. Prints TAP.
 */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

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

int main(void)
{
    struct dirent **seed;
    const int n = scandir(CORPUS, &seed, is_seed, alphasort);
    int failed = 0;
    if (n <= 0) {
        printf("1..1\nnot ok 1 - no seeds in %s\n", CORPUS);
        return 1;
    }
    printf("1..%d\n", n);
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
        free(bytes);
        free(seed[i]);
    }
    free(seed);
    return failed != 0;
}
