//! Loads, stores, fences and address conversions (PTX ISA, section "Data Movement and Conversion Instructions").

use crate::cause::Cause;
use crate::memory::{Access, Space};
use crate::modifiers::{Int, Modifiers};
use crate::semantics::{Selected, Semantics, pure};
use lanesmith_ptx::TypeClass;

/// The modifiers of order, scope and caching. Ignoring them is sound: one thread runs at a time, and there is no cache, so every
/// access takes effect at once, in program order, and exactly once (`.volatile`, `.mmio`). That order is sequentially consistent, the
/// strictest that `.sc` can ask for. Spaces around each modifier make the search one for whole words.
const ORDER_AND_CACHES: &str = " .weak .volatile .relaxed .acquire .release .acq_rel .sc .mmio .cta .cluster .gpu .sys .ca .cg .cs \
                                .lu .cv .wb .wt .nc .unified ";

/// Takes the modifiers of an access: its space, its type, and the number of its elements.
pub(crate) fn access(modifiers: &mut Modifiers) -> Result<Access, Cause> {
    let space = modifiers.iter().find_map(Space::read).unwrap_or(Space::Generic);
    modifiers.take_all(|modifier| {
        let is_cache = modifier.starts_with(".L1::") || modifier.starts_with(".L2::");
        is_cache || Space::read(modifier).is_some() || ORDER_AND_CACHES.contains(&format!(" {modifier} "))
    });
    // The digit in `.v2`; a scalar access has one element.
    let count = modifiers
        .take_of(&[".v2", ".v4", ".v8"])
        .map_or(1, |modifier| u32::from(modifier.as_bytes()[2] - b'0'));
    let data_type = modifiers.take_type()?;
    let element = Int::of(data_type);
    match data_type.class {
        TypeClass::Predicate => Err(Cause::Other),
        _ => Ok(Access { space, element, count }),
    }
}

/// What a memory instruction does; `None` for other opcodes. Errors: modifiers that the interpreter does not execute.
pub(crate) fn select(opcode: &str, modifiers: &mut Modifiers) -> Selected {
    match opcode {
        "ld" | "ldu" => Ok(Some(Semantics::Load(access(modifiers)?))),
        "st" => Ok(Some(Semantics::Store(access(modifiers)?))),
        // Fences have nothing to order (see `ORDER_AND_CACHES`); the others affect time, profilers, debuggers or other grids.
        "prefetch" | "prefetchu" | "applypriority" | "membar" | "fence" | "nanosleep" | "pmevent"
        | "griddepcontrol" | "setmaxnreg" | "brkpt" => {
            modifiers.take_all(|_| true);
            Ok(Some(Semantics::Nothing))
        }
        "cvta" | "isspacep" => {
            // `cvta.to.global` converts a generic address to one of the space; `cvta.global` is the inverse.
            let from_generic = modifiers.take(".to");
            let space = modifiers.iter().find_map(Space::read).ok_or(Cause::Other)?;
            modifiers.take_all(|modifier| Space::read(modifier).is_some());
            let base = space.base();
            if opcode == "isspacep" {
                return pure(move |a, _, _| u64::from(space.contains(a)));
            }
            match modifiers.take_type()?.bits {
                64 if from_generic => pure(move |a, _, _| a.wrapping_sub(base)),
                64 => pure(move |a, _, _| a.wrapping_add(base)),
                // Addresses of 32 bits do not hold a segment number.
                _ => Err(Cause::Other),
            }
        }
        _ => Ok(None),
    }
}
