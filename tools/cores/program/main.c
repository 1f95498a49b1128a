/* An example program on a core with the unit. It takes words out of a row of bytes at any address and adds up differences, while
 * interrupts whose handler uses the unit, too, come at odd times. */
#include "lanesmith.h"
#include "machine.h"

/* Interrupts of a timer: of PicoRV32 the core's own, which counts down once; else that of the machine, until it is acknowledged
 * by a write to its third word. */
#ifdef PICORV32
static void set_timer(uint32_t cycles)
{
    uint32_t before;
    __asm__ volatile(".insn r 0x0b, 0, 5, %0, %1, x0" : "=r"(before) : "r"(cycles));
}

static void start_interrupts(void)
{
    uint32_t before, masked = ~1u;
    __asm__ volatile(".insn r 0x0b, 0, 3, %0, %1, x0" : "=r"(before) : "r"(masked));
    set_timer(101);
}

static void next_interrupt(uint32_t count)
{
    set_timer(200 + count * 37 % 301);
}
#else
static void start_interrupts(void)
{
    uint32_t timer = 0x80, enable = 8;
    __asm__ volatile("csrw mie, %0\n\tcsrs mstatus, %1" : : "r"(timer), "r"(enable));
}

static void next_interrupt(uint32_t count)
{
    (void)count;
    machine_acknowledge_interrupt();
}
#endif

static volatile uint32_t interrupts;

/* Counts with the unit, which overwrites c, and with another configuration. */
void handle_interrupt(uint32_t cause)
{
    lanesmith_state_t state = lanesmith_save();
    uint32_t count;
    (void)cause;
    lanesmith_configure4(0x1, 0x3210, 0x7654);
    count = lanesmith_vadd4_u32_u32_u32_add_held(interrupts & 0xffu, 1, 0);
    interrupts = (interrupts & ~0xffu) + count;
    lanesmith_restore(state);
    next_interrupt(count);
}

enum { WORDS = 64, ROUNDS = 20 };

/* Words of a row of bytes from any byte on: byte selectors on two neighbours, the same for both operands, are a funnel. The
 * selectors are part of the configuration, so each word takes one instruction. */
static void copy_from_byte_1(uint32_t *to, const uint32_t *from, unsigned words)
{
    unsigned i;
    uint32_t before = lanesmith_configure4(0xf, 0x4321, 0x4321);
    for (i = 0; i < words; i++)
        to[i] = lanesmith_vmin4_u32_u32_u32_held_c(from[i], from[i + 1]);
    lanesmith_swap_configuration(before);
}

/* The bytes of a word in the other order: the same funnel with other selectors. */
static uint32_t other_order(uint32_t word)
{
    uint32_t before = lanesmith_configure4(0xf, 0x0123, 0x0123);
    word = lanesmith_vmin4_u32_u32_u32_held_c(word, word);
    lanesmith_swap_configuration(before);
    return word;
}

/* The sum of absolute differences of bytes: with chain each instruction adds to the sum that the unit holds. */
static uint32_t difference(const uint32_t *a, const uint32_t *b, unsigned words)
{
    unsigned i;
    uint32_t before = lanesmith_swap_configuration(LANESMITH_CONFIGURATION | 1u << LANESMITH_CHAIN);
    lanesmith_swap_c(0);
    for (i = 0; i < words; i++)
        lanesmith_vabsdiff4_u32_u32_u32_add_c(a[i], b[i]);
    lanesmith_swap_configuration(before);
    return lanesmith_read_c();
}

static uint32_t row[WORDS + 1], moved[WORDS];

static void print(const char *name, uint32_t number)
{
    machine_print(name);
    machine_print(": ");
    machine_print_unsigned(number);
    machine_print("\n");
}

int main(void)
{
    uint32_t wrong_words = 0, wrong_sums = 0, round, i;
    if (!lanesmith_check()) {
        machine_print("lanesmith.h is the header of another unit\n");
        return 2;
    }
    for (i = 0; i <= WORDS; i++)
        row[i] = i * 0x9e3779b9u;
    start_interrupts();
    for (round = 0; round < ROUNDS; round++) {
        const uint8_t *bytes = (const uint8_t *)row;
        uint32_t sum = 0;
        copy_from_byte_1(moved, row, WORDS);
        for (i = 0; i < WORDS; i++)
            wrong_words += moved[i] != (row[i] >> 8 | row[i + 1] << 24);
        for (i = 0; i < WORDS; i++)
            wrong_words += other_order(row[i]) != (row[i] << 24 | (row[i] & 0xff00) << 8 | (row[i] >> 8 & 0xff00) | row[i] >> 24);
        for (i = 0; i < 4 * WORDS; i++)
            sum += (uint32_t)(bytes[i] < bytes[i + 1] ? bytes[i + 1] - bytes[i] : bytes[i] - bytes[i + 1]);
        wrong_sums += difference(row, moved, WORDS) != sum;
    }
    print("wrong words", wrong_words);
    print("wrong sums", wrong_sums);
    print("interrupts", interrupts);
    return wrong_words || wrong_sums;
}
