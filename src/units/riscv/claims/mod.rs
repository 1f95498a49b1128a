//! What is claimed of the unit in a RISC-V core. An instruction is the unit's **own** if golden says so of its word. A clock is
//! a **boundary** if it resets, if it offers nothing of the unit's own, or if the unit answers in it. All claims begin in any
//! state whatever, so there is no invariant.
//!
//! Behind every interface:
//!
//! 1. *an own instruction is answered after its cycles*: from a boundary on it takes so many clocks and no other number, if word
//!    and operands stay, no clock resets, and the core takes the answer at once. Its last clock is a boundary again: one answer
//!    for each instruction.
//! 2. By the claims *direct*, *held* and *access*, that answer is golden's, and so is the state afterwards, from any state.
//! 3. *only an answer changes the state*; *reset gives the state its first values*.
//!
//! PicoRV32: *pcpi_wait tells the own instructions*, and *nothing is answered but own instructions*, in every clock.
//!
//! VexRiscv, which may let an answer wait: *a command is taken with its response*, and there is *no response without a command*.
//! *a response that waits stays*: an operation's, because the hardware's whole state does; an access's, because it *is answered
//! in any clock* with what only an answer changes. The interface cannot refuse: *a foreign function is answered with 0 and
//! changes nothing*.
//!
//! CV32E40X hands an instruction over and decides later whether it takes effect. The unit holds it in registers, which the rules
//! speak of: what is *accepted* and *refused*, and what an offer *waits* for; that an accepted instruction *is held as it was
//! offered* and *stays until its result, its death, or an offer of its number*; that there is *no result before a commit* and
//! *no result after a kill*, also where the *decision* came *before the acceptance*; and that *a result is that of the
//! instruction that is held* and *is offered until it is taken*, which ends it: one result for each accepted instruction that
//! is not killed, in order. *A result is there after its cycles and its commit*. An operation's claim follows it from any
//! state in which it is held and its cycles count from 0, as they do behind each acceptance, through the latency to a result
//! that is taken. In the clocks before that one nothing is offered and nothing decided, which stands for every clock in which it
//! stays: *what is offered or decided leaves the instruction alone that is held*. It does stay where it is not killed and its
//! number not offered: there is no result yet to be taken, by the first of these rules, which assumes no more than that of the
//! clocks before. *An operation's result that waits stays* as the hardware's
//! whole state does, but for what is known about commits. An access's claim begins in any state in which it is held.
//!
//! By induction over the instructions of a run, every answer and every state is golden's, whatever is offered between, withdrawn
//! or cut off by a reset.

mod cfu;
mod cv_x_if;
mod function;
mod held;
mod offloaded;
mod parts;
mod pcpi;

use super::rtl::{Config, Interface};
use crate::prove::Deferred;
use crate::prove::machine::Machine;

/// Everything claimed of the unit. Error: hardware without the registers that claims speak of.
pub fn claims<'a>(config: &'a Config, machine: &'a dyn Machine) -> Result<Vec<Deferred<'a>>, String> {
    match config.interface {
        Interface::Pcpi => pcpi::claims(config, machine),
        Interface::Cfu => cfu::claims(config, machine),
        Interface::CvXIf => cv_x_if::claims(config, machine),
    }
}

/// What the claims leave out, for certificates.
pub fn outside(interface: Interface) -> &'static [&'static str] {
    match interface {
        Interface::Pcpi | Interface::Cfu => &["a core that changes an instruction or its operands before the answer"],
        Interface::CvXIf => &["a core that gives one number to two instructions that it has not dropped"],
    }
}
