// Integers of 128 bits and sums with carries.
extern "C" __global__ void wide(unsigned long long *x, __int128 *y) {
    int i = threadIdx.x;
    unsigned __int128 a = (unsigned __int128)x[i] * x[i + 1];
    a += x[i + 2];
    a <<= x[i + 3] & 127;
    x[i] = (unsigned long long)(a >> 64);
    y[i] = y[i] * y[i + 1] - y[i + 2];
    y[i + 3] = y[i] / 7;
    x[i + 4] = y[i] < y[i + 1];
}
