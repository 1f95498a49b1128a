// min, max, relu and atomics of binary16 and bfloat16.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
extern "C" __global__ void extremes(__half *x, __half2 *y, __nv_bfloat16 *z, __nv_bfloat162 *w) {
    int i = threadIdx.x;
    __half a = x[i], b = x[i + 1];
    __half2 p = y[i], q = y[i + 1];
    __nv_bfloat16 c = z[i], d = z[i + 1];
    __nv_bfloat162 s = w[i], t = w[i + 1];
    x[i] = __hmin(a, b) + __hmax_nan(a, b) + __hfma_relu(a, b, a);
    y[i] = __hmin2(p, q) + __hmax2_nan(p, q) + __hfma2_relu(p, q, p);
    z[i] = __hmin(c, d) + __hmax_nan(c, d) + __hfma_relu(c, d, c) + __habs(c);
    w[i] = __hmin2(s, t) + __hmax2(s, t) + __hneg2(s) * __hfma2(s, t, s);
    z[i + 2] = __float2bfloat16(__bfloat162float(c) * 2.0f);
    w[i + 2] = __floats2bfloat162_rn(__low2float(s), __high2float(t));
    atomicAdd(x, a);
    atomicAdd(y, p);
    atomicAdd(z, c);
    atomicAdd(w, s);
}
