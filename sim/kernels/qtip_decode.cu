// Decodes the weights of a quantised language model from 2 bits a weight: weight i is a function of the 16 bits from
// bit 2 i of its tile on. The function is a linear congruential generator, whose four bytes are added, which makes the
// weights almost normally distributed ("1MAD").
// Source: A. Tseng, Q. Sun, D. Hou and C. De Sa, "QTIP: Quantization with Trellises and Incoherence Processing",
// NeurIPS 2024, section 3.1.
/* Run:
lanesmith run qtip_decode.ptx --entry qtip_decode --grid 3,1,1 --block 32,1,1 \
    --arg qtip_decode_param_0=@qtip_decode/tiles.hex \
    --arg qtip_decode_param_1=zeros:6144 \
    --arg qtip_decode_param_2=0.015625 \
    --dump qtip_decode_param_1=weights.hex
*/
#include "video.h"

constexpr int TILE_WORDS = 16; // 256 weights; the last weights continue with the first bits of the tile ("tail-biting")

static __device__ uint32_t sum_of_bytes(uint32_t state) {
    const uint32_t generated = state * 34038481 + 76625530;
    return video("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3", generated, 0, 0);
}

// Each thread decodes the 16 weights that begin in its word.
extern "C" __global__ void qtip_decode(const uint32_t *tiles, float *weights, float scale) {
    const int word = blockIdx.x * blockDim.x + threadIdx.x;
    const int next = word % TILE_WORDS == TILE_WORDS - 1 ? word - (TILE_WORDS - 1) : word + 1;
    const uint32_t low = tiles[word], high = tiles[next];
    for (int i = 0; i < 16; i++) {
        const uint32_t state = __funnelshift_r(low, high, 2 * i) & 0xffff;
        weights[word * 16 + i] = __fmul_rn(float(int(sum_of_bytes(state)) - 510), scale); // 510 is the mean
    }
}

#ifndef __CUDACC__
void reference() {
    require(sum_of_bytes(0) == 325 && sum_of_bytes(1) == 386 && sum_of_bytes(2) == 447 && sum_of_bytes(65535) == 571,
            "wrong sums of bytes");
    constexpr int WORDS = 6 * TILE_WORDS;
    const float scale = 0.015625f;
    Buffer<uint32_t> tiles("tiles", WORDS);
    Buffer<float> weights("weights", 16 * WORDS);
    for (uint32_t &word : tiles.elements) {
        word = random_word();
    }
    launch("qtip_decode", qtip_decode, 3, 32, tiles, weights, scale);
    expect(weights, [&](int i) {
        uint32_t state = 0;
        for (int bit = 0; bit < 16; bit++) {
            const int at = (i % 256 * 2 + bit) % 512;
            state |= (tiles[i / 256 * TILE_WORDS + at / 32] >> at % 32 & 1) << bit;
        }
        const uint64_t x = (state * uint64_t(34038481) + 76625530) % (uint64_t(1) << 32);
        return (float(x % 256 + x / 256 % 256 + x / 65536 % 256 + x / 16777216) - 510) * scale;
    });
}
#endif
