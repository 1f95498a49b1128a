# Four colours on the way from one to another, two channels of 16 bits to the word:
#
#   step n = (n * over + (4 - n) * under) >> 2
#
# in:  $a0 over, $a1 under; red and blue are mixed
# out: $r8 … $r11 the steps 0 to 3

.set channels,  0x00ff00ff      # red and blue
.set both,      0x00010001      # one number in both halves
.set shift,     2
.set steps,     1 << shift

        $a0 <- 0x00c86432
        $a1 <- 0x0010f0ff
        type $a0, $a1 <- int16x2, int16x2
        $r0 <- channels & $a0
        $r1 <- channels & $a1

# From one sum to the next: one time more over, one time less under.
        $r2 <- $r0 - $r1
        $r8 <- (steps * both) * $r1
        $r9 <- $r8 + $r2
        $r10 <- $r9 + $r2
        $r11 <- $r10 + $r2

        $r8 <- short $r8 >> shift
        $r9 <- short $r9 >> shift
        $r10 <- short $r10 >> shift
        $r11 <- short $r11 >> shift
