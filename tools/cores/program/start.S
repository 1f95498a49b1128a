/* Start-up and interrupts of a program on a core with the unit. Say which core it is: -DPICORV32, -DVEXRISCV or -DCV32E40X.
 * It calls main(), whose result ends the run in `cores run` as its status, and for each interrupt or trap handle_interrupt(uint32_t
 * cause), where cause is mcause or, of PicoRV32, the bits of the pending interrupts. A handler that uses the unit saves its state
 * with lanesmith_save(). A program without a handler ends with the trap.
 * -DP_EMULATION: interrupts and traps go to the handler of `lanesmith header --format p-emulation`, which calls handle_interrupt() for what
 * is not its own. */
#if !defined(PICORV32) && !defined(VEXRISCV) && !defined(CV32E40X)
#error "define PICORV32, VEXRISCV or CV32E40X"
#endif
    .section .text.start, "ax"
    .globl _start
_start:
    j start

#ifdef PICORV32
    /* The core comes here for an interrupt if PROGADDR_IRQ is 0x10, with the return address in q0 and the interrupts in q1. */
    .balign 16
#else
    .balign 128
#endif
interrupt:
#ifdef P_EMULATION
    j lanesmith_p_trap
#else
    addi sp, sp, -64
    sw ra, 0(sp)
    sw t0, 4(sp)
    sw t1, 8(sp)
    sw t2, 12(sp)
    sw t3, 16(sp)
    sw t4, 20(sp)
    sw t5, 24(sp)
    sw t6, 28(sp)
    sw a0, 32(sp)
    sw a1, 36(sp)
    sw a2, 40(sp)
    sw a3, 44(sp)
    sw a4, 48(sp)
    sw a5, 52(sp)
    sw a6, 56(sp)
    sw a7, 60(sp)
#ifdef PICORV32
    .insn r 0x0b, 0, 0, a0, x1, x0      /* getq a0, q1 */
#else
    csrr a0, mcause
#endif
    call handle_interrupt
    lw ra, 0(sp)
    lw t0, 4(sp)
    lw t1, 8(sp)
    lw t2, 12(sp)
    lw t3, 16(sp)
    lw t4, 20(sp)
    lw t5, 24(sp)
    lw t6, 28(sp)
    lw a0, 32(sp)
    lw a1, 36(sp)
    lw a2, 40(sp)
    lw a3, 44(sp)
    lw a4, 48(sp)
    lw a5, 52(sp)
    lw a6, 56(sp)
    lw a7, 60(sp)
    addi sp, sp, 64
#ifdef PICORV32
    .insn r 0x0b, 0, 2, x0, x0, x0      /* retirq */
#else
    mret
#endif
#endif

start:
    la sp, stack_top
    la t0, bss_begin
    la t1, bss_end
1:  bgeu t0, t1, 2f
    sw zero, 0(t0)
    addi t0, t0, 4
    j 1b
2:
#ifdef VEXRISCV
    /* The custom-function port is off until this bit is set. */
    li t0, 0x80000000
    csrw 0xbc0, t0
#endif
#ifndef PICORV32
    la t0, interrupt
    csrw mtvec, t0
#elif defined(P_EMULATION)
    /* Illegal instructions are interrupt 1, which is masked after reset. */
    li t0, ~2
    .insn r 0x0b, 0, 3, x0, t0, x0      /* maskirq */
#endif
    call main
    li t0, 0xf0000000
    sw a0, 0(t0)
3:  j 3b

    .weak handle_interrupt
handle_interrupt:
    li t0, 0xf0000000
#ifdef PICORV32
    .insn r 0x0b, 0, 0, a1, x0, x0      /* getq a1, q0: the address behind the instruction */
    addi a1, a1, -4
    li a2, 0
    /* Bit 1 is an illegal instruction, other bits are interrupts. */
    andi a3, a0, 2
    bnez a3, 4f
    li a3, 0x80000000
    or a3, a3, a0
4:  mv a0, a3
#else
    csrr a1, mepc
    csrr a2, mtval
#endif
    sw a1, 0x10(t0)
    sw a2, 0x14(t0)
    sw a0, 0x18(t0)
5:  j 5b
