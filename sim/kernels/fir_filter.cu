// A low-pass filter of 16 taps and gain 1.86 on 16-bit audio, with saturation: 16-bit samples times 8-bit coefficients,
// two products an instruction. Each thread computes two neighbouring samples, the second from words shifted by a half-
// word.
// Source: the moving weighted sum of A. V. Oppenheim and R. W. Schafer, Discrete-Time Signal Processing, 3rd ed.
// (2010), section 6.5; the coefficients are a Hann window.
/* Run:
lanesmith run fir_filter.ptx --entry fir_filter --grid 6,1,1 --block 128,1,1 \
    --arg fir_filter_param_0=@fir_filter/samples.hex \
    --arg fir_filter_param_1=zeros:2800 \
    --arg fir_filter_param_2=700 \
    --dump fir_filter_param_1=filtered.hex
*/
#include "video.h"

constexpr int TAPS = 16, SHIFT = 9;
// A byte for each tap; the coefficient is this byte times 2^-SHIFT.
__constant__ int coefficients[TAPS / 4] = {0x2c1a0b02, 0x7e73593f, 0x3f59737e, 0x020b1a2c};

static __device__ uint32_t limited(int sum) {
    return uint32_t(min(max((sum + (1 << (SHIFT - 1))) >> SHIFT, -32768), 32767));
}

// Samples lie in pairs; output n is the weighted sum of samples n to n + TAPS - 1.
extern "C" __global__ void fir_filter(const uint32_t *samples, uint32_t *filtered, int pairs) {
    const int pair = blockIdx.x * blockDim.x + threadIdx.x;
    if (pair >= pairs) {
        return;
    }
    int even = 0, odd = 0;
    uint32_t word = samples[pair];
    for (int tap = 0; tap < TAPS / 4; tap++) {
        const uint32_t second = samples[pair + 2 * tap + 1], third = samples[pair + 2 * tap + 2];
        even = __dp2a_hi(int(second), coefficients[tap], __dp2a_lo(int(word), coefficients[tap], even));
        odd = __dp2a_lo(int(__funnelshift_r(word, second, 16)), coefficients[tap], odd);
        odd = __dp2a_hi(int(__funnelshift_r(second, third, 16)), coefficients[tap], odd);
        word = third;
    }
    filtered[pair] = __byte_perm(limited(even), limited(odd), 0x5410);
}

#ifndef __CUDACC__
void reference() {
    constexpr int SAMPLES = 1400;
    Buffer<int16_t> samples("samples", SAMPLES + TAPS), filtered("filtered", SAMPLES);
    for (size_t i = 0; i < samples.elements.size(); i++) { // a square wave with noise, which sometimes saturates
        samples[i] = (i / 40 % 2 ? 16000 : -16000) + int(random_word() % 9000) - 4500;
    }
    launch("fir_filter", fir_filter, 6, 128, samples, filtered, SAMPLES / 2);
    expect(filtered, [&](int n) {
        int sum = 0;
        for (int tap = 0; tap < TAPS; tap++) {
            sum += samples[n + tap] * (coefficients[tap / 4] >> tap % 4 * 8 & 255);
        }
        return int16_t(fmin(fmax(floor(sum / 512.0 + 0.5), -32768), 32767));
    });
}
#endif
