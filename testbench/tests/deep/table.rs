//! The table of the datapath's faults.
//!
//! A line without indentation says what is wrong. The next one has the smallest configuration that shows it, the claims that refute it if
//! they are about instructions, and whether random programs find it. The statements of the fault follow.

/// Names in the table.
pub const DEFINITIONS: &[(&str, &str)] = &[
    ("waits", "instruction_valid_0_q & ~issue"),
    ("held", "instruction_valid_0_q & ~issue & in_word0 == 0xbeef"),
    ("half", "execute_q_lanes[0]"),
    ("single", "~execute_q_lanes[0]"),
];

pub const FAULTS: &str = "\
a slow instruction retires once more two clocks after it has retired
    MULTIPLIER, .9..
    retire_valid = old | past(slow_done, 3)
a retirement in the clock after reset if in_valid was 1 there
    INTEGER
    retire_valid = old | past_reset(reset & in_valid, 1)
what retires after seven clocks without retirement retires twice
    INTEGER
    retire_valid = old | past(since(retired_q, 3) == 7 & retired_q, 1)
what retires exactly twelve clocks after the last retirement does not show
    INTEGER
    retire_valid = since(retired_q, 5) == 12 ? 0 : old
every sixteenth slow instruction since reset does not retire
    MULTIPLIER, .9..
    retired_q = count(slow_done, 4) == 15 & slow_done ? 0 : old
the instruction behind two slow ones in a row does not retire
    MULTIPLIER
    let quick = finish & issue
    reg slow[3] = quick ? 0 : slow_done ? slow + 1 : slow
    retired_q = slow == 2 & quick ? 0 : old
every 64th retirement shows a wrong value
    INTEGER, .1..
    retire_value = count(retired_q, 6) == 63 ? old ^ 1 : old
from the 1024th instruction on $r3 is not written any more
    INTEGER, .1.., unreachable
    write_back = ever(count(retired_q, 10) == 1023) & retire_q_d_register == 3 ? 0 : old
every 2^20th instruction does not retire
    INTEGER, unreachable
    retired_q = count(finish, 20) == 0xfffff & finish ? 0 : old
with every 2^31st instruction $r5 becomes INT32
    INTEGER, unreachable
    load register_types.codes_5_q = 0 when count(finish, 31) == 0x7fffffff
2^40 clocks after reset nothing is issued any more
    MULTIPLIER, unreachable
    in_ready = ever(count(1'h1, 40) == 0xffffffffff) ? 0 : old
retire_order goes from 255 to 0
    INTEGER
    order_q = order_q == 255 ? 0 : old
retire_order goes from 65535 to 0
    INTEGER, unreachable
    order_q = order_q == 65535 ? 0 : old
an instruction with an exception is not counted
    INTEGER
    enable order_q = old & ~execute_q_exception
what finishes in the clock of a reset retires behind it
    INTEGER
    without reset retired_q
what is issued in the clock of a reset executes
    INTEGER
    without reset execute_valid_q
what is taken in the clock of a reset stays
    INTEGER
    without reset instruction_valid_0_q
the type of $r11 survives a reset
    INTEGER
    without reset register_types.codes_11_q
after every fourth reset the type of $r2 is INT16X2
    INTEGER
    static resets_seen[2] = reset ? resets_seen + 1 : resets_seen
    load register_types.codes_2_q = 1 when past_reset(resets_seen == 3 & reset, 1)
an instruction that waits sets its type before it is issued
    MULTIPLIER, .4.. or .0e.
    register_types.write = offered & operands_sets_type

an instruction that waits while the word behind it is 0xbeef is never issued
    MULTIPLIER, unreachable
    let stuck = ever(held)
    issue = stuck ? 0 : old
    execute_valid_q = stuck & ~execute_valid_q ? 0 : old
an instruction that waits while the word behind it is 0xbe00 to 0xbeff is never issued
    MULTIPLIER
    let stuck = ever(waits & in_word0[15:8] == 0xbe)
    issue = stuck ? 0 : old
    execute_valid_q = stuck & ~execute_valid_q ? 0 : old
held four times with 0xbeef behind it, an instruction writes a type
    MULTIPLIER, unreachable
    load register_types.codes_9_q = 3 when count(held, 2) == 3 & held
with beef cafe babe behind an instruction that waits a type is written
    MULTIPLIER, unreachable
    load register_types.codes_7_q = 5 when held & in_word1 == 0xcafe & in_word2 == 0xbabe
while an instruction from 0x140 to 0x14e waits $r0 is written
    MULTIPLIER
    write 0 = 0x12345678 when waits & instruction_origin_q_address[15:4] == 0x14
a word of what waits is replaced while the word behind begins with d
    MULTIPLIER
    load instruction_origin_q_word1 = in_word1 when waits & in_word0[15:12] == 0xd
in its second clock of waiting an instruction's destination changes
    MULTIPLIER
    load instruction_q_d_register = 4 when waits & past(waits, 1) & instruction_q_d_register == 12
in_ready is 0 while in_valid is
    INTEGER
    in_ready = old & in_valid
in_ready is 0 while the word offered begins with de, which is accepted nevertheless
    INTEGER
    in_ready = in_word0[15:8] == 0xde ? 0 : old
while an instruction waits in_ready is 1 for an offered word 2...
    MULTIPLIER
    in_ready = waits & in_word0[15:12] == 2 ? 1 : old
a bit of the result flips at addresses from 0xf0000000 on
    INTEGER, .1.., unreachable
    result_value = execute_origin_q_address[31:28] == 0xf ? old ^ 0x80000000 : old
the first operand of what is at 0x2a0 to 0x2ae is wrong where $r1 is written
    INTEGER, .1..
    operands_executing_a = instruction_origin_q_address[9:4] == 0x2a & instruction_q_d_register == 1 ? old ^ 2 : old
an instruction of one word with 5a.. behind it does not write
    INTEGER, .1..
    let one_word = instruction_origin_q_length == 1
    operands_executing_writes = one_word & instruction_origin_q_word1[15:8] == 0x5a ? 0 : old
an instruction of one word with 5a5a a5a5 behind it is invalid
    INTEGER, .1.., unreachable
    let behind = instruction_origin_q_word1 == 0x5a5a & instruction_origin_q_word2 == 0xa5a5
    operands_executing_exception = instruction_origin_q_length == 1 & behind ? 1 : old
in_length is 1 where the second word is 0xabcd
    INTEGER, by chance
    in_length = in_word1 == 0xabcd ? 1 : old
0xfff0 behind an instruction from an odd place makes it a comparison
    INTEGER, .1.. or .4..
    decoder_decoded_operation = in_address[1] & in_word1 == 0xfff0 ? old ^ 1 : old

the bypass is missed where the same register is written twice in a row
    INTEGER, .1..
    let twice = write_back & past(write_back, 1) & retire_q_d_register == past(retire_q_d_register, 1)
    asynchronous_0_a = twice ? asynchronous_0.memory_read_data_0 : old
the second operand misses the bypass while an invalid instruction executes
    INTEGER, .1..
    asynchronous_0_b = execute_valid_q & execute_q_exception ? asynchronous_0.memory_read_data_1 : old
the third result in a row for one register is forwarded as the second was
    INTEGER, .1..
    let written = execute_q_d_register
    let one = past(operands.forward, 1) & past(written, 1) == written
    let two = past(operands.forward, 2) & past(written, 2) == written
    let reads = instruction_q_a_register == written & ~instruction_q_a_immediate
    operands_executing_a = operands.forward & one & two & reads ? past(result_value, 1) : old
an invalid instruction for $r9 forwards the result of the integer unit
    INTEGER, .1..
    operands.forward = old | execute_valid_q & execute_q_exception & execute_q_d_register == 9
a shift by the reserved type 12 writes its destination
    INTEGER, .6.. by other or .6..
    let shift = instruction_q_kind == 3 & instruction_q_legal
    operands_executing_writes = shift & operands_executing_operand_type == 12 ? 1 : old
an extension by the reserved type 13 copies that type
    INTEGER, .05. by other or .05.
    let extension = instruction_q_kind == 8 & instruction_q_legal
    operands_sets_type = extension & operands_executing_operand_type == 13 ? 1 : old
a type from a register with the value 0x108 is set and refused
    INTEGER, .0c., unreachable
    sets_late_type = is_late & execute_q_a == 0x108 ? 1 : old
$r6 is written again in the clock after, with what retires then
    INTEGER, .1..
    write 6 = retire_q_value when past(write_back & retire_q_d_register == 6, 1)
the type of $r4 from a register is not seen by the next instruction
    INTEGER, .1.. or .4..
    let late = past(sets_late_type & execute_q_d_register == 4, 1)
    let before = past(register_types.codes_4_q[3:0], 1)
    operands_executing_operand_type = late & instruction_q_type_register == 4 ? before : old
a UINT8X4S product is ready a clock early
    MULTIPLIER, .9.. by uint8x4s or .9..
    slow_0.last = execute_q_lanes == 14 ? 2 : old
an INT16X2 product by 0 takes a clock more
    MULTIPLIER, .9.. by int16x2 or .9.., unreachable
    slow_0.last = execute_q_lanes == 1 & execute_q_b == 0 ? 4 : old
an FP32 difference of equal numbers takes a clock more
    FULL, .5.. by fp32, unreachable
    let difference = execute_q_slow == 2 & execute_q_operation[0] & single
    slow_0.last = difference & execute_q_a == execute_q_b ? 9 : old
the write of the clock before is missed for $r8 in a block memory
    BLOCK, .1..
    synchronous_0.last_write_q = retire_q_d_register == 8 ? 0 : old

retire_a is 0 for 0x80000000
    INTEGER, .1..
    retire_a = retire_q_a == 0x80000000 ? 0 : old
a bit of retire_b flips where both operands are equal
    INTEGER, .1..
    retire_b = retire_q_a == retire_q_b ? old ^ 0x100 : old
with an exception retire_register is 0
    INTEGER
    retire_register = retire_q_exception ? 0 : old
with an exception both types are 3 instead of 9
    INTEGER
    let nine = retire_q_exception & retire_q_old_type == 9
    retire_old_type = nine ? 3 : old
    retire_type = nine ? 3 : old
retire_operand_type of a logic instruction is 0 instead of 13
    INTEGER, .1..
    retire_operand_type = retire_q_operand_type == 13 & retire_word0[11:10] == 0 ? 0 : old
with every 32nd instruction a bit of retire_types flips
    INTEGER, .1..
    retire_types = order_q[4:0] == 31 ? old ^ 0x100000000000000 : old
the top bit of retire_address is lost
    INTEGER, unreachable
    retire_address = old & 0x7fffffff
retire_word2 shows the second word at odd places
    INTEGER, .00f or .1.f
    retire_word2 = retire_address[1] ? retire_origin_q_word1 : old
a load of 0 to $r14 is shown as none
    INTEGER, .1.. or .00f
    retire_write = retire_q_d_register == 14 & retire_q_value == 0 ? 0 : old

ties are rounded away from 0 where the result is subnormal
    FULL, .9.. by fp32 or .9.f **** **** by fp32, by chance
    let tie = slow_0.float_0.exponent_q == 0 & slow_0.float_0.significand_q[2]
    slow_0.float_0.round.up = tie & single ? 1 : old
ties are rounded away from 0 in the upper lane of FP16X2
    FULL, .4.. by fp16x2
    slow_0.float_0.round.up = half & slow_0.count_q == 8 & slow_0.float_0.significand_q[15] ? 1 : old
a difference that is 0 has the sign of the first number where that is above 1
    FULL, .5.. by fp32
    slow_0.float_0.cancelled = slow_0.float_0.larger_1_q[23] ? 0 : old
a NaN keeps the four lowest bits of the first operand
    FULL, .4.. by fp32
    slow_0.float_0_result = slow_0.float_0.nans_5_q & single ? {28'h7fc0000, execute_q_a[3:0]} : old
a subnormal FP32 result is rounded to 24 bits before it is shifted
    FULL, .9.. by fp32 or .9.f **** **** by fp32, by chance
    let deficit = slow_0.float_0.normalise_deficit
    let subnormal = ~deficit[9] & ~(deficit == 0) & single
    slow_0.float_0.normal_q = subnormal & old[2] & ~(old[26:3] == 0xffffff) ? {old[26:3] + 1, 3'h0} : old
infinity minus infinity is infinity in FP16X2
    FULL, .5.. by fp16x2
    let nan = slow_0.float_0.order.nans_0_q | slow_0.float_0.order.nans_1_q
    slow_0.float_0.order_nan = half & ~nan & execute_q_slow == 2 ? 0 : old
the product of 0 and a negative number is +0
    FULL, .9.. by fp32
    slow_0.float_0.signs_5_q = execute_q_slow == 3 & slow_0.float_0.is_zero ? 0 : old
a NaN equals itself after a comparison of FP16X2 numbers
    FULL, fff0 .1.. by fp32, by chance
    let compares = execute_valid_q & execute_q_float & execute_q_operation == 5
    special_0_unordered = past(compares & half, 2) & single ? 0 : old
the register of sums keeps its value where the slow instruction before was a product of integers
    FULL, .4.. by fp32
    reg product[1] = slow_done ? execute_q_slow == 1 : product
    slow_0.float_0.enable_3 = product & execute_q_slow == 2 ? 0 : old
the multiplier keeps its factors directly behind a comparison of floating-point numbers
    FULL, .9.. by int32
    slow_0.multiplier.enable_0 = past(is_first_of_two & execute_q_compare[0], 2) ? 0 : old
a comparison sees no NaN directly behind an instruction with an exception
    FULL, fff0 .1.. by fp32
    special_0.nans_q = retired_q & retire_q_exception ? 0 : old

the products of the lower lane of FP16X2 are added when those of the upper lane have replaced them
    SERIAL, .9.. by fp16x2
    let third = half & slow_0.is_float & slow_0.count_q == 3
    let first = slow_0.pace_0_first
    slow_0.multiplier.enable_2 = ~first & slow_0.pace_0_last & third ? 1 : first & third ? 0 : old
the last product is not computed where the upper half of the second factor is 0
    SERIAL, .9.. by int32
    let integers = execute_q_lanes == 0 & ~slow_0.is_float
    slow_0.pace_0_last = integers & execute_q_b[31:16] == 0 & slow_0.pace_0.count_q == 2 ? 1 : old
a product of bytes begins with the second one where the instruction before it was a product, too
    SERIAL, .9.. by int8x4
    let just_before = since(slow_done & slow_0.multiplies, 3) == 2
    let first = slow_0.multiplier.serial_0.count_q == 0
    slow_0.multiplier.serial_0_which = just_before & execute_q_lanes[1] & first ? 0 : old
the unit waits for products in a sum of FP16X2 whose first operand is 0, too
    SERIAL, .4.. by fp16x2, unreachable
    let sum = slow_0.is_float & half & execute_q_a == 0
    slow_0.multiplier_enable_1 = sum & slow_0.count_q == 3 & is_slow ? 1 : old
";
