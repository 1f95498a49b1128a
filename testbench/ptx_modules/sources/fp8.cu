// Numbers of 8, 6 and 4 bits: conversions, by inline PTX.
extern "C" __global__ void narrow(float *f, unsigned *h, unsigned short *o) {
    int i = threadIdx.x;
    unsigned short r;
    unsigned q;
    asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(r) : "f"(f[i]), "f"(f[i + 1]));
    o[i] = r;
    asm("cvt.rn.satfinite.relu.e5m2x2.f16x2 %0, %1;" : "=h"(r) : "r"(h[i]));
    o[i + 1] = r;
    asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(q) : "h"(r));
    h[i] = q;
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(q) : "f"(f[i]), "f"(f[i + 2]));
    h[i + 1] = q;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(q) : "f"(f[i]));
    h[i + 2] = q;
}
