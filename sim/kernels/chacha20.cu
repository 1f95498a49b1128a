// Encryption with ChaCha20, one block of 64 bytes for each thread: rotations by 16 and 8 bits are byte permutes, those
// by 12 and 7 bits funnel shifts.
// Source: Y. Nir and A. Langley, RFC 8439, "ChaCha20 and Poly1305 for IETF Protocols" (2018).
/* Run:
lanesmith run chacha20.ptx --entry chacha20 --grid 3,1,1 --block 16,1,1 \
    --arg chacha20_param_0=@chacha20/key.hex \
    --arg chacha20_param_1=@chacha20/nonce.hex \
    --arg chacha20_param_2=1 \
    --arg chacha20_param_3=@chacha20/plain.hex \
    --arg chacha20_param_4=zeros:3072 \
    --dump chacha20_param_4=cipher.hex
*/
#include "video.h"

static __device__ void quarter_round(uint32_t &a, uint32_t &b, uint32_t &c, uint32_t &d) {
    a += b, d ^= a, d = __byte_perm(d, 0, 0x1032);
    c += d, b ^= c, b = __funnelshift_l(b, b, 12);
    a += b, d ^= a, d = __byte_perm(d, 0, 0x2103);
    c += d, b ^= c, b = __funnelshift_l(b, b, 7);
}

// `key` has 8 words and `nonce` 3; thread i encrypts block i of the text with block number `counter` + i.
extern "C" __global__ void chacha20(const uint32_t *key, const uint32_t *nonce, uint32_t counter, const uint32_t *plain,
                                    uint32_t *cipher) {
    const uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
    uint32_t initial[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}; // "expand 32-byte k"
    for (int i = 0; i < 8; i++) {
        initial[4 + i] = key[i];
    }
    initial[12] = counter + thread;
    for (int i = 0; i < 3; i++) {
        initial[13 + i] = nonce[i];
    }
    uint32_t state[16];
    for (int i = 0; i < 16; i++) {
        state[i] = initial[i];
    }
#pragma unroll 1
    for (int round = 0; round < 10; round++) {
        quarter_round(state[0], state[4], state[8], state[12]);
        quarter_round(state[1], state[5], state[9], state[13]);
        quarter_round(state[2], state[6], state[10], state[14]);
        quarter_round(state[3], state[7], state[11], state[15]);
        quarter_round(state[0], state[5], state[10], state[15]);
        quarter_round(state[1], state[6], state[11], state[12]);
        quarter_round(state[2], state[7], state[8], state[13]);
        quarter_round(state[3], state[4], state[9], state[14]);
    }
    for (int i = 0; i < 16; i++) {
        cipher[16 * thread + i] = plain[16 * thread + i] ^ (state[i] + initial[i]);
    }
}

#ifndef __CUDACC__
// The key stream of a block as in section 2.3 of the RFC.
static std::vector<uint32_t> key_stream(const uint32_t *key, const uint32_t *nonce, uint32_t counter) {
    const uint32_t initial[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, key[0], key[1],
                                  key[2],     key[3],     key[4],     key[5],     key[6], key[7],
                                  counter,    nonce[0],   nonce[1],   nonce[2]};
    std::vector<uint32_t> state(initial, initial + 16);
    for (int i = 0; i < 80; i++) {
        const int diagonal = i / 4 % 2, column = i % 4;
        int at[4];
        for (int row = 0; row < 4; row++) {
            at[row] = 4 * row + (column + diagonal * row) % 4;
        }
        const int rotations[4] = {16, 12, 8, 7};
        for (int step = 0; step < 4; step++) {
            uint32_t &sum = state[at[step % 2 * 2]], &rotated = state[at[step % 2 ? 1 : 3]];
            sum += state[at[step % 2 ? 3 : 1]];
            rotated ^= sum;
            rotated = rotated << rotations[step] | rotated >> (32 - rotations[step]);
        }
    }
    for (int i = 0; i < 16; i++) {
        state[i] += initial[i];
    }
    return state;
}

void reference() {
    constexpr int BLOCKS = 48;
    const char text[] = "Ladies and Gentlemen of the class of '99: If I could offer you o"; // RFC 8439, section 2.4.2
    const uint8_t encrypted[16] = {0x6e, 0x2e, 0x35, 0x9a, 0x25, 0x68, 0xf9, 0x80,
                                   0x41, 0xba, 0x07, 0x28, 0xdd, 0x0d, 0x69, 0x81};
    Buffer<uint32_t> key("key", 8), nonce("nonce", 3), plain("plain", 16 * BLOCKS), cipher("cipher", 16 * BLOCKS);
    for (int i = 0; i < 8; i++) {
        key[i] = 0x03020100 + i * 0x04040404;
    }
    nonce[1] = 0x4a000000;
    for (uint32_t &word : plain.elements) {
        word = random_word();
    }
    memcpy(plain, text, 64);
    launch("chacha20", chacha20, 3, 16, key, nonce, 1, plain, cipher);
    require(memcmp(cipher, encrypted, 16) == 0, "wrong result for the example of the RFC");
    expect(cipher, [&](int i) { return plain[i] ^ key_stream(key, nonce, 1 + i / 16)[i % 16]; });
}
#endif
