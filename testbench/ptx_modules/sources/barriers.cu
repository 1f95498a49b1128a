// mbarrier objects by inline PTX: arrival, waiting, transactions.
extern "C" __global__ void arrive(int *x) {
    __shared__ unsigned long long b;
    unsigned a = (unsigned)__cvta_generic_to_shared(&b), done;
    unsigned long long t;
    if (threadIdx.x == 0)
        asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(a), "r"(blockDim.x));
    __syncthreads();
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(t) : "r"(a));
    do
        asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                     : "=r"(done)
                     : "r"(a), "l"(t));
    while (!done);
    asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(a));
    x[threadIdx.x] = done;
}
