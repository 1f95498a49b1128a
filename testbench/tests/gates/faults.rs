//! The faults in netlists.

/// For the netlist of a file in `testbench/netlists/`, what is wrong and the statements of the fault. The first word of a file's name is
/// the module.
pub const FAULTS: [(&str, &str); 3] = [
    ("mixed.ecp5.v", ECP5),
    ("mixed.ice40.v", ICE40),
    ("block.ice40.v", BLOCK),
];

const ECP5: &str = "\
a register loads in every clock
    sum_q[3].CE = 1
a register never loads
    sum_q[4].CE = 0
the enable of one bit is that of other registers
    sum_q[3].CE = load
the enable of one bit is another register
    product_q[1].CE = busy_q
an enable acts when it is 0
    busy_q:CEMUX = INV
synthesis forgets the enable of one bit
    step_q[0]:CEMUX = 1
an enable is always 0
    step_q[5]:CEMUX = 0
a reset gives 0 for 1
    step_q[0]:REGSET = RESET
a reset gives 1 for 0
    step_q[1]:REGSET = SET
a reset acts when it is 0
    step_q[2]:LSRMUX = INV
one bit has no reset
    step_q[2].LSR = 0
one bit is reset by the enable
    step_q[6].LSR = load
a register without reset is reset
    twin_q.LSR = reset
a reset does not wait for the clock
    step_q[7]:SRMODE = ASYNC
a register loads at the falling edge
    product_q[3]:CLKMUX = INV
a register has a gated clock
    product_q[3].CLK = run
a register loads the clock
    product_q[4].DI = clock
two registers with different enables are one
    twin_q.CE = busy_q.CE
two registers with different data are one
    twin_q.DI = load
two bits of a word are one
    shadow_q[0].DI = shadow_q[1].DI
a bit comes from its neighbour
    sum_q[7].DI = sum_q[6].DI
a look-up table has one wrong bit
    busy:INIT ^ 0x000f
another look-up table has one wrong bit
    left[2]:INIT ^ 0x0f00
a look-up table is inverted
    left[0]:INIT ^ 0xffff
two inputs of a look-up table are exchanged with one
    right[1].B = right_word[2]
an input of a look-up table is stuck
    right[3].C = 0
a carry does not go in
    step_q[2].DI.CIN = 0
a sum does not use the carry
    step_q[2].DI:INJECT1_0 = YES
a sum has a wrong table in one half
    step_q[4].DI:INIT0 ^ 0x0800
a sum does not propagate the carry
    step_q[4].DI:INIT1 ^ 0xffff
an operand of a sum is another bit
    step_q[1].DI.A1 = a[0]
a factor of a product is signed
    product_q[0].DI.SIGNEDA = 1
    product_q[0].DI.A17 = a[4]
    product_q[0].DI.A16 = a[4]
    product_q[0].DI.A15 = a[4]
    product_q[0].DI.A14 = a[4]
    product_q[0].DI.A13 = a[4]
    product_q[0].DI.A12 = a[4]
    product_q[0].DI.A11 = a[4]
    product_q[0].DI.A10 = a[4]
    product_q[0].DI.A9 = a[4]
    product_q[0].DI.A8 = a[4]
    product_q[0].DI.A7 = a[4]
    product_q[0].DI.A6 = a[4]
    product_q[0].DI.A5 = a[4]
two bits of a factor are exchanged
    product_q[0].DI.B0 = b[1]
    product_q[0].DI.B1 = b[0]
a memory is written in every clock
    left_word[0].WRE = 1
a memory is never written
    right_word[0].WRE = 0
a memory is written when its enable is 0
    left_word[0]:WREMUX = INV
one port of a memory reads another address
    left_word[0].RAD/2 = right_address[2]
one copy of a memory is written elsewhere
    right_word[0].WAD/3 = write_address[2]
a bit of the written word is wrong
    left_word[0].DI/1 = a[4]
a memory is written at the falling edge
    left_word[0]:WCKMUX = INV
a read shows the word that is written
    left_word[0].RAD/0 = write_address[0]
";

const ICE40: &str = "\
a register loads in every clock
    sum_q[3].E = 1
the enable of one bit is that of other registers
    sum_q[3].E = load
a bit without enable
    product_q[2] is SB_DFF
an enable with reset that the reset does not open
    step_q[0].E = load
a reset gives 0 for 1
    step_q[0] is SB_DFFESR
a reset gives 1 for 0
    step_q[1] is SB_DFFESS
a reset that does not wait for the clock
    step_q[2] is SB_DFFES
one bit has no reset
    step_q[2].S = 0
a register loads at the falling edge
    product_q[3] is SB_DFFNE
two registers with different enables are one
    twin_q.E = run
a look-up table has one wrong bit
    busy:LUT_INIT ^ 0x000f
a look-up table is inverted
    product_q[4].D:LUT_INIT ^ 0xffff
a carry does not go in
    step_q[3].D.I3.CI = 0
an operand of a carry is stuck
    step_q[3].D.I3.I0 = 0
an operand of a sum is another bit
    step_q[3].D.I2 = step_q[2]
a word of a memory is written in every clock
    words[3][1].E = 1
two words of a memory are written together
    words[3][1].E = words[4][1].E
a bit of the written word is wrong
    words[5][0].D = a[5]
";

const BLOCK: &str = "\
a memory reads in every clock
    word_q[0].RCLKE = 1
a memory never writes
    word_q[0].WE = 0
a memory writes in every clock
    word_q[0].WCLKE = 1
a write goes to the address of the read
    word_q[0].WADDR/0 = read_address[2]
a bit of the written word is another one
    word_q[0].WDATA/13 = value[0]
";
