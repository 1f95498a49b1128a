// The functions that random kernels call: CUDA's own in the kernel, their definitions in C on the host.
#include <stdint.h>
#ifdef __CUDACC__
#define FN __device__ static __forceinline__
#define popc __popc
#define clz __clz
#define brev __brev
#define bperm(a, b, c) __byte_perm(a, b, c)
#define fsl(a, b, c) __funnelshift_l(a, b, c)
#define fsr(a, b, c) __funnelshift_r(a, b, c)
#define umulhi __umulhi
#define mulhi __mulhi
#define umul64hi __umul64hi
#define mul64hi __mul64hi
#define usad __usad
#define sad __sad
#define popcll __popcll
#define clzll __clzll
#define ffs_ __ffs
#define fmaf_ fmaf
#define sqrtf_ sqrtf
#define fminf_ fminf
#define fmaxf_ fmaxf
#define fabsf_ fabsf
#define rintf_ rintf
#define floorf_ floorf
#define ceilf_ ceilf
#define truncf_ truncf
FN uint32_t dp4(int32_t a, int32_t b, int32_t c) { return __dp4a(a, b, c); }
FN uint32_t vabs(uint32_t a, uint32_t b, uint32_t c) {
    uint32_t d;
    asm("vabsdiff4.u32.u32.u32.add %0,%1,%2,%3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    return d;
}
FN uint32_t bits(float x) { return x != x ? 0x7fc00000u : __float_as_uint(x); }
#else
#include <math.h>
#include <string.h>
#define FN static
FN uint32_t popc(uint32_t a) { return __builtin_popcount(a); }
FN uint32_t clz(uint32_t a) { return a ? __builtin_clz(a) : 32; }
FN uint32_t brev(uint32_t a) {
    uint32_t r = 0;
    for (int i = 0; i < 32; i++)
        r |= (a >> i & 1) << (31 - i);
    return r;
}
FN uint32_t bperm(uint32_t a, uint32_t b, uint32_t c) {
    uint64_t x = (uint64_t)b << 32 | a;
    uint32_t r = 0;
    for (int i = 0; i < 4; i++)
        r |= (uint32_t)(x >> (8 * (c >> (4 * i) & 7)) & 255) << (8 * i);
    return r;
}
FN uint32_t fsl(uint32_t lo, uint32_t hi, uint32_t s) { return ((((uint64_t)hi << 32) | lo) << (s & 31)) >> 32; }
FN uint32_t fsr(uint32_t lo, uint32_t hi, uint32_t s) { return (((uint64_t)hi << 32) | lo) >> (s & 31); }
FN uint32_t umulhi(uint32_t a, uint32_t b) { return (uint64_t)a * b >> 32; }
FN int32_t mulhi(int32_t a, int32_t b) { return (int64_t)a * b >> 32; }
FN uint64_t umul64hi(uint64_t a, uint64_t b) { return (unsigned __int128)a * b >> 64; }
FN int64_t mul64hi(int64_t a, int64_t b) { return (__int128)a * b >> 64; }
FN uint32_t usad(uint32_t a, uint32_t b, uint32_t c) { return (a > b ? a - b : b - a) + c; }
FN uint32_t sad(int32_t a, int32_t b, uint32_t c) {
    return (a > b ? (uint32_t)a - (uint32_t)b : (uint32_t)b - (uint32_t)a) + c;
}
FN uint32_t popcll(uint64_t a) { return __builtin_popcountll(a); }
FN uint32_t clzll(uint64_t a) { return a ? __builtin_clzll(a) : 64; }
FN int32_t ffs_(int32_t a) { return __builtin_ffs(a); }
FN float fmaf_(float a, float b, float c) { return fmaf(a, b, c); }
FN float sqrtf_(float a) { return sqrtf(a); }
FN float fminf_(float a, float b) {
    if (a != a)
        return b;
    if (b != b)
        return a;
    if (a == b)
        return signbit(a) ? a : b;
    return a < b ? a : b;
}
FN float fmaxf_(float a, float b) {
    if (a != a)
        return b;
    if (b != b)
        return a;
    if (a == b)
        return signbit(a) ? b : a;
    return a > b ? a : b;
}
FN float fabsf_(float a) { return fabsf(a); }
FN float rintf_(float a) { return rintf(a); }
FN float floorf_(float a) { return floorf(a); }
FN float ceilf_(float a) { return ceilf(a); }
FN float truncf_(float a) { return truncf(a); }
FN uint32_t dp4(int32_t a, int32_t b, int32_t c) {
    uint32_t s = c;
    for (int i = 0; i < 4; i++)
        s += (uint32_t)((int)(int8_t)(a >> 8 * i) * (int8_t)(b >> 8 * i));
    return s;
}
FN uint32_t vabs(uint32_t a, uint32_t b, uint32_t c) {
    for (int i = 0; i < 4; i++) {
        int x = (a >> 8 * i & 255) - (int)(b >> 8 * i & 255);
        c += x < 0 ? -x : x;
    }
    return c;
}
FN uint32_t bits(float x) {
    uint32_t u;
    memcpy(&u, &x, 4);
    return x != x ? 0x7fc00000u : u;
}
#endif
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
// Divisors are odd; the one quotient that overflows wraps.
#define DIV(T, U, M)                                                                                                   \
    FN T div_##T##_(T a, T b, int m) {                                                                                 \
        T d = b | 1;                                                                                                   \
        if (a == M && d == -1)                                                                                         \
            return m ? 0 : M;                                                                                          \
        return m ? (T)(a % d) : (T)(a / d);                                                                            \
    }
DIV(int8_t, uint8_t, INT8_MIN)
DIV(int16_t, uint16_t, INT16_MIN) DIV(int32_t, uint32_t, INT32_MIN) DIV(int64_t, uint64_t, INT64_MIN)
#define div_s8 div_int8_t_
#define div_s16 div_int16_t_
#define div_s32 div_int32_t_
#define div_s64 div_int64_t_
// saturating conversions as cvt.rzi gives them
#define F2(N, T, LO, HI, MN, MX)                                                                                       \
    FN T f2##N(float x) {                                                                                              \
        if (!(x == x))                                                                                                 \
            return 0;                                                                                                  \
        if (x <= LO)                                                                                                   \
            return MN;                                                                                                 \
        if (x >= HI)                                                                                                   \
            return MX;                                                                                                 \
        return (T)x;                                                                                                   \
    }
    F2(s8, int8_t, -128.f, 127.f, -128, 127) F2(u8, uint8_t, 0.f, 255.f, 0, 255)
        F2(s16, int16_t, -32768.f, 32767.f, -32768, 32767) F2(u16, uint16_t, 0.f, 65535.f, 0, 65535)
            F2(s32, int32_t, -2147483648.f, 2147483648.f, INT32_MIN, INT32_MAX)
                F2(u32, uint32_t, 0.f, 4294967296.f, 0, UINT32_MAX)
                    F2(s64, int64_t, -9223372036854775808.f, 9223372036854775808.f, INT64_MIN, INT64_MAX)
                        F2(u64, uint64_t, 0.f, 18446744073709551616.f, 0, UINT64_MAX)
