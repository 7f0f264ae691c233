/* SPDX-License-Identifier: MIT
 *
 * --rule and --baseline.
 */
#ifndef CLI_SCAN_SETTINGS_H
#define CLI_SCAN_SETTINGS_H

#include "io/buf.h"
#include "wgd_scan.h"

/* "RULE=off|info|warn|error,..." */
wgd_status scan_rules_option(const char *text, wgd_scan_severity out[WGD_SCAN_RULE_COUNT],
                             wgd_diag *diag);
/* Refuses a name that is no rule's. */
wgd_status scan_rule_unknown(const char *name, size_t len, wgd_diag *diag);
wgd_status scan_baseline_read(const char *name, buf *out, wgd_diag *diag);
/* One line that says which finding it is, whatever the lines of the text: rule, kernel, wgmma,
 * operand. */
void scan_fingerprint(buf *out, const wgd_scan_kernel *k, const wgd_scan_finding *f);
/* Sets baseline->failed when there is no memory. */
bool scan_baseline_has(buf *baseline, const wgd_scan_kernel *k, const wgd_scan_finding *f);

#endif
