// The mathematical library: exact and fast functions.
extern "C" __global__ void mathematics(float *x, int *e) {
    int i = threadIdx.x;
    float a = x[i], b = x[i + 1], s, c;
    x[i] = sinf(a) + cosf(b) + tanf(a) + expf(a) + logf(b) + powf(a, b) + atan2f(a, b) + erff(a) + cbrtf(b) +
           hypotf(a, b) + fmodf(a, b) + tanhf(a) + lgammaf(b);
    sincosf(a, &s, &c);
    x[i] += s * c + __sinf(a) + __cosf(b) + __expf(a) + __logf(b) + __log2f(a) + exp2f(b) + __powf(a, b) + __tanf(b) +
            ldexpf(a, 3) + frexpf(b, e + i) + remainderf(a, b);
}
extern "C" __global__ void mathematics64(double *x) {
    int i = threadIdx.x;
    x[i] = sin(x[i]) + exp(x[i + 1]) + log(x[i + 2]) + pow(x[i], 1.7) + atan(x[i + 3]) + fmod(x[i], x[i + 1]);
}
