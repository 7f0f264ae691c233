/* SPDX-License-Identifier: MIT
 *
 * What a process has counted is written when it calls exit. One that leaves by _exit, as the children of
 * tests/faults/calls.c, or becomes another program, as the child of a scan, writes it here (linked with ld's
 * --wrap in the build that counts).
 */
#include <stdarg.h>
#include <unistd.h>

int __llvm_profile_write_file(void);

_Noreturn void __real__exit(int status);
_Noreturn void __wrap__exit(int status);
_Noreturn void __wrap__exit(int status)
{
    __llvm_profile_write_file();
    __real__exit(status);
}

int __real_execv(const char *path, char *const argv[]);
int __wrap_execv(const char *path, char *const argv[]);
int __wrap_execv(const char *path, char *const argv[])
{
    __llvm_profile_write_file();
    return __real_execv(path, argv);
}

int __real_execvp(const char *program, char *const argv[]);
int __wrap_execvp(const char *program, char *const argv[]);
int __wrap_execvp(const char *program, char *const argv[])
{
    __llvm_profile_write_file();
    return __real_execvp(program, argv);
}

int __wrap_execlp(const char *program, const char *first, ...);
int __wrap_execlp(const char *program, const char *first, ...)
{
    enum { MOST = 8 };
    const char *arg[MOST] = {first};
    va_list rest;
    va_start(rest, first);
    for (int i = 1; i < MOST - 1 && arg[i - 1]; i++) {
        arg[i] = va_arg(rest, const char *);
    }
    va_end(rest);
    return __wrap_execvp(program, (char *const *)arg);
}
