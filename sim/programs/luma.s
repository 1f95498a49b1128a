# Brightness of two RGB pixels at once: (77 R + 150 G + 29 B + 128) >> 8.
#
# in:  $r0, $r1 the pixels as 0x00RRGGBB
# out: $r10 the brightness of $r0 in the low half, that of $r1 in the high half

        $r0 <- 0x00c86432
        $r1 <- 0x00ffff80
        type $r0, $r1 <- int16x2, int16x2

# Byte 3 is 0 and fills up. The pixels of each colour meet in one word.
        $r2 <- lane_swizzle $r0, 3332
        $r3 <- lane_swizzle $r1, 3233
        $r2 <- $r2 | $r3                # red
        $r3 <- lane_swizzle $r0, 3331
        $r4 <- lane_swizzle $r1, 3133
        $r3 <- $r3 | $r4                # green
        $r4 <- lane_swizzle $r0, 3330
        $r5 <- lane_swizzle $r1, 3033
        $r4 <- $r4 | $r5                # blue

        $r2 <- 0x004d004d * $r2
        $r3 <- 0x00960096 * $r3
        $r4 <- 0x001d001d * $r4
        $r10 <- $r2 + $r3
        $r10 <- $r10 + $r4
        $r10 <- 0x00800080 + $r10
        $r10 <- short $r10 >> 8
