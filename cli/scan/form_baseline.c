/* SPDX-License-Identifier: MIT
 *
 * The findings of a scan as lines that a later scan leaves out.
 */
#include "scan_session.h"
#include "settings.h"

static void finding(scan_session *s, const wgd_scan_kernel *k, const wgd_scan_finding *f,
                    wgd_scan_severity severity)
{
    (void)severity;
    scan_fingerprint(&s->findings, k, f);
}

static void end(scan_session *s, answer *a)
{
    buf_mem(a->out, s->findings.data, s->findings.len);
}

const scan_form scan_form_baseline = {NULL, finding, NULL, end};
