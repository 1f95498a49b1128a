// Combines the layers of a picture, each with its blend mode, as programs for painting have them. The modes are the
// cases of a switch.
// Source: P. Haeberli and D. Voorhies, "Image processing by linear interpolation and extrapolation", IRIS Universe 28
// (1994); ISO 32000-2, section 11.3.5 ("Blend mode").
/* Run:
lanesmith run blend_modes.ptx --entry blend_modes --grid 3,1,1 --block 32,1,1 \
    --arg blend_modes_param_0=@blend_modes/layers.hex \
    --arg blend_modes_param_1=@blend_modes/modes.hex \
    --arg blend_modes_param_2=13 \
    --arg blend_modes_param_3=zeros:384 \
    --dump blend_modes_param_3=picture.hex
*/
#include "video.h"

enum Mode { NORMAL, DARKEN, LIGHTEN, DIFFERENCE, LINEAR_DODGE, SUBTRACT, AVERAGE, LINEAR_BURN, HARD_MIX, MODES };

static __device__ uint32_t blend(uint32_t below, uint32_t above, int mode) {
    switch (mode) {
    case DARKEN: return video("vmin4.u32.u32.u32 %0, %1, %2, %3", below, above, 0);
    case LIGHTEN: return video("vmax4.u32.u32.u32 %0, %1, %2, %3", below, above, 0);
    case DIFFERENCE: return video("vabsdiff4.u32.u32.u32 %0, %1, %2, %3", below, above, 0);
    case LINEAR_DODGE: return video("vadd4.u32.u32.u32.sat %0, %1, %2, %3", below, above, 0);
    case SUBTRACT: return video("vsub4.u32.u32.u32.sat %0, %1, %2, %3", below, above, 0);
    case AVERAGE: return video("vavrg4.u32.u32.u32 %0, %1, %2, %3", below, above, 0);
    case LINEAR_BURN: return video("vsub4.u32.u32.u32.sat %0, %1, %2, %3", below, ~above, 0); // below + above - 255
    case HARD_MIX: return video("vset4.u32.u32.ge %0, %1, %2, %3", below, ~above, 0) * 255;   // black or white
    default: return above;
    }
}

// `layers` are `layer_count` pictures of the size of the grid, the lowest first; the lowest has no mode.
extern "C" __global__ void blend_modes(const uint32_t *layers, const uint8_t *modes, int layer_count,
                                       uint32_t *picture) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x, size = gridDim.x * blockDim.x;
    uint32_t result = layers[thread];
#pragma unroll 1
    for (int layer = 1; layer < layer_count; layer++) {
        result = blend(result, layers[layer * size + thread], modes[layer]);
    }
    picture[thread] = result;
}

#ifndef __CUDACC__
void reference() {
    constexpr int LAYERS = 13, SIZE = 4 * 96;
    Buffer<uint8_t> layers("layers", LAYERS * SIZE), modes("modes", LAYERS), picture("picture", SIZE);
    for (int i = 0; i < LAYERS * SIZE; i++) {
        layers[i] = random_word() & random_word() >> 8; // more dark than bright
    }
    for (int i = 0; i < SIZE; i += 4) { // sums of exactly 255, the limit of HARD_MIX
        layers[2 * SIZE + i] = 255 - layers[SIZE + i];
    }
    const uint8_t order[LAYERS] = {NORMAL,   NORMAL, HARD_MIX,     DIFFERENCE, LIGHTEN,     AVERAGE, LINEAR_DODGE,
                                   SUBTRACT, DARKEN, LINEAR_DODGE, LIGHTEN,    LINEAR_BURN, AVERAGE};
    modes.elements.assign(order, order + LAYERS);
    launch("blend_modes", blend_modes, 3, 32, layers, modes, LAYERS, picture);
    expect(picture, [&](int i) {
        int result = layers[i];
        for (int layer = 1; layer < LAYERS; layer++) {
            const int above = layers[layer * SIZE + i], sum = result + above;
            const int results[MODES] = {above,
                                        min(result, above),
                                        max(result, above),
                                        abs(result - above),
                                        min(sum, 255),
                                        max(result - above, 0),
                                        (sum + 1) / 2,
                                        max(sum - 255, 0),
                                        sum >= 255 ? 255 : 0};
            result = results[modes[layer]];
        }
        return uint8_t(result);
    });
}
#endif
