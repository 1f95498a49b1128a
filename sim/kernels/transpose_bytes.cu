// Transposes a matrix of bytes: each thread transposes a tile of 4 x 4 bytes by eight byte permutes. Distances between
// rows have 64 bits.
// Source: the recursive transposition of H. S. Warren, Hacker's Delight, 2nd ed. (2012), section 7-3.
/* Run:
lanesmith run transpose_bytes.ptx --entry transpose_bytes --grid 2,3,1 --block 8,4,1 \
    --arg transpose_bytes_param_0=@transpose_bytes/matrix.hex \
    --arg transpose_bytes_param_1=64 \
    --arg transpose_bytes_param_2=zeros:3072 \
    --arg transpose_bytes_param_3=48 \
    --dump transpose_bytes_param_2=transposed.hex
*/
#include "video.h"

// `pitch` and `transposed_pitch` are bytes from a row to the next.
extern "C" __global__ void transpose_bytes(const uint8_t *matrix, uint64_t pitch, uint8_t *transposed,
                                           uint64_t transposed_pitch) {
    const uint64_t x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    uint32_t rows[4];
    for (int i = 0; i < 4; i++) {
        rows[i] = *reinterpret_cast<const uint32_t *>(matrix + (4 * y + i) * pitch + 4 * x);
    }
    const uint32_t low01 = __byte_perm(rows[0], rows[1], 0x5140), high01 = __byte_perm(rows[0], rows[1], 0x7362);
    const uint32_t low23 = __byte_perm(rows[2], rows[3], 0x5140), high23 = __byte_perm(rows[2], rows[3], 0x7362);
    rows[0] = __byte_perm(low01, low23, 0x5410), rows[1] = __byte_perm(low01, low23, 0x7632);
    rows[2] = __byte_perm(high01, high23, 0x5410), rows[3] = __byte_perm(high01, high23, 0x7632);
    for (int i = 0; i < 4; i++) {
        *reinterpret_cast<uint32_t *>(transposed + (4 * x + i) * transposed_pitch + 4 * y) = rows[i];
    }
}

#ifndef __CUDACC__
void reference() {
    constexpr int COLUMNS = 64, ROWS = 48;
    Buffer<uint8_t> matrix("matrix", COLUMNS * ROWS), transposed("transposed", COLUMNS * ROWS);
    for (uint8_t &byte : matrix.elements) {
        byte = random_word();
    }
    launch("transpose_bytes", transpose_bytes, dim3(2, 3), dim3(8, 4), matrix, COLUMNS, transposed, ROWS);
    expect(transposed, [&](int i) { return matrix[i % ROWS * COLUMNS + i / ROWS]; });
}
#endif
