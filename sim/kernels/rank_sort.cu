// Sorts by counting: each thread finds how many keys are before its own, and writes the key there. Comparisons that add
// their result to a count; equal keys keep their order. Blocks of keys pass through shared memory.
// Source: enumeration sort of D. E. Knuth, The Art of Computer Programming, vol. 3, 2nd ed. (1998), section 5.2
// ("comparison counting").
/* Run:
lanesmith run rank_sort.ptx --entry rank_sort --grid 4,1,1 --block 64,1,1 \
    --arg rank_sort_param_0=@rank_sort/keys.hex \
    --arg rank_sort_param_1=zeros:920 \
    --arg rank_sort_param_2=230 \
    --dump rank_sort_param_1=sorted.hex
*/
#include "video.h"

constexpr int BLOCK = 64;

extern "C" __global__ void rank_sort(const int *keys, int *sorted, int count) {
    __shared__ int some[BLOCK];
    const int own = blockIdx.x * BLOCK + threadIdx.x;
    const int key = own < count ? keys[own] : 0;
    uint32_t rank = 0;
    for (int first = 0; first < count; first += BLOCK) {
        __syncthreads();
        if (first + int(threadIdx.x) < count) {
            some[threadIdx.x] = keys[first + threadIdx.x];
        }
        __syncthreads();
        for (int i = 0; i < BLOCK && first + i < count; i++) {
            if (first + i < own) {
                rank = video("vset.s32.s32.le.add %0, %1, %2, %3", some[i], key, rank);
            } else {
                rank = video("vset.s32.s32.lt.add %0, %1, %2, %3", some[i], key, rank);
            }
        }
    }
    if (own < count) {
        sorted[rank] = key;
    }
}

#ifndef __CUDACC__
void reference() {
    constexpr int COUNT = 230;
    Buffer<int> keys("keys", COUNT), sorted("sorted", COUNT);
    for (int &key : keys.elements) {
        key = int(random_word()) >> (random_word() % 2 * 24); // many equal ones, of both signs
    }
    launch("rank_sort", rank_sort, 4, BLOCK, keys, sorted, COUNT);
    std::vector<int> wanted = keys.elements;
    std::sort(wanted.begin(), wanted.end());
    expect(sorted, [&](int i) { return wanted[i]; });
}
#endif
