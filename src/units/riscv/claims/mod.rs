//! The claims about the unit in a RISC-V core.
//!
//! # Every clock has a claim
//!
//! A claim about one clock holds in any state that satisfies the **invariant**, for any inputs, with or without reset. The
//! invariant: the unit's counter of cycles is at most the latency, and with CV-X-IF the stored word is one of the unit's
//! instructions. Reset establishes it from any state, and each clock preserves it (*cycles of an operation are counted*,
//! *what is held is one of the unit's instructions*). Expected values follow from inputs and from registers whose next values
//! are claimed themselves, never from outputs: so a fault cannot change both an output and the condition of the claim about it.
//!
//! Each clock is of exactly one kind, and each instruction has exactly one claim; both are claims. In `docs/argument.md` a table
//! shows for each interface which claim decides the outputs and the next state in which kind of clock.
//!
//! # Behind PicoRV32's and VexRiscv's interface
//!
//! 1. The handshake's outputs are claimed in every clock: an operation is answered when its cycles have been counted, an
//!    access at once, a foreign function of VexRiscv's with 0, and nothing else is.
//! 2. The count is 0 in the first clock of each operation, because a clock without an operation, the last clock of an operation,
//!    and a reset set it to 0. So the claims about operations, *direct* and *held*, begin in any state with count 0. They follow
//!    the operation through the latency, for any `rsp_ready`, and claim the golden model's result in the clock of the answer,
//!    and its state if the answer is accepted. An access has a claim about any clock in which it is offered.
//! 3. *A response that is not taken stays*: the clock leads to the same state of the whole hardware, so that the next one shows
//!    the same operation's response.
//! 4. *the state changes only with an answer*, and *reset* gives it its first value.
//!
//! # Behind CV-X-IF
//!
//! Claims about every clock cover the registers of the accepted instruction, of its commit, and of commits before acceptance. They
//! give *issue_ready, accept and writeback* of every offer, and *result_valid*, which is 1 exactly if an accepted instruction is
//! committed and, if it is an operation, has been executed for its cycles.
//!
//! A claim about an operation begins after its acceptance, in any state with count 0, and goes through the latency. It claims the
//! golden model's result in the clock in which it is due, and the golden model's state if the result is taken. In the clocks
//! between nothing is offered, committed or taken. *Other traffic leaves a held instruction alone* covers all other clocks: they
//! lead to the same state, except for the record of commits. *A result that is not taken stays* as in 3.
//!
//! # Conclusion
//!
//! By induction over the clocks each accepted instruction that is not killed, superseded, withdrawn or reset is answered
//! exactly once, in order, after its cycles, with golden's result; configuration and `c` are golden's after each answer, and
//! nothing else changes them.

mod cv_x_if;
mod function;
mod held;
mod holding;
mod offloaded;
mod registers;

use super::rtl::{Interface, RiscvConfig};
use lanesmith_prove::Deferred;
use lanesmith_prove::machine::TransitionSystem;

/// All claims about the unit. Error: the hardware lacks a register.
pub fn claims<'a>(config: &'a RiscvConfig, machine: &'a dyn TransitionSystem) -> Result<Vec<Deferred<'a>>, String> {
    match config.interface {
        Interface::Pcpi | Interface::Cfu | Interface::Neorv32 => holding::claims(config, machine),
        Interface::CvXIf | Interface::CvXIf1 { .. } => cv_x_if::claims(config, machine),
    }
}
