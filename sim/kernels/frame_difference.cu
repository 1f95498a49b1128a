// How much a video of 10 bits has changed from a frame to the next: the sum of absolute differences and the number of
// changed samples, two samples in a word. Each block adds up its part; the block that finishes last adds up the parts
// of all.
// Source: "last block" reduction of the CUDA Programming Guide, section "Memory Fence Functions"; scene changes by
// differences of frames: H. Zhang, A. Kankanhalli and S. W. Smoliar, Multimedia Systems 1 (1993), 10-28.
/* Run:
lanesmith run frame_difference.ptx --entry frame_difference --grid 6,1,1 --block 64,1,1 \
    --arg frame_difference_param_0=@frame_difference/current.hex \
    --arg frame_difference_param_1=@frame_difference/previous.hex \
    --arg frame_difference_param_2=950 \
    --arg frame_difference_param_3=zeros:48 \
    --arg frame_difference_param_4=zeros:8 \
    --dump frame_difference_param_3=parts.hex \
    --dump frame_difference_param_4=total.hex
*/
#include "video.h"

__device__ uint32_t finished_blocks = 0;

static __device__ uint32_t add_warp(uint32_t value) {
    for (int mask = 16; mask > 0; mask /= 2) {
        value += __shfl_xor_sync(0xffffffff, value, mask);
    }
    return value;
}

// `parts` has the sum and the number of each block; `total` is for the whole frame.
extern "C" __global__ void frame_difference(const uint32_t *current, const uint32_t *previous, int words,
                                            volatile uint32_t *parts, uint32_t *total) {
    __shared__ uint32_t block_sum, block_changed;
    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        block_sum = block_changed = 0;
    }
    __syncthreads();
    uint32_t sum = 0, changed = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x) {
        sum = video("vabsdiff2.u32.u32.u32.add %0, %1, %2, %3", current[i], previous[i], sum);
        changed = video("vset2.u32.u32.ne.add %0, %1, %2, %3", current[i], previous[i], changed);
    }
    sum = add_warp(sum), changed = add_warp(changed);
    if (threadIdx.x % 32 == 0) {
        atomicAdd(&block_sum, sum);
        atomicAdd(&block_changed, changed);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        parts[2 * blockIdx.x] = block_sum;
        parts[2 * blockIdx.x + 1] = block_changed;
        __threadfence(); // the last block must see the parts of all others
        is_last = atomicInc(&finished_blocks, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last && threadIdx.x < 2) {
        uint32_t all = 0;
        for (unsigned block = 0; block < gridDim.x; block++) {
            all += parts[2 * block + threadIdx.x];
        }
        total[threadIdx.x] = all;
    }
}

#ifndef __CUDACC__
void reference() {
    constexpr int SAMPLES = 1900, BLOCKS = 6, THREADS = 64;
    Buffer<uint16_t> current("current", SAMPLES), previous("previous", SAMPLES);
    Buffer<uint32_t> parts("parts", 2 * BLOCKS), total("total", 2);
    for (int i = 0; i < SAMPLES; i++) {
        previous[i] = random_word() % 1024;
        current[i] = random_word() % 4 ? previous[i] : random_word() % 1024;
    }
    launch("frame_difference", frame_difference, BLOCKS, THREADS, current, previous, SAMPLES / 2, parts, total);
    std::vector<uint32_t> wanted(2 * BLOCKS);
    for (int i = 0; i < SAMPLES; i++) {
        const int block = i / 2 / THREADS % BLOCKS;
        wanted[2 * block] += abs(current[i] - previous[i]);
        wanted[2 * block + 1] += current[i] != previous[i];
    }
    expect(parts, [&](int i) { return wanted[i]; });
    expect(total, [&](int i) {
        uint32_t sum = 0;
        for (int block = 0; block < BLOCKS; block++) {
            sum += wanted[2 * block + i];
        }
        return sum;
    });
}
#endif
