# The greatest of three signed bytes in every lane, by predicates.
#
# in:  $r0, $r1, $r2
# out: $r10

        $r0 <- 0x7f80ff01
        $r1 <- 0x00817f02
        $r2 <- 0x80fe8003
        type $r0, $r1, $r2 <- int8x4, int8x4, int8x4

        $r3 <- signed $r0 < $r1         # lanes in which $r1 wins
        $r4 <- $r1 & $r3
        $r10 <- ~$r3 & $r0
        $r10 <- $r4 | $r10              # the type comes from $r4, which has that of $r1

        $r3 <- signed $r10 < $r2
        $r4 <- $r2 & $r3
        $r10 <- ~$r3 & $r10
        $r10 <- $r4 | $r10
