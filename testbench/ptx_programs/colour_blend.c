#include <stdint.h>
#include <stdlib.h>

void colour_blend(const uint32_t *in, uint32_t *out) {
    uint32_t alpha = in[2], rest = 128 - alpha;
    out[0] = out[1] = 0;
    for (int i = 0; i < 4; i++) {
        uint32_t source = in[0] >> 8 * i & 0xff, below = in[1] >> 8 * i & 0xff;
        // The weight of the pixel below wraps where alpha is above 128.
        uint32_t shifted = ((uint64_t)source * alpha + (uint32_t)(below * rest)) >> 7;
        uint32_t channel = shifted > 255 ? 255 : shifted;
        uint32_t mean = i < 3 ? (channel + below + 1) / 2 : channel;
        out[0] |= channel << 8 * i;
        out[1] |= mean << 8 * i;
    }
}
