# Low-pass filter over two channels of 16-bit samples, one channel to the half-word:
#
#   y[n] = (3 x[n] + 5 x[n-1] + 5 x[n-2] + 3 x[n-3] + 8) >> 4
#
# Products and sums saturate, so that an overdriven channel clips and does not wrap.
#
# in:  $r0 … $r4 samples, oldest first, left channel in the high half
# out: $r10 the output at $r3, $r11 that at $r4

        $r0 <- 0x012c7fff
        $r1 <- 0xfed47fff
        $r2 <- 0x05dc7000
        $r3 <- 0xf8308000
        $r4 <- 0x00648000
        type $r0, $r1, $r2, $r3, $r4 <- sint16x2s, sint16x2s, sint16x2s, sint16x2s, sint16x2s

        $r5 <- 0x00030003 * $r0
        $r6 <- 0x00050005 * $r1
        $r7 <- 0x00050005 * $r2
        $r8 <- 0x00030003 * $r3
        $r10 <- $r8 + $r7
        $r10 <- $r10 + $r6
        $r10 <- $r10 + $r5
        $r10 <- 0x00080008 + $r10
        $r10 <- short $r10 >>> 4

        $r5 <- 0x00030003 * $r1
        $r6 <- 0x00050005 * $r2
        $r7 <- 0x00050005 * $r3
        $r8 <- 0x00030003 * $r4
        $r11 <- $r8 + $r7
        $r11 <- $r11 + $r6
        $r11 <- $r11 + $r5
        $r11 <- 0x00080008 + $r11
        $r11 <- short $r11 >>> 4
