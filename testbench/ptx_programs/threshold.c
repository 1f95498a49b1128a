#include <stdint.h>
#include <stdlib.h>

void threshold(const uint32_t *in, uint32_t *out) {
    out[0] = out[1] = 0;
    for (int i = 0; i < 4; i++) {
        uint32_t pixel = in[0] >> 8 * i & 0xff, background = in[1] >> 8 * i & 0xff;
        out[0] |= (pixel >= in[2] ? pixel : background) << 8 * i;
        out[1] += pixel >= in[2];
    }
}
