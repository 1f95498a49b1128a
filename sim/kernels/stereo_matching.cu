// Stereo matching: for each pixel of the left picture, the disparity (shift to the left in the right picture) whose
// window of 8 x 8 pixels has the smallest sum of absolute differences. One block for each row of results.
// Source: T. Kanade and M. Okutomi, IEEE Transactions on Pattern Analysis and Machine Intelligence 16 (1994), 920-932
// (with a window of fixed size).
/* Run:
lanesmith run stereo_matching.ptx --entry stereo_matching --grid 8,1,1 --block 64,1,1 \
    --arg stereo_matching_param_0=@stereo_matching/left.hex \
    --arg stereo_matching_param_1=@stereo_matching/right.hex \
    --arg stereo_matching_param_2=zeros:512 \
    --dump stereo_matching_param_2=disparities.hex
*/
#include "video.h"

constexpr int WINDOW = 8, DISPARITIES = 16, WORDS = 24; // WORDS of four pixels make a row of a picture

// The four pixels from `x` on.
static __device__ uint32_t pixels_at(const uint32_t *row, int x) {
    return __funnelshift_r(row[x / 4], row[x / 4 + 1], x % 4 * 8);
}

extern "C" __global__ void stereo_matching(const uint32_t *left, const uint32_t *right, uint8_t *disparities) {
    __shared__ uint32_t left_rows[WINDOW][WORDS], right_rows[WINDOW][WORDS];
    for (int i = threadIdx.x; i < WINDOW * WORDS; i += blockDim.x) {
        left_rows[i / WORDS][i % WORDS] = left[blockIdx.x * WORDS + i];
        right_rows[i / WORDS][i % WORDS] = right[blockIdx.x * WORDS + i];
    }
    __syncthreads();

    const int x = threadIdx.x + DISPARITIES;
    uint32_t best = 0xffffffff; // sum in the upper bits, disparity in the lower four
    for (int disparity = 0; disparity < DISPARITIES; disparity++) {
        uint32_t sum = 0;
        for (int row = 0; row < WINDOW; row++) {
            for (int word = 0; word < WINDOW; word += 4) {
                sum = video("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3", pixels_at(left_rows[row], x + word),
                            pixels_at(right_rows[row], x + word - disparity), sum);
            }
        }
        best = min(best, sum * DISPARITIES + disparity);
    }
    disparities[blockIdx.x * blockDim.x + threadIdx.x] = best % DISPARITIES;
}

#ifndef __CUDACC__
void reference() {
    constexpr int WIDTH = 4 * WORDS, HEIGHT = 15, ROWS = HEIGHT - WINDOW + 1, RESULTS = 64;
    Buffer<uint8_t> left("left", WIDTH * HEIGHT), right("right", WIDTH * HEIGHT),
        disparities("disparities", RESULTS * ROWS);
    for (uint8_t &pixel : right.elements) {
        pixel = random_word();
    }
    for (int i = 0; i < WIDTH * HEIGHT; i++) { // the right half of the scene is nearer
        const int x = i % WIDTH, shift = x < WIDTH / 2 ? 3 : 11;
        left[i] = x < shift ? 0 : right[i - shift] + random_word() % 3;
    }
    launch("stereo_matching", stereo_matching, ROWS, RESULTS, left, right, disparities);
    expect(disparities, [&](int i) {
        int best = 0, smallest = 1 << 30;
        for (int disparity = 0; disparity < DISPARITIES; disparity++) {
            int sum = 0;
            for (int k = 0; k < WINDOW * WINDOW; k++) {
                const int at = (i / RESULTS + k / WINDOW) * WIDTH + i % RESULTS + DISPARITIES + k % WINDOW;
                sum += abs(left[at] - right[at - disparity]);
            }
            if (sum < smallest) {
                smallest = sum, best = disparity;
            }
        }
        return uint8_t(best);
    });
}
#endif
