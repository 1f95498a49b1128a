// Matrix products on tensor cores by wmma.
#include <mma.h>
using namespace nvcuda::wmma;
extern "C" __global__ void tensor(const __half *a, const __half *b, float *c, const signed char *p,
                                  const signed char *q, int *r) {
    fragment<matrix_a, 16, 16, 16, __half, row_major> x;
    fragment<matrix_b, 16, 16, 16, __half, col_major> y;
    fragment<accumulator, 16, 16, 16, float> z;
    fill_fragment(z, 0.0f);
    load_matrix_sync(x, a, 16);
    load_matrix_sync(y, b, 16);
    mma_sync(z, x, y, z);
    store_matrix_sync(c, z, 16, mem_row_major);
    fragment<matrix_a, 32, 8, 16, signed char, row_major> u;
    fragment<matrix_b, 32, 8, 16, signed char, col_major> v;
    fragment<accumulator, 32, 8, 16, int> w;
    fill_fragment(w, 0);
    load_matrix_sync(u, p, 16);
    load_matrix_sync(v, q, 16);
    mma_sync(w, u, v, w, true);
    store_matrix_sync(r, w, 8, mem_col_major);
}
