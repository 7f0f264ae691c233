// SPDX-License-Identifier: MIT
#include "json.h"

#include <cinttypes>
#include <cstdio>

namespace wgv
{
namespace
{

// Length of the UTF-8 sequence at s[i], 0 when it is not well formed (2 to 4 bytes).
size_t utf8_length(const std::string &s, size_t i)
{
    const unsigned char c = (unsigned char)s[i];
    const size_t n = c >= 0xf0 && c < 0xf5 ? 4 : c >= 0xe0 ? 3 : c >= 0xc2 ? 2 : 0;
    if (n == 0 || c >= 0xf5 || i + n > s.size()) {
        return 0;
    }
    for (size_t k = 1; k < n; k++) {
        if (((unsigned char)s[i + k] & 0xc0) != 0x80) {
            return 0;
        }
    }
    return n;
}

// Copies text through f(char) for ASCII; other bytes that are no UTF-8 become '?'.
template <class F> std::string escape_with(const std::string &s, F f)
{
    std::string out;
    for (size_t i = 0; i < s.size();) {
        if ((unsigned char)s[i] < 0x80) {
            out += f(s[i++]);
            continue;
        }
        const size_t n = utf8_length(s, i);
        out += n ? s.substr(i, n) : "?";
        i += n ? n : 1;
    }
    return out;
}

} // namespace

std::string json_escape(const std::string &s)
{
    return escape_with(s, [](char c) {
        char hex[8];
        snprintf(hex, sizeof hex, "\\u%04x", (unsigned)(unsigned char)c);
        return c == '"' || c == '\\'     ? std::string("\\") + c
               : (unsigned char)c < 0x20 ? std::string(hex)
                                         : std::string(1, c);
    });
}

std::string xml_escape(const std::string &s)
{
    return escape_with(s, [](char c) {
        const bool control = (unsigned char)c < 0x20 && c != '\n' && c != '\t';
        return c == '<'   ? std::string("&lt;")
               : c == '>' ? std::string("&gt;")
               : c == '&' ? std::string("&amp;")
               : c == '"' ? std::string("&quot;")
               : control  ? std::string("?")
                          : std::string(1, c);
    });
}

std::string json_text(const std::string &s)
{
    return "\"" + json_escape(s) + "\"";
}

std::string json_bool(bool v)
{
    return v ? "true" : "false";
}

std::string fixed_text(double v, int digits)
{
    char s[64];
    snprintf(s, sizeof s, "%.*f", digits, v);
    return s;
}

std::string hex_word(uint64_t word)
{
    char s[24];
    snprintf(s, sizeof s, "0x%016" PRIx64, word);
    return s;
}

std::string json_pair(const char *key, const std::string &value)
{
    return json_text(key) + ":" + value;
}

std::string json_join(const std::vector<std::string> &items, const char *behind_comma)
{
    std::string s;
    for (size_t i = 0; i < items.size(); i++) {
        s += (i ? std::string(",") + behind_comma : "") + items[i];
    }
    return s;
}

} // namespace wgv
