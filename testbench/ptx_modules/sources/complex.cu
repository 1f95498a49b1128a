// A Mandelbrot set, a Fourier butterfly and random numbers.
extern "C" __global__ void mandelbrot(int *out, float x0, float y0, float step, int limit) {
    float cx = x0 + blockIdx.x * step, cy = y0 + threadIdx.x * step, x = 0, y = 0;
    int n = 0;
    while (n < limit && x * x + y * y < 4.0f) {
        float t = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = t;
        n++;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = n;
}
extern "C" __global__ void butterfly(float2 *v, int half) {
    int i = threadIdx.x, j = i + half;
    float s, c;
    sincospif(-(float)(i % half) / half, &s, &c);
    float2 a = v[i], b = v[j], t = make_float2(b.x * c - b.y * s, b.x * s + b.y * c);
    v[i] = make_float2(a.x + t.x, a.y + t.y);
    v[j] = make_float2(a.x - t.x, a.y - t.y);
}
extern "C" __global__ void random_numbers(unsigned *s, float *f) {
    unsigned x = s[threadIdx.x];
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    s[threadIdx.x] = x;
    f[threadIdx.x] = x * 2.3283064365386963e-10f;
}
