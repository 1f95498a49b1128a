// For LLVM's compiler: kernels in C with its builtin functions, address spaces and atomic operations.
#define GLOBAL __attribute__((address_space(1)))
#define SHARED __attribute__((address_space(3)))
#define CONSTANT __attribute__((address_space(4)))
#define KERNEL __attribute__((nvptx_kernel))
typedef float float4 __attribute__((ext_vector_type(4)));
typedef struct {
    int key;
    double value[3];
} Pair;
CONSTANT const float weights[4] = {0.1f, 0.2f, 0.3f, 0.4f};
static SHARED int tile[256];
GLOBAL int counter = 3;
static const char *const names[2] = {"one", "two"};
__attribute__((noinline)) Pair mix(Pair a, int b) {
    a.key += b;
    a.value[1] *= b;
    return a;
}
__attribute__((noinline)) int depth(int n) { return n < 2 ? n : depth(n - 1) + depth(n - 2); }
typedef int (*Operation)(int, int);
static int add(int a, int b) { return a + b; }
static int multiply(int a, int b) { return a * b; }
KERNEL void scale(GLOBAL float *x, float k, int n) {
    int i = __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x();
    if (i < n)
        x[i] = __builtin_fmaf(x[i], k, weights[i & 3]) + __builtin_sqrtf(x[i + 1]) - __builtin_floorf(k) / x[i + 2];
}
KERNEL void tiles(GLOBAL int *x, GLOBAL float4 *v, GLOBAL Pair *p) {
    int i = __nvvm_read_ptx_sreg_tid_x();
    volatile Operation last = i & 1 ? add : multiply;
    tile[i] = x[i];
    __syncthreads();
    x[i] = tile[i ^ 1] + depth(x[i] & 7) + last(i, x[i + 1]) + names[i & 1][i & 1];
    v[i] = v[i] * v[i + 1] + (float4)2.0f;
    p[i] = mix(p[i], x[i]);
    __atomic_fetch_add(&counter, 1, __ATOMIC_RELAXED);
    switch (x[i]) {
    case 1:
        x[i] = 5;
        break;
    case 2:
        x[i] *= 3;
        break;
    case 3:
        x[i] ^= 9;
        break;
    case 4:
        x[i] -= 7;
        break;
    case 5:
        x[i] = x[3];
        break;
    default:
        x[i] = -1;
    }
}
KERNEL void wide(GLOBAL long long *x, GLOBAL short *s, GLOBAL unsigned char *c, GLOBAL double *d) {
    int i = __nvvm_read_ptx_sreg_tid_x();
    x[i] = x[i] / x[i + 1] + __builtin_popcountll(x[i]) + __builtin_clz(s[i] | 1) + (x[i] >> c[i] % 64);
    s[i] = (s[i] << 3) - c[i];
    c[i] = (unsigned char)(x[i] > s[i] ? d[i] : c[i]);
    d[i] = d[i] < 0.5 ? (double)x[i] : -d[i + 1];
    __int128 w = (__int128)x[i] * x[i + 1];
    x[i + 2] = (long long)(w >> 64);
}
