// Stream compaction: keeps the words of four pixels that contain a bright pixel, in order, without gaps. Each warp
// votes, and a thread's place is the number of votes before it; warps have places of their own in the output.
// Source: M. Billeter, O. Olsson and U. Assarsson, "Efficient stream compaction on wide SIMD many-core architectures",
// High-Performance Graphics 2009, 159-166.
/* Run:
lanesmith run compact.ptx --entry compact --grid 5,1,1 --block 96,1,1 \
    --arg compact_param_0=@compact/pixels.hex \
    --arg compact_param_1=210 \
    --arg compact_param_2=zeros:1920 \
    --arg compact_param_3=zeros:60 \
    --dump compact_param_2=kept.hex \
    --dump compact_param_3=counts.hex
*/
#include "video.h"

// Each warp has 32 places in `kept` and writes how many of them it uses to `counts`.
extern "C" __global__ void compact(const uint32_t *pixels, uint32_t threshold, uint32_t *kept, uint32_t *counts) {
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, warp = thread / 32, lane = thread % 32;
    const uint32_t four = pixels[thread];
    const bool bright = video("vset4.u32.u32.ge.add %0, %1, %2, %3", four, threshold * 0x01010101, 0) != 0;
    const uint32_t votes = __ballot_sync(0xffffffff, bright);
    if (bright) {
        kept[warp * 32 + __popc(votes & ((1u << lane) - 1))] = four;
    }
    if (lane == 0) {
        counts[warp] = __popc(votes);
    }
}

#ifndef __CUDACC__
void reference() {
    constexpr int WORDS = 480;
    const uint32_t threshold = 210;
    Buffer<uint32_t> pixels("pixels", WORDS), kept("kept", WORDS), counts("counts", WORDS / 32);
    for (uint32_t &word : pixels.elements) {
        word = random_word();
    }
    launch("compact", compact, 5, 96, pixels, threshold, kept, counts);
    std::vector<uint32_t> wanted(WORDS), wanted_counts(WORDS / 32);
    for (int i = 0; i < WORDS; i++) {
        for (int shift = 0; shift < 32; shift += 8) {
            if ((pixels[i] >> shift & 255) >= threshold) {
                wanted[i / 32 * 32 + wanted_counts[i / 32]++] = pixels[i];
                break;
            }
        }
    }
    expect(kept, [&](int i) { return wanted[i]; });
    expect(counts, [&](int i) { return wanted_counts[i]; });
}
#endif
