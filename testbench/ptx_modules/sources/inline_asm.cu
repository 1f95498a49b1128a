// Inline PTX with all kinds of constraints, labels and scopes.
extern "C" __global__ void inlined(int *x, unsigned short *h, unsigned long long *l, float *f, double *d) {
    int i = threadIdx.x, r, carry;
    unsigned lane;
    long long t;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(t));
    asm("{ .reg .pred p; setp.lt.s32 p, %1, %2; @p add.s32 %0, %1, 1; @!p sub.s32 %0, %1, %2; }"
        : "=r"(r)
        : "r"(x[i]), "n"(12));
    asm("add.cc.u32 %0, %2, %3; addc.u32 %1, %2, 0;" : "=r"(r), "=r"(carry) : "r"(r), "r"(x[i + 1]));
    asm("mul.wide.u16 %0, %1, %2;" : "=r"(r) : "h"(h[i]), "h"(h[i + 1]));
    asm("fma.rn.f32 %0, %1, 0f40000000, %0;" : "+f"(f[i]) : "f"(f[i + 1]));
    asm("mad.lo.u64 %0, %0, 3, 1;" : "+l"(l[i]));
    asm("neg.f64 %0, %0;" : "+d"(d[i]));
    asm volatile("{\n\t.reg .u32 n;\n\tmov.u32 n, 4;\nagain:\n\tsub.u32 n, n, 1;\n\t.reg .pred q;\n\tsetp.ne.u32 q, n, "
                 "0;\n\t@q bra again;\n}" ::
                     : "memory");
    asm("bfe.u32 %0, %1, 4, 8;" : "=r"(carry) : "r"(r));
    asm("bfi.b32 %0, %1, %0, 8, 8;" : "+r"(carry) : "r"(r));
    asm("lop3.b32 %0, %0, %1, %2, 0xe8;" : "+r"(carry) : "r"(r), "r"(lane));
    asm("brev.b32 %0, %0;" : "+r"(carry));
    asm volatile("membar.gl; bar.sync 0;");
    x[i] = r + carry + (int)t;
}
