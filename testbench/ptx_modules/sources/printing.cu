// printf, assertions and memory from the heap.
extern "C" __device__ int printf(const char *, ...);
extern "C" __global__ void printing(int *x, double d) {
    int i = threadIdx.x;
    if (x[i] > 3)
        printf("thread %d has %d and %f\n", i, x[i], d);
    else
        printf("none\n");
    int *p = new int[4];
    p[i & 3] = 2;
    x[i] = p[x[i] & 3];
    delete[] p;
}
