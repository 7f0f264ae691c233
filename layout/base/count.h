/* SPDX-License-Identifier: MIT
 *
 * Internal: how many entries an array has, as the int that its index is.
 */
#ifndef WGD_COUNT_H
#define WGD_COUNT_H

#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))

#endif
