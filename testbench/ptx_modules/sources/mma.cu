// mma, ldmatrix and asynchronous copies by inline PTX.
extern "C" __global__ void multiply(const uint4 *g, float *d, int *e) {
    __shared__ uint4 tile[64];
    int i = threadIdx.x;
    unsigned s = (unsigned)__cvta_generic_to_shared(tile + i), a0, a1, a2, a3, b0, b1;
    float c0 = 0, c1 = 0, c2 = 0, c3 = 0;
    int k0 = 0, k1 = 0, k2 = 0, k3 = 0;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(s), "l"(g + i));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, 4;" ::"r"(s + 512), "l"(g + i + 32));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 0;" ::: "memory");
    __syncthreads();
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(a0), "=r"(a1), "=r"(a2), "=r"(a3)
                 : "r"(s));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(b0), "=r"(b1) : "r"(s + 256));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, "
                 "%1, %2, %3};"
                 : "+f"(c0), "+f"(c1), "+f"(c2), "+f"(c3)
                 : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
    asm volatile("mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.u8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, "
                 "%9}, {%0, %1, %2, %3};"
                 : "+r"(k0), "+r"(k1), "+r"(k2), "+r"(k3)
                 : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(c0), "+f"(c1), "+f"(c2), "+f"(c3)
                 : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
    d[i] = c0 + c1 + c2 + c3;
    e[i] = k0 + k1 + k2 + k3;
}
