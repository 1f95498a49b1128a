//! What is claimed of the unit in a RISC-V core.
//!
//! # Every clock is under a claim
//!
//! A claim about one clock holds in any state that satisfies the **invariant** and for any inputs, reset or not. The invariant
//! says that the unit counts no more cycles of an operation than the latency, and behind CV-X-IF that what it holds is one of
//! its instructions. Reset leads to it from any state, and each clock from it to it (*cycles of an operation are counted*,
//! *what is held is one of the unit's instructions*), so that it holds from the first reset on. What a claim expects of a
//! clock follows from inputs and from registers whose next values are claimed themselves, never from outputs: a fault cannot
//! change both an output and the condition of the claim about it.
//!
//! Each clock is of exactly one kind, and each instruction has exactly one claim; both are claims. In `docs/proofs.md` a table
//! shows for each interface which claim decides the outputs and the next state in which kind of clock.
//!
//! # Behind PicoRV32's and VexRiscv's interface
//!
//! 1. The handshake's outputs are claimed in every clock: an operation is answered when its cycles have been counted, an
//!    access at once, a foreign function of VexRiscv's with 0, and nothing else is.
//! 2. The count is 0 in the first clock of each operation, since it is 0 behind every clock in which no operation is offered,
//!    in which one ends, and behind reset. So the claims about operations, *direct* and *held*, begin with the count at 0
//!    and otherwise in any state; they follow the operation through the latency with whatever the core does with answers
//!    meanwhile, and claim golden's result in the clock of the answer, and golden's state where that is taken. An access
//!    is claimed in any clock in which it is offered.
//! 3. *A response that is not taken stays*: the clock leads to the same state of the whole hardware, so that the next one shows
//!    the same operation's response.
//! 4. *configuration and c change only with an answer*, and *reset* gives them their first values.
//!
//! # Behind CV-X-IF
//!
//! The registers of what is held, what is committed and what has been decided early are claimed in every clock: what they load
//! and what they keep. With them *issue_ready, accept and writeback* are those of every offer, and *result_valid* is 1 just
//! if an instruction is held that is committed and, if it is an operation, has been executed for its cycles.
//!
//! A claim about an operation begins behind its acceptance, with the count at 0 and otherwise in any state, goes through the
//! latency, and claims golden's result where it is due and golden's state where it is taken. In the clocks between nothing
//! is offered, decided or taken; for all other clocks in which the instruction stays these stand by *other traffic leaves a
//! held instruction alone*, which says that both lead to the same state but for what is known about commits. Whether an
//! instruction stays follows from the registers and the inputs. *A result that is not taken stays* as in 3.
//!
//! # So, from reset on
//!
//! By induction over the clocks each accepted instruction that is not killed, superseded, withdrawn or reset is answered
//! exactly once, in order, after its cycles, with golden's result; configuration and `c` are golden's after each answer, and
//! nothing else changes them.

mod cfu;
mod cv_x_if;
mod function;
mod held;
mod offloaded;
mod parts;
mod pcpi;

use super::rtl::{Interface, RiscvConfig};
use crate::prove::Deferred;
use crate::prove::machine::TransitionSystem;

/// Everything claimed of the unit. Error: hardware without the registers that claims speak of.
pub fn claims<'a>(config: &'a RiscvConfig, machine: &'a dyn TransitionSystem) -> Result<Vec<Deferred<'a>>, String> {
    match config.interface {
        Interface::Pcpi => pcpi::claims(config, machine),
        Interface::Cfu => cfu::claims(config, machine),
        Interface::CvXIf => cv_x_if::claims(config, machine),
    }
}

/// The exclusions, for certificates.
pub fn exclusions(interface: Interface) -> &'static [&'static str] {
    match interface {
        Interface::Pcpi => &[
            "a core that changes an instruction or its operands before the answer",
            "pcpi_rd in clocks without pcpi_ready",
        ],
        Interface::Cfu => &[
            "a core that changes a command or its operands before the response is taken",
            "rsp_payload_outputs_0 in clocks without rsp_valid",
        ],
        Interface::CvXIf => &[
            "a core that gives one number to two instructions that it has not dropped",
            "issue_ready in clocks without issue_valid, the answer in clocks without both",
            "result_id, result_data, result_rd and result_we in clocks without result_valid",
        ],
    }
}
