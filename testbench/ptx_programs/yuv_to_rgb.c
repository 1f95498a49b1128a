#include <stdint.h>
#include <stdlib.h>

static uint32_t limited(int sum) {
    int value = sum / 128 - (sum % 128 < 0);
    return value > 255 ? 255 : value < 0 ? 0 : value;
}

void yuv_to_rgb(const uint32_t *in, uint32_t *out) {
    int y = 149 * ((int)(in[0] & 0xff) - 16) + 64;
    int u = (int)(in[0] >> 8 & 0xff) - 128, v = (int)(in[0] >> 16 & 0xff) - 128;
    uint32_t red = limited(y + 204 * v), green = limited(y - 50 * u - 104 * v), blue = limited(y + 258 * u);
    out[0] = (in[1] & 0xff000000) | blue << 16 | green << 8 | red;
}
