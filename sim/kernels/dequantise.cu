// Converts 8-bit weights of a language model to half precision: a byte permute puts each byte into the fraction of the
// number 1024 + byte, from which 1024 + zero point is subtracted; then a scale and a bias for each row. Half-precision
// numbers are in pairs.
// Source: Y. J. Kim, R. Henry, R. Fahim and H. H. Awadalla, "Who Says Elephants Can't Run: Bringing Large Scale MoE
// Models into Cloud Scale Production", SustaiNLP 2022, 36-43, section 3 (the permute of "fast I2F").
/* Run:
lanesmith run dequantise.ptx --entry dequantise --grid 12,1,1 --block 32,1,1 \
    --arg dequantise_param_0=@dequantise/weights.hex \
    --arg dequantise_param_1=@dequantise/scales.hex \
    --arg dequantise_param_2=@dequantise/biases.hex \
    --arg dequantise_param_3=zeros:3072 \
    --dump dequantise_param_3=halves.hex
*/
#include "video.h"
#ifdef __CUDACC__
#include <cuda_fp16.h>
#else
#include "host_half.h"
#endif

static __device__ half2 as_half2(uint32_t word) { return *reinterpret_cast<half2 *>(&word); }
static __device__ uint32_t as_word(half2 pair) { return *reinterpret_cast<uint32_t *>(&pair); }

static __device__ uint32_t scaled(uint32_t biased, half2 scale, half2 bias) {
    const half2 offset = as_half2(0x64806480); // 1024 + 128 twice
    return as_word(__hfma2(__hsub2(as_half2(biased), offset), scale, bias));
}

// `scales` and `biases` have the half of a row twice in a word. One block for each row, one thread for four weights.
extern "C" __global__ void dequantise(const uint32_t *weights, const uint32_t *scales, const uint32_t *biases,
                                      uint2 *halves) {
    const int at = blockIdx.x * blockDim.x + threadIdx.x;
    const half2 scale = as_half2(scales[blockIdx.x]), bias = as_half2(biases[blockIdx.x]);
    const uint32_t four = weights[at];
    halves[at] = make_uint2(scaled(__byte_perm(four, 0x64646464, 0x4140), scale, bias),
                            scaled(__byte_perm(four, 0x64646464, 0x4342), scale, bias));
}

#ifndef __CUDACC__
void reference() {
    constexpr int ROWS = 12, COLUMNS = 128;
    Buffer<uint8_t> weights("weights", ROWS * COLUMNS);
    Buffer<uint32_t> scales("scales", ROWS), biases("biases", ROWS);
    Buffer<uint16_t> halves("halves", ROWS * COLUMNS);
    for (uint8_t &weight : weights.elements) {
        weight = random_word();
    }
    for (int row = 0; row < ROWS; row++) { // normal numbers, then results that are subnormal, and results that overflow
        const uint32_t exponent = row == 1 ? 1 : row == 2 ? 27 : 8 + random_word() % 6;
        scales[row] = (exponent << 10 | random_word() % 1024) * 0x10001;
        biases[row] = (exponent << 10 | random_word() % 1024 | (random_word() & 0x8000)) * 0x10001;
    }
    launch("dequantise", dequantise, ROWS, COLUMNS / 4, weights, scales, biases, halves);
    expect(halves, [&](int i) { // in exact integers
        auto units = [](uint16_t half) {
            const int exponent = half >> 10 & 31;
            const __int128 magnitude = __int128(exponent ? 1024 + half % 1024 : half % 1024)
                                       << (exponent ? exponent - 1 : 0);
            return half >> 15 ? -magnitude : magnitude;
        };
        const __int128 sum =
            (weights[i] - 128) * units(scales[i / COLUMNS]) + units(biases[i / COLUMNS]); // in units of 2^-24
        const __int128 magnitude = sum < 0 ? -sum : sum;
        int shift = 0;
        while (magnitude >> shift >= 2048) {
            shift++;
        }
        __int128 rounded = magnitude >> shift;
        const __int128 rest = magnitude - (rounded << shift), half = (__int128(1) << shift) / 2;
        rounded += shift > 0 && (rest > half || (rest == half && rounded % 2));
        const int bits = int(rounded) + (shift << 10);
        return uint16_t((sum < 0 ? 0x8000 : 0) | min(bits, 0x7c00));
    });
}
#endif
