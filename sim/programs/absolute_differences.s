# Sum of absolute differences of two rows of eight unsigned pixels, by compare and select.
#
# in:  $r0, $r1 the first row; $r2, $r3 the second
# out: $r10 the sum; $r8, $r9 the differences

        $r0 <- 0x10f08005
        $r1 <- 0xff007f80
        $r2 <- 0x20e07fff
        $r3 <- 0x00ff8081
        type $r0, $r1, $r2, $r3 <- int8x4, int8x4, int8x4, int8x4

# Both differences, then the one that did not wrap.
        $r4 <- $r0 < $r2
        $r5 <- $r2 - $r0
        $r8 <- $r0 - $r2
        $r5 <- $r5 & $r4
        $r8 <- ~$r4 & $r8
        $r8 <- $r8 | $r5

        $r4 <- $r1 < $r3
        $r5 <- $r3 - $r1
        $r9 <- $r1 - $r3
        $r5 <- $r5 & $r4
        $r9 <- ~$r4 & $r9
        $r9 <- $r9 | $r5

# Neighbouring bytes into half-words, half-words into one.
        type $r8, $r9 <- int16x2, int16x2
        $r4 <- short $r8 >> 8
        $r5 <- short $r9 >> 8
        $r6 <- 0x00ff00ff & $r8
        $r7 <- 0x00ff00ff & $r9
        $r4 <- $r4 + $r5
        $r6 <- $r6 + $r7
        $r10 <- $r4 + $r6
        type $r10 <- int32
        $r11 <- short $r10 >> 16
        $r10 <- $r10 + $r11
        $r10 <- 0xffff & $r10
