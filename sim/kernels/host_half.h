// Pairs of half-precision numbers on the host, as cuda_fp16.h has them.
#pragma once
#include "host_cuda.h"

struct __half2 {
    uint16_t x, y;
};
typedef __half2 half2;

inline double half_value(uint16_t half) {
    const int exponent = half >> 10 & 31, fraction = half & 1023;
    const double magnitude = exponent == 0    ? ldexp(fraction, -24)
                             : exponent == 31 ? (fraction ? NAN : INFINITY)
                                              : ldexp(1024 + fraction, exponent - 25);
    return half >> 15 ? -magnitude : magnitude;
}

// Rounds to the nearest half, ties to even.
inline uint16_t half_bits(double value) {
    const uint16_t sign = signbit(value) ? 0x8000 : 0;
    if (isnan(value)) {
        return 0x7fff;
    }
    const double magnitude = fabs(value);
    const int exponent = magnitude < ldexp(1, -14) ? -14 : ilogb(magnitude);
    const double units = isinf(value) ? INFINITY : nearbyint(ldexp(magnitude, 10 - exponent)); // at most 2048
    if (isinf(units) || units + 1024.0 * (exponent + 14) >= 0x7c00) {
        return sign | 0x7c00;
    }
    return sign | uint16_t(units + 1024.0 * (exponent + 14)); // a carry of the fraction increments the exponent
}

inline half2 __hsub2(half2 a, half2 b) {
    return {half_bits(half_value(a.x) - half_value(b.x)), half_bits(half_value(a.y) - half_value(b.y))};
}
// A double holds the product of two halves exactly, and the sum if its terms differ by less than 2^31.
inline half2 __hfma2(half2 a, half2 b, half2 c) {
    return {half_bits(half_value(a.x) * half_value(b.x) + half_value(c.x)),
            half_bits(half_value(a.y) * half_value(b.y) + half_value(c.y))};
}
