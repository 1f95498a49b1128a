// Integers of 8 to 64 bits: arithmetic, division, high products, shifts.
template <class T> __device__ T mix(T a, T b) {
    return (a * b + (a / (b | T(1)))) ^ (a % (b | T(3))) ^ (a << (b & T(7))) ^ (a >> T(2));
}
extern "C" __global__ void integers(signed char *a, unsigned char *b, short *c, unsigned short *d, int *e, unsigned *f,
                                    long long *g, unsigned long long *h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = mix(a[i], a[i + 1]);
    b[i] = mix(b[i], b[i + 1]);
    c[i] = mix(c[i], c[i + 1]);
    d[i] = mix(d[i], d[i + 1]);
    e[i] = mix(e[i], e[i + 1]);
    f[i] = mix(f[i], f[i + 1]);
    g[i] = mix(g[i], g[i + 1]);
    h[i] = mix(h[i], h[i + 1]);
    e[i] += __mulhi(e[i], 77) + __mul24(e[i], e[i + 2]) + __sad(e[i], e[i + 1], 3u) + abs(e[i + 3]) + min(e[i], 4) +
            max(e[i + 1], -9);
    f[i] += __umulhi(f[i], 77u) + __umul24(f[i], f[i + 2]) + __usad(f[i], f[i + 1], 3u) + __hadd(e[i], e[i + 1]) +
            __uhadd(f[i], f[i + 1]) + __rhadd(e[i], 9);
    g[i] += __mul64hi(g[i], g[i + 1]) + (long long)e[i] * e[i + 1] + llabs(g[i]);
    h[i] += __umul64hi(h[i], h[i + 1]) + (unsigned long long)f[i] * f[i + 1] + min(h[i], h[i + 2]);
}
