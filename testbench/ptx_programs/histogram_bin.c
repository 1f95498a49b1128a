#include <stdint.h>
#include <stdlib.h>

void histogram_bin(const uint32_t *in, uint32_t *out) {
    uint32_t bin = in[1] & 0xff;
    out[0] = in[2];
    out[1] = 0;
    for (int i = 0; i < 4; i++) {
        uint32_t pixel = in[0] >> 8 * i & 0xff;
        out[0] += pixel / 16 == bin;
        out[1] += pixel / 16 > bin;
    }
}
