# Turns the byte order around, of whole words and of the halves of words.
#
# in:  $r0
# out: $r10 the bytes of the word reversed, $r11 the bytes of each half reversed, $r12 the halves exchanged

        $r0 <- 0x12345678
        $r10 <- lane_swizzle $r0, 0123
        $r11 <- lane_swizzle $r0, 2301
        $r12 <- lane_swizzle $r0, 1032
