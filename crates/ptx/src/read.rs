//! Reading a module: syntax, names, and every instruction.

use crate::check::{Remark, check};
use crate::tree::Module;
use lanesmith_text::diagnostic::Diagnostic;

impl<'a> Module<'a> {
    /// Parses and checks a module. Errors: those of the syntax and of names, or else those of the instructions.
    pub fn read(source: &'a str) -> Result<(Self, Vec<Remark>), Vec<Diagnostic>> {
        let mut module = Module::parse(source)?;
        let remarks = check(&mut module)?;
        Ok((module, remarks))
    }
}
