// Video and packed instructions of PTX in CUDA C: for a GPU as inline assembly, for the host by a definition in C++.
#pragma once
#include <stdint.h>

#ifdef __CUDACC__
// In the text of the instruction, %0 is the destination, and %1, %2 and %3 are a, b and c.
#define video(text, a, b, c)                                         \
    ({                                                               \
        uint32_t video_result;                                       \
        asm(text ";" : "=r"(video_result) : "r"(a), "r"(b), "r"(c)); \
        video_result;                                                \
    })
#else
#include "host.h"
#include "host_video.h"
#endif
