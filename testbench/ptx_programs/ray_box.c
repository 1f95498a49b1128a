#include <stdint.h>
#include <stdlib.h>

void ray_box(const uint32_t *in, uint32_t *out) {
    int32_t entry = in[6], exit = in[7];
    for (int axis = 0; axis < 3; axis++) {
        int32_t x = in[2 * axis], y = in[2 * axis + 1];
        int32_t near = x < y ? x : y, far = x < y ? y : x;
        if (near > entry)
            entry = near;
        if (far < exit)
            exit = far;
    }
    out[0] = entry;
    out[1] = exit;
    out[2] = entry <= exit && exit >= 0;
    out[3] = out[2] ? entry : -1;
}
