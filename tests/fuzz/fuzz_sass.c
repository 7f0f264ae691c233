/* SPDX-License-Identifier: MIT
 *
 * wgd_scan on a listing of machine code that is none, or nearly.
 */
#define SCAN_LANGUAGE WGD_SCAN_SASS
#include "scan_target.h"
