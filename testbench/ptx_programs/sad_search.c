#include <stdint.h>
#include <stdlib.h>

static int byte(uint32_t word, int i) { return word >> 8 * i & 0xff; }

void sad_search(const uint32_t *in, uint32_t *out) {
    uint32_t sums[2];
    for (int candidate = 0; candidate < 2; candidate++) {
        const uint32_t *block = in, *reference = in + 2 + 2 * candidate;
        sums[candidate] = 0;
        for (int i = 0; i < 8; i++)
            sums[candidate] += abs(byte(block[i / 4], i % 4) - byte(reference[i / 4], i % 4));
        sums[candidate] += abs(byte(in[6], 0) - byte(in[6], 1 + candidate));
    }
    out[1] = sums[1] < sums[0];
    out[0] = sums[out[1]];
}
