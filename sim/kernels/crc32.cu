// Checksums of packets: CRC-32 of MPEG-2 with a table of 16 entries in constant memory, four bits a step. Each thread
// reads one packet.
// Source: ISO/IEC 13818-1, annex A ("CRC decoder model").
/* Run:
lanesmith run crc32.ptx --entry crc32 --grid 2,1,1 --block 32,1,1 \
    --arg crc32_param_0=@crc32/words.hex \
    --arg crc32_param_1=@crc32/lengths.hex \
    --arg crc32_param_2=zeros:240 \
    --arg crc32_param_3=60 \
    --dump crc32_param_2=checksums.hex
*/
#include "video.h"

__constant__ uint32_t table[16] = {0x00000000, 0x04c11db7, 0x09823b6e, 0x0d4326d9, 0x130476dc, 0x17c56b6b,
                                   0x1a864db2, 0x1e475005, 0x2608edb8, 0x22c9f00f, 0x2f8ad6d6, 0x2b4bcb61,
                                   0x350c9b64, 0x31cd86d3, 0x3c8ea00a, 0x384fbdbd};

// Continues with the four bits of `nibble`.
static __device__ uint32_t step(uint32_t crc, uint32_t nibble) {
    const uint32_t entry = video("vshr.u32.u32.u32.clamp %0, %1, %2", crc, 28, 0) ^ nibble;
    return video("vshl.u32.u32.u32.clamp %0, %1, %2", crc, 4, 0) ^ table[entry];
}

// Continues with the byte `selector` of a word, its upper four bits first.
#define STEP_BYTE(crc, word, selector)                                                   \
    step(step(crc, video("vshr.u32.u32.u32.clamp %0, %1." selector ", %2", word, 4, 0)), \
         video("vshr.u32.u32.u32.clamp %0, %1." selector ", %2", (word) & 0x0f0f0f0f, 0, 0))

// `lengths` are numbers of words; word i of packet p is at `i * packets + p`. The first byte of a word is its lowest.
extern "C" __global__ void crc32(const uint32_t *words, const uint16_t *lengths, uint32_t *checksums, int packets) {
    const int packet = blockIdx.x * blockDim.x + threadIdx.x;
    if (packet >= packets) {
        return;
    }
    uint32_t crc = 0xffffffff;
    const int length = lengths[packet];
    for (int i = 0; i < length; i++) {
        const uint32_t word = words[i * packets + packet];
        crc = STEP_BYTE(crc, word, "b0");
        crc = STEP_BYTE(crc, word, "b1");
        crc = STEP_BYTE(crc, word, "b2");
        crc = STEP_BYTE(crc, word, "b3");
    }
    checksums[packet] = crc;
}

#ifndef __CUDACC__
static uint32_t bitwise(const std::vector<uint8_t> &bytes) {
    uint32_t crc = 0xffffffff;
    for (uint8_t byte : bytes) {
        for (int bit = 7; bit >= 0; bit--) {
            crc = crc << 1 ^ ((crc >> 31 ^ (byte >> bit & 1)) ? 0x04c11db7 : 0);
        }
    }
    return crc;
}

void reference() {
    require(bitwise({'1', '2', '3', '4', '5', '6', '7', '8', '9'}) == 0x0376e6e7, "wrong check value");
    constexpr int PACKETS = 60, LONGEST = 12;
    Buffer<uint32_t> words("words", PACKETS * LONGEST), checksums("checksums", PACKETS);
    Buffer<uint16_t> lengths("lengths", PACKETS);
    for (uint32_t &word : words.elements) {
        word = random_word();
    }
    for (uint16_t &length : lengths.elements) {
        length = random_word() % (LONGEST + 1);
    }
    launch("crc32", crc32, 2, 32, words, lengths, checksums, PACKETS);
    expect(checksums, [&](int packet) {
        std::vector<uint8_t> bytes;
        for (int i = 0; i < 4 * lengths[packet]; i++) {
            bytes.push_back(words[i / 4 * PACKETS + packet] >> i % 4 * 8);
        }
        return bitwise(bytes);
    });
}
#endif
