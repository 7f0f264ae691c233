/* SPDX-License-Identifier: MIT
 *
 * Internal: a function with large locals that is not made part of its caller, so that they are gone
 * again when the caller's next large ones come. No function of the library takes more than 8 KB of
 * stack (make frames).
 */
#ifndef WGD_OWN_FRAME_H
#define WGD_OWN_FRAME_H

#define OWN_FRAME __attribute__((noinline))

#endif
