// binary32 arithmetic with all roundings, conversions and comparisons.
extern "C" __global__ void floats(float *x, int *n, unsigned *u, long long *l) {
    int i = threadIdx.x;
    float a = x[i], b = x[i + 1], c = x[i + 2];
    x[i] = a * b + c - a / b;
    x[i] += __fadd_rn(a, b) + __fadd_rz(a, b) + __fadd_ru(a, b) + __fadd_rd(a, b) + __fmul_rz(a, c) + __fmul_ru(a, b);
    x[i] += __fmaf_rn(a, b, c) + __fmaf_rz(a, b, c) + __fmaf_ru(a, b, c) + __fmaf_rd(a, b, c) + __fdiv_rn(a, b) +
            __fdiv_rz(a, c) + __fdividef(a, b);
    x[i] += __fsqrt_rn(a) + __fsqrt_ru(b) + __frcp_rn(a) + __frcp_rd(c) + __frsqrt_rn(a) + sqrtf(b) + rsqrtf(c) +
            __saturatef(a) + fabsf(-b) + copysignf(a, b);
    x[i] += fminf(a, b) + fmaxf(b, c) + floorf(a) + ceilf(b) + truncf(c) + rintf(a) + roundf(b) + nearbyintf(c);
    n[i] = __float2int_rn(a) + __float2int_rz(b) + __float2int_ru(c) + __float2int_rd(a) + (a < b) + (a >= c) +
           (a != b) + isnan(c) + isinf(a) + __float_as_int(b);
    u[i] = __float2uint_rn(a) + (unsigned)b + __float_as_uint(c);
    l[i] = __float2ll_rn(a) + (long long)b;
    x[i] += __int2float_rn(n[i]) + __uint2float_ru(u[i]) + (float)l[i] + __int_as_float(n[i + 1]) + 1.5f + 1e-38f +
            (1.0f / 0.0f);
}
