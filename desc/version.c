/* SPDX-License-Identifier: MIT
 *
 * The version that is linked.
 */
#include "wgdesc.h"

const char *wgd_version(void)
{
    return WGD_VERSION;
}
