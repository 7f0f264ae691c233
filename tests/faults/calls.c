/* SPDX-License-Identifier: MIT
 *
 * The program with its system calls in the hands of the test (linked with ld's --wrap; its main is
 * program_main): faults FOLDER WHAT ARGUMENT... runs the command once as it is, then again and again,
 * each time with one call failing, once or from then on, and with a signal before and after each call.
 *
 * FOLDER is empty but for 'made', which the command may write, and 'tmp', which is its TMPDIR; WHAT is
 * 'old' where 'made' is there before, 'new' where it is not, 'tmp' where the command writes elsewhere
 * than to 'made', '-' where it writes no file: then there are no signals.
 *
 * What must hold: a run does what the first did, or exits 3 with a message and no answer; the file is
 * the old one or the new one, whole; nothing else is left in the folders, but after SIGKILL; of two
 * writers without --force one is refused; no descriptor stays open. Prints what did not hold; exit 1 then.
 */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include <errno.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

int program_main(int argc, char **argv);
pid_t __real_fork(void);
pid_t __real_waitpid(pid_t pid, int *status, int how);

/* ---- what fails, and when ------------------------------------------------------------------------ */

#define CALLS(X)                                                                                   \
    X(open)                                                                                        \
    X(mkstemp)                                                                                     \
    X(fchmod)                                                                                      \
    X(fstat)                                                                                       \
    X(read)                                                                                        \
    X(pread)                                                                                       \
    X(write)                                                                                       \
    X(close) X(link) X(rename) X(unlink) X(access) X(pipe) X(fork) X(waitpid) X(dlopen) X(dlsym)
#define NAME(call) CALL_##call,
enum call { CALLS(NAME) CALL_COUNT };
#undef NAME
#define NAME(call) #call,
static const char *const call_names[] = {CALLS(NAME)};
#undef NAME

enum { SHORT = -1, LEAVES_TEMP = 1, HARMLESS = 2 };

/* With HARMLESS the program need not mind, as long as it does all the same. */
static const struct fault {
    enum call call;
    int error; /* or SHORT: only half is done */
    bool on;   /* from then on; what is tried again for ever is interrupted once */
    int excuse;
} faults[] = {
    {CALL_open, EACCES, false, HARMLESS},
    {CALL_open, EMFILE, true, HARMLESS},
    {CALL_mkstemp, ENOSPC, false, 0},
    {CALL_mkstemp, EMFILE, true, 0},
    {CALL_fchmod, EPERM, false, 0},
    {CALL_fchmod, EIO, true, 0},
    {CALL_fstat, EIO, false, HARMLESS},
    {CALL_fstat, EIO, true, HARMLESS},
    {CALL_read, EINTR, false, HARMLESS},
    {CALL_read, SHORT, true, HARMLESS},
    {CALL_read, EIO, false, 0},
    {CALL_read, EIO, true, 0},
    {CALL_pread, EINTR, false, HARMLESS},
    {CALL_pread, SHORT, true, HARMLESS},
    {CALL_pread, EIO, false, 0},
    {CALL_pread, EIO, true, 0},
    {CALL_write, EINTR, false, HARMLESS},
    {CALL_write, SHORT, false, HARMLESS},
    {CALL_write, SHORT, true, HARMLESS},
    {CALL_write, ENOSPC, false, 0},
    {CALL_write, ENOSPC, true, 0},
    {CALL_write, EIO, false, 0},
    {CALL_close, EINTR, false, HARMLESS},
    {CALL_close, EIO, false, HARMLESS},
    {CALL_close, ENOSPC, true, HARMLESS},
    {CALL_link, EPERM, false, HARMLESS},
    {CALL_link, EIO, true, HARMLESS},
    {CALL_rename, EIO, false, 0},
    {CALL_rename, ENOSPC, true, 0},
    {CALL_unlink, EIO, false, HARMLESS | LEAVES_TEMP},
    {CALL_unlink, EIO, true, HARMLESS | LEAVES_TEMP},
    {CALL_access, EACCES, true, HARMLESS},
    {CALL_pipe, EMFILE, false, 0},
    {CALL_fork, EAGAIN, false, 0},
    {CALL_waitpid, EINTR, false, HARMLESS},
    {CALL_dlopen, ENOENT, false, 0},
    {CALL_dlsym, ENOENT, false, 0},
};

enum { CALLS_MAX = 400, OTHER_WRITER = -1 };

/* What a run is to do, and what it did; in memory that the child shares. */
static struct plan {
    int at;     /* the call that fails, or before which something happens; -1: none */
    int fault;  /* row of faults, or -1 */
    int signal; /* before that call, or OTHER_WRITER, or 0 */
    int calls;
    enum call trace[CALLS_MAX];
    int on_fd;        /* the descriptor of the call at `at`, where it has one */
    int temp_fd;      /* mkstemp's, while it is open */
    bool closes_temp; /* was the fault made of it? */
    bool met;         /* was the fault made? */
    bool met_out;     /* of standard output? */
    int open_fds;     /* at the end */
    int other;        /* exit status of the other writer */
} * plan;
static bool inside; /* the program, not the test */
static int arg_count;
static char **args;

/* The whole command, by another process, in the middle of this one. */
static void write_too(void)
{
    int status = 0;
    const pid_t child = __real_fork();
    if (child == 0) {
        inside = false;
        optind = 0; /* getopt begins anew */
        _exit(program_main(arg_count, args));
    }
    __real_waitpid(child, &status, 0);
    plan->other = WEXITSTATUS(status);
}

/* Counts a call; the error that it is to fail with, SHORT, or 0. */
static int fate(enum call c, int fd)
{
    if (!inside) {
        return 0;
    }
    const int n = plan->calls++;
    if (n < CALLS_MAX) {
        plan->trace[n] = c;
    }
    if (n == plan->at) {
        plan->on_fd = fd;
        if (plan->signal == OTHER_WRITER) {
            write_too();
        } else if (plan->signal) {
            kill(getpid(), plan->signal);
        }
    }
    const struct fault *f = plan->fault >= 0 ? &faults[plan->fault] : NULL;
    if (!f || f->call != c || n < plan->at || (n > plan->at && !f->on)) {
        return 0;
    }
    plan->met = true;
    plan->met_out = plan->met_out || fd == 1;
    return f->error;
}

#define RETURN_FATE(c, fd)                                                                         \
    do {                                                                                           \
        const int error_ = fate(c, fd);                                                            \
        if (error_ != 0) {                                                                         \
            errno = error_;                                                                        \
            return -1;                                                                             \
        }                                                                                          \
    } while (0)
#define WRAPPED(type, call, parameters, fd, arguments)                                             \
    type __real_##call parameters;                                                                 \
    type __wrap_##call parameters;                                                                 \
    type __wrap_##call parameters                                                                  \
    {                                                                                              \
        RETURN_FATE(CALL_##call, fd);                                                              \
        return __real_##call arguments;                                                            \
    }
WRAPPED(int, fchmod, (int fd, mode_t mode), fd, (fd, mode))
WRAPPED(int, fstat, (int fd, struct stat *s), fd, (fd, s))
WRAPPED(int, link, (const char *from, const char *to), -1, (from, to))
WRAPPED(int, rename, (const char *from, const char *to), -1, (from, to))
WRAPPED(int, unlink, (const char *name), -1, (name))
WRAPPED(int, access, (const char *name, int mode), -1, (name, mode))
WRAPPED(int, pipe, (int *ends), -1, (ends))
WRAPPED(pid_t, waitpid, (pid_t pid, int *status, int how), -1, (pid, status, how))

/* These two say nothing of the reason. */
void *__real_dlopen(const char *name, int how);
void *__wrap_dlopen(const char *name, int how);
void *__wrap_dlopen(const char *name, int how)
{
    return fate(CALL_dlopen, -1) ? NULL : __real_dlopen(name, how);
}

void *__real_dlsym(void *library, const char *name);
void *__wrap_dlsym(void *library, const char *name);
void *__wrap_dlsym(void *library, const char *name)
{
    return fate(CALL_dlsym, -1) ? NULL : __real_dlsym(library, name);
}

int __real_open(const char *name, int flags, ...);
int __wrap_open(const char *name, int flags, ...);
int __wrap_open(const char *name, int flags, ...)
{
    RETURN_FATE(CALL_open, -1);
    return __real_open(name, flags, 0666);
}

int __real_mkstemp(char *name);
int __wrap_mkstemp(char *name);
int __wrap_mkstemp(char *name)
{
    RETURN_FATE(CALL_mkstemp, -1);
    return plan->temp_fd = __real_mkstemp(name);
}

pid_t __wrap_fork(void);
pid_t __wrap_fork(void)
{
    RETURN_FATE(CALL_fork, -1);
    const pid_t child = __real_fork();
    inside = inside && child != 0;
    return child;
}

int __real_close(int fd);
int __wrap_close(int fd);
int __wrap_close(int fd)
{
    const int error = fate(CALL_close, fd);
    const int rc = __real_close(fd); /* a close that fails has closed */
    plan->closes_temp = plan->closes_temp || (error != 0 && fd >= 0 && fd == plan->temp_fd);
    plan->temp_fd = fd == plan->temp_fd ? -1 : plan->temp_fd;
    if (error != 0) {
        errno = error;
        return -1;
    }
    return rc;
}

/* Half, but something. */
#define TRANSFER(call, parameters, n, arguments, half_arguments)                                   \
    ssize_t __real_##call parameters;                                                              \
    ssize_t __wrap_##call parameters;                                                              \
    ssize_t __wrap_##call parameters                                                               \
    {                                                                                              \
        const int error = fate(CALL_##call, fd);                                                   \
        if (error > 0) {                                                                           \
            errno = error;                                                                         \
            return -1;                                                                             \
        }                                                                                          \
        return error == SHORT ? __real_##call half_arguments : __real_##call arguments;            \
    }
TRANSFER(read, (int fd, void *to, size_t n), n, (fd, to, n), (fd, to, (n + 1) / 2))
TRANSFER(write, (int fd, const void *from, size_t n), n, (fd, from, n), (fd, from, (n + 1) / 2))
TRANSFER(pread, (int fd, void *to, size_t n, off_t at), n, (fd, to, n, at),
         (fd, to, (n + 1) / 2, at))

/* ---- one run --------------------------------------------------------------------------------------- */

typedef struct bytes {
    char *data;
    size_t n;
    bool there;
} bytes;

typedef struct result {
    int status; /* as waitpid says */
    bytes out, err, made;
    int left; /* other files in the folders */
} result;

static char made[512], temp[512];
static const char *folder;
static bool old, to_made;
static const char old_text[] = "the old text\n";
static int out_fd, err_fd;

static _Noreturn void stop(const char *why)
{
    printf("%s: %s\n", why, strerror(errno));
    exit(1);
}

static bytes read_fd(int fd)
{
    bytes b = {0};
    struct stat st;
    if (fd >= 0 && __real_fstat(fd, &st) == 0) {
        b.data = malloc((size_t)st.st_size + 1);
        b.there = b.data != NULL;
        const ssize_t n = b.data ? __real_pread(fd, b.data, (size_t)st.st_size, 0) : 0;
        b.n = n > 0 ? (size_t)n : 0;
    }
    if (b.data) {
        b.data[b.n] = '\0';
    }
    return b;
}

static bytes read_name(const char *name)
{
    const int fd = __real_open(name, O_RDONLY);
    const bytes b = read_fd(fd);
    if (fd >= 0) {
        __real_close(fd);
    }
    return b;
}

static void free_result(result *r)
{
    free(r->out.data);
    free(r->err.data);
    free(r->made.data);
}

/* Files in a folder that the command may not leave; they are removed. */
static int left_in(const char *name)
{
    DIR *d = opendir(name);
    int n = 0;
    for (struct dirent *e; d && (e = readdir(d)) != NULL;) {
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0 &&
            strcmp(e->d_name, "made") != 0 && strcmp(e->d_name, "tmp") != 0) {
            n++;
            unlinkat(dirfd(d), e->d_name, 0);
        }
    }
    if (d) {
        closedir(d);
    }
    return n;
}

static _Noreturn void child(void)
{
    const struct rlimit cpu = {20, 22};
    const int null = __real_open("/dev/null", O_RDONLY);
    setrlimit(RLIMIT_CPU, &cpu); /* for what would go on for ever */
    dup2(null, 0);
    dup2(out_fd, 1);
    dup2(err_fd, 2);
    for (int fd = 3; fd < 32; fd++) {
        __real_close(fd);
    }
    inside = true;
    const int rc = program_main(arg_count, args);
    inside = false;
    for (int fd = 3; fd < 32; fd++) {
        plan->open_fds += fcntl(fd, F_GETFD) >= 0;
    }
    _exit(rc);
}

static result run(int at, int fault, int signal_number)
{
    *plan = (struct plan){
        .at = at, .fault = fault, .signal = signal_number, .on_fd = -1, .temp_fd = -1};
    result r = {0};
    __real_unlink(made);
    if (old) {
        const int fd = __real_open(made, O_WRONLY | O_CREAT, 0666);
        if (fd < 0 || __real_write(fd, old_text, sizeof old_text - 1) < 0) {
            stop(made);
        }
        __real_close(fd);
    }
    if (ftruncate(out_fd, 0) != 0 || ftruncate(err_fd, 0) != 0) {
        stop("ftruncate");
    }
    lseek(out_fd, 0, SEEK_SET);
    lseek(err_fd, 0, SEEK_SET);
    const pid_t pid = __real_fork();
    if (pid == 0) {
        child();
    }
    while (__real_waitpid(pid, &r.status, 0) < 0 && errno == EINTR) {
    }
    r.out = read_fd(out_fd);
    r.err = read_fd(err_fd);
    r.made = read_name(made);
    r.left = left_in(folder) + left_in(temp);
    return r;
}

/* ---- what must hold -------------------------------------------------------------------------------- */

static int problems;
static result first; /* without any fault */

static bool same(bytes a, bytes b)
{
    return a.there == b.there && a.n == b.n && (a.n == 0 || memcmp(a.data, b.data, a.n) == 0);
}

static bool begins(bytes whole, bytes part)
{
    return part.n <= whole.n && (part.n == 0 || memcmp(whole.data, part.data, part.n) == 0);
}

static void must(bool holds, const char *what, const char *why, int at, const result *r)
{
    if (!holds) {
        problems++;
        printf("# %s at call %d (%s): %s; status %#x, %zu bytes out, %d left, %d open; %.200s\n",
               why, at, at < CALLS_MAX ? call_names[plan->trace[at]] : "", what,
               (unsigned)r->status, r->out.n, r->left, plan->open_fds,
               r->err.data ? r->err.data : "");
    }
}

static bool file_whole(const result *r)
{
    const bytes before = {(char *)(uintptr_t)old_text, sizeof old_text - 1, true};
    return same(r->made, first.made) || (old ? same(r->made, before) : !r->made.there);
}

static bool is_batch(void)
{
    return strcmp(args[1], "batch") == 0;
}

static void after_fault(int at, const struct fault *f, const result *r)
{
    char why[64];
    const bool closes_answer = f->call == CALL_close && f->error != EINTR &&
                               (plan->met_out || (to_made && plan->closes_temp));
    const bool silent = f->call == CALL_write && (f->on || plan->on_fd == 2);
    const int rc = WIFEXITED(r->status) ? WEXITSTATUS(r->status) : -1;
    snprintf(why, sizeof why, "%s%s", f->error == SHORT ? "half" : strerror(f->error),
             f->on ? " from then on" : "");
    must(rc == 3 || rc == WEXITSTATUS(first.status), "exit status", why, at, r);
    if (rc == 3 && WEXITSTATUS(first.status) != 3) {
        must(silent || strstr(r->err.data, "error"), "no message", why, at, r);
        must(begins(first.out, r->out), "another answer", why, at, r);
        must(r->out.n == 0 || plan->met_out || is_batch(), "an answer, too", why, at, r);
        must(file_whole(r), "a partial file", why, at, r);
    } else {
        must(same(r->out, first.out), "another answer", why, at, r);
        must(same(r->made, first.made), "another file", why, at, r);
        must((f->excuse & HARMLESS && !closes_answer) || plan->on_fd == 2, "not noticed", why, at,
             r);
    }
    must(r->left == 0 || f->excuse & LEAVES_TEMP, "a file is left", why, at, r);
    must(plan->open_fds == 0, "a descriptor is open", why, at, r);
}

static void after_signal(int at, int s, const result *r)
{
    const bool ended = WIFSIGNALED(r->status) ? WTERMSIG(r->status) == s
                                              : s != SIGKILL && r->status == first.status;
    must(ended, "ended otherwise", strsignal(s), at, r);
    must(begins(first.out, r->out), "another answer", strsignal(s), at, r);
    must(file_whole(r), "a partial file", strsignal(s), at, r);
    must(r->left == 0 || s == SIGKILL, "a file is left", strsignal(s), at, r);
}

/* Without --force one of them is refused; the file is whole. */
static void after_other(int at, bool force, const result *r)
{
    const int rc = WIFEXITED(r->status) ? WEXITSTATUS(r->status) : -1;
    must(same(r->made, first.made), "the file", "another writer", at, r);
    must(force ? rc == 0 && plan->other == 0 : rc + plan->other == 3 && rc * plan->other == 0,
         "who wrote", "another writer", at, r);
    must(r->left == 0, "a file is left", "another writer", at, r);
}

static int all_faults(int calls, const enum call *trace)
{
    int runs = 0;
    for (int at = 0; at < calls; at++) {
        for (size_t f = 0; f < sizeof faults / sizeof faults[0]; f++) {
            if (faults[f].call != trace[at]) {
                continue;
            }
            result r = run(at, (int)f, 0);
            runs++;
            if (plan->met) {
                after_fault(at, &faults[f], &r);
            }
            free_result(&r);
        }
    }
    return runs;
}

static int all_signals(int calls)
{
    static const int signals[] = {SIGTERM, SIGINT, SIGHUP, SIGPIPE, SIGKILL};
    int runs = 0;
    for (int at = 0; at < calls; at++) {
        for (size_t s = 0; s < sizeof signals / sizeof signals[0]; s++) {
            result r = run(at, -1, signals[s]);
            after_signal(at, signals[s], &r);
            free_result(&r);
            runs++;
        }
    }
    return runs;
}

/* The row of faults for what a file system without links says. */
static int no_links(void)
{
    int f = 0;
    while (faults[f].call != CALL_link || faults[f].error != EPERM) {
        f++;
    }
    return f;
}

/* Another writer before each call; before link() also where there are no links. */
static int all_others(int calls, const enum call *trace)
{
    bool force = false;
    int runs = 0;
    for (int i = 0; i < arg_count; i++) {
        force = force || strcmp(args[i], "--force") == 0;
    }
    for (int at = 0; at < calls; at++) {
        for (int links = 1; links >= (trace[at] != CALL_link); links--) {
            result r = run(at, links ? -1 : no_links(), OTHER_WRITER);
            after_other(at, force, &r);
            free_result(&r);
            runs++;
        }
    }
    return runs;
}

int main(int argc, char **argv)
{
    static enum call trace[CALLS_MAX];
    if (argc < 4) {
        return 2;
    }
    folder = argv[1];
    const char *what = argv[2];
    old = strcmp(what, "old") == 0;
    to_made = old || strcmp(what, "new") == 0;
    args = argv + 2; /* argv[2] stands for the program's name */
    arg_count = argc - 2;
    snprintf(made, sizeof made, "%s/made", folder);
    snprintf(temp, sizeof temp, "%s/tmp", folder);
    setenv("TMPDIR", temp, 1);
    FILE *out = tmpfile(), *err = tmpfile();
    plan = mmap(NULL, sizeof *plan, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (!out || !err || plan == MAP_FAILED) {
        stop("memory and files for the test");
    }
    out_fd = fileno(out);
    err_fd = fileno(err);
    first = run(-1, -1, 0);
    const int calls = plan->calls < CALLS_MAX ? plan->calls : CALLS_MAX;
    memcpy(trace, plan->trace, sizeof trace);
    must(WIFEXITED(first.status) && WEXITSTATUS(first.status) < 2 && plan->open_fds == 0 &&
             first.left == 0 && calls < CALLS_MAX,
         "as it is", "nothing", 0, &first);
    int runs = 1 + all_faults(calls, trace);
    if (strcmp(what, "-") != 0) {
        runs += all_signals(calls);
    }
    if (to_made) {
        runs += all_others(calls, trace);
    }
    printf("%d runs, %d problems\n", runs, problems);
    return problems != 0;
}
