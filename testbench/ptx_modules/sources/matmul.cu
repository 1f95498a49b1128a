// A matrix product with tiles in shared memory.
template <int N> __device__ __forceinline__ void product(const float *a, const float *b, float *c, int n) {
    __shared__ float x[N][N + 1], y[N][N + 1];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * N + ty, column = blockIdx.x * N + tx;
    float sum = 0;
    for (int k = 0; k < n; k += N) {
        x[ty][tx] = a[row * n + k + tx];
        y[ty][tx] = b[(k + ty) * n + column];
        __syncthreads();
#pragma unroll
        for (int j = 0; j < N; j++)
            sum += x[ty][j] * y[j][tx];
        __syncthreads();
    }
    c[row * n + column] = sum;
}
extern "C" __global__ void __launch_bounds__(256, 4)
    matmul16(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n) {
    product<16>(a, b, c, n);
}
extern "C" __global__ void __launch_bounds__(64) matmul8(const float *a, const float *b, float *c, int n) {
    product<8>(a, b, c, n);
}
