// Vectors of 2 and 4 elements in loads, stores and parameters.
struct Block {
    float4 a;
    int2 b;
    char c;
};
extern "C" __global__ void vectors(float4 *x, int2 *y, double2 *z, uchar4 *c, short4 *s, ulonglong2 *l, Block p,
                                   float3 *t) {
    int i = threadIdx.x;
    float4 v = x[i];
    int2 w = y[i];
    double2 d = z[i];
    uchar4 k = c[i];
    short4 h = s[i];
    ulonglong2 q = l[i];
    x[i + 1] = make_float4(v.w + p.a.x, v.z, v.y * p.a.w, v.x);
    y[i + 1] = make_int2(w.y + p.b.x, w.x + p.c);
    z[i + 1] = make_double2(d.y, d.x);
    c[i + 1] = make_uchar4(k.w, k.z, k.y, k.x);
    s[i + 1] = make_short4(h.y, h.x, h.w, h.z);
    l[i + 1] = make_ulonglong2(q.y, q.x);
    t[i].y += t[i + 1].z;
}
