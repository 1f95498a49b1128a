// Counting, reversing, finding, permuting and shifting bits.
extern "C" __global__ void bits(unsigned *x, unsigned long long *y, int *s) {
    unsigned i = threadIdx.x, v = x[i], w = x[i + 1];
    x[i] = __popc(v) + __clz(v) + __ffs(v) + __brev(v) + __byte_perm(v, w, 0x5410) + __byte_perm(v, w, s[i]);
    y[i] = __popcll(y[i]) + __clzll(y[i]) + __ffsll(y[i]) + __brevll(y[i]);
    x[i] ^= __funnelshift_l(v, w, s[i]) ^ __funnelshift_r(v, w, 5) ^ __funnelshift_lc(v, w, s[i]) ^
            __funnelshift_rc(v, w, s[i + 1]);
    x[i] += (v & w) | (~v & s[i]);
    x[i] += (v ^ w) & ~(v | 7u);
    x[i + 1] = (v >> 3) & 0x1f;
    x[i + 2] = (v & ~0xff00u) | ((w & 0xffu) << 8);
    s[i] = (s[i] << 20) >> 24;
    s[i + 1] = v == w ? -1 : 0;
}
