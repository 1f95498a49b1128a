# Lays a translucent pixel over another and brightens the result, four channels of 8 bits at once:
#
#   blended  = (160 * over + 96 * under) >> 8
#   brighter = min(255, blended + 48)
#
# in:  $r0 over, $r1 under
# out: $r10 blended, $r11 brighter

        $r0 <- 0x80ff4010
        $r1 <- 0xff20c0f0
        type $r0, $r1 <- int16x2, int16x2

# Every half-word gets one channel: 0 and 2 by masking, 1 and 3 by shifting the halves.
        $r2 <- 0x00ff00ff & $r0
        $r3 <- short $r0 >> 8
        $r4 <- 0x00ff00ff & $r1
        $r5 <- short $r1 >> 8

# The weights add up to 256, so that a sum stays below 2^16.
        $r2 <- 0x00a000a0 * $r2
        $r3 <- 0x00a000a0 * $r3
        $r4 <- 0x00600060 * $r4
        $r5 <- 0x00600060 * $r5
        $r2 <- $r2 + $r4
        $r3 <- $r3 + $r5

        $r2 <- short $r2 >> 8
        $r3 <- 0xff00ff00 & $r3
        $r10 <- $r2 | $r3

        type $r10 <- uint8x4s
        $r11 <- 0x30303030 + $r10
