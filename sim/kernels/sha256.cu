// SHA-256 of many short messages, one for each thread: byte order by byte permutes, rotations by funnel shifts, the
// message schedule in a local array.
// Source: FIPS 180-4, "Secure Hash Standard" (2015).
/* Run:
lanesmith run sha256.ptx --entry sha256 --grid 3,1,1 --block 16,1,1 \
    --arg sha256_param_0=@sha256/messages.hex \
    --arg sha256_param_1=zeros:1536 \
    --dump sha256_param_1=digests.hex
*/
#include "video.h"

__constant__ uint32_t round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static __device__ uint32_t rotate(uint32_t word, int amount) { return __funnelshift_r(word, word, amount); }
static __device__ uint32_t big_endian(uint32_t word) { return __byte_perm(word, 0, 0x0123); }

// Each message is one block of 16 words with the padding of the standard; each digest has eight words.
extern "C" __global__ void sha256(const uint32_t *messages, uint32_t *digests) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    uint32_t schedule[16];
    for (int i = 0; i < 16; i++) {
        schedule[i] = big_endian(messages[16 * thread + i]);
    }
    const uint32_t initial[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    uint32_t a = initial[0], b = initial[1], c = initial[2], d = initial[3], e = initial[4], f = initial[5],
             g = initial[6], h = initial[7];
#pragma unroll 1 // keeps the schedule in local memory
    for (int round = 0; round < 64; round++) {
        const uint32_t word = schedule[round % 16];
        const uint32_t choice = (e & f) ^ (~e & g), majority = (a & b) ^ (a & c) ^ (b & c);
        const uint32_t first =
            h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + round_constants[round] + word;
        const uint32_t second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority;
        const uint32_t w1 = schedule[(round + 1) % 16], w14 = schedule[(round + 14) % 16];
        schedule[round % 16] = word + (rotate(w1, 7) ^ rotate(w1, 18) ^ w1 >> 3) + schedule[(round + 9) % 16] +
                               (rotate(w14, 17) ^ rotate(w14, 19) ^ w14 >> 10);
        h = g, g = f, f = e, e = d + first, d = c, c = b, b = a, a = first + second;
    }
    const uint32_t sums[8] = {a, b, c, d, e, f, g, h};
    for (int i = 0; i < 8; i++) {
        digests[8 * thread + i] = big_endian(sums[i] + initial[i]);
    }
}

#ifndef __CUDACC__
// The standard's formulas on one block of bytes, with a schedule of 64 words.
static std::vector<uint8_t> digest(const uint8_t *block) {
    auto rotr = [](uint32_t x, int n) { return x >> n | x << (32 - n); };
    uint32_t w[64], h[8], v[8];
    for (int i = 0; i < 8; i++) { // the first 32 bits of the fractional parts of square roots of primes
        const int primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};
        h[i] = v[i] = uint32_t(uint64_t(sqrtl(primes[i]) * 4294967296.0L));
    }
    for (int t = 0; t < 64; t++) {
        w[t] = t < 16 ? uint32_t(block[4 * t]) << 24 | block[4 * t + 1] << 16 | block[4 * t + 2] << 8 | block[4 * t + 3]
                      : (rotr(w[t - 2], 17) ^ rotr(w[t - 2], 19) ^ w[t - 2] >> 10) + w[t - 7] +
                            (rotr(w[t - 15], 7) ^ rotr(w[t - 15], 18) ^ w[t - 15] >> 3) + w[t - 16];
        const uint32_t t1 = v[7] + (rotr(v[4], 6) ^ rotr(v[4], 11) ^ rotr(v[4], 25)) +
                            ((v[4] & v[5]) ^ (~v[4] & v[6])) + round_constants[t] + w[t];
        const uint32_t t2 =
            (rotr(v[0], 2) ^ rotr(v[0], 13) ^ rotr(v[0], 22)) + ((v[0] & v[1]) | (v[2] & (v[0] | v[1])));
        memmove(v + 1, v, 7 * sizeof *v);
        v[0] = t1 + t2, v[4] += t1;
    }
    std::vector<uint8_t> bytes;
    for (int i = 0; i < 32; i++) {
        bytes.push_back((h[i / 4] + v[i / 4]) >> (24 - i % 4 * 8));
    }
    return bytes;
}

void reference() {
    constexpr int MESSAGES = 48;
    Buffer<uint8_t> messages("messages", 64 * MESSAGES), digests("digests", 32 * MESSAGES);
    for (int i = 0; i < MESSAGES; i++) { // message i has i bytes; message 3 is "abc"
        for (int j = 0; j < i; j++) {
            messages[64 * i + j] = i == 3 ? "abc"[j] : random_word();
        }
        messages[64 * i + i] = 0x80;
        messages[64 * i + 62] = 8 * i >> 8, messages[64 * i + 63] = 8 * i;
    }
    launch("sha256", sha256, 3, 16, messages, digests);
    require(memcmp(&digests[32 * 3],
                   "\xba\x78\x16\xbf\x8f\x01\xcf\xea\x41\x41\x40\xde\x5d\xae\x22\x23\xb0\x03\x61\xa3\x96\x17\x7a\x9c"
                   "\xb4\x10\xff\x61\xf2\x00\x15\xad",
                   32) == 0,
            "wrong digest of abc");
    expect(digests, [&](int i) { return digest(&messages[i / 32 * 64])[i % 32]; });
}
#endif
