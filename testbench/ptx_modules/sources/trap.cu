// Assertions, breakpoints, clocks, special registers.
extern "C" __global__ void specials(unsigned *x, long long *t) {
    unsigned v;
    t[0] = clock64();
    x[0] = clock();
#define S(n, r)                                                                                                        \
    asm volatile("mov.u32 %0, %%" r ";" : "=r"(v));                                                                    \
    x[n] = v;
    S(1, "tid.x")
    S(2, "ntid.y") S(3, "ctaid.z") S(4, "nctaid.x") S(5, "warpid") S(6, "nwarpid") S(7, "smid") S(8, "nsmid")
        S(9, "lanemask_lt") S(10, "lanemask_ge") S(11, "clock_hi") S(12, "pm0") S(13, "envreg3")
            S(14, "dynamic_smem_size") S(15, "total_smem_size")
                S(16, "globaltimer_lo") asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t[1]));
    asm volatile("mov.u64 %0, %%gridid;" : "=l"(t[2]));
    if (x[17])
        __brkpt();
    if (x[18])
        __trap();
    if (x[19] > 3)
        __builtin_unreachable();
}
