// SPDX-License-Identifier: MIT
//
// The digest that evidence names a program by.
//
// SHA-256 (FIPS 180-4), for the digest of the program in the evidence.
#pragma once

#include <string>

namespace wgv
{

// 64 lower-case hexadecimal digits.
std::string sha256_hex(const std::string &bytes);

} // namespace wgv
