// Stencils in three dimensions, in binary32 and binary64.
template <class T> __global__ void stencil(const T *__restrict__ a, T *__restrict__ b, int nx, int ny, int nz, T k) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1)
        return;
    T below = a[y * nx + x], here = a[(ny + y) * nx + x];
    for (int z = 1; z < nz - 1; z++) {
        size_t i = ((size_t)z * ny + y) * nx + x;
        T above = a[i + (size_t)nx * ny];
        b[i] = k * (a[i - 1] + a[i + 1] + a[i - nx] + a[i + nx] + above + below) - T(6) * here;
        below = here;
        here = above;
    }
}
template __global__ void stencil<float>(const float *, float *, int, int, int, float);
template __global__ void stencil<double>(const double *, double *, int, int, int, double);
