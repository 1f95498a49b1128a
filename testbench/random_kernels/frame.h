// Around a random function: a kernel whose threads call it, and a program that does the same on the host.
#ifdef __CUDACC__
extern "C" __global__ void k(const uint32_t *in, uint64_t *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = f(in[5 * i], in[5 * i + 1], (int64_t)((uint64_t)in[5 * i + 2] << 32 | in[5 * i + 3]),
               __uint_as_float(in[5 * i + 4]));
}
#else
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v) {
    int n = atoi(v[2]);
    uint32_t *in = malloc(20 * n);
    FILE *g = fopen(v[1], "rb");
    if (fread(in, 20, n, g) != n)
        return 1;
    for (int i = 0; i < n; i++) {
        float x;
        memcpy(&x, &in[5 * i + 4], 4);
        uint64_t h = f(in[5 * i], in[5 * i + 1], (int64_t)((uint64_t)in[5 * i + 2] << 32 | in[5 * i + 3]), x);
        fwrite(&h, 8, 1, stdout);
    }
}
#endif
