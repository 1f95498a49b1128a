# Dot product of two vectors of four binary32 numbers, summed from the first element on.
#
# in:  $r0 … $r3 and $r4 … $r7
# out: $r10

        type $r0...$r7 <- 0x88888888
        $r0 <- 0.1
        $r1 <- 2.5
        $r2 <- 1.0e-3
        $r3 <- 16777216.0
        $r4 <- 3.14159274
        $r5 <- -0.75
        $r6 <- 1000.0
        $r7 <- 0.333333333

        $r0 <- $r0 * $r4
        $r1 <- $r1 * $r5
        $r2 <- $r2 * $r6
        $r3 <- $r3 * $r7
        $r10 <- $r0 + $r1
        $r10 <- $r10 + $r2
        $r10 <- $r10 + $r3
