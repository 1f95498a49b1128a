// SIMD video instructions, by intrinsics and inline PTX, and scalar video instructions.
extern "C" __global__ void video(unsigned *x, int *y) {
    int i = threadIdx.x;
    unsigned a = x[i], b = x[i + 1], c = x[i + 2], r;
    x[i] = __vadd4(a, b) ^ __vsub2(b, c) ^ __vabsdiffu4(a, c) ^ __vavgu4(a, b) ^ __vmaxs2(a, c) ^ __vminu4(b, c) ^
           __vcmpgtu4(a, b) ^ __vsetlts2(a, b) ^ __vsads4(a, b) ^ __vaddus4(a, b) ^ __vabs2(a) ^ __vneg4(c);
    asm("vadd4.u32.u32.u32.sat %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    x[i] += r;
    asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    x[i] += r;
    asm("vset2.s32.u32.ne %0.h10, %1.h32, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    x[i] += r;
    asm("vmad.s32.s32.u32.sat.shr7 %0, %1.b3, %2.h1, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    x[i] += r;
    asm("vshl.u32.u32.u32.clamp.add %0, %1.h0, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    x[i] += r;
    asm("vavrg2.s32.s32.s32 %0.h1, %1.h02, %2.h31, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    x[i] += r;
    asm("prmt.b32.f4e %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    x[i] += r;
    asm("vsub.s32.u32.s32 %0.b1, %1, %2.b0, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    y[i] = r;
}
