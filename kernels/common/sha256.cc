// SPDX-License-Identifier: MIT
#include "sha256.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>

namespace wgv
{
namespace
{

using state = std::array<uint32_t, 8>;

uint32_t rotate(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

// The constants are the first 32 bits of the fractional parts of square and cube roots of the
// first primes; a long double holds more than enough of them.
struct constants {
    std::array<uint32_t, 64> k;
    state start;
    constants()
    {
        size_t n = 0;
        for (unsigned p = 2; n < 64; p++) {
            bool prime = true;
            for (unsigned d = 2; d * d <= p; d++) {
                prime = prime && p % d != 0;
            }
            if (!prime) {
                continue;
            }
            const long double cube = cbrtl((long double)p), square = sqrtl((long double)p);
            k[n] = (uint32_t)ldexpl(cube - floorl(cube), 32);
            if (n < 8) {
                start[n] = (uint32_t)ldexpl(square - floorl(square), 32);
            }
            n++;
        }
    }
};

void add_block(state &h, const unsigned char *p, const constants &c)
{
    std::array<uint32_t, 64> w;
    for (size_t i = 0; i < 16; i++) {
        w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 |
               (uint32_t)p[4 * i + 2] << 8 | p[4 * i + 3];
    }
    for (size_t i = 16; i < 64; i++) {
        const uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + w[i - 7] +
               (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
    }
    state v = h;
    for (size_t i = 0; i < 64; i++) {
        const uint32_t s1 = rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25);
        const uint32_t choose = (v[4] & v[5]) ^ (~v[4] & v[6]);
        const uint32_t t1 = v[7] + s1 + choose + c.k[i] + w[i];
        const uint32_t s0 = rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22);
        const uint32_t most = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        v = {t1 + s0 + most, v[0], v[1], v[2], v[3] + t1, v[4], v[5], v[6]};
    }
    for (size_t i = 0; i < 8; i++) {
        h[i] += v[i];
    }
}

} // namespace

std::string sha256_hex(const std::string &bytes)
{
    static const constants c;
    std::string padded = bytes + '\x80';
    padded.append((120 - padded.size() % 64) % 64, '\0');
    for (int i = 7; i >= 0; i--) {
        padded += (char)((uint64_t)bytes.size() * 8 >> (8 * i));
    }
    state h = c.start;
    for (size_t i = 0; i < padded.size(); i += 64) {
        add_block(h, reinterpret_cast<const unsigned char *>(padded.data()) + i, c);
    }
    std::string out;
    for (const uint32_t x : h) {
        char s[12];
        snprintf(s, sizeof s, "%08x", x);
        out += s;
    }
    return out;
}

} // namespace wgv
