// Textures by object: dimensions, layers, cube maps, levels, gradients, gathers.
extern "C" __global__ void textures(cudaTextureObject_t t, float4 *x, int4 *y, float *f) {
    int i = threadIdx.x;
    float u = f[i], v = f[i + 1], w = f[i + 2];
    x[i] = tex1Dfetch<float4>(t, i);
    x[i + 1] = tex1D<float4>(t, u);
    x[i + 2] = tex2D<float4>(t, u, v);
    x[i + 3] = tex3D<float4>(t, u, v, w);
    x[i + 4] = tex1DLayered<float4>(t, u, 2);
    x[i + 5] = tex2DLayered<float4>(t, u, v, i);
    x[i + 6] = texCubemap<float4>(t, u, v, w);
    x[i + 7] = tex2DLod<float4>(t, u, v, w);
    x[i + 8] = tex2DGrad<float4>(t, u, v, make_float2(u, v), make_float2(v, w));
    x[i + 9] = tex2Dgather<float4>(t, u, v, 1);
    y[i] = tex2D<int4>(t, u, v);
    f[i] = tex2D<float>(t, u, v) + tex3DLod<float>(t, u, v, w, 1.0f) + tex1Dfetch<unsigned char>(t, i);
    x[i + 10] = texCubemapLayered<float4>(t, u, v, w, 3);
}
