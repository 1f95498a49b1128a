    .section .text.start
    .globl _start
_start:
    la sp, stack_top
#ifdef CUSTOM_FUNCTIONS
    /* VexRiscv's custom-function port is off until this bit is set. */
    li t0, 0x80000000
    csrw 0xbc0, t0
#endif
    call main
1:  j 1b
