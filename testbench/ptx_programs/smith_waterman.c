#include <stdint.h>
#include <stdlib.h>

static int64_t larger(int64_t x, int64_t y) { return x > y ? x : y; }

void smith_waterman(const uint32_t *in, uint32_t *out) {
    int32_t left = in[0], e = in[1], up = in[2], f = in[3], diagonal = in[4];
    int32_t h[2], gaps[2];
    for (int cell = 0; cell < 2; cell++) {
        int score = (in[5] >> 8 * cell & 0xff) == (in[6] & 0xff) ? 5 : -4;
        e = larger(e - (int64_t)1, (int32_t)((uint32_t)left - 10));
        gaps[cell] = larger(f - (int64_t)1, (int32_t)((uint32_t)up - 10));
        // A register has 32 bits between two maxima.
        int32_t best = larger(diagonal + (int64_t)score, e);
        h[cell] = larger(larger(best, gaps[cell]), 0);
        left = h[cell];
        diagonal = up;
        up = in[7];
        f = in[8];
    }
    out[0] = h[0];
    out[1] = h[1];
    out[2] = e;
    out[3] = gaps[0];
    out[4] = gaps[1];
    out[5] = larger(h[0], h[1]);
}
