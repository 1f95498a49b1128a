//! Whole `.ptx` modules: the instructions that units execute among everything else, with the registers they name.

use super::other::OtherPtxInstruction;
use super::reader::Reader;
use super::registers::RegisterType;
use super::statement::PtxStatement;
use lanesmith_text::diagnostic::Diagnostic;

/// The parts of a module that lanesmith uses.
#[derive(Clone, Debug, Default)]
pub struct PtxModule {
    /// The instructions that units execute, in the order of the text.
    pub statements: Vec<PtxStatement>,
    /// All other instructions, in the order of the text.
    pub others: Vec<OtherPtxInstruction>,
    /// The registers that executed instructions name, in the order of first use. Registers of one name in different functions
    /// are different registers. Special registers are the module's own.
    pub registers: Vec<PtxRegister>,
}

/// A register of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PtxRegister {
    /// As written.
    pub name: String,
    /// As declared.
    pub kind: RegisterType,
    /// The scope that declares it, numbered from 0, the module itself, in the order of their opening braces.
    pub scope: usize,
}

impl PtxModule {
    /// Reads a module's text. All errors of its statements are reported together, in the order of the text, up to the
    /// first that leaves open where statements begin.
    pub fn parse(source: &str) -> Result<Self, Vec<Diagnostic>> {
        let (statements, others, registers) = Reader::read(source)?;
        let registers = registers
            .into_iter()
            .map(|(name, scope, kind)| PtxRegister { name, kind, scope });
        Ok(PtxModule {
            statements,
            others,
            registers: registers.collect(),
        })
    }
}
