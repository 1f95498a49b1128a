// SHA-256 rounds, CRC and a 64-bit hash.
__constant__ unsigned K[8] = {0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5,
                              0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5};
__device__ __forceinline__ unsigned rot(unsigned x, int n) { return x >> n | x << (32 - n); }
extern "C" __global__ void sha(unsigned *s, const unsigned *w) {
    unsigned v[8];
    for (int k = 0; k < 8; k++)
        v[k] = s[threadIdx.x * 8 + k];
#pragma unroll
    for (int t = 0; t < 8; t++) {
        unsigned a = v[7] + (rot(v[4], 6) ^ rot(v[4], 11) ^ rot(v[4], 25)) + ((v[4] & v[5]) ^ (~v[4] & v[6])) + K[t] +
                     w[t],
                 b = (rot(v[0], 2) ^ rot(v[0], 13) ^ rot(v[0], 22)) + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
        for (int k = 7; k > 0; k--)
            v[k] = v[k - 1];
        v[4] += a;
        v[0] = a + b;
    }
    for (int k = 0; k < 8; k++)
        s[threadIdx.x * 8 + k] += v[k];
}
extern "C" __global__ void crc(const unsigned char *p, unsigned *out, int n) {
    unsigned c = ~0u;
    for (int k = 0; k < n; k++) {
        c ^= p[k];
        for (int b = 0; b < 8; b++)
            c = c >> 1 ^ (0xedb88320u & -(c & 1));
    }
    out[threadIdx.x] = ~c;
}
extern "C" __global__ void mix64(unsigned long long *x) {
    unsigned long long v = x[threadIdx.x];
    v ^= v >> 33;
    v *= 0xff51afd7ed558ccdull;
    v ^= v >> 29;
    v *= 0xc4ceb9fe1a85ec53ull;
    x[threadIdx.x] = v ^ v >> 32;
}
