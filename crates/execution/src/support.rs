//! Which instructions are executed, and why others are not.

use crate::modifiers::Modifiers;
use crate::semantics::{Semantics, select};
use lanesmith_ptx::tree::{Instruction, Span};
use std::fmt;

/// Whether an instruction is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// By a unit: its results come from [`Units`](crate::Units).
    Unit,
    /// By the interpreter.
    Executed,
    /// Not at all.
    NotExecuted(Cause),
}

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
    /// Any other instruction or modifier.
    Other,
}

const TEXTURES: &str = " tex tld4 txq istypep suld sust sured suq ";
const MATRICES: &str = " mma wmma wgmma tcgen05 ldmatrix stmatrix movmatrix multimem ";
const APPROXIMATE: &str = " ex2 lg2 sin cos tanh rsqrt ";

impl Cause {
    /// The cause that opcode and modifiers show at once.
    pub(crate) fn of(opcode: &str, modifiers: &Modifiers) -> Option<Self> {
        let is_in = |list: &str| list.contains(&format!(" {opcode} "));
        let has = |modifier| modifiers.has(modifier);
        let is_cluster = |modifier: &str| modifier.contains("cluster") && modifier != ".cluster";
        Some(match opcode {
            _ if is_in(TEXTURES) => Cause::Texture,
            _ if is_in(MATRICES) => Cause::Matrix,
            "cp" | "mbarrier" => Cause::Asynchronous,
            _ if has(".async") => Cause::Asynchronous,
            "mapa" | "getctarank" | "clusterlaunchcontrol" => Cause::Cluster,
            "barrier" if has(".cluster") => Cause::Cluster,
            _ if modifiers.iter().any(is_cluster) => Cause::Cluster,
            _ if has(".f64") && !is_in(" ld ldu st mov selp ") => Cause::Double,
            _ if is_in(APPROXIMATE) || has(".approx") || has(".full") => Cause::Approximation,
            _ => return None,
        })
    }

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

/// Whether an instruction is executed. A direct call is, if the function that it calls has a body.
pub fn support(instruction: &Instruction) -> Support {
    match select(instruction) {
        Ok(Semantics::Unit) => Support::Unit,
        Ok(_) => Support::Executed,
        Err(cause) => Support::NotExecuted(cause),
    }
}
