//! Why instructions are not executed.

use lanesmith_ptx::tree::Span;
use std::fmt;

/// Why an instruction is not executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// Textures and surfaces.
    Texture,
    /// Matrices: `mma`, `wmma`, `wgmma`, `tcgen05`, `ldmatrix` and their like.
    Matrix,
    /// Arithmetic on `.f64`.
    Double,
    /// The result depends on the chip: `.approx`, `.full`, `ex2`, `sin` and their like.
    Approximation,
    /// Copies that end later, and the barriers in memory for them.
    Asynchronous,
    /// Calls of functions whose address is computed.
    IndirectCall,
    /// Calls of functions without a body in the module.
    ExternalFunction,
    /// Thread block clusters.
    Cluster,
    /// Types of 128 bits.
    Wide,
    /// Floating-point formats other than `.f32`, `.f16` and `.bf16`.
    Format,
    /// Special registers that tell neither a thread's place nor time.
    SpecialRegister,
    /// Any other instruction or modifier.
    Other,
}

impl Cause {
    /// The words around the number of instructions: a noun in the singular, and what follows it.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Cause::Texture => ("instruction", " on textures or surfaces"),
            Cause::Matrix => ("instruction", " on matrices"),
            Cause::Double => ("instruction", " on doubles"),
            Cause::Approximation => ("approximation", " whose result depends on the chip"),
            Cause::Asynchronous => ("asynchronous copy instruction", ""),
            Cause::IndirectCall => ("indirect call", ""),
            Cause::ExternalFunction => ("call", " of functions without a body"),
            Cause::Cluster => ("instruction", " for clusters of blocks"),
            Cause::Wide => ("instruction", " on 128 bits"),
            Cause::Format => ("instruction", " on formats other than .f32, .f16 and .bf16"),
            Cause::SpecialRegister => ("instruction", " on special registers of the chip's state"),
            Cause::Other => ("instruction", " with an opcode or modifier that is not supported"),
        }
    }
}

/// The instructions that are not executed for one cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotExecuted {
    /// The cause.
    pub cause: Cause,
    /// The number of instructions in the text.
    pub count: usize,
    /// The place of the first one.
    pub first: Span,
}

impl fmt::Display for NotExecuted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (noun, rest) = self.cause.words();
        let plural = if self.count == 1 { "" } else { "s" };
        write!(f, "{} {noun}{plural}{rest}", self.count)
    }
}
