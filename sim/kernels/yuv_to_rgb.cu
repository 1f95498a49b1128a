// Converts video (YUYV: two pixels in a word share their colour difference) to pixels of red, green, blue and alpha.
// Multiply-adds with 7 fractional bits; a maximum with zero whose saturation is that of a byte limits the results and
// puts them in their place.
// Source: Recommendation ITU-R BT.601-7.
/* Run:
lanesmith run yuv_to_rgb.ptx --entry yuv_to_rgb --grid 3,1,1 --block 64,1,1 \
    --arg yuv_to_rgb_param_0=@yuv_to_rgb/video.hex \
    --arg yuv_to_rgb_param_1=zeros:4000 \
    --arg yuv_to_rgb_param_2=500 \
    --dump yuv_to_rgb_param_1=pixels.hex
*/
#include "video.h"

static __device__ int multiply_add(int a, int b, int c) {
    return int(video("vmad.s32.s32.s32 %0, %1, %2, %3", a, b, c));
}
static __device__ int multiply_add_shift(int a, int b, int c) {
    return int(video("vmad.s32.s32.s32.shr7 %0, %1, %2, %3", a, b, c));
}

// Y, U or V without its offset.
#define CENTRED(word, selector, offset) int(video("vsub.s32.u32.u32 %0, %1." selector ", %2", word, offset, 0))

// `blue_difference` and `red_difference` are U and V minus 128, `luma` is Y minus 16.
static __device__ uint32_t to_rgb(int luma, int blue_difference, int red_difference) {
    const int base = multiply_add(luma, 149, 64); // 64 rounds
    const int red = multiply_add_shift(red_difference, 204, base);
    const int green = multiply_add_shift(red_difference, -104, multiply_add(blue_difference, -50, base));
    const int blue = multiply_add_shift(blue_difference, 258, base);
    uint32_t pixel = video("vmax.u32.s32.s32.sat %0.b0, %1, %2, %3", red, 0, 0xff000000);
    pixel = video("vmax.u32.s32.s32.sat %0.b1, %1, %2, %3", green, 0, pixel);
    return video("vmax.u32.s32.s32.sat %0.b2, %1, %2, %3", blue, 0, pixel);
}

extern "C" __global__ void yuv_to_rgb(const uint32_t *video_words, uint2 *pixels, int words) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x) {
        const uint32_t word = video_words[i];
        const int u = CENTRED(word, "b1", 128), v = CENTRED(word, "b3", 128);
        pixels[i] = make_uint2(to_rgb(CENTRED(word, "b0", 16), u, v), to_rgb(CENTRED(word, "b2", 16), u, v));
    }
}

#ifndef __CUDACC__
void reference() {
    constexpr int WORDS = 500;
    Buffer<uint8_t> video_words("video", 4 * WORDS), pixels("pixels", 8 * WORDS);
    for (uint8_t &byte : video_words.elements) {
        byte = random_word();
    }
    launch("yuv_to_rgb", yuv_to_rgb, 3, 64, video_words, pixels, WORDS);
    expect(pixels, [&](int i) {
        const int word = i / 8 * 4, y = video_words[word + i / 4 % 2 * 2] - 16, u = video_words[word + 1] - 128,
                  v = video_words[word + 3] - 128;
        const double colours[4] = {149.0 * y + 204 * v, 149.0 * y - 50 * u - 104 * v, 149.0 * y + 258 * u, 255 * 128.0};
        return uint8_t(fmin(fmax(floor((colours[i % 4] + 64) / 128), 0), 255));
    });
}
#endif
