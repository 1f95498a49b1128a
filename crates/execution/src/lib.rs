//! Executes PTX kernels: a golden model, deterministic and exact. [`prepare`] decodes a kernel of a module, and [`Program::run`] runs
//! it. The instructions that units execute, SIMD video instructions and others, are the caller's ([`Units`]).
//!
//! Registers, local and shared memory are 0 at the start. Where the PTX manual leaves a result open, this model chooses one:
//!
//! - The quotient and the remainder of a division by 0 have all bits 1, as in the code that NVIDIA's assembler makes.
//! - A shuffle from a thread that does not take part returns the value of the thread that reads.
//! - A multiplication and an addition are fused only in the instructions that say so (`fma`, `mad`).
//!
//! Instructions whose results depend on the chip are not executed; [`support`] says which.
//!
//! # Modules in the order of their use
//! 1. `prepare` makes a `program` of a kernel's syntax tree: `layout` gives variables their addresses, `decode` and `operands` replace
//!    registers by slots of a frame. `inspect` says what a program needs of its launch.
//! 2. `select` finds the `semantics` of each instruction by its opcode and `modifiers`. The groups of the manual have a module each:
//!    `integer`, `float`, `bits`, `compare`, `convert`, `access`, `atomic`, `control`, `special`, `warp`; `cause` says why
//!    an instruction is not executed.
//! 3. `run` executes a `launch`: one `block` after the other, its threads in turns (`thread` is the interpreter), on `memory`.

mod access;
mod atomic;
mod bits;
mod block;
mod cause;
mod compare;
mod control;
mod convert;
mod decode;
mod dependence;
mod float;
mod inspect;
mod integer;
mod launch;
mod layout;
mod memory;
mod modifiers;
mod operands;
mod prepare;
mod program;
mod run;
mod select;
mod semantics;
mod special;
mod thread;
mod warp;

pub use cause::{Cause, NotExecuted};
pub use dependence::Dependences;
pub use launch::{Argument, Finished, Issued, Launch, Units};
pub use prepare::{PrepareError, prepare};
pub use program::{Parameter, Program};
pub use select::{Support, support};
