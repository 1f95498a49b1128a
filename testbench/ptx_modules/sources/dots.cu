// Dot products of bytes and half-words.
extern "C" __global__ void dots(const int *a, const int *b, const unsigned *u, int *s, unsigned *t) {
    int i = threadIdx.x, acc = 0;
    unsigned n = 0;
    for (int k = 0; k < 16; k++) {
        acc = __dp4a(a[i * 16 + k], b[k], acc);
        n = __dp4a(u[i * 16 + k], (unsigned)b[k], n);
    }
    s[i] = __dp2a_lo(a[i], b[i], acc) + __dp2a_hi(a[i], b[i], 3);
    t[i] = __dp2a_lo(u[i], u[i + 1], n) + __dp2a_hi(u[i], u[i + 2], n);
    asm("dp4a.u32.s32 %0, %1, %2, %3;" : "=r"(s[i + 1]) : "r"(u[i]), "r"(b[i]), "r"(acc));
}
