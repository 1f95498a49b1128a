// Shuffles, votes, matches and synchronisation in a warp.
extern "C" __global__ void warps(int *x, float *f, double *d, unsigned *m) {
    int i = threadIdx.x, v = x[i];
    float g = f[i];
    for (int k = 16; k > 0; k >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, k);
    g += __shfl_up_sync(~0u, g, 1) + __shfl_down_sync(~0u, g, 2, 16) + __shfl_sync(~0u, g, 0);
    d[i] = __shfl_sync(~0u, d[i], 3);
    m[i] = __ballot_sync(~0u, v > 3) + __all_sync(~0u, v) + __any_sync(~0u, v) + __activemask();
    __syncwarp();
    __syncwarp(0xffu);
#if __CUDA_ARCH__ >= 700
    int p;
    m[i] += __match_any_sync(~0u, v) + __match_all_sync(~0u, v, &p) + p;
    __nanosleep(20);
#endif
#if __CUDA_ARCH__ >= 800
    m[i] += __reduce_add_sync(~0u, m[i]) + __reduce_min_sync(~0u, v) + __reduce_xor_sync(~0u, m[i]);
#endif
    x[i] = v;
    f[i] = g;
    m[i] += __syncthreads_count(v) + __syncthreads_and(v) + __syncthreads_or(v);
}
