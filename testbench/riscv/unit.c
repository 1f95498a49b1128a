/* The kernels with the unit's instructions, four bytes at a time. */
#include "kernels.h"
#include "lanesmith.h"

void sad_unit(const uint32_t *in, uint32_t *out)
{
    const uint32_t *a = in, *b = in + WORDS;
    uint32_t sum = 0;
    uint32_t saved = lanesmith_swap_configuration(LANESMITH_MODIFIERS4 | 1u << LANESMITH_CHAIN);
    lanesmith_swap_c(0);
    for (int i = 0; i < WORDS; i++)
        sum = vabsdiff4_u32_u32_u32_add_c(a[i], b[i]);
    lanesmith_swap_configuration(saved);
    *out = sum;
}

void blend_unit(const uint32_t *in, uint32_t *out)
{
    const uint32_t *a = in, *b = a + WORDS, *c = b + WORDS;
    for (int i = 0; i < WORDS; i++) {
        uint32_t half = vavrg4_u32_u32_u32(a[i], b[i]), quarter = vavrg4_u32_u32_u32(a[i], half);
        out[i] = vadd4_u32_u32_u32_sat(quarter, c[i]);
    }
}

#define SORT(x, y) do { uint32_t t = vmin4_u32_u32_u32(p[x], p[y]); p[y] = vmax4_u32_u32_u32(p[x], p[y]); p[x] = t; } while (0)

void median_unit(const uint32_t *in, uint32_t *out)
{
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
}
