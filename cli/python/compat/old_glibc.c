/* SPDX-License-Identifier: MIT
 *
 * For the library in a wheel: the five functions that glibc 2.33 and 2.34 gave new versions, by their old
 * ones, so that what was built there runs with 2.17 (manylinux_2_17, PEP 599). The linker puts these
 * in place of the functions (--wrap). Where there is no such glibc they only call on.
 */
#include <sys/stat.h>

#if defined __linux__ && defined __GLIBC__ && (defined __x86_64__ || defined __aarch64__)
#if __GLIBC_PREREQ(2, 34)
#define HAVE_OLD
#endif
#endif

int __wrap_stat(const char *name, struct stat *to);
int __wrap_fstat(int fd, struct stat *to);
void *__wrap_dlopen(const char *name, int flags);
void *__wrap_dlsym(void *lib, const char *name);
int __wrap_dlclose(void *lib);

#ifdef HAVE_OLD

/* The first version of the machine, and the number of its struct stat. */
#ifdef __x86_64__
#define OLD(function) __asm__(".symver old_" #function "," #function "@GLIBC_2.2.5")
enum { STAT_VERSION = 1 };
#else
#define OLD(function) __asm__(".symver old_" #function "," #function "@GLIBC_2.17")
enum { STAT_VERSION = 0 };
#endif
OLD(__xstat);
OLD(__fxstat);
OLD(dlopen);
OLD(dlsym);
OLD(dlclose);

int old___xstat(int version, const char *name, struct stat *to);
int old___fxstat(int version, int fd, struct stat *to);
void *old_dlopen(const char *name, int flags);
void *old_dlsym(void *lib, const char *name);
int old_dlclose(void *lib);

int __wrap_stat(const char *name, struct stat *to)
{
    return old___xstat(STAT_VERSION, name, to);
}

int __wrap_fstat(int fd, struct stat *to)
{
    return old___fxstat(STAT_VERSION, fd, to);
}

void *__wrap_dlopen(const char *name, int flags)
{
    return old_dlopen(name, flags);
}

void *__wrap_dlsym(void *lib, const char *name)
{
    return old_dlsym(lib, name);
}

int __wrap_dlclose(void *lib)
{
    return old_dlclose(lib);
}

#else

int __real_stat(const char *name, struct stat *to);
int __real_fstat(int fd, struct stat *to);
void *__real_dlopen(const char *name, int flags);
void *__real_dlsym(void *lib, const char *name);
int __real_dlclose(void *lib);

int __wrap_stat(const char *name, struct stat *to)
{
    return __real_stat(name, to);
}

int __wrap_fstat(int fd, struct stat *to)
{
    return __real_fstat(fd, to);
}

void *__wrap_dlopen(const char *name, int flags)
{
    return __real_dlopen(name, flags);
}

void *__wrap_dlsym(void *lib, const char *name)
{
    return __real_dlsym(lib, name);
}

int __wrap_dlclose(void *lib)
{
    return __real_dlclose(lib);
}

#endif
