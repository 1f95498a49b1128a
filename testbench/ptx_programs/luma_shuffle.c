#include <stdint.h>
#include <stdlib.h>

void luma_shuffle(const uint32_t *in, uint32_t *out) {
    uint32_t bytes[12];
    for (int i = 0; i < 12; i++)
        bytes[i] = in[i / 4] >> 8 * (i % 4) & 0xff;
    out[0] = 0;
    for (int i = 0; i < 4; i++) {
        const uint32_t *pixel = bytes + 3 * i;
        uint32_t luma = (77 * pixel[0] + 150 * pixel[1] + 29 * pixel[2] + 128) / 256;
        out[0] |= luma << 8 * i;
    }
}
