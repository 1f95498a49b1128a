// Prefix sums of the rows of a picture, the first step to an integral image: two channels at once in the half-words of
// a word. A scan in each warp by shuffles, a scan of the warps' sums in shared memory.
// Source: W. D. Hillis and G. L. Steele, "Data parallel algorithms", Communications of the ACM 29 (1986), 1170-1183.
/* Run:
lanesmith run prefix_sum.ptx --entry prefix_sum --grid 4,1,1 --block 256,1,1 \
    --arg prefix_sum_param_0=@prefix_sum/pixels.hex \
    --arg prefix_sum_param_1=zeros:4096 \
    --dump prefix_sum_param_1=sums.hex
*/
#include "video.h"

static __device__ uint32_t add(uint32_t a, uint32_t b) { return video("vadd2.u32.u32.u32 %0, %1, %2, %3", a, b, 0); }

static __device__ uint32_t scan_warp(uint32_t value) {
    const unsigned lane = threadIdx.x % 32;
    for (unsigned distance = 1; distance < 32; distance *= 2) {
        const uint32_t other = __shfl_up_sync(0xffffffff, value, distance);
        if (lane >= distance) {
            value = add(value, other);
        }
    }
    return value;
}

// One block for each row, with one thread for each pixel.
extern "C" __global__ void prefix_sum(const uint32_t *pixels, uint32_t *sums) {
    __shared__ uint32_t sums_of_warps[32];
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int at = blockIdx.x * blockDim.x + threadIdx.x;
    uint32_t sum = scan_warp(pixels[at]);
    if (lane == 31) {
        sums_of_warps[warp] = sum;
    }
    __syncthreads();
    if (warp == 0) {
        sums_of_warps[lane] = scan_warp(lane < blockDim.x / 32 ? sums_of_warps[lane] : 0);
    }
    __syncthreads();
    if (warp > 0) {
        sum = add(sum, sums_of_warps[warp - 1]);
    }
    sums[at] = sum;
}

#ifndef __CUDACC__
void reference() {
    constexpr int ROWS = 4, WIDTH = 256;
    Buffer<uint16_t> pixels("pixels", 2 * ROWS * WIDTH), sums("sums", 2 * ROWS * WIDTH);
    for (uint16_t &channel : pixels.elements) {
        channel = random_word() % 300; // some sums wrap
    }
    launch("prefix_sum", prefix_sum, ROWS, WIDTH, pixels, sums);
    expect(sums, [&](int i) {
        uint16_t sum = 0;
        for (int x = i % 2; x <= i % (2 * WIDTH); x += 2) {
            sum += pixels[i / (2 * WIDTH) * (2 * WIDTH) + x];
        }
        return sum;
    });
}
#endif
