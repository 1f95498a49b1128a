// Gravitation between all pairs of bodies.
extern "C" __global__ void gravity(const float4 *p, float3 *force, int n) {
    __shared__ float4 tile[128];
    int i = blockIdx.x * 128 + threadIdx.x;
    float4 me = p[i];
    float3 f = make_float3(0, 0, 0);
    for (int b = 0; b < n; b += 128) {
        tile[threadIdx.x] = p[b + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 128; k++) {
            float x = tile[k].x - me.x, y = tile[k].y - me.y, z = tile[k].z - me.z,
                  r = rsqrtf(x * x + y * y + z * z + 1e-9f), s = tile[k].w * r * r * r;
            f.x += x * s;
            f.y += y * s;
            f.z += z * s;
        }
        __syncthreads();
    }
    force[i] = f;
}
