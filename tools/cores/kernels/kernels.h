/* Kernels on packed bytes: each in plain C, and with the unit's instructions. */
#ifndef KERNELS_H
#define KERNELS_H

#include <stdint.h>

/* Words that go in, and words that come out; what goes in is a picture, or noise. */
enum {
    WORDS = 128,
    WIDTH = 16, /* of an image, in words */
    HEIGHT = 32,
    IMAGE = WIDTH * HEIGHT,
    LENGTH = 32, /* of a sequence, in letters */
    BINS = 8, /* of a histogram */
    sad_in = 2 * WORDS,
    sad_out = 1,
    sad_picture = 0,
    dot_in = 2 * WORDS,
    dot_out = 1,
    dot_picture = 0,
    align_in = LENGTH / 4 + LENGTH,
    align_out = LENGTH + 1,
    align_picture = 0,
    blend_in = 3 * IMAGE,
    blend_out = IMAGE,
    blend_picture = 1,
    threshold_in = IMAGE,
    threshold_out = IMAGE + 1,
    threshold_picture = 1,
    median_in = IMAGE,
    median_out = (WIDTH - 2) * (HEIGHT - 2),
    median_picture = 1,
    pool_in = IMAGE,
    pool_out = IMAGE / 4,
    pool_picture = 1,
    luma_in = IMAGE,
    luma_out = IMAGE / 4,
    luma_picture = 0,
    histogram_in = IMAGE,
    histogram_out = BINS,
    histogram_picture = 1
};

/* From here on a byte of the image is bright. */
#define LEVEL 128
/* Of an alignment: what equal letters add, and different ones and a letter that is left out take away. */
#define MATCH 31
#define MISMATCH 20
#define GAP 25
/* Of 256 parts of the brightness of a colour: red, green, blue. */
#define RED 77
#define GREEN 150
#define BLUE 29

typedef void kernel(const uint32_t *in, uint32_t *out);

/* The sum of the absolute differences of two rows of bytes. */
kernel sad_plain, sad_unit;
/* The sum of the products of two rows of signed bytes. */
kernel dot_plain, dot_unit;
/* How well a sequence of letters (the low two bits of bytes) aligns locally with each of four others, by Smith and Waterman with
 * linear gaps and scores that stay at 255; behind it the last line of the table. The letters of the four stand side by side. */
kernel align_plain, align_unit;
/* Three quarters of an image and one quarter of another one, rounded twice, plus a third one, each byte at most 255. */
kernel blend_plain, blend_unit;
/* 255 for each bright byte of an image and 0 for the others; behind them how many are bright. */
kernel threshold_plain, threshold_unit;
/* The median of each byte of an image and its eight neighbours; the outermost words and lines have no result. */
kernel median_plain, median_unit;
/* Half an image in both directions: the average of two bytes that are one above the other, and of two such averages side by side,
 * each rounded down. */
kernel pool_plain, pool_packed;
/* The brightness of pixels, rounded down: words of red, green, blue, and a byte that plays no part. */
kernel luma_plain, luma_packed;
/* How many bytes of an image are in each of eight equal ranges. */
kernel histogram_plain, histogram_packed;
/* The kernels above that are also there with instructions of the P extension. */
kernel sad_packed, dot_packed, align_packed, blend_packed, threshold_packed, median_packed;

/* Between the two, which stand around the loop of a kernel: how many cycles that takes; on other computers, how many operations of
 * the unit. */
extern uint32_t loop_cycles;
#ifdef __riscv
#define CYCLES() (((volatile uint32_t *)0xf0000000)[1])
#else
extern uint32_t operations;
#define CYCLES() operations
#endif
#define BARRIER() __asm__ volatile("" ::: "memory")
#define LOOP_BEGIN() do { BARRIER(); loop_cycles = CYCLES(); BARRIER(); } while (0)
#define LOOP_END() do { BARRIER(); loop_cycles = CYCLES() - loop_cycles; BARRIER(); } while (0)

#endif
