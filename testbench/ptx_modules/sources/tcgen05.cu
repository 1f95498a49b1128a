// Tensor memory of the architecture sm_100a.
extern "C" __global__ void tensor_memory(unsigned *x, unsigned long long da, unsigned long long db, unsigned id) {
    __shared__ unsigned base;
    __shared__ unsigned long long bar;
    unsigned s = (unsigned)__cvta_generic_to_shared(&base), b = (unsigned)__cvta_generic_to_shared(&bar), r0, r1;
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 64;" ::"r"(s));
    asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;");
    asm volatile(
        "{ .reg .pred p; setp.ne.b32 p, %3, 0; tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p; }" ::"r"(base),
        "l"(da), "l"(db), "r"(id));
    asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(b));
    asm volatile("tcgen05.ld.sync.aligned.32x32b.x2.b32 {%0, %1}, [%2];" : "=r"(r0), "=r"(r1) : "r"(base));
    asm volatile("tcgen05.wait::ld.sync.aligned;");
    asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 64;" ::"r"(base));
    x[threadIdx.x] = r0 + r1;
}
