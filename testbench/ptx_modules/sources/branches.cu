// switch, loops, goto, short circuits, selections.
extern "C" __global__ void branches(int *x, int n) {
    int i = threadIdx.x, v = x[i];
    switch (v) {
    case 0:
        v = 9;
        break;
    case 1:
        v += n;
    case 2:
        v ^= 5;
        break;
    case 3:
        v = -v;
        break;
    case 4:
        v <<= 2;
        break;
    case 5:
        v = x[v];
        break;
    case 6:
        v |= 64;
        break;
    case 7:
        v = v / 3;
        break;
    case 900:
        v = 1;
        break;
    default:
        v--;
    }
    for (int k = 0; k < n; k++) {
        if (x[k] == v)
            continue;
        if (x[k] < 0)
            break;
        v += x[k] * k;
    }
    while (v > 100 && x[v % n] != 3 || v == 55)
        v -= 7;
    do {
        if (v & 1)
            goto odd;
        v >>= 1;
        continue;
    odd:
        v = 3 * v + 1;
    } while (v > 1 && n-- > 0);
#pragma unroll 4
    for (int k = 0; k < n; k++)
        v += x[k];
#pragma unroll 1
    for (int k = 0; k < 3; k++)
        v ^= x[k + n];
    x[i] = v > 3 ? n : v < -3 ? -n : 0;
    if (v == 77)
        asm volatile("exit;");
    if (v == 78)
        __trap();
}
