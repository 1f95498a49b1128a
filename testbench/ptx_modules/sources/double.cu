// binary64 arithmetic, roundings and conversions.
extern "C" __global__ void doubles(double *x, float *f, int *n, long long *l, unsigned long long *u) {
    int i = threadIdx.x;
    double a = x[i], b = x[i + 1], c = x[i + 2];
    x[i] = a * b + c - a / b + sqrt(a) + __dadd_rz(a, b) + __dmul_ru(a, b) + __fma_rd(a, b, c) + __ddiv_rz(a, b) +
           __drcp_rn(c) + __dsqrt_rd(b);
    x[i] += fmin(a, b) + fmax(b, c) + floor(a) + ceil(b) + trunc(c) + rint(a) + fabs(b) + 3.141592653589793 + 1e300;
    n[i] = __double2int_rn(a) + (int)b + __double2hiint(c) + __double2loint(a) + (a < b) + (b == c) + isnan(a);
    l[i] = __double2ll_ru(a) + __double_as_longlong(b);
    u[i] = (unsigned long long)c;
    f[i] = (float)a + __double2float_rz(b);
    x[i] += f[i + 1] + n[i] + (double)l[i] + __longlong_as_double(l[i + 1]) + __hiloint2double(n[i], n[i + 1]) +
            (double)u[i + 1];
}
