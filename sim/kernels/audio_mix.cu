// Mixes stereo tracks of 16-bit audio with saturation: both channels at once. A selector swaps the channels of tracks
// that ask for it.
// Source: saturating addition as in R. B. Lee, "Subword parallelism with MAX-2", IEEE Micro 16 (1996), 51-59.
/* Run:
lanesmith run audio_mix.ptx --entry audio_mix --grid 2,1,1 --block 64,1,1 \
    --arg audio_mix_param_0=@audio_mix/tracks.hex \
    --arg audio_mix_param_1=5 \
    --arg audio_mix_param_2=18 \
    --arg audio_mix_param_3=zeros:1200 \
    --arg audio_mix_param_4=300 \
    --dump audio_mix_param_3=mixed.hex
*/
#include "video.h"

// Bit t of `swapped` swaps the channels of track t. `frames` is the length of a track; a frame is a left and a right
// sample.
extern "C" __global__ void audio_mix(const uint32_t *tracks, int track_count, uint32_t swapped, uint32_t *mixed,
                                     int frames) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < frames; i += gridDim.x * blockDim.x) {
        uint32_t sum = 0;
        for (int track = 0; track < track_count; track++) {
            const uint32_t frame = tracks[track * frames + i];
            if (swapped >> track & 1) {
                sum = video("vadd2.s32.s32.s32.sat %0, %1, %2.h23, %3", sum, frame, 0);
            } else {
                sum = video("vadd2.s32.s32.s32.sat %0, %1, %2, %3", sum, frame, 0);
            }
        }
        mixed[i] = sum;
    }
}

#ifndef __CUDACC__
void reference() {
    constexpr int TRACKS = 5, FRAMES = 300;
    const uint32_t swapped = 0x12;
    Buffer<int16_t> tracks("tracks", 2 * TRACKS * FRAMES), mixed("mixed", 2 * FRAMES);
    for (int16_t &sample : tracks.elements) {
        sample = random_word();
    }
    launch("audio_mix", audio_mix, 2, 64, tracks, TRACKS, swapped, mixed, FRAMES);
    expect(mixed, [&](int i) {
        int sum = 0;
        for (int track = 0; track < TRACKS; track++) {
            sum = min(max(sum + tracks[2 * FRAMES * track + (i ^ (swapped >> track & 1))], -32768), 32767);
        }
        return int16_t(sum);
    });
}
#endif
