// Cache hints on loads and stores.
extern "C" __global__ void caches(const float4 *__restrict__ a, float4 *b, const int *c, int *d, const double *e,
                                  volatile int *v) {
    int i = threadIdx.x;
    b[i] = __ldg(a + i);
    d[i] = __ldg(c + i) + __ldcg(c + i + 1) + __ldca(c + i + 2) + __ldcs(c + i + 3) + __ldlu(c + i + 4) +
           __ldcv(c + i + 5);
    __stwb(d + i + 1, 1);
    __stcg(d + i + 2, 2);
    __stcs(d + i + 3, 3);
    __stwt(d + i + 4, 4);
    d[i + 5] = (int)__ldg(e + i);
    v[i] = v[i + 1] + 1;
}
