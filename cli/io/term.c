/* SPDX-License-Identifier: MIT
 *
 * What the terminal can show: its width, colours, UTF-8.
 */
#define _DEFAULT_SOURCE /* struct winsize */
#include "term.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include "io.h"

/* A variable of the environment; NULL where it is empty or not there. */
static const char *value_of(const char *name)
{
    const char *v = getenv(name);
    return v && v[0] != '\0' ? v : NULL;
}

bool term_color(color_when when, bool to_stdout)
{
    if (when != COLOR_AUTO) {
        return when == COLOR_ALWAYS;
    }
    if (value_of("NO_COLOR")) {
        return false;
    }
    const char *force = value_of("CLICOLOR_FORCE");
    if (force && strcmp(force, "0") != 0) {
        return true;
    }
    const char *term = getenv("TERM");
    return to_stdout && io_is_terminal(1) && term && strcmp(term, "dumb") != 0;
}

bool term_utf8(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *v = value_of(names[i]);
        if (v) {
            return strstr(v, "UTF-8") || strstr(v, "utf8") || strstr(v, "UTF8") ||
                   strstr(v, "utf-8");
        }
    }
    return false;
}

int term_width(int fd)
{
    enum { USUAL = 80, MOST = 10000 };
    struct winsize size = {0};
    if (!io_is_terminal(fd)) {
        return 0;
    }
    (void)ioctl(fd, TIOCGWINSZ, &size);
    if (size.ws_col > 0) {
        return size.ws_col;
    }
    const char *columns = getenv("COLUMNS");
    const long n = columns ? strtol(columns, NULL, 10) : 0;
    return n > 0 && n <= MOST ? (int)n : USUAL;
}
