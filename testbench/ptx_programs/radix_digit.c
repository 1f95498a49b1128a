#include <stdint.h>
#include <stdlib.h>

void radix_digit(const uint32_t *in, uint32_t *out) {
    uint8_t counts[8] = {0};
    uint32_t address = in[5];
    int shift = in[4] > 32 ? 32 : in[4];
    for (int i = 0; i < 4; i++) {
        uint32_t digit = (uint64_t)in[i] >> shift & 7;
        counts[digit]++;
        address += digit + (in[5] & 0xff);
    }
    for (int i = 0; i < 2; i++) {
        out[i] = 0;
        for (int j = 0; j < 4; j++)
            out[i] |= (uint32_t)counts[4 * i + j] << 8 * j;
    }
    out[2] = address;
    // Of the field's place the low eight bits count.
    int place = in[4] & 0xff;
    out[3] = place > 31 ? 0 : in[0] >> place & 7;
}
