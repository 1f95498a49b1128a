// Median of 3 x 3 pixels, which removes single wrong pixels: each thread filters four pixels at once. Pixels outside
// the image repeat its border.
// Source: J. L. Smith, "Implementing median filters in XC4000E FPGAs", Xcell 23 (1996), 16: sorts columns first, 19
// minima and maxima in all.
/* Run:
lanesmith run median_filter.ptx --entry median_filter --grid 3,4,1 --block 8,8,1 \
    --arg median_filter_param_0=@median_filter/image.hex \
    --arg median_filter_param_1=zeros:2160 \
    --arg median_filter_param_2=18 \
    --arg median_filter_param_3=30 \
    --dump median_filter_param_1=filtered.hex
*/
#include "video.h"

static __device__ uint32_t smaller(uint32_t a, uint32_t b) {
    return video("vmin4.u32.u32.u32 %0, %1, %2, %3", a, b, 0);
}
static __device__ uint32_t larger(uint32_t a, uint32_t b) { return video("vmax4.u32.u32.u32 %0, %1, %2, %3", a, b, 0); }
static __device__ uint32_t median(uint32_t a, uint32_t b, uint32_t c) {
    return larger(smaller(a, b), smaller(larger(a, b), c));
}

struct Triple {
    uint32_t low, middle, high;
};

static __device__ Triple sorted(uint32_t a, uint32_t b, uint32_t c) {
    return {smaller(smaller(a, b), c), median(a, b, c), larger(larger(a, b), c)};
}

// Four pixels of a row with their neighbours: shifted by one pixel to the right, not shifted, shifted to the left.
static __device__ void load_row(const uint32_t *row, int x, int words, uint32_t neighbours[3]) {
    const uint32_t pixels = row[x];
    neighbours[0] = x > 0 ? __byte_perm(row[x - 1], pixels, 0x6543) : __byte_perm(pixels, 0, 0x2100);
    neighbours[1] = pixels;
    neighbours[2] = x < words - 1 ? __byte_perm(pixels, row[x + 1], 0x4321) : __byte_perm(pixels, 0, 0x3321);
}

extern "C" __global__ void median_filter(const uint32_t *image, uint32_t *filtered, int words, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= words || y >= height) {
        return;
    }
    uint32_t above[3], here[3], below[3];
    load_row(image + max(y - 1, 0) * words, x, words, above);
    load_row(image + y * words, x, words, here);
    load_row(image + min(y + 1, height - 1) * words, x, words, below);
    const Triple left = sorted(above[0], here[0], below[0]);
    const Triple centre = sorted(above[1], here[1], below[1]);
    const Triple right = sorted(above[2], here[2], below[2]);
    const uint32_t low = larger(larger(left.low, centre.low), right.low);
    const uint32_t high = smaller(smaller(left.high, centre.high), right.high);
    filtered[y * words + x] = median(low, median(left.middle, centre.middle, right.middle), high);
}

#ifndef __CUDACC__
void reference() {
    constexpr int WIDTH = 72, HEIGHT = 30; // not multiples of a block
    Buffer<uint8_t> image("image", WIDTH * HEIGHT), filtered("filtered", WIDTH * HEIGHT);
    for (int i = 0; i < WIDTH * HEIGHT; i++) { // a gradient with salt and pepper
        image[i] = random_word() % 10 ? 3 * (i % WIDTH) + i / WIDTH : random_word() % 2 ? 255 : 0;
    }
    launch("median_filter", median_filter, dim3(3, 4), dim3(8, 8), image, filtered, WIDTH / 4, HEIGHT);
    expect(filtered, [&](int i) {
        std::vector<uint8_t> pixels;
        for (int k = 0; k < 9; k++) {
            const int x = i % WIDTH + k % 3 - 1, y = i / WIDTH + k / 3 - 1;
            pixels.push_back(image[min(max(y, 0), HEIGHT - 1) * WIDTH + min(max(x, 0), WIDTH - 1)]);
        }
        std::sort(pixels.begin(), pixels.end());
        return pixels[4];
    });
}
#endif
