//! Branches, calls, and barriers of a block (PTX ISA, sections "Control Flow Instructions" and "bar, barrier").

use crate::cause::Cause;
use crate::modifiers::Modifiers;
use crate::semantics::{Selected, Semantics};
use crate::warp;

pub(crate) fn select(opcode: &str, modifiers: &mut Modifiers) -> Selected {
    let semantics = match opcode {
        "bra" => Semantics::Branch,
        "brx" if modifiers.take(".idx") => Semantics::IndexedBranch,
        "call" => Semantics::Call,
        "ret" => Semantics::Return,
        "exit" => Semantics::Exit,
        "trap" => Semantics::Trap,
        "bar" if modifiers.take(".warp") => return warp::select(opcode, modifiers),
        "bar" | "barrier" => {
            modifiers.take_all(|modifier| matches!(modifier, ".cta" | ".aligned"));
            let kind = modifiers.take_of(&[".sync", ".arrive", ".red"]).ok_or(Cause::Other)?;
            if kind != ".red" {
                return Ok(Some(Semantics::Barrier(kind)));
            }
            modifiers.take_type()?;
            Semantics::Barrier(modifiers.take_of(&[".popc", ".and", ".or"]).ok_or(Cause::Other)?)
        }
        _ => return Ok(None),
    };
    modifiers.take(".uni");
    Ok(Some(semantics))
}
