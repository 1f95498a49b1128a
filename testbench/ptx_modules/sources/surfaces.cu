// Surfaces by object: loads and stores with the three modes at the boundary.
extern "C" __global__ void surfaces(cudaSurfaceObject_t s, int *x, float4 *f, short2 *h) {
    int i = threadIdx.x;
    x[i] = surf1Dread<int>(s, i * 4) + surf2Dread<int>(s, i * 4, 3, cudaBoundaryModeClamp) +
           surf3Dread<int>(s, i * 4, 1, 2, cudaBoundaryModeZero);
    f[i] = surf2Dread<float4>(s, i * 16, 2);
    h[i] = surf2DLayeredread<short2>(s, i * 4, 1, 2);
    surf1Dwrite(x[i], s, i * 4);
    surf2Dwrite(f[i], s, i * 16, 7, cudaBoundaryModeZero);
    surf3Dwrite(h[i], s, i * 4, 1, 1, cudaBoundaryModeClamp);
    surf2DLayeredwrite((unsigned char)x[i], s, i, 4, 1);
    surf1DLayeredwrite(2.5f, s, i, 3);
}
