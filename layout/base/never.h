/* SPDX-License-Identifier: MIT
 *
 * Internal: conditions that no input can bring about. NEVER(c) stands for a c that is never true,
 * ALWAYS(c) for one that is never false:
 *
 *     a release           c itself, so that a mistake is refused and not run into
 *     the tests' build    c itself, and the program stops where it is otherwise (WGD_TESTING: SAN=1,
 *                         CHECKED=1 and the fuzzers)
 *     the coverage build  a constant: what cannot happen is not missed there (WGD_COVERAGE)
 *
 * A comment at each says why it cannot happen. c has no side effects, and the answer of a call that
 * must be made is kept in a variable first. What the caller of the library can bring about is no
 * case for these: it is refused, and a test triggers the refusal.
 */
#ifndef WGD_NEVER_H
#define WGD_NEVER_H

#if defined(WGD_COVERAGE)
#define ALWAYS(c) 1
#define NEVER(c)  0
#elif defined(WGD_TESTING)
#define ALWAYS(c) ((c) ? 1 : (__builtin_trap(), 0))
#define NEVER(c)  ((c) ? (__builtin_trap(), 1) : 0)
#else
#define ALWAYS(c) (c)
#define NEVER(c)  (c)
#endif

#endif
