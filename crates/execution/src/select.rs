//! Selects the semantics of an instruction by its opcode and modifiers, and decides which instructions are executed.

use crate::cause::Cause;
use crate::modifiers::Modifiers;
use crate::semantics::Semantics;
use crate::special::{is_known, special_name};
use crate::{access, atomic, bits, compare, control, convert, float, integer, warp};
use lanesmith_ptx::tree::{Instruction, Name, OperandKind, Symbol};
use lanesmith_ptx::{Operands, PERMUTE_MODES, PermuteInstruction, PtxInstruction};

// Opcodes, each between spaces.
const TEXTURES: &str = " tex tld4 txq istypep suld sust sured suq ";
const MATRICES: &str = " mma wmma wgmma tcgen05 ldmatrix stmatrix movmatrix multimem ";
const APPROXIMATE: &str = " ex2 lg2 sin cos tanh rsqrt ";

/// Why an instruction with this opcode and these modifiers is not executed. `None`: they alone do not exclude it. The first match counts.
fn cause_of_exclusion(opcode: &str, modifiers: &Modifiers) -> Option<Cause> {
    let is_in = |list: &str| list.contains(&format!(" {opcode} "));
    let has = |modifier| modifiers.has(modifier);
    // `.cluster` alone is also a scope of memory operations, which needs no cluster.
    let is_cluster = |modifier: &str| modifier.contains("cluster") && modifier != ".cluster";
    Some(match opcode {
        _ if is_in(TEXTURES) => Cause::Texture,
        _ if is_in(MATRICES) => Cause::Matrix,
        "cp" | "mbarrier" => Cause::Asynchronous,
        _ if has(".async") => Cause::Asynchronous,
        "mapa" | "getctarank" | "clusterlaunchcontrol" => Cause::Cluster,
        "barrier" if has(".cluster") => Cause::Cluster,
        _ if modifiers.iter().any(is_cluster) => Cause::Cluster,
        // These move the bits of an `.f64` without arithmetic.
        _ if has(".f64") && !is_in(" ld ldu st mov selp ") => Cause::Double,
        _ if is_in(APPROXIMATE) || has(".approx") || has(".full") => Cause::Approximation,
        _ => return None,
    })
}

/// The semantics of an instruction. Error: the cause why it is not executed.
pub(crate) fn select(instruction: &Instruction) -> Result<Semantics, Cause> {
    if unit_instruction(instruction).is_some() {
        return Ok(Semantics::Unit);
    }
    let opcode = instruction.opcode.text;
    let mut modifiers = Modifiers::new(&instruction.modifiers);
    if let Some(cause) = cause_of_exclusion(opcode, &modifiers) {
        return Err(cause);
    }
    let mut specials = instruction.operands.iter().filter_map(special_name);
    match opcode {
        _ if specials.any(|name| !is_known(&name)) => return Err(Cause::SpecialRegister),
        "call" if callee(instruction).is_none() => return Err(Cause::IndirectCall),
        // Only recent chips have the form with three sources.
        "min" | "max" if instruction.operands.len() > 3 => return Err(Cause::Other),
        _ => {}
    }
    let families = [
        control::select,
        access::select,
        integer::select,
        bits::select,
        compare::select,
        convert::select,
        float::select,
        atomic::select,
        warp::select,
    ];
    for family in families {
        if let Some(semantics) = family(opcode, &mut modifiers)? {
            // A modifier that the family did not take may change the result in an unknown way.
            let all_taken = modifiers.is_empty().then_some(semantics);
            return all_taken.ok_or(Cause::Other);
        }
    }
    Err(Cause::Other)
}

/// The instruction in the form that units execute; `None` if no unit executes it.
pub(crate) fn unit_instruction(instruction: &Instruction) -> Option<PtxInstruction> {
    if instruction.unit.is_some() || instruction.opcode.text != "prmt" {
        return instruction.unit.as_deref().cloned();
    }
    // If registers have other types than `.b32`, the parser does not take a permute for a unit's instruction, but the bits are the same.
    // Guard and operands are empty, because the interpreter reads them from the text.
    let suffix = instruction.modifiers.get(1).map_or("", |modifier| modifier.text);
    let mode = PERMUTE_MODES.iter().position(|mode| mode.suffix == suffix)?;
    let (guard, operands) = (None, Operands::default());
    Some(PtxInstruction::Permute(PermuteInstruction { guard, mode, operands }))
}

/// The name of the function that a direct call calls; `None` for a call of a function whose address is in a register.
pub(crate) fn callee<'a>(instruction: &Instruction<'a>) -> Option<Name<'a>> {
    instruction
        .operands
        .iter()
        .find_map(|operand| match operand.kind {
            OperandKind::Name(name) => Some(name),
            _ => None,
        })
        .filter(|name| matches!(name.symbol, Symbol::Item(_)))
}

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

/// Whether an instruction is executed. A direct call counts as executed: whether the function has a body is not checked here.
pub fn support(instruction: &Instruction) -> Support {
    match select(instruction) {
        Ok(Semantics::Unit) => Support::Unit,
        Ok(_) => Support::Executed,
        Err(cause) => Support::NotExecuted(cause),
    }
}
