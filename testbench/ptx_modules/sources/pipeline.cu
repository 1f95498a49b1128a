// Asynchronous copies and barriers by the pipeline primitives.
#include <cuda_pipeline.h>
extern "C" __global__ void stages(const float4 *x, float4 *y, int n) {
    __shared__ float4 ring[4][64];
    int i = threadIdx.x;
    for (int s = 0; s < 3; s++) {
        __pipeline_memcpy_async(&ring[s][i], x + s * 64 + i, 16);
        __pipeline_commit();
    }
    for (int k = 0; k < n; k++) {
        __pipeline_wait_prior(2);
        __syncthreads();
        y[k * 64 + i] = ring[k & 3][i ^ 1];
        if (k + 3 < n)
            __pipeline_memcpy_async(&ring[(k + 3) & 3][i], x + (k + 3) * 64 + i, 16);
        __pipeline_commit();
    }
}
