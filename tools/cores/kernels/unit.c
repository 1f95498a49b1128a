/* The kernels with the unit's instructions, four bytes at a time. */
#include "kernels.h"
#include "lanesmith.h"

/* From here on results of `.add` and of dot products become c, which starts at 0; the return value is what to go back to. */
static uint32_t chain(void)
{
    lanesmith_swap_c(0);
    return lanesmith_swap_configuration(LANESMITH_MODIFIERS4 | 1u << LANESMITH_CHAIN);
}

/* A byte in all lanes. */
#define ALL(byte) (0x01010101u * (byte))

void sad_unit(const uint32_t *in, uint32_t *out)
{
    const uint32_t *a = in, *b = in + WORDS;
    uint32_t sum = 0, saved = chain();
    LOOP_BEGIN();
    for (int i = 0; i < WORDS; i++)
        sum = lanesmith_vabsdiff4_u32_u32_u32_add_c(a[i], b[i]);
    LOOP_END();
    lanesmith_swap_configuration(saved);
    *out = sum;
}

void dot_unit(const uint32_t *in, uint32_t *out)
{
    const uint32_t *a = in, *b = in + WORDS;
    uint32_t sum = 0, saved = chain();
    LOOP_BEGIN();
    for (int i = 0; i < WORDS; i++)
        sum = lanesmith_dp4a_s32_s32_c(a[i], b[i]);
    LOOP_END();
    lanesmith_swap_configuration(saved);
    *out = sum;
}

void align_unit(const uint32_t *in, uint32_t *out)
{
    const uint8_t *query = (const uint8_t *)in;
    const uint32_t *others = in + LENGTH / 4;
    uint32_t scores[4][LENGTH], best = 0, *line = out + 1;
    LOOP_BEGIN();
    /* What each letter adds beside each letter of the others. */
    for (int j = 0; j < LENGTH; j++) {
        line[j] = 0;
        for (uint32_t letter = 0, all = 0; letter < 4; letter++, all += ALL(1)) {
            uint32_t same = lanesmith_vset4_u32_u32_eq(others[j] & ALL(3), all);
            scores[letter][j] = lanesmith_vsub4_s32_u32_u32(lanesmith_vsub4_u32_u32_u32(0, same) & ALL(MATCH + MISMATCH), ALL(MISMATCH));
        }
    }
    for (int i = 0; i < LENGTH; i++) {
        const uint32_t *score = scores[query[i] & 3];
        uint32_t left = 0, above_left = 0;
        for (int j = 0; j < LENGTH; j++) {
            uint32_t above = line[j], gap = lanesmith_vsub4_u32_u32_u32_sat(lanesmith_vmax4_u32_u32_u32(left, above), ALL(GAP));
            left = lanesmith_vmax4_u32_u32_u32(lanesmith_vadd4_u32_u32_s32_sat(above_left, score[j]), gap);
            best = lanesmith_vmax4_u32_u32_u32(best, left);
            above_left = above;
            line[j] = left;
        }
    }
    LOOP_END();
    *out = best;
}

void blend_unit(const uint32_t *in, uint32_t *out)
{
    const uint32_t *a = in, *b = a + IMAGE, *c = b + IMAGE;
    LOOP_BEGIN();
    for (int i = 0; i < IMAGE; i++) {
        uint32_t half = lanesmith_vavrg4_u32_u32_u32(a[i], b[i]), quarter = lanesmith_vavrg4_u32_u32_u32(a[i], half);
        out[i] = lanesmith_vadd4_u32_u32_u32_sat(quarter, c[i]);
    }
    LOOP_END();
}

void threshold_unit(const uint32_t *in, uint32_t *out)
{
    uint32_t bright = 0, saved = chain();
    LOOP_BEGIN();
    for (int i = 0; i < IMAGE; i++) {
        uint32_t level = ALL(LEVEL), word = in[i];
        bright = lanesmith_vset4_u32_u32_ge_add_c(word, level);
        out[i] = lanesmith_vsub4_u32_u32_u32(0, lanesmith_vset4_u32_u32_ge(word, level));
    }
    LOOP_END();
    lanesmith_swap_configuration(saved);
    out[IMAGE] = bright;
}

#define SORT(x, y) do { uint32_t t = lanesmith_vmin4_u32_u32_u32(p[x], p[y]); p[y] = lanesmith_vmax4_u32_u32_u32(p[x], p[y]); p[x] = t; } while (0)

void median_unit(const uint32_t *in, uint32_t *out)
{
    LOOP_BEGIN();
    for (int y = 1; y < HEIGHT - 1; y++)
        for (int x = 1; x < WIDTH - 1; x++) {
            uint32_t p[9];
            for (int i = 0; i < 3; i++) {
                const uint32_t *word = in + (y + i - 1) * WIDTH + x;
                p[3 * i] = word[0] << 8 | word[-1] >> 24;
                p[3 * i + 1] = word[0];
                p[3 * i + 2] = word[0] >> 8 | word[1] << 24;
            }
            SORT(1, 2); SORT(4, 5); SORT(7, 8); SORT(0, 1); SORT(3, 4); SORT(6, 7); SORT(1, 2); SORT(4, 5); SORT(7, 8);
            SORT(0, 3); SORT(5, 8); SORT(4, 7); SORT(3, 6); SORT(1, 4); SORT(2, 5); SORT(4, 7); SORT(4, 2); SORT(6, 4);
            SORT(4, 2);
            *out++ = p[4];
        }
    LOOP_END();
}
