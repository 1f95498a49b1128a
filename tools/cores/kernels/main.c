/* Runs a kernel in plain C and with the unit, and leaves input, both outputs, and of both the cycles of all and of the loop.
 * Built with -DKERNEL=name; -DWITH=_packed: with instructions of the P extension. */
#include "kernels.h"

#define PASTE(x, y) x##y
#define NAME(kernel, part) PASTE(kernel, part)
#ifndef WITH
#define WITH _unit
#endif

enum { IN = NAME(KERNEL, _in), OUT = NAME(KERNEL, _out), HEAD = 6 };

uint32_t loop_cycles;

#ifdef __riscv
/* The simulator reads what is in memory at the end. */
extern uint32_t results[];
static void finish(void)
{
}
#else
#include <stdio.h>
uint32_t operations;
static uint32_t results[HEAD + IN + 2 * OUT];
static void finish(void)
{
    for (uint32_t i = 0; i < HEAD + IN + 2 * OUT; i++)
        printf("%08x\n", (unsigned)results[i]);
}
#endif

#ifdef INTERRUPTS
void handle_interrupt(uint32_t cause)
{
    (void)cause;
    ((volatile uint32_t *)0xf0000000)[2] = 0;
}

static void start_interrupts(void)
{
    uint32_t timer = 0x80, enable = 8;
    __asm__ volatile("csrw mie, %0\n\tcsrs mstatus, %1" : : "r"(timer), "r"(enable));
}
#else
static void start_interrupts(void)
{
}
#endif

/* A bright disc on a ramp, with salt and pepper. */
static uint8_t picture(int i, uint32_t noise)
{
    int x = i % (4 * WIDTH), y = i / (4 * WIDTH) % HEIGHT, dx = x - 2 * WIDTH, dy = y - HEIGHT / 2;
    if (noise % 8 == 0)
        return noise >> 24;
    return dx * dx + dy * dy < HEIGHT * HEIGHT / 8 ? 230 - 2 * y : 24 + 2 * x;
}

static void timed(kernel *run, const uint32_t *in, uint32_t *out, uint32_t *times)
{
    uint32_t begin = CYCLES();
    run(in, out);
    times[0] = CYCLES() - begin;
    times[1] = loop_cycles;
}

static uint32_t next(uint32_t noise)
{
    noise ^= noise << 13;
    noise ^= noise >> 17;
    return noise ^ noise << 5;
}

int main(void)
{
    uint32_t *in = results + HEAD, *plain = in + IN, *unit = plain + OUT, noise = SEED;
    uint8_t *bytes = (uint8_t *)in;
    for (int i = 0; i < 4 * IN; i++) {
        noise = next(noise);
        bytes[i] = NAME(KERNEL, _picture) ? picture(i, noise) : noise >> 24;
    }
    start_interrupts();
    results[0] = IN;
    results[1] = OUT;
    timed(NAME(KERNEL, _plain), in, plain, results + 2);
    timed(NAME(KERNEL, WITH), in, unit, results + 4);
    finish();
    return 0;
}
