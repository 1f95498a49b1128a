// Compiled to kernels.ptx: nvcc -ptx -arch=sm_75 (13.5).
extern "C" __global__ void crc32(unsigned *out, const unsigned char *in, int n) {
    __shared__ unsigned table[256];
    for (unsigned i = threadIdx.x; i < 256; i += blockDim.x) {
        unsigned v = i;
        for (int k = 0; k < 8; k++) v = v & 1 ? 0xedb88320u ^ (v >> 1) : v >> 1;
        table[i] = v;
    }
    __syncthreads();
    unsigned c = ~0u;
    for (int k = 0; k < n; k++) c = table[(c ^ in[k]) & 255] ^ (c >> 8);
    out[threadIdx.x] = ~c;
}
__constant__ int weights[4] = {3, -1, 4, 1};
__device__ unsigned long long total = 5;
__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
extern "C" __global__ void mixed(int *out, float scale) {
    int t = threadIdx.x, local[8];
    for (int k = 0; k < 8; k++) local[(k * 3 + t) & 7] = k * weights[k & 3];
    int value = 0;
    switch (t & 7) {
    case 0: value = local[t & 7] + 1; break;
    case 1: value = local[3] * 2; break;
    case 2: value = fibonacci(10); break;
    case 3: value = __popc(t * 77) << 3; break;
    case 4: value = local[(t * 5) & 7] % 3; break;
    case 5: value = (int)(t * scale); break;
    case 6: value = t / 5; break;
    default: value = -t; break;
    }
    for (int d = 16; d; d >>= 1) value += __shfl_xor_sync(0xffffffffu, value, d);
    if (t % 32 == 0) atomicAdd(&total, (unsigned long long)(long long)value);
    out[t] = value + local[t & 7];
}
