// Image processing on bytes: conversion of colours, dilation, histogram.
extern "C" __global__ void luma(const uchar4 *p, unsigned char *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        uchar4 c = p[i];
        y[i] = (77 * c.x + 150 * c.y + 29 * c.z + 128) >> 8;
    }
}
extern "C" __global__ void dilate(const unsigned char *a, unsigned char *b, int w, int h) {
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    unsigned char m = 0;
    for (int v = -1; v <= 1; v++)
        for (int u = -1; u <= 1; u++) {
            int s = min(max(x + u, 0), w - 1), t = min(max(y + v, 0), h - 1);
            m = max(m, a[t * w + s]);
        }
    b[y * w + x] = m;
}
extern "C" __global__ void histogram(const unsigned char *p, unsigned *out, int n) {
    __shared__ unsigned bins[256];
    bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += 256)
        atomicAdd(bins + p[i], 1u);
    __syncthreads();
    atomicAdd(out + threadIdx.x, bins[threadIdx.x]);
}
