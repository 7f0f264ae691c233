/* SPDX-License-Identifier: MIT
 *
 * What stands around the declarations of every public header.
 *
 * The library is compiled with hidden visibility: a function between WGD_API_BEGIN and WGD_API_END
 * is exported, and nothing else is. Both names are for the library's own headers.
 */
#ifndef WGD_API_H
#define WGD_API_H

#ifdef __cplusplus
#define WGD_C_BEGIN extern "C" {
#define WGD_C_END   }
#else
#define WGD_C_BEGIN
#define WGD_C_END
#endif

#ifdef __GNUC__
#define WGD_API_BEGIN WGD_C_BEGIN _Pragma("GCC visibility push(default)")
#define WGD_API_END   _Pragma("GCC visibility pop") WGD_C_END
#else
#define WGD_API_BEGIN WGD_C_BEGIN
#define WGD_API_END   WGD_C_END
#endif

/* Functions that must also run inside CUDA kernels are marked WGD_HD. */
#ifdef __CUDACC__
#define WGD_HD __host__ __device__
#else
#define WGD_HD
#endif

#endif
