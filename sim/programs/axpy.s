# y = a * x + y on four binary16 numbers, two to the word.
#
# in:  $r0, $r1 x; $r2, $r3 y; the factor a is 1.5 (0x3e00)
# out: $r10, $r11

        type $r0, $r1, $r2, $r3 <- fp16x2, fp16x2, fp16x2, fp16x2
        $r0 <- 0x3c004900       # 1.0, 10.0
        $r1 <- 0x00017bff       # 2^-24, 65504.0
        $r2 <- 0xbe002e66       # -1.5, 0.1
        $r3 <- 0x0001fbff       # 2^-24, -65504.0

        $r10 <- 0x3e003e00 * $r0
        $r10 <- $r10 + $r2
        $r11 <- 0x3e003e00 * $r1
        $r11 <- $r11 + $r3
