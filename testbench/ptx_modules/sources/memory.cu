// Global, constant, shared and local memory, initialised and dynamic.
__constant__ float table[16] = {1.0f, 2.5f, -3.0f};
__constant__ int words[4];
__device__ unsigned char text[] = "lanesmith";
__device__ int counter = 7;
__device__ int *pointer = &counter;
struct Pair {
    int key;
    double value;
    short tag;
};
__device__ Pair pairs[2] = {{1, 2.0, 3}, {4, 5.0, 6}};
extern "C" __global__ void memories(float *x, int n, Pair *out) {
    __shared__ float tile[32][33];
    extern __shared__ int dynamic[];
    float spill[24];
    int i = threadIdx.x;
    for (int k = 0; k < 24; k++)
        spill[(k * n) % 24] = x[i + k] * table[k & 15];
    tile[i & 31][i >> 5] = spill[n % 24];
    dynamic[i] = words[i & 3] + text[i % 9];
    __syncthreads();
    x[i] = tile[i >> 5][i & 31] + dynamic[i ^ 1] + *pointer;
    *out = pairs[i & 1];
    out[1].value += spill[i % 24];
    counter++;
}
