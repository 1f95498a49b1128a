// Encryption with AES-128, one block of 16 bytes for each thread. MixColumns doubles four bytes at once in the field of
// 256 elements: a comparison with zero finds the bytes that need the reduction. The substitution is a table in constant
// memory, and a column is mixed in a function that is not inlined.
// Source: FIPS 197, "Advanced Encryption Standard" (2001, updated 2023).
/* Run:
lanesmith run aes128.ptx --entry aes128 --grid 2,1,1 --block 32,1,1 \
    --arg aes128_param_0=@aes128/round_keys.hex \
    --arg aes128_param_1=@aes128/plain.hex \
    --arg aes128_param_2=zeros:896 \
    --arg aes128_param_3=56 \
    --dump aes128_param_2=cipher.hex
*/
#include "video.h"

__constant__ uint8_t substitution[256] = {
    0x63, 0x7c, 0x77, 0x7b, 0xf2, 0x6b, 0x6f, 0xc5, 0x30, 0x01, 0x67, 0x2b, 0xfe, 0xd7, 0xab, 0x76,
    0xca, 0x82, 0xc9, 0x7d, 0xfa, 0x59, 0x47, 0xf0, 0xad, 0xd4, 0xa2, 0xaf, 0x9c, 0xa4, 0x72, 0xc0,
    0xb7, 0xfd, 0x93, 0x26, 0x36, 0x3f, 0xf7, 0xcc, 0x34, 0xa5, 0xe5, 0xf1, 0x71, 0xd8, 0x31, 0x15,
    0x04, 0xc7, 0x23, 0xc3, 0x18, 0x96, 0x05, 0x9a, 0x07, 0x12, 0x80, 0xe2, 0xeb, 0x27, 0xb2, 0x75,
    0x09, 0x83, 0x2c, 0x1a, 0x1b, 0x6e, 0x5a, 0xa0, 0x52, 0x3b, 0xd6, 0xb3, 0x29, 0xe3, 0x2f, 0x84,
    0x53, 0xd1, 0x00, 0xed, 0x20, 0xfc, 0xb1, 0x5b, 0x6a, 0xcb, 0xbe, 0x39, 0x4a, 0x4c, 0x58, 0xcf,
    0xd0, 0xef, 0xaa, 0xfb, 0x43, 0x4d, 0x33, 0x85, 0x45, 0xf9, 0x02, 0x7f, 0x50, 0x3c, 0x9f, 0xa8,
    0x51, 0xa3, 0x40, 0x8f, 0x92, 0x9d, 0x38, 0xf5, 0xbc, 0xb6, 0xda, 0x21, 0x10, 0xff, 0xf3, 0xd2,
    0xcd, 0x0c, 0x13, 0xec, 0x5f, 0x97, 0x44, 0x17, 0xc4, 0xa7, 0x7e, 0x3d, 0x64, 0x5d, 0x19, 0x73,
    0x60, 0x81, 0x4f, 0xdc, 0x22, 0x2a, 0x90, 0x88, 0x46, 0xee, 0xb8, 0x14, 0xde, 0x5e, 0x0b, 0xdb,
    0xe0, 0x32, 0x3a, 0x0a, 0x49, 0x06, 0x24, 0x5c, 0xc2, 0xd3, 0xac, 0x62, 0x91, 0x95, 0xe4, 0x79,
    0xe7, 0xc8, 0x37, 0x6d, 0x8d, 0xd5, 0x4e, 0xa9, 0x6c, 0x56, 0xf4, 0xea, 0x65, 0x7a, 0xae, 0x08,
    0xba, 0x78, 0x25, 0x2e, 0x1c, 0xa6, 0xb4, 0xc6, 0xe8, 0xdd, 0x74, 0x1f, 0x4b, 0xbd, 0x8b, 0x8a,
    0x70, 0x3e, 0xb5, 0x66, 0x48, 0x03, 0xf6, 0x0e, 0x61, 0x35, 0x57, 0xb9, 0x86, 0xc1, 0x1d, 0x9e,
    0xe1, 0xf8, 0x98, 0x11, 0x69, 0xd9, 0x8e, 0x94, 0x9b, 0x1e, 0x87, 0xe9, 0xce, 0x55, 0x28, 0xdf,
    0x8c, 0xa1, 0x89, 0x0d, 0xbf, 0xe6, 0x42, 0x68, 0x41, 0x99, 0x2d, 0x0f, 0xb0, 0x54, 0xbb, 0x16,
};

// Four bytes times x.
static __device__ uint32_t xtime(uint32_t bytes) {
    // 1 in each byte whose bit 7 is set
    const uint32_t negative = video("vset4.s32.s32.lt %0, %1, %2, %3", bytes, 0, 0);
    return video("vadd4.u32.u32.u32 %0, %1, %2, %3", bytes, bytes, 0) ^ negative * 0x1b;
}

// Row r of a column is byte r.
__noinline__ __device__ uint32_t mix_column(uint32_t column) {
    const uint32_t doubled = xtime(column);
    const uint32_t others = __byte_perm(column, 0, 0x1032) ^ __byte_perm(column, 0, 0x2103);
    return doubled ^ __byte_perm(doubled ^ column, 0, 0x0321) ^ others;
}

// SubBytes and ShiftRows: row r of the new column comes from the column that is r columns further.
static __device__ uint32_t substitute(uint32_t row0, uint32_t row1, uint32_t row2, uint32_t row3) {
    return substitution[row0 & 255] | substitution[row1 >> 8 & 255] << 8 | substitution[row2 >> 16 & 255] << 16 |
           uint32_t(substitution[row3 >> 24]) << 24;
}

extern "C" __global__ void aes128(const uint32_t *round_keys, const uint4 *plain, uint4 *cipher, uint32_t blocks) {
    const uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
    if (thread >= blocks) {
        return;
    }
    uint4 state = plain[thread];
    for (int round = 0;; round++) {
        const uint32_t *key = round_keys + 4 * round;
        state = make_uint4(state.x ^ key[0], state.y ^ key[1], state.z ^ key[2], state.w ^ key[3]);
        if (round == 10) {
            break;
        }
        state =
            make_uint4(substitute(state.x, state.y, state.z, state.w), substitute(state.y, state.z, state.w, state.x),
                       substitute(state.z, state.w, state.x, state.y), substitute(state.w, state.x, state.y, state.z));
        if (round < 9) {
            state = make_uint4(mix_column(state.x), mix_column(state.y), mix_column(state.z), mix_column(state.w));
        }
    }
    cipher[thread] = state;
}

#ifndef __CUDACC__
static uint8_t product(uint8_t a, uint8_t b) { // in the field, modulo x^8 + x^4 + x^3 + x + 1
    uint8_t result = 0;
    for (int bit = 0; bit < 8; bit++) {
        result ^= b >> bit & 1 ? a : 0;
        a = a << 1 ^ (a & 0x80 ? 0x1b : 0);
    }
    return result;
}

static uint8_t substituted(uint8_t a) { // the inverse in the field, then an affine map
    uint8_t inverse = 0, result = 0x63;
    for (int b = 0; b < 256; b++) {
        inverse = product(a, b) == 1 ? b : inverse;
    }
    for (int turn = 0; turn < 5; turn++) {
        result ^= inverse << turn | inverse >> (8 - turn);
    }
    return result;
}

void reference() {
    require(xtime(0x80017fff) == 0x1b02fee5, "wrong doubles");
    const uint8_t key[16] = {0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6,
                             0xab, 0xf7, 0x15, 0x88, 0x09, 0xcf, 0x4f, 0x3c}; // FIPS 197, appendix B
    const uint8_t example[16] = {0x32, 0x43, 0xf6, 0xa8, 0x88, 0x5a, 0x30, 0x8d,
                                 0x31, 0x31, 0x98, 0xa2, 0xe0, 0x37, 0x07, 0x34};
    const uint8_t encrypted[16] = {0x39, 0x25, 0x84, 0x1d, 0x02, 0xdc, 0x09, 0xfb,
                                   0xdc, 0x11, 0x85, 0x97, 0x19, 0x6a, 0x0b, 0x32};
    constexpr int BLOCKS = 56;
    Buffer<uint8_t> round_keys("round_keys", 176), plain("plain", 16 * BLOCKS), cipher("cipher", 16 * BLOCKS);
    uint8_t table[256];
    for (int i = 0; i < 256; i++) {
        table[i] = substituted(i);
        require(table[i] == substitution[i], "wrong table");
    }
    memcpy(round_keys, key, 16);
    uint8_t constant = 1;
    for (int i = 16; i < 176; i++) {
        const int in_word = i % 4;
        const bool first = i % 16 < 4;
        const uint8_t before = first ? table[round_keys[i - 4 + (in_word == 3 ? -3 : 1)]] : round_keys[i - 4];
        round_keys[i] = round_keys[i - 16] ^ before ^ (i % 16 == 0 ? constant : 0);
        constant = i % 16 == 0 ? product(constant, 2) : constant;
    }
    for (uint8_t &byte : plain.elements) {
        byte = random_word();
    }
    memcpy(plain, example, 16);
    launch("aes128", aes128, 2, 32, round_keys, plain, cipher, BLOCKS);
    require(memcmp(cipher, encrypted, 16) == 0, "wrong result for the example of the standard");
    std::vector<uint8_t> wanted;
    for (int block = 0; block < BLOCKS; block++) {
        uint8_t state[16], next[16];
        for (int i = 0; i < 16; i++) {
            state[i] = plain[16 * block + i] ^ round_keys[i];
        }
        for (int round = 1; round <= 10; round++) {
            for (int i = 0; i < 16; i++) {
                next[i] = table[state[(i + i % 4 * 4) % 16]];
            }
            for (int i = 0; i < 16; i++) {
                const int column = i / 4 * 4;
                const uint8_t mixed = product(next[i], 2) ^ product(next[column + (i + 1) % 4], 3) ^
                                      next[column + (i + 2) % 4] ^ next[column + (i + 3) % 4];
                state[i] = (round < 10 ? mixed : next[i]) ^ round_keys[16 * round + i];
            }
        }
        wanted.insert(wanted.end(), state, state + 16);
    }
    expect(cipher, [&](int i) { return wanted[i]; });
}
#endif
