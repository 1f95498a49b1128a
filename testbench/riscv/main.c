/* Runs a kernel in plain C and with the unit, and leaves input, both outputs and both times. Built with -DKERNEL=name. */
#include "kernels.h"

#define PASTE(x, y) x##y
#define NAME(kernel, part) PASTE(kernel, part)

enum { IN = NAME(KERNEL, _in), OUT = NAME(KERNEL, _out), HEAD = 4 };

#ifdef __riscv
/* Of the machine around the core: a counter of cycles, and a place whose writing ends the simulation. */
static volatile uint32_t *const device = (volatile uint32_t *)0xf0000000;
extern uint32_t results[];
static uint32_t cycles(void) { return device[1]; }
static void finish(uint32_t words)
{
    /* The simulator reads what is in memory by then. */
    __asm__ volatile("" ::: "memory");
    device[0] = words;
}
#else
#include <stdio.h>
static uint32_t results[HEAD + IN + 2 * OUT];
static uint32_t cycles(void) { return 0; }
static void finish(uint32_t words)
{
    for (uint32_t i = 0; i < words; i++)
        printf("%08x\n", (unsigned)results[i]);
}
#endif

static uint32_t timed(kernel *run, const uint32_t *in, uint32_t *out)
{
    uint32_t begin = cycles();
    run(in, out);
    return cycles() - begin;
}

int main(void)
{
    uint32_t *in = results + HEAD, *plain = in + IN, *unit = plain + OUT, noise = SEED;
    for (int i = 0; i < IN; i++) {
        noise ^= noise << 13;
        noise ^= noise >> 17;
        noise ^= noise << 5;
        in[i] = noise;
    }
    results[0] = IN;
    results[1] = OUT;
    results[2] = timed(NAME(KERNEL, _plain), in, plain);
    results[3] = timed(NAME(KERNEL, _unit), in, unit);
    finish(HEAD + IN + 2 * OUT);
    return 0;
}
