//! The table of the instructions that the assembler knows and this machine does not have: jumps, branches, memory, fences,
//! interrupts, the wider arithmetic. Assembler, disassembler and documentation read it.
//!
//! Source: the overview of the ISA of July 2023, which the page of the arithmetic belongs to; control registers are from the
//! overview of the year after. Left out are the transfers of many registers, which that overview calls unsettled. Second
//! spellings, and `sii` and `hwi`, are those that the author's assembler of the time before takes.

use Code::{Absent, Branch, Control, Even, Half, Long, Quads, Shift, Stack};
use InstructionGroup::{Arithmetic, Branches, ControlRegisters, Fences, Interrupts, Jumps, Memory};

/// The subject of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstructionGroup {
    /// Software interrupts and changes of mode.
    Interrupts,
    /// The order of memory accesses.
    Fences,
    /// Program counters.
    Jumps,
    /// Jumps under a condition.
    Branches,
    /// Loads, stores, caches.
    Memory,
    /// Reading and writing control registers.
    ControlRegisters,
    /// Instructions beyond the arithmetic of the page.
    Arithmetic,
}

impl InstructionGroup {
    /// In words, for `this machine has no …`.
    pub const fn name(self) -> &'static str {
        match self {
            Interrupts => "interrupts and modes",
            Fences => "memory fences",
            Jumps => "jumps",
            Branches => "branches",
            Memory => "memory",
            ControlRegisters => "control registers",
            Arithmetic => "scaled multiplication and interpolation",
        }
    }
}

/// The encoding of a number in its field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Code {
    /// 0 to 7: the number of an interrupt.
    Interrupt,
    /// 0 to 31.
    Shift,
    /// 0, 2 … 28: half of it.
    Even,
    /// 16 bits, sign-extended.
    Half,
    /// 16 bits, the address of a control register.
    Control,
    /// 32 bits.
    Long,
    /// -28 to 28 in steps of 4: a quarter of it in one's complement.
    Quads,
    /// -256 to 252 in steps of 4: a quarter of it in 7 bits, above this bit that chooses the base register.
    Stack(u32),
    /// -65536 to 65534 in steps of 2: bits 15 to 1, the sign in bit 0.
    Branch,
    /// 0 to 9, 14 to 16, 30 and 31: its place in this list.
    Bit,
    /// No number.
    Absent,
}

/// A row of the table.
#[derive(Debug)]
pub struct OtherBrewInstruction {
    /// The words, the digits most significant first: hexadecimal in small letters; `D`, `A`, `B` a register, 0 … e; `V` the
    /// number, which may have several digits, later words the more significant; `K` the number of a bit.
    pub pattern: &'static str,
    /// The encoding of the number in the digits `V`.
    pub(super) code: Code,
    /// Its subject.
    pub group: InstructionGroup,
    /// How it is written, as in the table of the machine's instructions, and besides: `TARGET` is an address for an
    /// instruction that holds a distance, `BIT` the number `K`, `{x/y}` either of them, the first printed.
    pub spellings: &'static [&'static str],
    /// One sentence for documentation.
    pub sentence: &'static str,
}

const fn row(
    pattern: &'static str,
    code: Code,
    group: InstructionGroup,
    spellings: &'static [&'static str],
    sentence: &'static str,
) -> OtherBrewInstruction {
    OtherBrewInstruction {
        pattern,
        code,
        group,
        spellings,
        sentence,
    }
}

/// All of them; the first row that fits words is theirs. None fits words of the machine's instructions.
#[rustfmt::skip]
pub static OTHERS: &[OtherBrewInstruction] = &[
    row("0000", Absent, Interrupts, &["fill", "swi 0"], "Software interrupt 0, for code that is not there."),
    row("1000", Absent, Interrupts, &["break", "swi 1"], "Software interrupt 1, for breakpoints."),
    row("2000", Absent, Interrupts, &["syscall", "swi 2"], "Software interrupt 2, for system calls."),
    row("6000", Absent, Interrupts, &["swi 6", "sii"], "Software interrupt 6, for invalid instructions."),
    row("7000", Absent, Interrupts, &["swi 7", "hwi"], "Software interrupt 7, for interrupts from outside."),
    row("V000", Code::Interrupt, Interrupts, &["swi VALUE"], "Software interrupt, 0 to 7."),
    row("8000", Absent, Interrupts, &["stm"], "Enters task mode."),
    row("9000", Absent, Interrupts, &["woi"], "Waits for an interrupt."),
    row("0001", Absent, Fences, &["fence_rw_rw"], "No read or write behind before a read or write ahead."),
    row("1001", Absent, Fences, &["{fence_w_rw/fence__w_rw}"], "Likewise of writes, reads and writes."),
    row("2001", Absent, Fences, &["{fence_r_rw/fence_r__rw}"], "Likewise of reads, reads and writes."),
    row("3001", Absent, Fences, &["{fence__rw/fence____rw}"], "Likewise of nothing, reads and writes."),
    row("4001", Absent, Fences, &["{fence_rw_w/fence_rw__w}"], "Likewise of reads and writes, writes."),
    row("5001", Absent, Fences, &["{fence_w_w/fence__w__w}"], "Likewise of writes, writes."),
    row("6001", Absent, Fences, &["{fence_r_w/fence_r___w}"], "Likewise of reads, writes."),
    row("7001", Absent, Fences, &["{fence__w/fence_____w}"], "Likewise of nothing, writes."),
    row("8001", Absent, Fences, &["{fence_rw_r/fence_rw_r_}"], "Likewise of reads and writes, reads."),
    row("9001", Absent, Fences, &["{fence_w_r/fence__w_r_}"], "Likewise of writes, reads."),
    row("a001", Absent, Fences, &["{fence_r_r/fence_r__r_}"], "Likewise of reads, reads."),
    row("b001", Absent, Fences, &["{fence__r/fence____r_}"], "Likewise of nothing, reads."),
    row("c001", Absent, Fences, &["{fence_rw_/fence_rw___}"], "Likewise of reads and writes, nothing."),
    row("d001", Absent, Fences, &["{fence_w_/fence__w___}"], "Likewise of writes, nothing."),
    row("e001", Absent, Fences, &["{fence_r_/fence_r____}"], "Likewise of reads, nothing."),
    row("D002", Absent, Jumps, &["$pc <- $rD"], "Jumps."),
    row("D003", Absent, Jumps, &["$tpc <- $rD"], "Sets the program counter of task mode."),
    row("D004", Absent, Jumps, &["$rD <- $pc"], "The program counter."),
    row("D005", Absent, Jumps, &["$rD <- $tpc"], "The program counter of task mode."),
    row("D02V", Even, Jumps, &["$rD <- $pc + VALUE"], "The program counter and 0, 2 … 28, for return addresses."),
    row("20ef VVVV VVVV", Long, Jumps, &["$pc <- VALUE"], "Jumps to VALUE."),
    row("30ef VVVV VVVV", Long, Jumps, &["$tpc <- VALUE"], "Sets the program counter of task mode."),
    row("20fe VVVV", Half, Jumps, &["$pc <- short VALUE"], "Jumps to the sign-extended VALUE."),
    row("30fe VVVV", Half, Jumps, &["$tpc <- short VALUE"], "Sets the program counter of task mode."),
    row("D0f8 VVVV", Control, ControlRegisters, &["$rD <- csr[VALUE]"], "Reads a control register."),
    row("D0f9 VVVV", Control, ControlRegisters, &["csr[VALUE] <- $rD"], "Writes a control register."),
    row("ffVV D0BA", Shift, Arithmetic, &["$rD <- full $rA * $rB >>> VALUE"],
        "The signed product of 64 bits, shifted right by 0 to 31."),
    row("ffVV D1BA", Shift, Arithmetic, &["$rD <- full $rA * $rB >> VALUE"],
        "The unsigned product of 64 bits, shifted right by 0 to 31."),
    row("fff1 D0BA", Absent, Arithmetic, &["$rD <- interpolate $rA, $rB"], "Between neighbouring lanes of $rA, by $rB."),
    // Branches: VALUE is the distance from this instruction.
    row("f00A VVVV", Branch, Branches, &[
        "if {/any} {/signed} $rA == 0 $pc <- $pc + VALUE", "if {/any} {/signed} $rA == 0 $pc <- TARGET"], "If any lane is 0."),
    row("f01A VVVV", Branch, Branches, &[
        "if {/any} {/signed} $rA != 0 $pc <- $pc + VALUE", "if {/any} {/signed} $rA != 0 $pc <- TARGET"], "If any lane is not 0."),
    row("f02A VVVV", Branch, Branches, &[
        "if {/any} {/signed} $rA < 0 $pc <- $pc + VALUE", "if {/any} {/signed} $rA < 0 $pc <- TARGET"], "If any lane is below 0, signed."),
    row("f03A VVVV", Branch, Branches, &[
        "if {/any} {/signed} $rA >= 0 $pc <- $pc + VALUE", "if {/any} {/signed} $rA >= 0 $pc <- TARGET"], "If any lane is not below 0."),
    row("f04A VVVV", Branch, Branches, &[
        "if {/any} {/signed} $rA > 0 $pc <- $pc + VALUE", "if {/any} {/signed} $rA > 0 $pc <- TARGET"], "If any lane is above 0, signed."),
    row("f05A VVVV", Branch, Branches, &[
        "if {/any} {/signed} $rA <= 0 $pc <- $pc + VALUE", "if {/any} {/signed} $rA <= 0 $pc <- TARGET"], "If any lane is not above 0."),
    row("f08A VVVV", Branch, Branches, &[
        "if all {/signed} $rA == 0 $pc <- $pc + VALUE", "if all {/signed} $rA == 0 $pc <- TARGET"], "If all lanes are 0."),
    row("f09A VVVV", Branch, Branches, &[
        "if all {/signed} $rA != 0 $pc <- $pc + VALUE", "if all {/signed} $rA != 0 $pc <- TARGET"], "If no lane is 0."),
    row("f0aA VVVV", Branch, Branches, &[
        "if all {/signed} $rA < 0 $pc <- $pc + VALUE", "if all {/signed} $rA < 0 $pc <- TARGET"], "If all lanes are below 0, signed."),
    row("f0bA VVVV", Branch, Branches, &[
        "if all {/signed} $rA >= 0 $pc <- $pc + VALUE", "if all {/signed} $rA >= 0 $pc <- TARGET"], "If no lane is below 0."),
    row("f0cA VVVV", Branch, Branches, &[
        "if all {/signed} $rA > 0 $pc <- $pc + VALUE", "if all {/signed} $rA > 0 $pc <- TARGET"], "If all lanes are above 0, signed."),
    row("f0dA VVVV", Branch, Branches, &[
        "if all {/signed} $rA <= 0 $pc <- $pc + VALUE", "if all {/signed} $rA <= 0 $pc <- TARGET"], "If no lane is above 0."),
    row("f1BA VVVV", Branch, Branches, &[
        "if {/any} {/signed} $rB == $rA $pc <- $pc + VALUE", "if {/any} {/signed} $rB == $rA $pc <- TARGET"], "If any lanes are equal."),
    row("f2BA VVVV", Branch, Branches, &[
        "if {/any} {/signed} $rB != $rA $pc <- $pc + VALUE", "if {/any} {/signed} $rB != $rA $pc <- TARGET"], "If any lanes differ."),
    row("f3BA VVVV", Branch, Branches, &[
        "if {/any} signed $rB < $rA $pc <- $pc + VALUE", "if {/any} signed $rB < $rA $pc <- TARGET",
        "if {/any} signed $rA > $rB $pc <- TARGET"], "If any lane of $rB is below that of $rA, signed."),
    row("f4BA VVVV", Branch, Branches, &[
        "if {/any} signed $rB >= $rA $pc <- $pc + VALUE", "if {/any} signed $rB >= $rA $pc <- TARGET",
        "if {/any} signed $rA <= $rB $pc <- TARGET"], "If any lane of $rB is not below that of $rA, signed."),
    row("f5BA VVVV", Branch, Branches, &[
        "if {/any} $rB < $rA $pc <- $pc + VALUE", "if {/any} $rB < $rA $pc <- TARGET",
        "if {/any} $rA > $rB $pc <- TARGET"], "If any lane of $rB is below that of $rA."),
    row("f6BA VVVV", Branch, Branches, &[
        "if {/any} $rB >= $rA $pc <- $pc + VALUE", "if {/any} $rB >= $rA $pc <- TARGET",
        "if {/any} $rA <= $rB $pc <- TARGET"], "If any lane of $rB is not below that of $rA."),
    row("f9BA VVVV", Branch, Branches, &[
        "if all {/signed} $rB == $rA $pc <- $pc + VALUE", "if all {/signed} $rB == $rA $pc <- TARGET"], "If all lanes are equal."),
    row("faBA VVVV", Branch, Branches, &[
        "if all {/signed} $rB != $rA $pc <- $pc + VALUE", "if all {/signed} $rB != $rA $pc <- TARGET"], "If all lanes differ."),
    row("fbBA VVVV", Branch, Branches, &[
        "if all signed $rB < $rA $pc <- $pc + VALUE", "if all signed $rB < $rA $pc <- TARGET",
        "if all signed $rA > $rB $pc <- TARGET"], "If all lanes of $rB are below those of $rA, signed."),
    row("fcBA VVVV", Branch, Branches, &[
        "if all signed $rB >= $rA $pc <- $pc + VALUE", "if all signed $rB >= $rA $pc <- TARGET",
        "if all signed $rA <= $rB $pc <- TARGET"], "If no lane of $rB is below that of $rA, signed."),
    row("fdBA VVVV", Branch, Branches, &[
        "if all $rB < $rA $pc <- $pc + VALUE", "if all $rB < $rA $pc <- TARGET",
        "if all $rA > $rB $pc <- TARGET"], "If all lanes of $rB are below those of $rA."),
    row("feBA VVVV", Branch, Branches, &[
        "if all $rB >= $rA $pc <- $pc + VALUE", "if all $rB >= $rA $pc <- TARGET",
        "if all $rA <= $rB $pc <- TARGET"], "If no lane of $rB is below that of $rA."),
    row("fKfA VVVV", Branch, Branches, &[
        "if $rA[BIT] == 1 $pc <- $pc + VALUE", "if $rA[BIT] == 1 $pc <- TARGET"], "If the bit is 1."),
    row("fKBf VVVV", Branch, Branches, &[
        "if $rB[BIT] == 0 $pc <- $pc + VALUE", "if $rB[BIT] == 0 $pc <- TARGET"], "If the bit is 0."),
    // Memory.
    row("DcVV", Stack(0), Memory, &["{mem32/mem}[$r12 + tiny VALUE] <- $rD"], "Stores a word, -256 to 252 bytes from $fp."),
    row("DcVV", Stack(1), Memory, &["{mem32/mem}[$r13 + tiny VALUE] <- $rD"], "Stores a word, -256 to 252 bytes from $sp."),
    row("DdVV", Stack(0), Memory, &["$rD <- {mem32/mem}[$r12 + tiny VALUE]"], "Loads a word, -256 to 252 bytes from $fp."),
    row("DdVV", Stack(1), Memory, &["$rD <- {mem32/mem}[$r13 + tiny VALUE]"], "Loads a word, -256 to 252 bytes from $sp."),
    row("De0V", Quads, Memory, &["type $r0...$r7 <- {mem32/mem}[$rD + VALUE]"], "Loads eight types."),
    row("De1V", Quads, Memory, &["type $r8...$r14 <- {mem32/mem}[$rD + VALUE]"], "Loads seven types."),
    row("De2V", Quads, Memory, &["{mem32/mem}[$rD + VALUE] <- type $r0...$r7"], "Stores eight types."),
    row("De3V", Quads, Memory, &["{mem32/mem}[$rD + VALUE] <- type $r8...$r14"], "Stores seven types."),
    row("De4A", Absent, Memory, &["$rD <- mem8[$rA]"], "Loads a byte."),
    row("De5A", Absent, Memory, &["$rD <- mem16[$rA]"], "Loads 16 bits."),
    row("De6A", Absent, Memory, &["$rD <- {mem32/mem}[$rA]"], "Loads a word."),
    row("De7A", Absent, Memory, &["$rD <- {memll32/memll}[$rA]"], "Loads a word and locks it."),
    row("De8A", Absent, Memory, &["{mem8/smem8}[$rA] <- $rD"], "Stores a byte."),
    row("De9A", Absent, Memory, &["{mem16/smem16}[$rA] <- $rD"], "Stores 16 bits."),
    row("DeaA", Absent, Memory, &["{mem32/mem}[$rA] <- $rD"], "Stores a word."),
    row("DebA", Absent, Memory, &["{memsc32/memsc/memsr32/memsr}[$rA] <- $rD"], "Stores a word if it is still locked."),
    row("DecA", Absent, Memory, &["$rD <- smem8[$rA]"], "Loads a byte with its sign."),
    row("DedA", Absent, Memory, &["$rD <- smem16[$rA]"], "Loads 16 bits with their sign."),
    row("1eeA", Absent, Memory, &["{inv32/inv}[$rA]"], "Drops a line from the caches."),
    row("2eeA", Absent, Memory, &["$pc <- {mem32/mem}[$rA]"], "Jumps to a loaded address."),
    row("3eeA", Absent, Memory, &["$tpc <- {mem32/mem}[$rA]"], "Loads the program counter of task mode."),
    row("Df4A VVVV", Half, Memory, &["$rD <- mem8[$rA + VALUE]", "$rD <- mem8[$rA - NEGATED]"], "Loads a byte."),
    row("Df5A VVVV", Half, Memory, &["$rD <- mem16[$rA + VALUE]", "$rD <- mem16[$rA - NEGATED]"], "Loads 16 bits."),
    row("Df6A VVVV", Half, Memory, &["$rD <- {mem32/mem}[$rA + VALUE]", "$rD <- {mem32/mem}[$rA - NEGATED]"], "Loads a word."),
    row("Df7A VVVV", Half, Memory, &["$rD <- {memll32/memll}[$rA + VALUE]"], "Loads a word and locks it."),
    row("Df8A VVVV", Half, Memory, &["{mem8/smem8}[$rA + VALUE] <- $rD", "{mem8/smem8}[$rA - NEGATED] <- $rD"], "Stores a byte."),
    row("Df9A VVVV", Half, Memory, &["{mem16/smem16}[$rA + VALUE] <- $rD", "{mem16/smem16}[$rA - NEGATED] <- $rD"], "Stores 16 bits."),
    row("DfaA VVVV", Half, Memory, &["{mem32/mem}[$rA + VALUE] <- $rD", "{mem32/mem}[$rA - NEGATED] <- $rD"], "Stores a word."),
    row("DfbA VVVV", Half, Memory, &["{memsc32/memsc/memsr32/memsr}[$rA + VALUE] <- $rD"], "Stores a word if it is still locked."),
    row("DfcA VVVV", Half, Memory, &["$rD <- smem8[$rA + VALUE]", "$rD <- smem8[$rA - NEGATED]"], "Loads a byte with its sign."),
    row("DfdA VVVV", Half, Memory, &["$rD <- smem16[$rA + VALUE]", "$rD <- smem16[$rA - NEGATED]"], "Loads 16 bits with their sign."),
    row("1feA VVVV", Half, Memory, &["{inv32/inv}[$rA + VALUE]"], "Drops a line from the caches."),
    row("2feA VVVV", Half, Memory, &["$pc <- {mem32/mem}[$rA + VALUE]", "$pc <- {mem32/mem}[$rA - NEGATED]"], "Jumps to a loaded address."),
    row("3feA VVVV", Half, Memory, &["$tpc <- {mem32/mem}[$rA + VALUE]"], "Loads the program counter of task mode."),
    row("Df4f VVVV VVVV", Long, Memory, &["$rD <- mem8[VALUE]"], "Loads a byte."),
    row("Df5f VVVV VVVV", Long, Memory, &["$rD <- mem16[VALUE]"], "Loads 16 bits."),
    row("Df6f VVVV VVVV", Long, Memory, &["$rD <- {mem32/mem}[VALUE]"], "Loads a word."),
    row("Df7f VVVV VVVV", Long, Memory, &["$rD <- {memll32/memll}[VALUE]"], "Loads a word and locks it."),
    row("Df8f VVVV VVVV", Long, Memory, &["{mem8/smem8}[VALUE] <- $rD"], "Stores a byte."),
    row("Df9f VVVV VVVV", Long, Memory, &["{mem16/smem16}[VALUE] <- $rD"], "Stores 16 bits."),
    row("Dfaf VVVV VVVV", Long, Memory, &["{mem32/mem}[VALUE] <- $rD"], "Stores a word."),
    row("Dfbf VVVV VVVV", Long, Memory, &["{memsc32/memsc/memsr32/memsr}[VALUE] <- $rD"], "Stores a word if it is still locked."),
    row("Dfcf VVVV VVVV", Long, Memory, &["$rD <- smem8[VALUE]"], "Loads a byte with its sign."),
    row("Dfdf VVVV VVVV", Long, Memory, &["$rD <- smem16[VALUE]"], "Loads 16 bits with their sign."),
    row("1fef VVVV VVVV", Long, Memory, &["{inv32/inv}[VALUE]"], "Drops a line from the caches."),
    row("2fef VVVV VVVV", Long, Memory, &["$pc <- {mem32/mem}[VALUE]"], "Jumps to a loaded address."),
    row("3fef VVVV VVVV", Long, Memory, &["$tpc <- {mem32/mem}[VALUE]"], "Loads the program counter of task mode."),
];
