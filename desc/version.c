/* SPDX-License-Identifier: MIT */
#include "wgdesc.h"

const char *wgd_version(void)
{
    return WGD_VERSION;
}
