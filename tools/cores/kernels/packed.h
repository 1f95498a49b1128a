/* Packed bytes for the RISC-V P extension (draft 0.21): vector types that clang turns into packed instructions, and functions for the
 * instructions that it does not emit from C. `.insn` makes the words, so that any compiler takes this file. */
#ifndef PACKED_H
#define PACKED_H

#include <stdint.h>

typedef uint8_t u8x4 __attribute__((vector_size(4)));
typedef int8_t i8x4 __attribute__((vector_size(4)));

/* An instruction of OP-32 or OP-IMM-32 on words: a register of a vector type is no operand of assembly. */
#define PACKED(name, opcode, funct3, funct7) \
    static inline uint32_t name(uint32_t rs1, uint32_t rs2) \
    { \
        uint32_t rd; \
        __asm__(".insn r " #opcode ", " #funct3 ", " #funct7 ", %0, %1, %2" : "=r"(rd) : "r"(rs1), "r"(rs2)); \
        return rd; \
    }

/* The sum of the four absolute differences of unsigned bytes. */
PACKED(pabdsumu_b, 0x3b, 1, 0x5a)
/* The sum of the four products of signed bytes, and of unsigned ones. */
PACKED(pm4add_b, 0x3b, 5, 0x42)
PACKED(pm4addu_b, 0x3b, 5, 0x52)
/* rs2 plus the four signed bytes of rs1, and plus the four unsigned ones. */
PACKED(predsum_bs, 0x1b, 4, 0x4e)
PACKED(predsumu_bs, 0x1b, 4, 0x5e)
/* The even bytes of rs1 with those of rs2 between them, and the odd ones: of each pair of bytes one comes from either. */
PACKED(ppaire_b, 0x3b, 4, 0x40)
PACKED(ppairo_b, 0x3b, 4, 0x58)
/* The low half of rs1 below the high half of rs2, and the high halves of both. */
PACKED(ppaireo_h, 0x3b, 4, 0x49)
PACKED(ppairo_h, 0x3b, 4, 0x59)

#endif
