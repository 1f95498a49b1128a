    .section .text.start
    .globl _start
_start:
    la sp, stack_top
#ifdef CUSTOM_FUNCTIONS
    /* VexRiscv's custom-function port is off until this bit is set. */
    li t0, 0x80000000
    csrw 0xbc0, t0
#endif
#ifdef INTERRUPTS
    la t0, handler
    csrw mtvec, t0
    li t0, 0x80
    csrw mie, t0
    csrsi mstatus, 8
#endif
    call main
1:  j 1b

#ifdef INTERRUPTS
    .balign 128
handler:
    csrw mscratch, t0
    li t0, 0xf0000008
    sw zero, 0(t0)
    csrr t0, mscratch
    mret
#endif
