//! Instructions on memory (PTX ISA, section "Data Movement and Conversion Instructions").

use crate::cause::Cause;
use crate::memory::{Access, Space};
use crate::modifiers::{Int, Modifiers};
use crate::semantics::{Selected, Semantics, pure};
use lanesmith_ptx::TypeClass;

/// The modifiers of memory instructions that do not change results here: order, scope, caches.
const HINTS: &str = " .weak .volatile .relaxed .acquire .release .acq_rel .sc .mmio .cta .cluster .gpu .sys .ca .cg .cs .lu .cv .wb \
                     .wt .nc .unified ";

/// Takes the space and the type of an access.
pub(crate) fn access(modifiers: &mut Modifiers) -> Result<Access, Cause> {
    let space = modifiers.iter().find_map(Space::read).unwrap_or(Space::Generic);
    modifiers.take_all(|modifier| {
        let is_cache = modifier.starts_with(".L1::") || modifier.starts_with(".L2::");
        is_cache || Space::read(modifier).is_some() || HINTS.contains(&format!(" {modifier} "))
    });
    let vector = modifiers
        .take_of(&[".v2", ".v4", ".v8"])
        .map_or(1, |vector| u32::from(vector.as_bytes()[2] - b'0'));
    let data_type = modifiers.take_type()?;
    let int = Int::of(data_type);
    match data_type.class {
        TypeClass::Predicate => Err(Cause::Other),
        _ => Ok(Access { space, int, vector }),
    }
}

pub(crate) fn select(opcode: &str, modifiers: &mut Modifiers) -> Selected {
    match opcode {
        "ld" | "ldu" => Ok(Some(Semantics::Load(access(modifiers)?))),
        "st" => Ok(Some(Semantics::Store(access(modifiers)?))),
        "prefetch" | "prefetchu" | "applypriority" | "membar" | "fence" | "nanosleep" | "pmevent"
        | "griddepcontrol" | "setmaxnreg" | "brkpt" => {
            modifiers.take_all(|_| true);
            Ok(Some(Semantics::Nothing))
        }
        "cvta" | "isspacep" => {
            let is_back = modifiers.take(".to");
            let space = modifiers.iter().find_map(Space::read).ok_or(Cause::Other)?;
            modifiers.take_all(|modifier| Space::read(modifier).is_some());
            let window = space.window();
            if opcode == "isspacep" {
                return pure(move |a, _, _| u64::from(space.contains(a)));
            }
            match modifiers.take_type()?.bits {
                64 if is_back => pure(move |a, _, _| a.wrapping_sub(window)),
                64 => pure(move |a, _, _| a.wrapping_add(window)),
                _ => Err(Cause::Other),
            }
        }
        _ => Ok(None),
    }
}
