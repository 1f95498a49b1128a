// Local alignment of a query with a data base of sequences, with affine gap costs: each thread aligns two sequences at
// once, one in each half-word. Scores are unsigned: saturation at zero replaces the maximum with zero.
// Source: T. F. Smith and M. S. Waterman, Journal of Molecular Biology 147 (1981), 195-197, in the form of O. Gotoh,
// 162 (1982), 705-708; a sequence in each lane: T. Rognes, BMC Bioinformatics 12 (2011), 221.
/* Run:
lanesmith run smith_waterman.ptx --entry smith_waterman --grid 3,1,1 --block 16,1,1 \
    --arg smith_waterman_param_0=@smith_waterman/query.hex \
    --arg smith_waterman_param_1=24 \
    --arg smith_waterman_param_2=@smith_waterman/letters.hex \
    --arg smith_waterman_param_3=28 \
    --arg smith_waterman_param_4=zeros:192 \
    --dump smith_waterman_param_4=scores.hex
*/
#include "video.h"

constexpr int MATCH = 5, MISMATCH = -4, OPEN = 10, EXTEND = 1, LONGEST_QUERY = 32;
constexpr uint32_t BOTH = 0x10001; // times a constant: the constant in both half-words

static __device__ uint32_t equal(uint32_t a, uint32_t b) { return video("vset2.u32.u32.eq %0, %1, %2, %3", a, b, 0); }
static __device__ uint32_t larger(uint32_t a, uint32_t b) { return video("vmax2.u32.u32.u32 %0, %1, %2, %3", a, b, 0); }
static __device__ uint32_t subtract(uint32_t a, uint32_t b) {
    return video("vsub2.u32.u32.u32.sat %0, %1, %2, %3", a, b, 0);
}
// An unsigned score plus a signed one, at least 0.
static __device__ uint32_t add_score(uint32_t a, uint32_t b) {
    return video("vadd2.u32.u32.s32.sat %0, %1, %2, %3", a, b, 0);
}

// Letter `j` of the two sequences of a thread is in word `j * sequences + thread`; the query has each letter in both
// half-words.
extern "C" __global__ void smith_waterman(const uint32_t *query, int query_length, const uint32_t *letters, int length,
                                          uint32_t *scores) {
    uint32_t score_above[LONGEST_QUERY], gap_above[LONGEST_QUERY]; // the previous row
    const int thread = blockIdx.x * blockDim.x + threadIdx.x, sequences = gridDim.x * blockDim.x;

    for (int i = 0; i < query_length; i++) {
        score_above[i] = gap_above[i] = 0;
    }
    uint32_t best = 0;
    for (int j = 0; j < length; j++) {
        const uint32_t letter = letters[j * sequences + thread];
        uint32_t diagonal = 0, left = 0, gap_left = 0;
        for (int i = 0; i < query_length; i++) {
            const uint32_t substitution = equal(query[i], letter) * (MATCH - MISMATCH); // per lane 9 or 0
            const uint32_t aligned = add_score(
                diagonal, video("vadd2.s32.s32.s32 %0, %1, %2, %3", substitution, (uint16_t)MISMATCH * BOTH, 0));
            const uint32_t gap = larger(subtract(gap_above[i], EXTEND * BOTH), subtract(score_above[i], OPEN * BOTH));
            gap_left = larger(subtract(gap_left, EXTEND * BOTH), subtract(left, OPEN * BOTH));
            diagonal = score_above[i];
            left = larger(larger(aligned, gap), gap_left);
            score_above[i] = left;
            gap_above[i] = gap;
            best = larger(best, left);
        }
    }
    scores[thread] = best;
}

#ifndef __CUDACC__
void reference() {
    constexpr int QUERY = 24, LENGTH = 28, THREADS = 48;
    Buffer<uint32_t> query("query", QUERY), letters("letters", LENGTH * THREADS), scores("scores", THREADS);
    for (uint32_t &letter : query.elements) {
        letter = random_word() % 4 * BOTH;
    }
    for (int i = 0; i < LENGTH * THREADS;
         i++) { // sequences are the query with changes and, from a random place on, a gap
        const int thread = i % THREADS, j = i / THREADS;
        const uint32_t low = query[(j + (j > thread % 20 ? thread % 3 : 0)) % QUERY] & 3,
                       high = query[(j + thread) % QUERY] & 3;
        letters[i] = (random_word() % 8 ? low : random_word() % 4) | (random_word() % 5 ? high : random_word() % 4)
                                                                         << 16;
    }
    launch("smith_waterman", smith_waterman, 3, THREADS / 3, query, QUERY, letters, LENGTH, scores);
    auto align = [&](int thread, int lane) { // Gotoh's recurrences in full matrices
        int h[LENGTH + 1][QUERY + 1] = {}, e[LENGTH + 1][QUERY + 1] = {}, f[LENGTH + 1][QUERY + 1] = {}, best = 0;
        for (int j = 1; j <= LENGTH; j++) {
            for (int i = 1; i <= QUERY; i++) {
                const bool same =
                    (query[i - 1] & 0xffff) == (letters[(j - 1) * THREADS + thread] >> 16 * lane & 0xffff);
                e[j][i] = max(e[j - 1][i] - EXTEND, h[j - 1][i] - OPEN);
                f[j][i] = max(f[j][i - 1] - EXTEND, h[j][i - 1] - OPEN);
                h[j][i] = max(max(0, h[j - 1][i - 1] + (same ? MATCH : MISMATCH)), max(e[j][i], f[j][i]));
                best = max(best, h[j][i]);
            }
        }
        return uint32_t(best);
    };
    expect(scores, [&](int thread) { return align(thread, 0) | align(thread, 1) << 16; });
}
#endif
