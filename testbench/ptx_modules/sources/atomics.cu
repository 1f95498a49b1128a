// Atomic operations in global and shared memory.
extern "C" __global__ void atomics(int *a, unsigned *b, unsigned long long *c, float *f, double *d, int *out) {
    __shared__ int s;
    __shared__ unsigned long long t;
    int i = threadIdx.x;
    if (i == 0) {
        s = 0;
        t = 0;
    }
    __syncthreads();
    out[i] = atomicAdd(a, 1) + atomicSub(a, 2) + atomicExch(a, 3) + atomicMin(a, 4) + atomicMax(a, 5) +
             atomicAnd(a, 6) + atomicOr(a, 7) + atomicXor(a, 8) + atomicCAS(a, 9, 10);
    out[i] += atomicInc(b, 100) + atomicDec(b, 50) + atomicMin(b, 3u);
    atomicAdd(c, 5ull);
    atomicMax(c, 6ull);
    atomicCAS(c, 1ull, 2ull);
    atomicExch(c, 9ull);
    atomicAdd(f, 1.5f);
    atomicAdd(&s, i);
    atomicCAS(&t, 1ull, 2ull);
    atomicMax(&s, 3);
    __threadfence();
    __threadfence_block();
    __threadfence_system();
#if __CUDA_ARCH__ >= 600
    atomicAdd(d, 2.0);
    atomicAdd_system(a, 1);
    atomicAdd_block(a, 1);
    atomicCAS_system(c, 4ull, 5ull);
#endif
}
