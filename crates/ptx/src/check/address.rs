//! Addresses: their spaces, the registers that hold them, coordinates of textures, surfaces and tensors.

use super::Checker;
use super::operand::{Checked, fits, wrong};
use crate::data_type::{DataType, TypeClass};
use crate::opcodes::{Bound, Pattern, Shape};
use crate::tree::{Address, Name, Operand, OperandKind, Span, Symbol};

/// Opcodes whose addresses without a state space are generic.
const GENERIC: [&str; 14] = [
    "ld",
    "ldu",
    "st",
    "atom",
    "red",
    "prefetch",
    "prefetchu",
    "mbarrier",
    "wmma",
    "ldmatrix",
    "stmatrix",
    "discard",
    "applypriority",
    "createpolicy",
];
/// Opcodes that access textures and surfaces by their handles.
const TEXTURES: [&str; 3] = ["tex", "tld4", "txq"];
pub(super) const SURFACES: [&str; 4] = ["suld", "sust", "sured", "suq"];

impl<'m, 'a> Checker<'m, 'a> {
    pub(super) fn address(&self, address: &Address, pattern: &Pattern, span: Span, bound: &Bound) -> Checked {
        let has_coordinates = pattern.shape == Shape::LongAddress;
        if !has_coordinates && !address.rest.is_empty() {
            return wrong(span, "an address with coordinates");
        }
        let opcode = bound.form.opcode();
        let is_handle = TEXTURES.contains(&opcode) || SURFACES.contains(&opcode);
        let Some(base) = &address.base else {
            return match bound.spaces.first() {
                Some(&"local") => Ok(()),
                _ => wrong(span, "a number as an address, which only `.local` takes"),
            };
        };
        let OperandKind::Name(name) = &base.kind else {
            return wrong(base.span, "an address without a register or variable");
        };
        match name.symbol {
            Symbol::Register(index, _) => match self.register(index) {
                Some((kind, 1)) if is_index(kind) => {
                    let is_generic =
                        bound.spaces.is_empty() && GENERIC.contains(&opcode) && !bound.form.syntax.contains(".async");
                    let is_global = bound.spaces == ["global"];
                    // NVIDIA's assembler takes registers of 16 bits.
                    if self.has_long_addresses && kind.bits == 32 && (is_generic || is_global || is_handle) {
                        return wrong(
                            base.span,
                            "an address in a register of 32 bits, where addresses have 64",
                        );
                    }
                }
                None => {}
                Some((kind, _)) => {
                    return wrong(base.span, format!("an address in a register of type `{}`", kind.name));
                }
            },
            Symbol::Unresolved => {}
            _ if is_handle => self.handle(name, base.span, opcode)?,
            _ => match self.space(name) {
                Some(_) if has_coordinates => {}
                Some(space) if is_in(space, &bound.spaces) => {}
                Some(space) => return wrong(base.span, format!("an address of a variable in `{space}`")),
                None => return wrong(base.span, "an address without a register or variable"),
            },
        }
        match has_coordinates {
            true => self.coordinates(&address.rest, span, pattern, bound, is_handle),
            false => Ok(()),
        }
    }

    /// The number of elements of a register.
    fn vector_of(&self, name: &Name) -> u32 {
        match name.symbol {
            Symbol::Register(index, _) => self.register(index).map_or(1, |(_, vector)| vector),
            _ => 1,
        }
    }

    /// A variable of the type `.texref`, `.samplerref` or `.surfref`.
    fn handle(&self, name: &Name, span: Span, opcode: &str) -> Checked {
        let kind = self.variable(name).map(|variable| variable.data_type.text);
        match (kind, SURFACES.contains(&opcode)) {
            (Some(".surfref"), true) | (Some(".texref" | ".samplerref"), false) => Ok(()),
            (Some(".u64" | ".b64" | ".s64"), _) if matches!(name.symbol, Symbol::Parameter(_)) => Ok(()),
            (_, true) => wrong(span, "not a surface"),
            (_, false) => wrong(span, "not a texture"),
        }
    }

    /// `[t, {x, y}]` or, of textures, `[t, sampler, {x, y}]`.
    fn coordinates(&self, rest: &[Operand], span: Span, pattern: &Pattern, bound: &Bound, is_handle: bool) -> Checked {
        let Some(geometry) = bound.geometry else {
            return match rest.first() {
                Some(extra) => wrong(extra.span, "an address with coordinates"),
                None => Ok(()),
            };
        };
        let (last, before) = match rest.split_last() {
            Some((last, [])) => (last, None),
            Some((last, [sampler])) => (last, Some(sampler)),
            _ => return wrong(span, "an address without coordinates"),
        };
        if let Some(sampler) = before
            && (!is_handle || !matches!(sampler.kind, OperandKind::Name(_)))
        {
            return wrong(sampler.span, "not a sampler");
        }
        let elements = match &last.kind {
            OperandKind::Vector(elements) => elements.as_slice(),
            OperandKind::Name(_) => std::slice::from_ref(last),
            _ => return wrong(last.span, "not coordinates"),
        };
        let wanted = match geometry {
            "1d" => 1,
            "2d" | "a1d" => 2,
            "5d" => 5,
            "3d" if !is_handle => 3,
            _ => 4,
        };
        let fits_count = match is_handle {
            true => elements.len() >= wanted && elements.len().is_power_of_two(),
            // `.tile::gather4` and `.tile::scatter4` have a column and four rows.
            false => elements.len() == wanted || (wanted, elements.len()) == (2, 5),
        };
        // The index of an array has a type of its own.
        let typed = if geometry.starts_with('a') {
            elements.get(1..).unwrap_or_default()
        } else {
            elements
        };
        let element = pattern.of_elements(Shape::Source);
        if let (true, Some(first)) = (typed.len() < elements.len(), elements.first())
            && self.offer_of(first, &element, &[])?.0.class == TypeClass::Float
        {
            return wrong(first.span, "the index of an array in a register of a float");
        }
        // Coordinates that are floats may be in any register of 32 bits.
        let bits = DataType::read(".b32");
        let kind = bound.kind(pattern).and_then(|kind| {
            if kind.class == TypeClass::Float {
                bits
            } else {
                Some(kind)
            }
        });
        let is_vector = matches!(&last.kind, OperandKind::Name(name) if self.vector_of(name) > 1);
        if let (Some(kind), false) = (kind, is_vector) {
            match self.merged(typed, &element)? {
                Some(offer) if !fits(offer, kind, &element) => return wrong(last.span, offer.describe()),
                _ => {}
            }
        }
        if is_vector {
            return Ok(());
        }
        match fits_count {
            true => Ok(()),
            false => wrong(last.span, format!("{} coordinates for `.{geometry}`", elements.len())),
        }
    }
}

/// Whether a register may hold an address.
fn is_index(kind: DataType) -> bool {
    kind.class != TypeClass::Float && kind.class != TypeClass::Predicate && kind.bits <= 64
}

/// Whether a variable's space is among those that an instruction names; without names its address is generic.
pub(super) fn is_in(space: &str, spaces: &[&str]) -> bool {
    let space = &space[1..];
    match spaces {
        [] => matches!(space, "global" | "shared" | "local"),
        _ => spaces.iter().any(|name| name.split("::").next() == Some(space)),
    }
}
