// For separate compilation: external functions, variables and shared memory, weak functions.
extern __device__ int elsewhere;
extern __device__ float outside(float, int *);
extern "C" __device__ __noinline__ int visible_here(int a) { return a + elsewhere; }
extern __shared__ double window[];
template <class T> __device__ __noinline__ T weak(T a) { return a * a; }
__device__ int common_one, common_two = 3;
static __device__ __noinline__ int hidden(int a) { return a ^ common_two; }
extern "C" __global__ void separate(float *f, int *x) {
    f[0] = outside(f[1], x) + weak(f[2]) + window[threadIdx.x];
    x[0] = visible_here(x[1]) + weak(x[2]) + hidden(x[3]) + common_one;
}
