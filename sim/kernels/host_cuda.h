// CUDA on the host: the part of the language that the kernels use, and the execution of a block of threads.
#pragma once
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <ucontext.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

// System headers use the name __noinline__, so these definitions come after them.
#define __global__
#define __device__
#define __constant__ static
#define __shared__ static
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(threads)

struct dim3 {
    unsigned x, y, z;
    dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};
struct uint2 {
    uint32_t x, y;
};
struct uint4 {
    uint32_t x, y, z, w;
};
inline uint2 make_uint2(uint32_t x, uint32_t y) { return {x, y}; }
inline uint4 make_uint4(uint32_t x, uint32_t y, uint32_t z, uint32_t w) { return {x, y, z, w}; }

static dim3 threadIdx, blockIdx, blockDim, gridDim;

// The threads of a block are coroutines; each runs up to its next barrier or warp operation.
struct Barrier {
    unsigned arrived = 0, phase = 0;
};
struct Thread {
    ucontext_t context;
    std::unique_ptr<char[]> stack{new char[1 << 17]};
    dim3 index;
    bool done = false;
};
static std::vector<Thread> threads;
static std::vector<Barrier> barriers;  // that of the block, then those of the warps
static std::vector<uint32_t> exchange; // one word of each thread for the warp operations
static unsigned running;
static ucontext_t scheduler;
static std::function<void()> body;

inline void wait_for(Barrier &barrier, unsigned count) {
    const unsigned phase = barrier.phase;
    if (++barrier.arrived == count) {
        barrier.arrived = 0;
        barrier.phase++;
    }
    while (barrier.phase == phase) {
        swapcontext(&threads[running].context, &scheduler);
    }
}

inline void run_block(dim3 block) {
    const unsigned count = block.x * block.y * block.z;
    threads = std::vector<Thread>(count);
    barriers.assign(1 + (count + 31) / 32, Barrier());
    exchange.assign(count, 0);
    for (unsigned i = 0; i < count; i++) {
        threads[i].index = dim3(i % block.x, i / block.x % block.y, i / block.x / block.y);
        getcontext(&threads[i].context);
        threads[i].context.uc_stack.ss_sp = threads[i].stack.get();
        threads[i].context.uc_stack.ss_size = 1 << 17;
        threads[i].context.uc_link = &scheduler;
        makecontext(&threads[i].context, [] { body(), threads[running].done = true; }, 0);
    }
    for (bool active = true; active;) {
        active = false;
        for (running = 0; running < count; running++) {
            if (!threads[running].done) {
                threadIdx = threads[running].index;
                swapcontext(&scheduler, &threads[running].context);
                active = true;
            }
        }
    }
}

inline void __syncthreads() { wait_for(barriers[0], threads.size()); }
inline void __syncwarp() {
    wait_for(barriers[1 + running / 32], std::min<size_t>(32, threads.size() - running / 32 * 32));
}

// Each thread of the warp gives a value and sees those of all 32.
inline std::vector<uint32_t> of_warp(uint32_t value) {
    exchange[running] = value;
    __syncwarp();
    std::vector<uint32_t> values(32);
    for (unsigned lane = 0; lane < 32 && running / 32 * 32 + lane < threads.size(); lane++) {
        values[lane] = exchange[running / 32 * 32 + lane];
    }
    __syncwarp();
    return values;
}
template <class T> T shuffle(T value, unsigned from) {
    return T(of_warp(uint32_t(value))[from < 32 ? from : running % 32]);
}
template <class T> T __shfl_sync(unsigned, T value, unsigned lane) { return shuffle(value, lane % 32); }
template <class T> T __shfl_up_sync(unsigned, T value, unsigned delta) { return shuffle(value, running % 32 - delta); }
template <class T> T __shfl_down_sync(unsigned, T value, unsigned delta) {
    return shuffle(value, running % 32 + delta);
}
template <class T> T __shfl_xor_sync(unsigned, T value, unsigned mask) { return shuffle(value, running % 32 ^ mask); }
inline uint32_t __ballot_sync(unsigned, bool vote) {
    const std::vector<uint32_t> votes = of_warp(vote);
    uint32_t ballot = 0;
    for (unsigned lane = 0; lane < 32; lane++) {
        ballot |= votes[lane] << lane;
    }
    return ballot;
}

template <class T> T min(T a, T b) { return b < a ? b : a; }
template <class T> T max(T a, T b) { return a < b ? b : a; }
template <class T> T atomicMin(T *word, T value) {
    const T old = *word;
    *word = min(old, value);
    return old;
}
template <class T> T atomicAdd(T *word, T value) {
    const T old = *word;
    *word += value;
    return old;
}
inline uint32_t atomicInc(uint32_t *word, uint32_t limit) {
    const uint32_t old = *word;
    *word = old >= limit ? 0 : old + 1;
    return old;
}
inline void __threadfence() {}
inline int __popc(uint32_t word) { return __builtin_popcount(word); }
inline uint32_t __funnelshift_r(uint32_t low, uint32_t high, unsigned amount) {
    return (uint64_t(high) << 32 | low) >> (amount & 31);
}
inline uint32_t __funnelshift_l(uint32_t low, uint32_t high, unsigned amount) {
    return (uint64_t(high) << 32 | low) << (amount & 31) >> 32;
}
inline uint32_t __byte_perm(uint32_t a, uint32_t b, uint32_t selectors) {
    uint32_t result = 0;
    for (int byte = 0; byte < 4; byte++) {
        result |= uint32_t((uint64_t(b) << 32 | a) >> (selectors >> 4 * byte & 7) * 8 & 255) << 8 * byte;
    }
    return result;
}
inline int __dp4a(int a, int b, int c) {
    for (int byte = 0; byte < 4; byte++) {
        c += int8_t(a >> 8 * byte) * int8_t(b >> 8 * byte);
    }
    return c;
}
inline int __dp2a_lo(int a, int b, int c) { return c + int16_t(a) * int8_t(b) + int16_t(a >> 16) * int8_t(b >> 8); }
inline int __dp2a_hi(int a, int b, int c) { return __dp2a_lo(a, b >> 16, c); }
inline float __fmul_rn(float a, float b) { return a * b; }
inline float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
inline float __fdiv_rn(float a, float b) { return a / b; }
template <class To, class From> To bits_of(From value) {
    static_assert(sizeof(To) == sizeof(From), "same size");
    To result;
    memcpy(&result, &value, sizeof result);
    return result;
}
inline int __float_as_int(float value) { return bits_of<int>(value); }
inline float __int_as_float(int bits) { return bits_of<float>(bits); }
