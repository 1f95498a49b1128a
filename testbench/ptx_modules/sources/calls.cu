// Functions that stay functions: structures by value, arrays, recursion, many parameters.
struct Wide {
    int a[6];
    double b;
};
struct Small {
    short x, y;
};
__noinline__ __device__ int plain(int a, float b) { return a * (int)b; }
__noinline__ __device__ Wide wide(Wide w, Small s, char c, long long l) {
    w.a[s.x & 3] += c;
    w.b += l;
    return w;
}
__noinline__ __device__ unsigned ackermann(unsigned m, unsigned n) {
    return m == 0 ? n + 1 : ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}
__noinline__ __device__ bool even(unsigned n);
__noinline__ __device__ bool odd(unsigned n) { return n ? even(n - 1) : false; }
__noinline__ __device__ bool even(unsigned n) { return n ? odd(n - 1) : true; }
__noinline__ __device__ void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}
extern "C" __global__ void calls(int *x, Wide *w, Small s) {
    int i = threadIdx.x;
    w[i] = wide(w[i], s, x[i], 5);
    swap(x + i, x + i + 1);
    x[i] = plain(x[i], w[i].b) + ackermann(2, x[i]) + even(x[i + 1]);
}
