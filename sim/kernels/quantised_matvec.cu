// A fully connected layer of a quantised neural network: a matrix of 8-bit weights times a vector of 8-bit activations,
// plus bias, scaled back to 8 bits by a multiplier in fixed point. A warp computes one row and adds its 32 partial sums
// by shuffles.
// Source: B. Jacob et al., "Quantization and Training of Neural Networks for Efficient Integer-Arithmetic-Only
// Inference", CVPR 2018, 2704-2713.
/* Run:
lanesmith run quantised_matvec.ptx --entry quantised_matvec --grid 4,1,1 --block 128,1,1 \
    --arg quantised_matvec_param_0=@quantised_matvec/weights.hex \
    --arg quantised_matvec_param_1=@quantised_matvec/activations.hex \
    --arg quantised_matvec_param_2=@quantised_matvec/bias.hex \
    --arg quantised_matvec_param_3=zeros:16 \
    --arg quantised_matvec_param_4=100 \
    --arg quantised_matvec_param_5=5033165 \
    --arg quantised_matvec_param_6=-3 \
    --dump quantised_matvec_param_3=outputs.hex
*/
#include "video.h"

// `multiplier` is the scale times 2^31; `words` is the length of a row in words of four weights.
extern "C" __global__ void quantised_matvec(const int *weights, const int *activations, const int *bias,
                                            int8_t *outputs, int words, int multiplier, int zero_point) {
    const int lane = threadIdx.x % 32, row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int sum = 0;
    for (int i = lane; i < words; i += 32) {
        sum = __dp4a(weights[row * words + i], activations[i], sum);
    }
    for (int distance = 16; distance > 0; distance /= 2) {
        sum += __shfl_down_sync(0xffffffff, sum, distance);
    }
    if (lane == 0) {
        const int64_t scaled = int64_t(sum + bias[row]) * multiplier + (int64_t(1) << 30);
        outputs[row] = int8_t(min(max(int(scaled >> 31) + zero_point, -128), 127));
    }
}

#ifndef __CUDACC__
void reference() {
    constexpr int ROWS = 16, COLUMNS = 400;          // words that are no multiple of a warp
    const int multiplier = 5033165, zero_point = -3; // 0.00234
    Buffer<int8_t> weights("weights", ROWS * COLUMNS), activations("activations", COLUMNS), outputs("outputs", ROWS);
    Buffer<int> bias("bias", ROWS);
    for (int8_t &weight : weights.elements) {
        weight = random_word() >> 7;
    }
    for (int8_t &activation : activations.elements) {
        activation = random_word() >> 9;
    }
    for (int &value : bias.elements) {
        value = int(random_word()) >> 16;
    }
    launch("quantised_matvec", quantised_matvec, ROWS / 4, 128, weights, activations, bias, outputs, COLUMNS / 4,
           multiplier, zero_point);
    expect(outputs, [&](int row) {
        double sum = bias[row];
        for (int column = 0; column < COLUMNS; column++) {
            sum += double(weights[row * COLUMNS + column]) * activations[column];
        }
        return int8_t(fmin(fmax(floor(sum * multiplier / 2147483648.0 + 0.5) + zero_point, -128), 127));
    });
}
#endif
