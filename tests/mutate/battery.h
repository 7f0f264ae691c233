/* SPDX-License-Identifier: MIT
 *
 * What the sources with all their mutants in them (schemata.py) share with the battery of tests.
 */
#ifndef WGD_BATTERY_H
#define WGD_BATTERY_H

#include <stddef.h>

/* The mutant that runs; 0: none. */
extern int wgd_mutant;
/* Which probes were passed. */
extern unsigned char wgd_hit[];
extern const size_t wgd_hits; /* how many there are */

/* From here on this mutant runs. */
void wgd_become(int mutant);
/* GiB of address space. A scan may ask for 4, and what it says where they are not enough is tested. */
enum { TESTS_GIB = 3, PROGRAM_GIB = 6 };

/* From here on: so many microseconds of the processor, no core file, so many GiB. */
void wgd_limit(long us, int gib);

/* A mutant's table, and the one that it is copied over. */
typedef struct {
    int number;
    const void *to, *from;
    size_t size;
} wgd_patch;

#define WGD_PATCH(number_, name)                                                                   \
    static const wgd_patch wgd_patch_##name##__##number_                                           \
        __attribute__((used, section("wgd_patches"))) = {number_, &name, &name##__##number_,       \
                                                         sizeof name};

#endif
