/* Kernels on packed bytes: each in plain C, and with the unit's instructions. */
#ifndef KERNELS_H
#define KERNELS_H

#include <stdint.h>

/* Words that go in, and words that come out. */
enum {
    WORDS = 128,
    WIDTH = 8, /* of an image, in words */
    HEIGHT = 16,
    sad_in = 2 * WORDS,
    sad_out = 1,
    blend_in = 3 * WORDS,
    blend_out = WORDS,
    median_in = WIDTH * HEIGHT,
    median_out = (WIDTH - 2) * (HEIGHT - 2)
};

typedef void kernel(const uint32_t *in, uint32_t *out);

/* The sum of the absolute differences of two rows of bytes. */
kernel sad_plain, sad_unit;
/* Three quarters of a row and one quarter of another one, rounded twice, plus a third one, each byte at most 255. */
kernel blend_plain, blend_unit;
/* The median of each byte of an image and its eight neighbours; the outermost words and lines have no result. */
kernel median_plain, median_unit;

#endif
