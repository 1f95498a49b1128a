// Reads the inputs of a kernel, one set to the line, and prints its outputs in the same way.
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

void KERNEL(const uint32_t *in, uint32_t *out);

int main(void) {
    for (;;) {
        uint32_t in[INPUTS], out[OUTPUTS];
        for (int i = 0; i < INPUTS; i++)
            if (scanf("%" SCNu32, &in[i]) != 1)
                return 0;
        KERNEL(in, out);
        for (int i = 0; i < OUTPUTS; i++)
            printf("%" PRIu32 "%c", out[i], i + 1 < OUTPUTS ? ' ' : '\n');
    }
}
