/* The kernels in plain C, a byte at a time. */
#include "kernels.h"

void sad_plain(const uint32_t *in, uint32_t *out)
{
    const uint8_t *a = (const uint8_t *)in, *b = (const uint8_t *)(in + WORDS);
    uint32_t sum = 0;
    LOOP_BEGIN();
    for (int i = 0; i < 4 * WORDS; i++)
        sum += a[i] < b[i] ? b[i] - a[i] : a[i] - b[i];
    LOOP_END();
    *out = sum;
}

void dot_plain(const uint32_t *in, uint32_t *out)
{
    const int8_t *a = (const int8_t *)in, *b = (const int8_t *)(in + WORDS);
    int32_t sum = 0;
    LOOP_BEGIN();
    for (int i = 0; i < 4 * WORDS; i++)
        sum += a[i] * b[i];
    LOOP_END();
    *out = sum;
}

void align_plain(const uint32_t *in, uint32_t *out)
{
    const uint8_t *query = (const uint8_t *)in, *others = (const uint8_t *)(in + LENGTH / 4);
    uint8_t *best = (uint8_t *)out, *line = (uint8_t *)(out + 1);
    for (int i = 0; i < 4 * LENGTH; i++)
        line[i] = 0;
    for (int lane = 0; lane < 4; lane++)
        best[lane] = 0;
    LOOP_BEGIN();
    for (int i = 0; i < LENGTH; i++)
        for (int lane = 0; lane < 4; lane++) {
            int left = 0, above_left = 0, most = best[lane];
            for (int j = lane; j < 4 * LENGTH; j += 4) {
                int above = line[j], gap = (left > above ? left : above) - GAP;
                int score = above_left + (((query[i] ^ others[j]) & 3) ? -MISMATCH : MATCH);
                score = score > 255 ? 255 : score < gap ? gap : score;
                left = score < 0 ? 0 : score;
                most = most < left ? left : most;
                above_left = above;
                line[j] = left;
            }
            best[lane] = most;
        }
    LOOP_END();
}

void blend_plain(const uint32_t *in, uint32_t *out)
{
    const uint8_t *a = (const uint8_t *)in, *b = a + 4 * IMAGE, *c = b + 4 * IMAGE;
    uint8_t *d = (uint8_t *)out;
    LOOP_BEGIN();
    for (int i = 0; i < 4 * IMAGE; i++) {
        unsigned half = (a[i] + b[i] + 1u) >> 1, quarter = (a[i] + half + 1) >> 1, sum = quarter + c[i];
        d[i] = sum > 255 ? 255 : sum;
    }
    LOOP_END();
}

void threshold_plain(const uint32_t *in, uint32_t *out)
{
    const uint8_t *image = (const uint8_t *)in;
    uint8_t *d = (uint8_t *)out;
    uint32_t bright = 0;
    LOOP_BEGIN();
    for (int i = 0; i < 4 * IMAGE; i++) {
        unsigned is_bright = image[i] >= LEVEL;
        d[i] = -is_bright;
        bright += is_bright;
    }
    LOOP_END();
    out[IMAGE] = bright;
}

#define SORT(x, y) do { if (p[x] > p[y]) { uint8_t t = p[x]; p[x] = p[y]; p[y] = t; } } while (0)

/* The network of 19 exchanges that leaves the median of nine in the middle. */
static uint8_t median_of_nine(uint8_t *p)
{
    SORT(1, 2); SORT(4, 5); SORT(7, 8); SORT(0, 1); SORT(3, 4); SORT(6, 7); SORT(1, 2); SORT(4, 5); SORT(7, 8); SORT(0, 3);
    SORT(5, 8); SORT(4, 7); SORT(3, 6); SORT(1, 4); SORT(2, 5); SORT(4, 7); SORT(4, 2); SORT(6, 4); SORT(4, 2);
    return p[4];
}

void median_plain(const uint32_t *in, uint32_t *out)
{
    const uint8_t *image = (const uint8_t *)in;
    uint8_t *d = (uint8_t *)out;
    LOOP_BEGIN();
    for (int y = 1; y < HEIGHT - 1; y++)
        for (int x = 4; x < 4 * WIDTH - 4; x++) {
            const uint8_t *center = image + y * 4 * WIDTH + x;
            uint8_t p[9];
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++)
                    p[3 * i + j] = center[(i - 1) * 4 * WIDTH + j - 1];
            *d++ = median_of_nine(p);
        }
    LOOP_END();
}

void pool_plain(const uint32_t *in, uint32_t *out)
{
    const uint8_t *line = (const uint8_t *)in;
    uint8_t *d = (uint8_t *)out;
    LOOP_BEGIN();
    for (int y = 0; y < HEIGHT; y += 2, line += 2 * 4 * WIDTH)
        for (int x = 0; x < 4 * WIDTH; x += 2) {
            const uint8_t *p = line + x, *below = p + 4 * WIDTH;
            *d++ = (((p[0] + below[0]) >> 1) + ((p[1] + below[1]) >> 1)) >> 1;
        }
    LOOP_END();
}

void luma_plain(const uint32_t *in, uint32_t *out)
{
    const uint8_t *pixel = (const uint8_t *)in;
    uint8_t *d = (uint8_t *)out;
    LOOP_BEGIN();
    for (int i = 0; i < IMAGE; i++, pixel += 4)
        d[i] = (RED * pixel[0] + GREEN * pixel[1] + BLUE * pixel[2]) >> 8;
    LOOP_END();
}

void histogram_plain(const uint32_t *in, uint32_t *out)
{
    const uint8_t *image = (const uint8_t *)in;
    for (int i = 0; i < BINS; i++)
        out[i] = 0;
    LOOP_BEGIN();
    for (int i = 0; i < 4 * IMAGE; i++)
        out[image[i] / (256 / BINS)]++;
    LOOP_END();
}
