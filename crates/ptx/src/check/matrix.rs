//! Sizes of the fragments of `mma` and `wmma` (PTX ISA, section "Warp-Level Matrix Instructions").

use super::diagnostic;
use crate::tree::{Instruction, OperandKind};
use lanesmith_text::diagnostic::Diagnostic;

/// The bits of the elements of a matrix.
fn bits(name: &str) -> Option<u32> {
    Some(match name {
        ".f64" => 64,
        ".f32" | ".s32" | ".tf32" => 32,
        ".f16" | ".bf16" => 16,
        ".u8" | ".s8" | ".e4m3" | ".e5m2" => 8,
        ".u4" | ".s4" => 4,
        ".b1" => 1,
        _ => return None,
    })
}

/// The rows, columns and depth of `.m16n8k8`.
fn shape(name: &str) -> Option<[u32; 3]> {
    let (m, rest) = name.strip_prefix(".m")?.split_once('n')?;
    let (n, k) = rest.split_once('k')?;
    Some([m.parse().ok()?, n.parse().ok()?, k.parse().ok()?])
}

/// Checks that each thread of a warp has the registers of its part of a matrix.
pub(super) fn fragments(instruction: &Instruction) -> Result<(), (usize, Diagnostic)> {
    for (at, wanted) in sizes(instruction).into_iter().flatten() {
        if let Some(operand) = instruction.operands.get(at)
            && let OperandKind::Vector(elements) = &operand.kind
            && elements.len() as u32 != wanted
        {
            let message = format!("operand {} has {} elements", at + 1, elements.len());
            return Err((at, diagnostic(operand.span, message, format!("a vector of {wanted}"))));
        }
    }
    Ok(())
}

/// Operands with the registers that they need.
fn sizes(instruction: &Instruction) -> Option<Vec<(usize, u32)>> {
    let opcode = instruction.opcode.text;
    if !matches!(opcode, "mma" | "wmma") {
        return None;
    }
    let has = |name: &str| instruction.modifiers.iter().any(|word| word.text == name);
    let [m, n, k] = instruction.modifiers.iter().find_map(|word| shape(word.text))?;
    let modifiers = instruction.modifiers.iter();
    let types: Vec<u32> = modifiers.filter_map(|word| bits(word.text)).collect();
    // A register has 32 bits, or one element of 64.
    let registers = |elements: u32, bits: u32| (elements * bits / if bits == 64 { 2048 } else { 1024 }).max(1);
    let is_half = |bits: u32| opcode == "wmma" && bits == 16 && !has(".bf16");
    // Of half precision `wmma` has each element twice.
    let source = |elements, bits| if is_half(bits) { 8 } else { registers(elements, bits) };
    if opcode == "wmma" && !has(".mma") {
        let kind = *types.first()?;
        return Some(match (has(".load"), has(".a"), has(".b")) {
            (true, true, _) => vec![(0, source(m * k, kind))],
            (true, _, true) => vec![(0, source(n * k, kind))],
            (true, ..) => vec![(0, registers(m * n, kind))],
            _ => vec![(1, registers(m * n, kind))],
        });
    }
    let [d, a, b, c] = match types[..] {
        [d, a, b, c] => [d, a, b, c],
        // `wmma.mma` of half precision names the types of d and c only.
        [d, c] if opcode == "wmma" => [d, 16, 16, c],
        _ => return None,
    };
    let is_first = [m, n, k] == [8, 8, 4] && a == 16;
    if is_first || has(".kind::f8f6f4") || has(".block_scale") {
        return None;
    }
    let sparse = 1 + u32::from(has(".sp") || has(".sp::ordered_metadata"));
    Some(vec![
        (0, registers(m * n, d)),
        (1, source(m * k / sparse, a)),
        (2, source(n * k, b)),
        (3, registers(m * n, c)),
    ])
}
