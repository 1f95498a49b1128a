//! The table of the instructions that only assembler and disassembler know: jumps, branches, memory, fences, interrupts, wide
//! arithmetic. The documentation is generated from it.
//!
//! Sources: the author's overview of the ISA of July 2023, which is also the source of the instruction table; for control
//! registers the overview of the year after; for `call` the descriptions of instructions after that. The table leaves out the transfers of many registers, which that overview calls
//! unsettled. Second spellings, and `sii` and `hwi`, are from the author's assembler of that time.

use InstructionGroup::{Arithmetic, Branches, ControlRegisters, Fences, Interrupts, Jumps, Memory};
use NumberEncoding::{Absent, Branch, Control, Even, Half, Long, Quads, Shift, Stack};

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
    /// Arithmetic that the instruction table does not have.
    Arithmetic,
}

impl InstructionGroup {
    /// The name of the group in messages `this machine has no …`.
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
pub(in crate::units::brew::isa) enum NumberEncoding {
    /// 0 to 7: the number of an interrupt.
    Interrupt,
    /// 0 to 31.
    Shift,
    /// 0, 2 … 28, encoded as half the number.
    Even,
    /// 16 bits, sign-extended.
    Half,
    /// 16 bits, the address of a control register.
    Control,
    /// 32 bits.
    Long,
    /// -28 to 28 in steps of 4, encoded as a quarter of the number in one's complement.
    Quads,
    /// -256 to 252 in steps of 4: a quarter of the number in 7 bits, above this bit, which selects the base register.
    Stack(u32),
    /// -65536 to 65534 in steps of 2: bits 15 to 1, the sign in bit 0.
    Branch,
    /// 0 to 9, 14 to 16, 30 or 31, encoded as the index in this list.
    Bit,
    /// No number.
    Absent,
}

/// A row of the table.
#[derive(Debug)]
pub struct AssemblerOnlyRow {
    /// The words, most significant digit first: a lower-case letter or a digit is itself in hexadecimal; `D`, `A`, `B` are
    /// registers, 0 … e; `V` is a digit of the number, whose later words are more significant; `K` is the number of a bit.
    pub pattern: &'static str,
    /// The encoding of the number in the digits `V`.
    pub(in crate::units::brew::isa) code: NumberEncoding,
    /// Its subject.
    pub group: InstructionGroup,
    /// How it is written, in the syntax of [`Spelling::text`](super::super::Spelling::text) with three additions: `TARGET` is an
    /// address, encoded as its distance from the instruction; `BIT` is the number `K`; `{x/y}` is `x` or `y`, printed as `x`.
    pub spellings: &'static [&'static str],
    /// One sentence for documentation.
    pub sentence: &'static str,
}

const fn row(
    pattern: &'static str,
    code: NumberEncoding,
    group: InstructionGroup,
    spellings: &'static [&'static str],
    sentence: &'static str,
) -> AssemblerOnlyRow {
    AssemblerOnlyRow {
        pattern,
        code,
        group,
        spellings,
        sentence,
    }
}

/// Words that fit several rows belong to the first one. No row fits words of an instruction that the datapath decodes.
#[rustfmt::skip]
pub static ASSEMBLER_ONLY: &[AssemblerOnlyRow] = &[
    row("0000", Absent, Interrupts, &["fill", "swi 0"], "Raises software interrupt 0. The ISA fills unused code memory with this word."),
    row("1000", Absent, Interrupts, &["break", "swi 1"], "Raises software interrupt 1, for breakpoints."),
    row("2000", Absent, Interrupts, &["syscall", "swi 2"], "Raises software interrupt 2, for system calls."),
    row("6000", Absent, Interrupts, &["swi 6", "sii"], "Raises software interrupt 6, for invalid instructions."),
    row("7000", Absent, Interrupts, &["swi 7", "hwi"], "Raises software interrupt 7, for external interrupts."),
    row("V000", NumberEncoding::Interrupt, Interrupts, &["swi VALUE"], "Raises software interrupt VALUE, 0 to 7."),
    row("8000", Absent, Interrupts, &["stm"], "Enters task mode."),
    row("9000", Absent, Interrupts, &["woi"], "Waits for an interrupt."),
    row("0001", Absent, Fences, &["fence_rw_rw"], "Earlier reads and writes finish before later reads and writes start."),
    row("1001", Absent, Fences, &["{fence_w_rw/fence__w_rw}"], "Earlier writes finish before later reads and writes start."),
    row("2001", Absent, Fences, &["{fence_r_rw/fence_r__rw}"], "Earlier reads finish before later reads and writes start."),
    row("3001", Absent, Fences, &["{fence__rw/fence____rw}"], "Later reads and writes start only after the fence has finished."),
    row("4001", Absent, Fences, &["{fence_rw_w/fence_rw__w}"], "Earlier reads and writes finish before later writes start."),
    row("5001", Absent, Fences, &["{fence_w_w/fence__w__w}"], "Earlier writes finish before later writes start."),
    row("6001", Absent, Fences, &["{fence_r_w/fence_r___w}"], "Earlier reads finish before later writes start."),
    row("7001", Absent, Fences, &["{fence__w/fence_____w}"], "Later writes start only after the fence has finished."),
    row("8001", Absent, Fences, &["{fence_rw_r/fence_rw_r_}"], "Earlier reads and writes finish before later reads start."),
    row("9001", Absent, Fences, &["{fence_w_r/fence__w_r_}"], "Earlier writes finish before later reads start."),
    row("a001", Absent, Fences, &["{fence_r_r/fence_r__r_}"], "Earlier reads finish before later reads start."),
    row("b001", Absent, Fences, &["{fence__r/fence____r_}"], "Later reads start only after the fence has finished."),
    row("c001", Absent, Fences, &["{fence_rw_/fence_rw___}"], "Earlier reads and writes finish before the fence finishes."),
    row("d001", Absent, Fences, &["{fence_w_/fence__w___}"], "Earlier writes finish before the fence finishes."),
    row("e001", Absent, Fences, &["{fence_r_/fence_r____}"], "Earlier reads finish before the fence finishes."),
    row("D002", Absent, Jumps, &["$pc <- $rD"], "Jumps to the address in $rD."),
    row("D003", Absent, Jumps, &["$tpc <- $rD"], "Sets the program counter of task mode to $rD."),
    row("D004", Absent, Jumps, &["$rD <- $pc"], "Sets $rD to the program counter."),
    row("D005", Absent, Jumps, &["$rD <- $tpc"], "Sets $rD to the program counter of task mode."),
    row("D02V", Even, Jumps, &["$rD <- $pc + VALUE"], "Sets $rD to the program counter plus VALUE (0, 2 … 28), for a return address."),
    row("20ef VVVV VVVV", Long, Jumps, &["$pc <- VALUE"], "Jumps to the address VALUE."),
    row("30ef VVVV VVVV", Long, Jumps, &["$tpc <- VALUE"], "Sets the program counter of task mode to VALUE."),
    row("40ef VVVV VVVV", Long, Jumps, &["call VALUE"], "Sets $lr to the address of the next instruction, and jumps to the address VALUE."),
    row("20fe VVVV", Half, Jumps, &["$pc <- short VALUE"], "Jumps to the sign-extended address VALUE."),
    row("30fe VVVV", Half, Jumps, &["$tpc <- short VALUE"], "Sets the program counter of task mode to the sign-extended VALUE."),
    row("40fe VVVV", Half, Jumps, &["call short VALUE"],
        "Sets $lr to the address of the next instruction, and jumps to the sign-extended address VALUE."),
    row("D0f8 VVVV", Control, ControlRegisters, &["$rD <- csr[VALUE]"], "Sets $rD to the control register with address VALUE."),
    row("D0f9 VVVV", Control, ControlRegisters, &["csr[VALUE] <- $rD"], "Sets the control register with address VALUE to $rD."),
    row("ffVV D0BA", Shift, Arithmetic, &["$rD <- full $rA * $rB >>> VALUE"],
        "Shifts the signed 64-bit product of $rA and $rB right by VALUE, 0 to 31."),
    row("ffVV D1BA", Shift, Arithmetic, &["$rD <- full $rA * $rB >> VALUE"],
        "Shifts the unsigned 64-bit product of $rA and $rB right by VALUE, 0 to 31."),
    row("fff1 D0BA", Absent, Arithmetic, &["$rD <- interpolate $rA, $rB"], "Interpolates linearly between adjacent lanes of $rA. $rB is the weight."),
    // Branches: VALUE is the distance from this instruction.
    row("f00A VVVV", Branch, Branches, &[
        "if {/any} {/signed} $rA == 0 $pc <- $pc + VALUE", "if {/any} {/signed} $rA == 0 $pc <- TARGET"], "Branches if any lane of $rA is 0."),
    row("f01A VVVV", Branch, Branches, &[
        "if {/any} {/signed} $rA != 0 $pc <- $pc + VALUE", "if {/any} {/signed} $rA != 0 $pc <- TARGET"], "Branches if any lane of $rA is not 0."),
    row("f02A VVVV", Branch, Branches, &[
        "if {/any} {/signed} $rA < 0 $pc <- $pc + VALUE", "if {/any} {/signed} $rA < 0 $pc <- TARGET"], "Branches if any lane of $rA is below 0 as a signed number."),
    row("f03A VVVV", Branch, Branches, &[
        "if {/any} {/signed} $rA >= 0 $pc <- $pc + VALUE", "if {/any} {/signed} $rA >= 0 $pc <- TARGET"], "Branches if any lane of $rA is at least 0 as a signed number."),
    row("f04A VVVV", Branch, Branches, &[
        "if {/any} {/signed} $rA > 0 $pc <- $pc + VALUE", "if {/any} {/signed} $rA > 0 $pc <- TARGET"], "Branches if any lane of $rA is above 0 as a signed number."),
    row("f05A VVVV", Branch, Branches, &[
        "if {/any} {/signed} $rA <= 0 $pc <- $pc + VALUE", "if {/any} {/signed} $rA <= 0 $pc <- TARGET"], "Branches if any lane of $rA is at most 0 as a signed number."),
    row("f08A VVVV", Branch, Branches, &[
        "if all {/signed} $rA == 0 $pc <- $pc + VALUE", "if all {/signed} $rA == 0 $pc <- TARGET"], "Branches if all lanes of $rA are 0."),
    row("f09A VVVV", Branch, Branches, &[
        "if all {/signed} $rA != 0 $pc <- $pc + VALUE", "if all {/signed} $rA != 0 $pc <- TARGET"], "Branches if no lane of $rA is 0."),
    row("f0aA VVVV", Branch, Branches, &[
        "if all {/signed} $rA < 0 $pc <- $pc + VALUE", "if all {/signed} $rA < 0 $pc <- TARGET"], "Branches if all lanes of $rA are below 0 as signed numbers."),
    row("f0bA VVVV", Branch, Branches, &[
        "if all {/signed} $rA >= 0 $pc <- $pc + VALUE", "if all {/signed} $rA >= 0 $pc <- TARGET"], "Branches if all lanes of $rA are at least 0 as signed numbers."),
    row("f0cA VVVV", Branch, Branches, &[
        "if all {/signed} $rA > 0 $pc <- $pc + VALUE", "if all {/signed} $rA > 0 $pc <- TARGET"], "Branches if all lanes of $rA are above 0 as signed numbers."),
    row("f0dA VVVV", Branch, Branches, &[
        "if all {/signed} $rA <= 0 $pc <- $pc + VALUE", "if all {/signed} $rA <= 0 $pc <- TARGET"], "Branches if all lanes of $rA are at most 0 as signed numbers."),
    row("f1BA VVVV", Branch, Branches, &[
        "if {/any} {/signed} $rB == $rA $pc <- $pc + VALUE", "if {/any} {/signed} $rB == $rA $pc <- TARGET"], "Branches if any lane of $rB equals the same lane of $rA."),
    row("f2BA VVVV", Branch, Branches, &[
        "if {/any} {/signed} $rB != $rA $pc <- $pc + VALUE", "if {/any} {/signed} $rB != $rA $pc <- TARGET"], "Branches if any lane of $rB differs from the same lane of $rA."),
    row("f3BA VVVV", Branch, Branches, &[
        "if {/any} signed $rB < $rA $pc <- $pc + VALUE", "if {/any} signed $rB < $rA $pc <- TARGET",
        "if {/any} signed $rA > $rB $pc <- TARGET"], "Branches if any lane of $rB is below the same lane of $rA. Both are signed numbers."),
    row("f4BA VVVV", Branch, Branches, &[
        "if {/any} signed $rB >= $rA $pc <- $pc + VALUE", "if {/any} signed $rB >= $rA $pc <- TARGET",
        "if {/any} signed $rA <= $rB $pc <- TARGET"], "Branches if any lane of $rB is at least the same lane of $rA. Both are signed numbers."),
    row("f5BA VVVV", Branch, Branches, &[
        "if {/any} $rB < $rA $pc <- $pc + VALUE", "if {/any} $rB < $rA $pc <- TARGET",
        "if {/any} $rA > $rB $pc <- TARGET"], "Branches if any lane of $rB is below the same lane of $rA. Both are unsigned numbers."),
    row("f6BA VVVV", Branch, Branches, &[
        "if {/any} $rB >= $rA $pc <- $pc + VALUE", "if {/any} $rB >= $rA $pc <- TARGET",
        "if {/any} $rA <= $rB $pc <- TARGET"], "Branches if any lane of $rB is at least the same lane of $rA. Both are unsigned numbers."),
    row("f9BA VVVV", Branch, Branches, &[
        "if all {/signed} $rB == $rA $pc <- $pc + VALUE", "if all {/signed} $rB == $rA $pc <- TARGET"], "Branches if every lane of $rB equals the same lane of $rA."),
    row("faBA VVVV", Branch, Branches, &[
        "if all {/signed} $rB != $rA $pc <- $pc + VALUE", "if all {/signed} $rB != $rA $pc <- TARGET"], "Branches if every lane of $rB differs from the same lane of $rA."),
    row("fbBA VVVV", Branch, Branches, &[
        "if all signed $rB < $rA $pc <- $pc + VALUE", "if all signed $rB < $rA $pc <- TARGET",
        "if all signed $rA > $rB $pc <- TARGET"], "Branches if every lane of $rB is below the same lane of $rA. Both are signed numbers."),
    row("fcBA VVVV", Branch, Branches, &[
        "if all signed $rB >= $rA $pc <- $pc + VALUE", "if all signed $rB >= $rA $pc <- TARGET",
        "if all signed $rA <= $rB $pc <- TARGET"], "Branches if every lane of $rB is at least the same lane of $rA. Both are signed numbers."),
    row("fdBA VVVV", Branch, Branches, &[
        "if all $rB < $rA $pc <- $pc + VALUE", "if all $rB < $rA $pc <- TARGET",
        "if all $rA > $rB $pc <- TARGET"], "Branches if every lane of $rB is below the same lane of $rA. Both are unsigned numbers."),
    row("feBA VVVV", Branch, Branches, &[
        "if all $rB >= $rA $pc <- $pc + VALUE", "if all $rB >= $rA $pc <- TARGET",
        "if all $rA <= $rB $pc <- TARGET"], "Branches if every lane of $rB is at least the same lane of $rA. Both are unsigned numbers."),
    row("fKfA VVVV", Branch, Branches, &[
        "if $rA[BIT] == 1 $pc <- $pc + VALUE", "if $rA[BIT] == 1 $pc <- TARGET"], "Branches if the selected bit of $rA is 1."),
    row("fKBf VVVV", Branch, Branches, &[
        "if $rB[BIT] == 0 $pc <- $pc + VALUE", "if $rB[BIT] == 0 $pc <- TARGET"], "Branches if the selected bit of $rB is 0."),
    // Memory.
    row("DcVV", Stack(0), Memory, &["{mem32/mem}[$r12 + tiny VALUE] <- $rD"], "Stores the 32 bits of $rD at $fp plus VALUE, -256 to 252."),
    row("DcVV", Stack(1), Memory, &["{mem32/mem}[$r13 + tiny VALUE] <- $rD"], "Stores the 32 bits of $rD at $sp plus VALUE, -256 to 252."),
    row("DdVV", Stack(0), Memory, &["$rD <- {mem32/mem}[$r12 + tiny VALUE]"], "Loads 32 bits from $fp plus VALUE, -256 to 252."),
    row("DdVV", Stack(1), Memory, &["$rD <- {mem32/mem}[$r13 + tiny VALUE]"], "Loads 32 bits from $sp plus VALUE, -256 to 252."),
    row("De0V", Quads, Memory, &["type $r0...$r7 <- {mem32/mem}[$rD + VALUE]"], "Loads the types of $r0 to $r7 from $rD plus VALUE, -28 to 28."),
    row("De1V", Quads, Memory, &["type $r8...$r14 <- {mem32/mem}[$rD + VALUE]"], "Loads the types of $r8 to $r14 from $rD plus VALUE, -28 to 28."),
    row("De2V", Quads, Memory, &["{mem32/mem}[$rD + VALUE] <- type $r0...$r7"], "Stores the types of $r0 to $r7 at $rD plus VALUE, -28 to 28."),
    row("De3V", Quads, Memory, &["{mem32/mem}[$rD + VALUE] <- type $r8...$r14"], "Stores the types of $r8 to $r14 at $rD plus VALUE, -28 to 28."),
    row("De4A", Absent, Memory, &["$rD <- mem8[$rA]"], "Loads a byte from the address $rA, and extends it with zeros."),
    row("De5A", Absent, Memory, &["$rD <- mem16[$rA]"], "Loads 16 bits from the address $rA, and extends them with zeros."),
    row("De6A", Absent, Memory, &["$rD <- {mem32/mem}[$rA]"], "Loads 32 bits from the address $rA."),
    row("De7A", Absent, Memory, &["$rD <- {memll32/memll}[$rA]"], "Loads 32 bits from the address $rA, and locks them."),
    row("De8A", Absent, Memory, &["{mem8/smem8}[$rA] <- $rD"], "Stores the low 8 bits of $rD at the address $rA."),
    row("De9A", Absent, Memory, &["{mem16/smem16}[$rA] <- $rD"], "Stores the low 16 bits of $rD at the address $rA."),
    row("DeaA", Absent, Memory, &["{mem32/mem}[$rA] <- $rD"], "Stores the 32 bits of $rD at the address $rA."),
    row("DebA", Absent, Memory, &["{memsc32/memsc/memsr32/memsr}[$rA] <- $rD"], "Stores the 32 bits of $rD at the address $rA if the lock on them still holds."),
    row("DecA", Absent, Memory, &["$rD <- smem8[$rA]"], "Loads a byte from the address $rA, and sign-extends it."),
    row("DedA", Absent, Memory, &["$rD <- smem16[$rA]"], "Loads 16 bits from the address $rA, and sign-extends them."),
    row("1eeA", Absent, Memory, &["{inv32/inv}[$rA]"], "Invalidates the cache line of the address $rA."),
    row("2eeA", Absent, Memory, &["$pc <- {mem32/mem}[$rA]"], "Loads a jump target from the address $rA, and jumps to this target."),
    row("3eeA", Absent, Memory, &["$tpc <- {mem32/mem}[$rA]"], "Loads the program counter of task mode from the address $rA."),
    row("4eeA", Absent, Memory, &["call {mem32/mem}[$rA]"],
        "Loads a jump target from the address $rA, sets $lr to the address of the next instruction, and jumps to the target."),
    row("Df4A VVVV", Half, Memory, &["$rD <- mem8[$rA + VALUE]", "$rD <- mem8[$rA - NEGATED]"], "Loads a byte from $rA plus VALUE, and extends it with zeros."),
    row("Df5A VVVV", Half, Memory, &["$rD <- mem16[$rA + VALUE]", "$rD <- mem16[$rA - NEGATED]"], "Loads 16 bits from $rA plus VALUE, and extends them with zeros."),
    row("Df6A VVVV", Half, Memory, &["$rD <- {mem32/mem}[$rA + VALUE]", "$rD <- {mem32/mem}[$rA - NEGATED]"], "Loads 32 bits from $rA plus VALUE."),
    row("Df7A VVVV", Half, Memory, &["$rD <- {memll32/memll}[$rA + VALUE]"], "Loads 32 bits from $rA plus VALUE, and locks them."),
    row("Df8A VVVV", Half, Memory, &["{mem8/smem8}[$rA + VALUE] <- $rD", "{mem8/smem8}[$rA - NEGATED] <- $rD"], "Stores the low 8 bits of $rD at $rA plus VALUE."),
    row("Df9A VVVV", Half, Memory, &["{mem16/smem16}[$rA + VALUE] <- $rD", "{mem16/smem16}[$rA - NEGATED] <- $rD"], "Stores the low 16 bits of $rD at $rA plus VALUE."),
    row("DfaA VVVV", Half, Memory, &["{mem32/mem}[$rA + VALUE] <- $rD", "{mem32/mem}[$rA - NEGATED] <- $rD"], "Stores the 32 bits of $rD at $rA plus VALUE."),
    row("DfbA VVVV", Half, Memory, &["{memsc32/memsc/memsr32/memsr}[$rA + VALUE] <- $rD"], "Stores the 32 bits of $rD at $rA plus VALUE if the lock on them still holds."),
    row("DfcA VVVV", Half, Memory, &["$rD <- smem8[$rA + VALUE]", "$rD <- smem8[$rA - NEGATED]"], "Loads a byte from $rA plus VALUE, and sign-extends it."),
    row("DfdA VVVV", Half, Memory, &["$rD <- smem16[$rA + VALUE]", "$rD <- smem16[$rA - NEGATED]"], "Loads 16 bits from $rA plus VALUE, and sign-extends them."),
    row("1feA VVVV", Half, Memory, &["{inv32/inv}[$rA + VALUE]"], "Invalidates the cache line of $rA plus VALUE."),
    row("2feA VVVV", Half, Memory, &["$pc <- {mem32/mem}[$rA + VALUE]", "$pc <- {mem32/mem}[$rA - NEGATED]"], "Loads a jump target from $rA plus VALUE, and jumps to this target."),
    row("3feA VVVV", Half, Memory, &["$tpc <- {mem32/mem}[$rA + VALUE]"], "Loads the program counter of task mode from $rA plus VALUE."),
    row("4feA VVVV", Half, Memory, &["call {mem32/mem}[$rA + VALUE]", "call {mem32/mem}[$rA - NEGATED]"],
        "Loads a jump target from $rA plus VALUE, sets $lr to the address of the next instruction, and jumps to the target."),
    row("Df4f VVVV VVVV", Long, Memory, &["$rD <- mem8[VALUE]"], "Loads a byte from the address VALUE, and extends it with zeros."),
    row("Df5f VVVV VVVV", Long, Memory, &["$rD <- mem16[VALUE]"], "Loads 16 bits from the address VALUE, and extends them with zeros."),
    row("Df6f VVVV VVVV", Long, Memory, &["$rD <- {mem32/mem}[VALUE]"], "Loads 32 bits from the address VALUE."),
    row("Df7f VVVV VVVV", Long, Memory, &["$rD <- {memll32/memll}[VALUE]"], "Loads 32 bits from the address VALUE, and locks them."),
    row("Df8f VVVV VVVV", Long, Memory, &["{mem8/smem8}[VALUE] <- $rD"], "Stores the low 8 bits of $rD at the address VALUE."),
    row("Df9f VVVV VVVV", Long, Memory, &["{mem16/smem16}[VALUE] <- $rD"], "Stores the low 16 bits of $rD at the address VALUE."),
    row("Dfaf VVVV VVVV", Long, Memory, &["{mem32/mem}[VALUE] <- $rD"], "Stores the 32 bits of $rD at the address VALUE."),
    row("Dfbf VVVV VVVV", Long, Memory, &["{memsc32/memsc/memsr32/memsr}[VALUE] <- $rD"], "Stores the 32 bits of $rD at the address VALUE if the lock on them still holds."),
    row("Dfcf VVVV VVVV", Long, Memory, &["$rD <- smem8[VALUE]"], "Loads a byte from the address VALUE, and sign-extends it."),
    row("Dfdf VVVV VVVV", Long, Memory, &["$rD <- smem16[VALUE]"], "Loads 16 bits from the address VALUE, and sign-extends them."),
    row("1fef VVVV VVVV", Long, Memory, &["{inv32/inv}[VALUE]"], "Invalidates the cache line of the address VALUE."),
    row("2fef VVVV VVVV", Long, Memory, &["$pc <- {mem32/mem}[VALUE]"], "Loads a jump target from the address VALUE, and jumps to this target."),
    row("3fef VVVV VVVV", Long, Memory, &["$tpc <- {mem32/mem}[VALUE]"], "Loads the program counter of task mode from the address VALUE."),
    row("4fef VVVV VVVV", Long, Memory, &["call {mem32/mem}[VALUE]"],
        "Loads a jump target from the address VALUE, sets $lr to the address of the next instruction, and jumps to the target."),
];
