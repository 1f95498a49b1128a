// Pooling of a neural network on signed 16-bit features: a bias is added, and each result is the maximum of 2 x 2 sums,
// at least zero (ReLU). Two neighbouring features are in a word, so the second maximum is across its half-words. Packed
// instructions of PTX 8.0 on half-words, for sm_90.
// Source: D. Scherer, A. Müller and S. Behnke, "Evaluation of Pooling Operations in Convolutional Architectures for
// Object Recognition", ICANN 2010, 92-101.
/* Run:
lanesmith run max_pool.ptx --entry max_pool --grid 2,3,1 --block 8,4,1 \
    --arg max_pool_param_0=@max_pool/features.hex \
    --arg max_pool_param_1=zeros:768 \
    --arg max_pool_param_2=4249156932 \
    --dump max_pool_param_1=pooled.hex
*/
#include "video.h"

// A row of `features` has two words for each thread in x, and `pooled` has one; rows are those of the grid in y.
extern "C" __global__ void max_pool(const uint32_t *features, uint32_t *pooled, uint32_t bias) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
              width = gridDim.x * blockDim.x;
    uint32_t words[2];
    for (int i = 0; i < 2; i++) {
        const uint32_t above = features[2 * y * 2 * width + 2 * x + i],
                       below = features[(2 * y + 1) * 2 * width + 2 * x + i];
        words[i] = video("max.s16x2 %0, %1, %2", video("add.s16x2 %0, %1, %2", above, bias, 0),
                         video("add.s16x2 %0, %1, %2", below, bias, 0), 0);
    }
    const uint32_t even = __byte_perm(words[0], words[1], 0x5410), odd = __byte_perm(words[0], words[1], 0x7632);
    pooled[y * width + x] = video("max.s16x2.relu %0, %1, %2", even, odd, 0);
}

#ifndef __CUDACC__
void reference() {
    constexpr int WIDTH = 64, HEIGHT = 24; // of the features
    const int bias = -700;
    Buffer<int16_t> features("features", WIDTH * HEIGHT), pooled("pooled", WIDTH * HEIGHT / 4);
    for (int16_t &feature : features.elements) {
        feature = int16_t(random_word()) / 4;
    }
    launch("max_pool", max_pool, dim3(2, 3), dim3(8, 4), features, pooled, (bias & 0xffffu) * 0x10001);
    expect(pooled, [&](int i) {
        const int x = i % (WIDTH / 2) * 2, y = i / (WIDTH / 2) * 2;
        int maximum = 0;
        for (int k = 0; k < 4; k++) {
            maximum = max(maximum, features[(y + k / 2) * WIDTH + x + k % 2] + bias);
        }
        return int16_t(maximum);
    });
}
#endif
