// Static variables, strings, unions, bit fields, enumerations, variable-length data.
enum Colour : unsigned char { red, green, blue };
union Bits {
    float f;
    unsigned u;
    struct {
        unsigned mantissa : 23, exponent : 8, sign : 1;
    } p;
};
struct Flags {
    unsigned a : 3;
    int b : 9;
    unsigned c : 20;
};
__device__ const char *names[3] = {"red", "green\n", "\"blue\""};
__device__ const char *name(Colour c) { return names[c]; }
extern "C" __global__ void statics(int *x, Flags *f, float *g, char *out) {
    static __device__ int calls;
    calls += 1;
    Bits b;
    b.f = g[threadIdx.x];
    b.p.exponent += 1;
    g[threadIdx.x] = b.f;
    f->b += b.p.sign;
    f->a = x[0];
    x[0] = f->c;
    const char *n = name((Colour)(x[1] % 3));
    while (*n)
        *out++ = *n++;
}
