// SPDX-License-Identifier: MIT
//
// JSON and numbers as text, and what else text must be escaped for. Keys and their order are the caller's.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace wgv
{

// Text without what would end a string or an attribute; bytes that are no UTF-8 become '?'.
std::string json_escape(const std::string &s);
std::string xml_escape(const std::string &s);

std::string json_text(const std::string &s); // in quotes
std::string json_bool(bool v);
std::string fixed_text(double v, int digits); // digits behind the point
std::string hex_word(uint64_t word);          // 0x and 16 digits

// "key":value
std::string json_pair(const char *key, const std::string &value);
// The items with a comma, and what follows each comma, between them.
std::string json_join(const std::vector<std::string> &items, const char *behind_comma = "");

} // namespace wgv
