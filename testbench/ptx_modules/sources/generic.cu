// Generic addresses: queries, conversions, pointers to different spaces.
__device__ int g;
__constant__ int c = 4;
__noinline__ __device__ int load(const int *p) { return *p; }
extern "C" __global__ void generic(int *x, int n) {
    __shared__ int s[64];
    int l[8];
    s[threadIdx.x] = n;
    for (int k = 0; k < 8; k++)
        l[k] = n + k;
    const int *p = n == 0 ? s : n == 1 ? l : n == 2 ? &g : n == 3 ? &c : x;
    x[0] = load(p + n) + __isGlobal(p) + 2 * __isShared(p) + 4 * __isLocal(p) + 8 * __isConstant(p);
    x[1] = (int)__cvta_generic_to_global(p) + (int)(size_t)__cvta_shared_to_generic(__cvta_generic_to_shared(s + n));
    __prof_trigger(3);
    asm volatile("prefetch.global.L2 [%0];" ::"l"(x));
}
