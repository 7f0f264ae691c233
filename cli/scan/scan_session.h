/* SPDX-License-Identifier: MIT
 *
 * One run of 'wgdesc scan': what was asked, what has been found, and the forms it is shown in.
 */
#ifndef CLI_SCAN_SESSION_H
#define CLI_SCAN_SESSION_H

#include "answer/answer.h"
#include "request/request.h"
#include "wgd_scan.h"

typedef struct scan_session scan_session;

/* A form of the answer. NULL: nothing to write there. */
typedef struct scan_form {
    void (*kernel)(scan_session *s, const wgd_scan_kernel *k);
    void (*finding)(scan_session *s, const wgd_scan_kernel *k, const wgd_scan_finding *f,
                    wgd_scan_severity severity);
    void (*kernel_end)(scan_session *s, const wgd_scan_kernel *k);
    /* Everything is there: writes the answer. */
    void (*end)(scan_session *s, answer *a);
} scan_form;

extern const scan_form scan_form_text, scan_form_json, scan_form_sarif, scan_form_junit,
    scan_form_baseline;

struct scan_session {
    const scan_form *form;
    wgd_scan_severity severity[WGD_SCAN_RULE_COUNT];
    bool strict;
    const char *nvdisasm;
    buf baseline; /* sorted as it came: a fingerprint a line */
    const char *file;
    const char *of; /* which part of the file, "" for all of it */
    wgd_scan_language language;
    buf kernels, findings;
    int n_kernel, n_wgmma, functions, unknown, known_before; /* the last: in the baseline */
    int count[WGD_SCAN_ERROR + 1];                           /* findings by severity */
    int failed_kernels;                                      /* with an error */
    int files, without_wgmma; /* cubins that were not listed, for they have no wgmma */
    char *work;
    size_t work_size;
};

/* Scans a file and adds what it finds. */
wgd_status scan_session_file(scan_session *s, const char *name, wgd_diag *diag);
void scan_session_free(scan_session *s);

/* "m64n256k16" */
void put_wgmma_shape(buf *out, const wgd_scan_wgmma *w);
const char *scan_acc_name(const wgd_scan_wgmma *w);
/* The greatest number of a loop with wgmma; 0: none is in a loop. */
int scan_loops(const wgd_scan_kernel *k);

#endif
