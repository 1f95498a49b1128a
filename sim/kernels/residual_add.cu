// The end of a residual block of a quantised neural network: adds the block's input to its output with saturation, and
// replaces negative sums by zero (ReLU). Then a running maximum over the rows of four channels each. Packed
// instructions of PTX 9.2 on four bytes, for sm_120a.
// Source: K. He, X. Zhang, S. Ren and J. Sun, "Deep Residual Learning for Image Recognition", CVPR 2016, 770-778.
/* Run:
lanesmith run residual_add.ptx --entry residual_add --grid 2,1,1 --block 32,1,1 \
    --arg residual_add_param_0=@residual_add/outputs.hex \
    --arg residual_add_param_1=@residual_add/inputs.hex \
    --arg residual_add_param_2=zeros:2304 \
    --arg residual_add_param_3=zeros:256 \
    --arg residual_add_param_4=9 \
    --dump residual_add_param_2=sums.hex \
    --dump residual_add_param_3=maxima.hex
*/
#include "video.h"

constexpr uint32_t ZERO_POINTS = 0x05fb0200; // of the four channels

// `sums` has one word of four channels for each thread and row; `maxima` one for each thread.
extern "C" __global__ void residual_add(const uint32_t *outputs, const uint32_t *inputs, uint32_t *sums,
                                        uint32_t *maxima, int rows) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    uint32_t maximum = 0;
    for (int row = 0; row < rows; row++) {
        const int at = row * threads + thread;
        const uint32_t centred = video("sub.sat.s8x4 %0, %1, %2", inputs[at], ZERO_POINTS, 0);
        const uint32_t sum = video("add.sat.s8x4 %0, %1, %2", outputs[at], centred, 0);
        const uint32_t positive = video("max.relu.s8x4 %0, %1, %2", sum, sum, 0);
        sums[at] = positive;
        maximum = video("max.u8x4 %0, %1, %2", maximum, positive, 0);
    }
    maxima[thread] = maximum;
}

#ifndef __CUDACC__
void reference() {
    constexpr int ROWS = 9, THREADS = 64, COUNT = 4 * ROWS * THREADS;
    const int zero_points[4] = {0, 2, -5, 5};
    Buffer<int8_t> outputs("outputs", COUNT), inputs("inputs", COUNT), sums("sums", COUNT),
        maxima("maxima", 4 * THREADS);
    for (int i = 0; i < COUNT; i++) {
        outputs[i] = random_word();
        inputs[i] = random_word();
    }
    launch("residual_add", residual_add, 2, 32, outputs, inputs, sums, maxima, ROWS);
    auto limited = [](int value) { return min(max(value, -128), 127); };
    auto sum = [&](int i) { return max(limited(outputs[i] + limited(inputs[i] - zero_points[i % 4])), 0); };
    expect(sums, [&](int i) { return int8_t(sum(i)); });
    expect(maxima, [&](int i) {
        int maximum = 0;
        for (int row = 0; row < ROWS; row++) {
            maximum = max(maximum, sum(4 * THREADS * row + i));
        }
        return int8_t(maximum);
    });
}
#endif
