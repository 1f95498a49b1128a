// Bitonic sort of keys with values.
template <class K> __global__ void sort(K *keys, int *values, int size, int stride, bool up) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = i ^ stride;
    if (j > i) {
        bool rising = ((i & size) == 0) == up;
        K a = keys[i], b = keys[j];
        if ((a > b) == rising) {
            keys[i] = b;
            keys[j] = a;
            int t = values[i];
            values[i] = values[j];
            values[j] = t;
        }
    }
}
template __global__ void sort<int>(int *, int *, int, int, bool);
template __global__ void sort<float>(float *, int *, int, int, bool);
template __global__ void sort<unsigned long long>(unsigned long long *, int *, int, int, bool);
template __global__ void sort<short>(short *, int *, int, int, bool);
