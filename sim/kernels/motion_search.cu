// Block matching of video compression: finds for each block of 16 x 16 pixels the motion vector, of at most 4 pixels in
// x and y, with the smallest sum of absolute differences to the previous frame. One thread block for each block of
// pixels, one thread for each vector.
// Source: J. R. Jain and A. K. Jain, IEEE Transactions on Communications 29 (1981), 1799-1808.
/* Run:
lanesmith run motion_search.ptx --entry motion_search --grid 4,3,1 --block 9,9,1 \
    --arg motion_search_param_0=@motion_search/current.hex \
    --arg motion_search_param_1=@motion_search/previous.hex \
    --arg motion_search_param_2=zeros:48 \
    --arg motion_search_param_3=16 \
    --dump motion_search_param_2=best.hex
*/
#include "video.h"

constexpr int BLOCK = 16, RANGE = 4, SIDE = 2 * RANGE + 1, WINDOW = BLOCK + 2 * RANGE;

// c plus the sum of |a - b| over four pixels.
static __device__ uint32_t add_differences(uint32_t a, uint32_t b, uint32_t c) {
    return video("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3", a, b, c);
}

// `words` is the width of the current frame in words of four pixels; the previous frame has RANGE more pixels on each
// side. `best` is the smallest sum in the upper half, and in the lower half the number of its vector.
extern "C" __global__ void motion_search(const uint32_t *current, const uint32_t *previous, uint32_t *best, int words) {
    __shared__ uint32_t block[BLOCK][BLOCK / 4];
    // Vectors at word boundaries read the last column, but do not use it.
    __shared__ uint32_t window[WINDOW][WINDOW / 4 + 1];
    __shared__ uint32_t smallest;
    const int vector = threadIdx.y * SIDE + threadIdx.x;
    const int top = blockIdx.y * BLOCK, left = blockIdx.x * (BLOCK / 4), stride = words + 2 * RANGE / 4;

    for (int i = vector; i < BLOCK * BLOCK / 4; i += SIDE * SIDE) {
        block[i / 4][i % 4] = current[(top + i / 4) * words + left + i % 4];
    }
    for (int i = vector; i < WINDOW * (WINDOW / 4 + 1); i += SIDE * SIDE) {
        const int row = i / (WINDOW / 4 + 1), column = i % (WINDOW / 4 + 1);
        window[row][column] = column < WINDOW / 4 ? previous[(top + row) * stride + left + column] : 0;
    }
    if (vector == 0) {
        smallest = 0xffffffff;
    }
    __syncthreads();

    uint32_t sum = 0;
    for (int row = 0; row < BLOCK; row++) {
        for (int word = 0; word < BLOCK / 4; word++) {
            const uint32_t *pair = &window[threadIdx.y + row][threadIdx.x / 4 + word];
            sum = add_differences(block[row][word], __funnelshift_r(pair[0], pair[1], threadIdx.x % 4 * 8), sum);
        }
    }
    atomicMin(&smallest, sum << 16 | uint32_t(vector));
    __syncthreads();
    if (vector == 0) {
        best[blockIdx.y * gridDim.x + blockIdx.x] = smallest;
    }
}

#ifndef __CUDACC__
void reference() {
    constexpr int WIDTH = 64, HEIGHT = 48, STRIDE = WIDTH + 2 * RANGE;
    Buffer<uint8_t> current("current", WIDTH * HEIGHT), previous("previous", STRIDE * (HEIGHT + 2 * RANGE));
    Buffer<uint32_t> best("best", WIDTH / BLOCK * HEIGHT / BLOCK);
    for (uint8_t &pixel : previous.elements) {
        pixel = random_word();
    }
    for (int i = 0; i < WIDTH * HEIGHT; i++) { // each block has moved differently, and a little noise is added
        const int x = i % WIDTH, y = i / WIDTH, number = y / BLOCK * (WIDTH / BLOCK) + x / BLOCK;
        current[i] = previous[(y + number * 5 % SIDE) * STRIDE + x + number * 7 % SIDE] ^ (random_word() % 4);
    }
    launch("motion_search", motion_search, dim3(WIDTH / BLOCK, HEIGHT / BLOCK), dim3(SIDE, SIDE), current, previous,
           best, WIDTH / 4);
    expect(best, [&](int number) {
        const int top = number / (WIDTH / BLOCK) * BLOCK, left = number % (WIDTH / BLOCK) * BLOCK;
        uint32_t smallest = 0xffffffff;
        for (int vector = 0; vector < SIDE * SIDE; vector++) {
            uint32_t sum = 0;
            for (int y = 0; y < BLOCK; y++) {
                for (int x = 0; x < BLOCK; x++) {
                    sum += abs(current[(top + y) * WIDTH + left + x] -
                               previous[(top + y + vector / SIDE) * STRIDE + left + x + vector % SIDE]);
                }
            }
            smallest = min(smallest, sum << 16 | vector);
        }
        return smallest;
    });
}
#endif
