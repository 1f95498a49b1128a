#include <stdint.h>
#include <stdlib.h>

static int32_t byte(uint32_t word, int i) { return (int8_t)(word >> 8 * i); }

void gemm_tail(const uint32_t *in, uint32_t *out) {
    uint32_t sum = in[4];
    for (int i = 0; i < 7; i++)
        sum += byte(in[i < 4 ? 0 : 2], i % 4) * byte(in[i < 4 ? 1 : 3], i % 4);
    int64_t scaled = (int64_t)(int32_t)sum * byte(in[5], 0) + 64;
    // A floor division by 128, of which the register keeps 32 bits.
    int64_t quotient = scaled / 128 - (scaled % 128 < 0);
    int32_t kept = (uint32_t)quotient;
    out[0] = sum;
    out[1] = sum * in[5];
    out[2] = kept > 127 ? 127 : kept < -128 ? -128 : kept;
}
