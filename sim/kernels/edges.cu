// Edges of a picture: the sum of the absolute differences across both diagonals of 2 x 2 pixels, limited to a byte.
// Selectors pick the pixels out of words of four, and a minimum with 255 puts each result in its byte.
// Source: L. G. Roberts, "Machine Perception of Three-Dimensional Solids", MIT (1963).
/* Run:
lanesmith run edges.ptx --entry edges --grid 2,4,1 --block 8,8,1 \
    --arg edges_param_0=@edges/image.hex \
    --arg edges_param_1=zeros:1500 \
    --arg edges_param_2=15 \
    --arg edges_param_3=25 \
    --dump edges_param_1=results.hex
*/
#include "video.h"

// |pixels.here - below.right| + |pixels.right - below.here|, where `here` and `right` are selectors.
#define DIAGONALS(here, right, pixels, below)                                          \
    video("vabsdiff.u32.u32.u32.add %0, %1." right ", %2." here ", %3", pixels, below, \
          video("vabsdiff.u32.u32.u32 %0, %1." here ", %2." right, pixels, below, 0))

// Each thread computes the results of four pixels; for the last one it takes the first pixels of the words to the
// right.
extern "C" __global__ void edges(const uint32_t *image, uint32_t *results, int words, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= words || y >= height) {
        return;
    }
    const uint32_t *row = image + y * (words + 1) + x;
    const uint32_t pixels = row[0], below = row[words + 1];
    const uint32_t last = __byte_perm(pixels, row[1], 0x0043), last_below = __byte_perm(below, row[words + 2], 0x0043);
    uint32_t result = video("vmin.u32.u32.u32 %0.b0, %1, %2, %3", DIAGONALS("b0", "b1", pixels, below), 255, 0);
    result = video("vmin.u32.u32.u32 %0.b1, %1, %2, %3", DIAGONALS("b1", "b2", pixels, below), 255, result);
    result = video("vmin.u32.u32.u32 %0.b2, %1, %2, %3", DIAGONALS("b2", "b3", pixels, below), 255, result);
    results[y * words + x] =
        video("vmin.u32.u32.u32 %0.b3, %1, %2, %3", DIAGONALS("b0", "b1", last, last_below), 255, result);
}

#ifndef __CUDACC__
void reference() {
    constexpr int WIDTH = 60, HEIGHT = 25, STRIDE = WIDTH + 4; // the image has a word and a row more
    Buffer<uint8_t> image("image", STRIDE * (HEIGHT + 1)), results("results", WIDTH * HEIGHT);
    for (int i = 0; i < STRIDE * (HEIGHT + 1); i++) { // a dark disc on a bright ground, with noise
        const int x = i % STRIDE - 30, y = i / STRIDE - 12;
        image[i] = (x * x + y * y < 100 ? 20 : 190) + random_word() % 50;
    }
    launch("edges", edges, dim3(2, 4), dim3(8, 8), image, results, WIDTH / 4, HEIGHT);
    expect(results, [&](int i) {
        const uint8_t *at = &image[i / WIDTH * STRIDE + i % WIDTH];
        return uint8_t(min(abs(at[0] - at[STRIDE + 1]) + abs(at[1] - at[STRIDE]), 255));
    });
}
#endif
