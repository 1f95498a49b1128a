// Histogram of brightness in 64 classes: each block counts in shared memory and then adds its counts to those of the
// others. A shift with a selector takes a byte out of four and divides it by the width of a class.
// Source: V. Podlozhnyuk, "Histogram calculation in CUDA", NVIDIA (2007).
/* Run:
lanesmith run histogram.ptx --entry histogram --grid 4,1,1 --block 48,1,1 \
    --arg histogram_param_0=@histogram/pixels.hex \
    --arg histogram_param_1=850 \
    --arg histogram_param_2=zeros:256 \
    --dump histogram_param_2=counts.hex
*/
#include "video.h"

constexpr int CLASSES = 64;

extern "C" __global__ void histogram(const uint32_t *pixels, int words, uint32_t *counts) {
    __shared__ uint32_t block_counts[CLASSES];
    for (int i = threadIdx.x; i < CLASSES; i += blockDim.x) {
        block_counts[i] = 0;
    }
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x) {
        const uint32_t four = pixels[i];
        atomicAdd(&block_counts[video("vshr.u32.u32.u32.clamp %0, %1.b0, %2", four, 2, 0)], 1u);
        atomicAdd(&block_counts[video("vshr.u32.u32.u32.clamp %0, %1.b1, %2", four, 2, 0)], 1u);
        atomicAdd(&block_counts[video("vshr.u32.u32.u32.clamp %0, %1.b2, %2", four, 2, 0)], 1u);
        atomicAdd(&block_counts[video("vshr.u32.u32.u32.clamp %0, %1.b3, %2", four, 2, 0)], 1u);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < CLASSES; i += blockDim.x) {
        atomicAdd(&counts[i], block_counts[i]);
    }
}

#ifndef __CUDACC__
void reference() {
    constexpr int PIXELS = 3400;
    Buffer<uint8_t> pixels("pixels", PIXELS);
    Buffer<uint32_t> counts("counts", CLASSES);
    for (uint8_t &pixel : pixels.elements) {
        pixel = (random_word() % 256 + random_word() % 256) / 2; // more of medium brightness
    }
    launch("histogram", histogram, 4, 48, pixels, PIXELS / 4, counts);
    expect(counts, [&](int i) {
        return uint32_t(
            std::count_if(pixels.elements.begin(), pixels.elements.end(), [&](int pixel) { return pixel / 4 == i; }));
    });
}
#endif
