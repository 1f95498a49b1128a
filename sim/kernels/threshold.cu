// Adaptive threshold: makes the pixels of a tile that are brighter than its mean white and the others black, and counts
// the white ones. One block for each tile, which first computes its mean.
// Source: the mean as local threshold: J. R. Parker, Algorithms for Image Processing and Computer Vision, 2nd ed.
// (2011), chapter 4.
/* Run:
lanesmith run threshold.ptx --entry threshold --grid 7,1,1 --block 64,1,1 \
    --arg threshold_param_0=@threshold/pixels.hex \
    --arg threshold_param_1=zeros:1792 \
    --arg threshold_param_2=zeros:28 \
    --dump threshold_param_1=binary.hex \
    --dump threshold_param_2=white.hex
*/
#include "video.h"

constexpr int WORDS = 64; // of four pixels in a tile, one for each thread

extern "C" __global__ void threshold(const uint32_t *pixels, uint32_t *binary, uint32_t *white) {
    __shared__ uint32_t sum, count;
    const int at = blockIdx.x * WORDS + threadIdx.x;
    if (threadIdx.x == 0) {
        sum = count = 0;
    }
    __syncthreads();
    const uint32_t four = pixels[at];
    atomicAdd(&sum, video("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3", four, 0, 0));
    __syncthreads();
    const uint32_t mean = sum / (4 * WORDS) * 0x01010101;
    const uint32_t brighter = video("vset4.u32.u32.gt %0, %1, %2, %3", four, mean, 0); // 1 or 0 in each byte
    binary[at] = brighter * 255;
    atomicAdd(&count, video("vset4.u32.u32.gt.add %0, %1, %2, %3", four, mean, 0));
    __syncthreads();
    if (threadIdx.x == 0) {
        white[blockIdx.x] = count;
    }
}

#ifndef __CUDACC__
void reference() {
    constexpr int TILES = 7, SIZE = 4 * WORDS;
    Buffer<uint8_t> pixels("pixels", TILES * SIZE), binary("binary", TILES * SIZE);
    Buffer<uint32_t> white("white", TILES);
    for (int i = 0; i < TILES * SIZE; i++) { // tiles of different brightness
        pixels[i] = i / SIZE * 25 + random_word() % 100;
    }
    launch("threshold", threshold, TILES, WORDS, pixels, binary, white);
    auto is_white = [&](int i) {
        int sum = 0;
        for (int k = 0; k < SIZE; k++) {
            sum += pixels[i / SIZE * SIZE + k];
        }
        return pixels[i] > sum / SIZE;
    };
    expect(binary, [&](int i) { return uint8_t(is_white(i) ? 255 : 0); });
    expect(white, [&](int tile) {
        uint32_t count = 0;
        for (int i = 0; i < SIZE; i++) {
            count += is_white(tile * SIZE + i);
        }
        return count;
    });
}
#endif
