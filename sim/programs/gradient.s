/* Four colours on the way from one to another, two channels of 16 bits to the word:
 *
 *   step n = (n * over + (4 - n) * under) >> 2
 *
 * in:  $a0 over, $a1 under; red and blue are mixed
 * out: $r8 ... $r11 the steps 0 to 3
 */
.set channels,  0x00ff00ff          # red and blue
.equ both,      0x00010001          # one number in both halves
.set shift,     2
.set steps,     1 << shift
first = 8                           // the register of step 0

# Clobbers $r2.
.macro MIX out, weight
    \out <- ((\weight) * both) * $r0
    $r2  <- ((steps - (\weight)) * both) * $r1
    \out <- \out + $r2
    \out <- short \out >> shift
    \out <- channels & \out
.endm

.global _start
.text
.p2align 1
_start:
    $a0 <- 0x00c86432
    $a1 <- 0x0010f0ff
    type $a0, $a1 <- int16x2, int16x2
    $r0 <- channels & $a0; $r1 <- channels & $a1
.irp N, 8, 9, 10, 11
    MIX $r\N, \N - first
.endr
    NOP
