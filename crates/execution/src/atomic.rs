//! Atomic operations (PTX ISA, sections "atom" and "red").

use crate::access::access;
use crate::cause::Cause;
use crate::float::{Style, with_format};
use crate::memory::Space;
use crate::modifiers::{Int, Modifiers, element};
use crate::semantics::{AtomicOperation, Pure, Selected, Semantics, lanes};
use lanesmith_ptx::TypeClass;
use rustc_apfloat::Float;

pub(crate) fn select(opcode: &str, modifiers: &mut Modifiers) -> Selected {
    if !matches!(opcode, "atom" | "red") {
        return Ok(None);
    }
    let operations = [
        ".add", ".min", ".max", ".inc", ".dec", ".and", ".or", ".xor", ".exch", ".cas",
    ];
    let operation = modifiers.take_of(&operations).ok_or(Cause::Other)?;
    modifiers.take(".noftz");
    let data_type = modifiers.last_type().ok_or(Cause::Other)?;
    let access = access(modifiers)?;
    if access.count > 1 {
        return Err(Cause::Other);
    }
    let update = match data_type.class {
        TypeClass::Float => {
            if operation != ".add" || !modifiers.is_empty() {
                return Err(Cause::Other);
            }
            // Single precision is flushed in global memory only; a generic address is taken as one of it.
            let flushes = data_type.name == ".f32" && access.space != Space::Shared;
            let style = Style::nearest(flushes);
            let (one, count) = element(data_type);
            let add: Pure = with_format!(one.name, F => Box::new(move |old, b, _| {
                style.write(style.read::<F>(old).add_r(style.read(b), style.round).value)
            }));
            lanes(count, one.bits, add)
        }
        _ => integer(operation, access.element),
    };
    Ok(Some(Semantics::Atomic(AtomicOperation { access, update })))
}

fn integer(operation: &str, int: Int) -> Pure {
    match operation {
        ".add" => Box::new(move |old, b, _| old.wrapping_add(b) & int.mask()),
        ".min" => Box::new(move |old, b, _| int.wrap(int.value(old).min(int.value(b)))),
        ".max" => Box::new(move |old, b, _| int.wrap(int.value(old).max(int.value(b)))),
        ".inc" => Box::new(move |old, b, _| if old >= b & int.mask() { 0 } else { old + 1 }),
        ".dec" => Box::new(move |old, b, _| {
            let b = b & int.mask();
            if old == 0 || old > b { b } else { old - 1 }
        }),
        ".and" => Box::new(|old, b, _| old & b),
        ".or" => Box::new(move |old, b, _| (old | b) & int.mask()),
        ".xor" => Box::new(move |old, b, _| (old ^ b) & int.mask()),
        ".exch" => Box::new(move |_, b, _| b & int.mask()),
        _ => Box::new(move |old, b, c| if old == b & int.mask() { c & int.mask() } else { old }),
    }
}
