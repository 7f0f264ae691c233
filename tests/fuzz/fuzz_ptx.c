/* SPDX-License-Identifier: MIT
 *
 * wgd_scan on PTX that is none, or nearly.
 */
#define SCAN_LANGUAGE WGD_SCAN_PTX
#include "scan_target.h"
