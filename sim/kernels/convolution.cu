// A convolution of a quantised neural network with 3 x 3 filters: activations of 8 bits without sign, weights with
// sign. The four input channels of a pixel are a word, and so are the four output channels; results are shifted,
// rounded and limited to a byte. Pixels outside count as zero.
// Source: V. Vanhoucke, A. Senior and M. Z. Mao, "Improving the speed of neural networks on CPUs", NIPS workshop 2011
// (unsigned times signed bytes).
/* Run:
lanesmith run convolution.ptx --entry convolution --grid 3,2,1 --block 8,16,1 \
    --arg convolution_param_0=@convolution/image.hex \
    --arg convolution_param_1=@convolution/weights.hex \
    --arg convolution_param_2=@convolution/bias.hex \
    --arg convolution_param_3=zeros:1496 \
    --arg convolution_param_4=22 \
    --arg convolution_param_5=17 \
    --arg convolution_param_6=9 \
    --dump convolution_param_3=results.hex
*/
#include "video.h"

constexpr int CHANNELS = 4, SIDE = 3;

// `weights` has a word for each output channel and place in the filter.
extern "C" __global__ void __launch_bounds__(128)
    convolution(const uint32_t *__restrict__ image, const uint32_t *__restrict__ weights, const int *__restrict__ bias,
                uint32_t *__restrict__ results, int width, int height, int shift) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) {
        return;
    }
    uint32_t result = 0;
    for (int channel = 0; channel < CHANNELS; channel++) {
        uint32_t sum = uint32_t(bias[channel]);
        for (int place = 0; place < SIDE * SIDE; place++) {
            const int column = x + place % SIDE - 1, row = y + place / SIDE - 1;
            if (column >= 0 && column < width && row >= 0 && row < height) {
                sum = video("dp4a.u32.s32 %0, %1, %2, %3", image[row * width + column],
                            weights[channel * SIDE * SIDE + place], sum);
            }
        }
        const int rounded = (int(sum) + (1 << (shift - 1))) >> shift;
        result |= uint32_t(min(max(rounded, 0), 255)) << 8 * channel;
    }
    results[y * width + x] = result;
}

#ifndef __CUDACC__
void reference() {
    constexpr int WIDTH = 22, HEIGHT = 17, SHIFT = 9;
    Buffer<uint8_t> image("image", CHANNELS * WIDTH * HEIGHT), results("results", CHANNELS * WIDTH * HEIGHT);
    Buffer<int8_t> weights("weights", CHANNELS * SIDE * SIDE * CHANNELS);
    Buffer<int> bias("bias", CHANNELS);
    for (uint8_t &activation : image.elements) {
        activation = random_word();
    }
    for (int8_t &weight : weights.elements) {
        weight = random_word();
    }
    for (int &value : bias.elements) {
        value = int(random_word()) >> 16;
    }
    launch("convolution", convolution, dim3(3, 2), dim3(8, 16), image, weights, bias, results, WIDTH, HEIGHT, SHIFT);
    expect(results, [&](int i) {
        const int channel = i % CHANNELS, x = i / CHANNELS % WIDTH, y = i / CHANNELS / WIDTH;
        double sum = bias[channel];
        for (int row = max(y - 1, 0); row <= min(y + 1, HEIGHT - 1); row++) {
            for (int column = max(x - 1, 0); column <= min(x + 1, WIDTH - 1); column++) {
                for (int input = 0; input < CHANNELS; input++) {
                    const int place = (row - y + 1) * SIDE + column - x + 1;
                    sum += image[(row * WIDTH + column) * CHANNELS + input] *
                           weights[(channel * SIDE * SIDE + place) * CHANNELS + input];
                }
            }
        }
        return uint8_t(fmin(fmax(floor(sum / (1 << SHIFT) + 0.5), 0), 255));
    });
}
#endif
