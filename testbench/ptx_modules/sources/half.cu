// binary16, single and packed, with conversions.
#include <cuda_fp16.h>
extern "C" __global__ void halves(__half *x, __half2 *y, float *f, int *n) {
    int i = threadIdx.x;
    __half a = x[i], b = x[i + 1], c = x[i + 2];
    __half2 p = y[i], q = y[i + 1], r = y[i + 2];
    x[i] = __hadd(a, b) * c - __hfma(a, b, c) + __hneg(a) + __habs(b) + __hdiv(a, c) + hsqrt(a) + hexp2(b) + hlog2(c) +
           hfloor(a) + hrint(c) + __hadd_sat(a, b);
    y[i] = __hfma2(p, q, r) + __hadd2(p, q) - __hmul2(q, r) + __hneg2(p) + __habs2(q) + __h2div(p, r) +
           __lowhigh2highlow(p) + __hadd2_sat(p, q);
    f[i] = __half2float(a) + __low2float(p) + __high2float(q);
    x[i + 3] = __float2half_rz(f[i]);
    y[i + 3] = __floats2half2_rn(f[i], f[i + 1]);
    n[i] =
        __hlt(a, b) + __heq(b, c) + __hgeu(a, c) + __hbgt2(p, q) + __half2int_rz(a) + __half_as_short(b) + __hisnan(c);
    y[i + 4] = __hge2(p, q);
    x[i + 4] = __int2half_rn(n[i]);
}
