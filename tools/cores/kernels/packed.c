/* The kernels in vectors of four bytes, for a compiler that turns them into instructions of the P extension. */
#include "kernels.h"
#include "packed.h"

#define min __builtin_elementwise_min
#define max __builtin_elementwise_max
#define add_sat __builtin_elementwise_add_sat
#define sub_sat __builtin_elementwise_sub_sat

/* clang 22 divides by zero where it computes whether inlining of functions of vectors is worth it. */
#define INLINE static inline __attribute__((always_inline))

/* A byte in all lanes. */
INLINE u8x4 all(uint8_t byte)
{
    return (u8x4){byte, byte, byte, byte};
}

/* The average, rounded down. */
INLINE u8x4 average(u8x4 x, u8x4 y)
{
    return (x & y) + ((x ^ y) >> 1);
}

/* A word of which the compiler does not know how it came about: so it makes neither a selection of a comparison and what follows,
 * for which clang 22 finds no instruction, nor a funnel shift, which is an instruction that reads rd. */
INLINE uint32_t opaque(uint32_t word)
{
    __asm__("" : "+r"(word));
    return word;
}

/* All ones in the lanes in which a comparison holds. */
INLINE u8x4 lanes(i8x4 comparison)
{
    return (u8x4)opaque((uint32_t)comparison);
}

INLINE u8x4 complement(u8x4 x)
{
    return (u8x4)opaque((uint32_t)~x);
}

void sad_packed(const uint32_t *in, uint32_t *out)
{
    const uint32_t *a = in, *b = in + WORDS;
    uint32_t sum = 0;
    LOOP_BEGIN();
    for (int i = 0; i < WORDS; i++)
        sum += pabdsumu_b(a[i], b[i]);
    LOOP_END();
    *out = sum;
}

void dot_packed(const uint32_t *in, uint32_t *out)
{
    const uint32_t *a = in, *b = in + WORDS;
    uint32_t sum = 0;
    LOOP_BEGIN();
    for (int i = 0; i < WORDS; i++)
        sum += pm4add_b(a[i], b[i]);
    LOOP_END();
    *out = sum;
}

void align_packed(const uint32_t *in, uint32_t *out)
{
    const uint8_t *query = (const uint8_t *)in;
    const u8x4 *others = (const u8x4 *)(in + LENGTH / 4);
    u8x4 gains[4][LENGTH], losses[4][LENGTH], best = all(0), *line = (u8x4 *)(out + 1);
    LOOP_BEGIN();
    /* What each letter adds beside each letter of the others, or takes away. */
    for (int j = 0; j < LENGTH; j++) {
        line[j] = all(0);
        for (int letter = 0; letter < 4; letter++) {
            u8x4 same = lanes((others[j] & 3) == all(letter));
            gains[letter][j] = same & MATCH;
            losses[letter][j] = ~same & MISMATCH;
        }
    }
    for (int i = 0; i < LENGTH; i++) {
        const u8x4 *gain = gains[query[i] & 3], *loss = losses[query[i] & 3];
        u8x4 left = all(0), above_left = all(0);
        for (int j = 0; j < LENGTH; j++) {
            u8x4 above = line[j], gap = sub_sat(max(left, above), all(GAP));
            left = max(sub_sat(add_sat(above_left, gain[j]), loss[j]), gap);
            best = max(best, left);
            above_left = above;
            line[j] = left;
        }
    }
    LOOP_END();
    *(u8x4 *)out = best;
}

void blend_packed(const uint32_t *in, uint32_t *out)
{
    const u8x4 *a = (const u8x4 *)in, *b = a + IMAGE, *c = b + IMAGE;
    u8x4 *d = (u8x4 *)out;
    LOOP_BEGIN();
    /* An average that is rounded up is the complement of one of complements that is rounded down. */
    for (int i = 0; i < IMAGE; i++) {
        u8x4 x = complement(a[i]), y = complement(b[i]);
        d[i] = add_sat(~average(x, average(x, y)), c[i]);
    }
    LOOP_END();
}

void threshold_packed(const uint32_t *in, uint32_t *out)
{
    const u8x4 *image = (const u8x4 *)in;
    uint32_t minus_bright = 0;
    LOOP_BEGIN();
    for (int i = 0; i < IMAGE; i++) {
        out[i] = (uint32_t)(image[i] >= LEVEL);
        minus_bright = predsum_bs(out[i], minus_bright);
    }
    LOOP_END();
    out[IMAGE] = -minus_bright;
}

#define SORT(x, y) do { u8x4 t = min(p[x], p[y]); p[y] = max(p[x], p[y]); p[x] = t; } while (0)

void median_packed(const uint32_t *in, uint32_t *out)
{
    LOOP_BEGIN();
    for (int y = 1; y < HEIGHT - 1; y++)
        for (int x = 1; x < WIDTH - 1; x++) {
            u8x4 p[9];
            for (int i = 0; i < 3; i++) {
                const uint32_t *word = in + (y + i - 1) * WIDTH + x;
                p[3 * i] = (u8x4)(word[0] << 8 | opaque(word[-1] >> 24));
                p[3 * i + 1] = (u8x4)word[0];
                p[3 * i + 2] = (u8x4)(word[0] >> 8 | opaque(word[1] << 24));
            }
            SORT(1, 2); SORT(4, 5); SORT(7, 8); SORT(0, 1); SORT(3, 4); SORT(6, 7); SORT(1, 2); SORT(4, 5); SORT(7, 8);
            SORT(0, 3); SORT(5, 8); SORT(4, 7); SORT(3, 6); SORT(1, 4); SORT(2, 5); SORT(4, 7); SORT(4, 2); SORT(6, 4);
            SORT(4, 2);
            *out++ = (uint32_t)p[4];
        }
    LOOP_END();
}

void pool_packed(const uint32_t *in, uint32_t *out)
{
    LOOP_BEGIN();
    for (int y = 0; y < HEIGHT; y += 2, in += WIDTH)
        for (int x = 0; x < WIDTH; x += 2, in += 2) {
            uint32_t left = (uint32_t)average((u8x4)in[0], (u8x4)in[WIDTH]);
            uint32_t right = (uint32_t)average((u8x4)in[1], (u8x4)in[WIDTH + 1]);
            uint32_t high = ppairo_h(left, right), low = ppaireo_h(left, right << 16);
            *out++ = (uint32_t)average((u8x4)ppaire_b(low, high), (u8x4)ppairo_b(low, high));
        }
    LOOP_END();
}

void luma_packed(const uint32_t *in, uint32_t *out)
{
    const uint32_t weights = RED | GREEN << 8 | BLUE << 16;
    LOOP_BEGIN();
    /* Each sum has 16 bits, of which the upper byte counts: the odd one of two. */
    for (int i = 0; i < IMAGE / 4; i++, in += 4) {
        uint32_t low = ppairo_b(pm4addu_b(in[0], weights), pm4addu_b(in[1], weights));
        uint32_t high = ppairo_b(pm4addu_b(in[2], weights), pm4addu_b(in[3], weights));
        out[i] = low | high << 16;
    }
    LOOP_END();
}

void histogram_packed(const uint32_t *in, uint32_t *out)
{
    const u8x4 *image = (const u8x4 *)in;
    /* How many bytes are below the end of each range. */
    uint32_t below[BINS] = {0};
    LOOP_BEGIN();
    /* A byte counts up to 255 words. */
    for (int i = 0; i < IMAGE;) {
        int end = i + 255 < IMAGE ? i + 255 : IMAGE;
        u8x4 count[BINS - 1];
        for (int bin = 0; bin < BINS - 1; bin++)
            count[bin] = all(0);
        for (; i < end; i++)
            for (int bin = 0; bin < BINS - 1; bin++)
                count[bin] -= lanes(image[i] < all((bin + 1) * (256 / BINS)));
        for (int bin = 0; bin < BINS - 1; bin++)
            below[bin] = predsumu_bs((uint32_t)count[bin], below[bin]);
    }
    below[BINS - 1] = 4 * IMAGE;
    for (int bin = 0; bin < BINS; bin++)
        out[bin] = below[bin] - (bin ? below[bin - 1] : 0);
    LOOP_END();
}
