#include <stdint.h>
#include <stdlib.h>

void audio_mix(const uint32_t *in, uint32_t *out) {
    out[0] = out[1] = out[2] = 0;
    for (int i = 0; i < 2; i++) {
        int sum = (int16_t)(in[0] >> 16 * i) + (int16_t)(in[1] >> 16 * i);
        int mixed = sum > 32767 ? 32767 : sum < -32768 ? -32768 : sum;
        out[0] |= (uint32_t)(mixed & 0xffff) << 16 * i;
        out[1] += mixed == 32767 || mixed == -32768;
        if ((uint32_t)abs(mixed) > out[2])
            out[2] = abs(mixed);
    }
}
