/* The machine around a core in `cores run`:
 *   0x00000000 to 0x000fffff  memory; the core starts at 0
 *   0xf0000000                a write ends the run with this status; start.S writes what main returns
 *   0xf0000004                cycles since reset
 *   0xf0000008                a write acknowledges the interrupt of `--interrupts`
 *   0xf000000c                a write of a character goes to the console
 *   0xf0000010 to 0xf0000018  pc, address and cause of a trap that the program does not handle; the write of the cause ends the run
 */
#ifndef MACHINE_H
#define MACHINE_H

#include <stdint.h>

static volatile uint32_t *const machine_device = (volatile uint32_t *)0xf0000000;

static inline uint32_t machine_cycles(void)
{
    return machine_device[1];
}

static inline void machine_acknowledge_interrupt(void)
{
    machine_device[2] = 0;
}

static inline void machine_put(char character)
{
    machine_device[3] = (uint8_t)character;
}

static inline void machine_print(const char *text)
{
    while (*text)
        machine_put(*text++);
}

static inline void machine_print_unsigned(uint32_t number)
{
    char digits[10];
    int count = 0;
    do
        digits[count++] = '0' + number % 10;
    while (number /= 10);
    while (count)
        machine_put(digits[--count]);
}

/* Eight digits. */
static inline void machine_print_hexadecimal(uint32_t number)
{
    for (int shift = 28; shift >= 0; shift -= 4)
        machine_put("0123456789abcdef"[number >> shift & 15]);
}

#endif
