/* SPDX-License-Identifier: MIT
 *
 * What stands in place of what words a refusal, which is not proved.
 */

wgd_status wgd_fail(wgd_diag *d, wgd_status s, const char *field, const char *what, const char *got,
                    const char *want, const char *hint)
{
    (void)what, (void)got, (void)want, (void)hint;
    if (d) {
        d->field = field ? field : "";
    }
    return s;
}

wgd_status wgd_fail_num(wgd_diag *d, wgd_status s, const char *field, const char *what, int64_t got,
                        const char *want, const char *hint)
{
    (void)what, (void)got, (void)want, (void)hint;
    if (d) {
        d->field = field ? field : "";
    }
    return s;
}

wgd_status lay_fail_tuple(wgd_diag *diag, wgd_status s, const char *field, const char *what,
                          const wgd_tuple *got, const char *want, const char *hint)
{
    (void)diag, (void)field, (void)what, (void)got, (void)want, (void)hint;
    if (diag) {
        diag->field = field ? field : "";
    }
    return s;
}

wgd_status lay_fail_layout(wgd_diag *diag, wgd_status s, const char *field, const char *what,
                           const wgd_layout *got, const char *want, const char *hint)
{
    (void)diag, (void)field, (void)what, (void)got, (void)want, (void)hint;
    if (diag) {
        diag->field = field ? field : "";
    }
    return s;
}

void wgd_put_char(wgd_text *t, char c)
{
    (void)t, (void)c;
}

void wgd_put_str(wgd_text *t, const char *s)
{
    (void)t, (void)s;
}

void wgd_put_i64(wgd_text *t, int64_t v)
{
    (void)t, (void)v;
}

size_t wgd_text_end(wgd_text *t)
{
    return t->need;
}
