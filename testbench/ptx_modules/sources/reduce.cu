// Sums over blocks in several types, without and with shared memory.
template <class T, int N> __global__ void reduce(const T *x, T *y, int n) {
    __shared__ T s[N];
    T v = T(0);
    for (int i = blockIdx.x * N + threadIdx.x; i < n; i += gridDim.x * N)
        v += x[i];
    s[threadIdx.x] = v;
    __syncthreads();
#pragma unroll
    for (int k = N / 2; k > 32; k /= 2) {
        if (threadIdx.x < k)
            s[threadIdx.x] += s[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x < 32) {
        v = s[threadIdx.x] + s[threadIdx.x + 32];
        for (int k = 16; k; k /= 2)
            v += __shfl_down_sync(~0u, v, k);
        if (threadIdx.x == 0)
            y[blockIdx.x] = v;
    }
}
template __global__ void reduce<int, 128>(const int *, int *, int);
template __global__ void reduce<float, 256>(const float *, float *, int);
template __global__ void reduce<double, 64>(const double *, double *, int);
template __global__ void reduce<long long, 128>(const long long *, long long *, int);
