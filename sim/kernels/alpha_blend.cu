// Draws a picture over another one with half transparency and adds a glow: colours are averaged with rounding, and the
// glow is added with saturation. The masks of the instructions keep the fourth byte, the alpha of the picture below.
// Pixels whose alpha is zero in the upper picture stay unchanged.
// Source: the operators "over" and "plus" of T. Porter and T. Duff, SIGGRAPH 1984, 253-259.
/* Run:
lanesmith run alpha_blend.ptx --entry alpha_blend --grid 4,1,1 --block 32,1,1 \
    --arg alpha_blend_param_0=@alpha_blend/picture.hex \
    --arg alpha_blend_param_1=@alpha_blend/above.hex \
    --arg alpha_blend_param_2=1058880 \
    --dump alpha_blend_param_0=picture.hex
*/
#include "video.h"

static __device__ uint32_t blend(uint32_t below, uint32_t above, uint32_t glow) {
    if (above >> 24 == 0) {
        return below;
    }
    const uint32_t average = video("vavrg4.u32.u32.u32 %0.b210, %1, %2, %3", below, above, below);
    return video("vadd4.u32.u32.u32.sat %0.b210, %1, %2, %3", average, glow, average);
}

// Each thread blends four pixels; `picture` is replaced.
extern "C" __global__ void alpha_blend(uint4 *picture, const uint4 *above, uint32_t glow) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const uint4 low = picture[i], high = above[i];
    picture[i] = make_uint4(blend(low.x, high.x, glow), blend(low.y, high.y, glow), blend(low.z, high.z, glow),
                            blend(low.w, high.w, glow));
}

#ifndef __CUDACC__
void reference() {
    constexpr int PIXELS = 512;
    const uint32_t glow = 0x00102840;
    Buffer<uint32_t> picture("picture", PIXELS), above("above", PIXELS);
    for (int i = 0; i < PIXELS; i++) {
        picture[i] = random_word();
        above[i] = random_word() & (i % 3 ? 0xffffffff : 0x00ffffff);
    }
    const std::vector<uint32_t> before = picture.elements;
    launch("alpha_blend", alpha_blend, 4, 32, picture, above, glow);
    expect(picture, [&](int i) {
        uint32_t result = before[i] & 0xff000000;
        for (int shift = 0; shift < 24; shift += 8) {
            const uint32_t colour = before[i] >> shift & 255;
            const uint32_t average = (colour + (above[i] >> shift & 255) + 1) / 2;
            result |= (above[i] >> 24 ? min(average + (glow >> shift & 255), 255u) : colour) << shift;
        }
        return result;
    });
}
#endif
