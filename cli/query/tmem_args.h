/* SPDX-License-Identifier: MIT
 *
 * What lies in tensor memory, from a request's options and from one word of 'tmem plan'.
 */
#ifndef CLI_TMEM_ARGS_H
#define CLI_TMEM_ARGS_H

#include "request/options.h"
#include "wgdesc.h"

/* The fragment that the options describe; dtype says which option holds its element type. The caller
 * has called int_args_check. */
wgd_tmem_spec tmem_args(const option_value *v, option_id dtype);
/* Refuses options that say something of other fragments. */
wgd_status tmem_args_check(const option_value *v, wgd_diag *diag);
/* Refuses every number that is no int, so that int_arg can be asked for it. */
wgd_status int_args_check(const option_value *v, wgd_diag *diag);
/* An option's number; 0 without it. */
int int_arg(const option_value *v);

/* One fragment of a plan. */
enum { TMEM_NAME = 24 };
typedef struct tmem_part {
    char name[TMEM_NAME];
    wgd_tmem_spec spec;
    int column; /* -1: wherever there is room */
} tmem_part;

/* Reads [NAME=]WHAT:MxN[:TYPE][:ALLOC][:cta2][:TxT][@COLUMN]. Of A and metadata N is the K of the
 * stage, of scale factors the number of factors of a row; both become tiles along K. On failure
 * diag->pos points into the text. */
wgd_status tmem_part_parse(const char *text, tmem_part *out, wgd_diag *diag);

#endif
