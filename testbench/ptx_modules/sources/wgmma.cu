// Matrix products of a warp group, registers given back, early launches.
extern "C" __global__ void __launch_bounds__(128) warpgroup(float *d, unsigned long long da, unsigned long long db) {
    float c[4] = {0, 0, 0, 0};
    asm volatile("setmaxnreg.inc.sync.aligned.u32 160;");
    asm volatile("griddepcontrol.wait;");
    asm volatile("wgmma.fence.sync.aligned;");
    asm volatile("{ .reg .pred p; setp.ne.b32 p, 1, 0; wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, "
                 "%3}, %4, %5, p, 1, 1, 0, 0; }"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "l"(da), "l"(db));
    asm volatile("wgmma.commit_group.sync.aligned;");
    asm volatile("wgmma.wait_group.sync.aligned 0;");
    asm volatile("griddepcontrol.launch_dependents;");
    d[threadIdx.x] = c[0] + c[1] + c[2] + c[3];
}
