//! Addresses: their spaces, the registers that hold them, coordinates of textures, surfaces and tensors.

use super::Checker;
use super::offer::{ANY, SURFACES, describe, fits, is_in};
use super::operand::{Checked, wrong};
use crate::data_type::{DataType, TypeClass};
use crate::opcodes::{Bound, Pattern, Shape};
use crate::tree::{Address, Name, Operand, OperandKind, Span, Symbol};

/// Opcodes whose addresses without a state space are generic.
const GENERIC: &str =
    " ld ldu st atom red prefetch prefetchu mbarrier wmma ldmatrix stmatrix discard applypriority createpolicy ";
/// Opcodes that access textures and surfaces by their handles.
const TEXTURES: [&str; 3] = ["tex", "tld4", "txq"];

const NO_BASE: &str = "an address without a register or variable";

impl<'m, 'a> Checker<'m, 'a> {
    pub(super) fn address(&self, address: &Address, pattern: &Pattern, span: Span, bound: &Bound) -> Checked {
        let has_coordinates = pattern.shape == Shape::LongAddress;
        let opcode = bound.form.opcode();
        let is_surface = SURFACES.contains(&opcode);
        let is_handle = is_surface || TEXTURES.contains(&opcode);
        let name = match address.base.as_ref().map(|base| &base.kind) {
            Some(OperandKind::Name(name)) => name,
            Some(_) => return wrong(span, NO_BASE),
            None if bound.spaces.first() == Some(&"local") => return Ok(()),
            None => return wrong(span, "a number as an address, which only `.local` takes"),
        };
        let at = name.word.span();
        let is_entry = self.function.is_some_and(|function| function.is_entry);
        if bound.spaces.contains(&"param::func") && is_entry && !matches!(name.symbol, Symbol::Variable(_)) {
            return wrong(at, "a function's parameter in a kernel");
        }
        match (name.symbol, self.space(name)) {
            (Symbol::Register(index, _), _) => {
                let (kind, vector) = self.register(index);
                let is_index = kind.class != TypeClass::Float && kind.class != TypeClass::Predicate && kind.bits <= 64;
                if vector != 1 || !is_index {
                    return wrong(at, format!("an address in {}", describe(kind)));
                }
                let is_generic = bound.spaces.is_empty()
                    && GENERIC.contains(&format!(" {opcode} "))
                    && !bound.form.syntax.contains(".async");
                // NVIDIA's assembler takes registers of 16 bits.
                let is_long = is_generic || is_handle || bound.spaces == ["global"];
                if self.has_long_addresses && kind.bits == 32 && is_long {
                    return wrong(at, "an address in a register of 32 bits, where addresses have 64");
                }
            }
            (Symbol::Unresolved, _) => {}
            _ if is_handle => self.handle(name, at, is_surface)?,
            (_, Some(space)) if has_coordinates || is_in(space, &bound.spaces) => {}
            (_, Some(space)) => return wrong(at, format!("an address of a variable in `{space}`")),
            _ => return wrong(at, NO_BASE),
        }
        match (bound.geometry.filter(|_| has_coordinates), address.rest.first()) {
            (Some(geometry), _) => self.coordinates(&address.rest, span, pattern, bound, geometry, is_handle),
            (None, Some(extra)) => wrong(extra.span, "an address with coordinates"),
            (None, None) => Ok(()),
        }
    }

    /// A variable of the type `.texref`, `.samplerref` or `.surfref`, or a parameter with a handle.
    fn handle(&self, name: &Name, span: Span, is_surface: bool) -> Checked {
        let is_parameter = matches!(name.symbol, Symbol::Parameter(_));
        match (self.variable(name).map(|variable| variable.data_type.text), is_surface) {
            (Some(".surfref"), true) | (Some(".texref" | ".samplerref"), false) => Ok(()),
            (Some(".u64" | ".b64" | ".s64"), _) if is_parameter => Ok(()),
            _ => wrong(span, if is_surface { "not a surface" } else { "not a texture" }),
        }
    }

    /// `[t, {x, y}]` or, of textures, `[t, sampler, {x, y}]`.
    fn coordinates(
        &self,
        rest: &[Operand],
        span: Span,
        pattern: &Pattern,
        bound: &Bound,
        geometry: &str,
        is_handle: bool,
    ) -> Checked {
        let last = match rest {
            [last] => last,
            [sampler, last] if is_handle && matches!(sampler.kind, OperandKind::Name(_)) => last,
            _ => return wrong(span, "an address without coordinates"),
        };
        let elements = match &last.kind {
            OperandKind::Vector(elements) => elements.as_slice(),
            OperandKind::Name(_) => std::slice::from_ref(last),
            _ => return wrong(last.span, "an address without coordinates"),
        };
        let element = pattern.of_elements(Shape::Source);
        let first = elements.first().map(|first| self.offer(first, &element, &[]));
        let (first, vector) = first.unwrap_or(Ok((ANY, 1)))?;
        if vector > 1 {
            return Ok(());
        }
        let wanted = match geometry {
            "1d" => 1,
            "2d" | "a1d" => 2,
            "5d" => 5,
            "3d" if !is_handle => 3,
            _ => 4,
        };
        let count = elements.len();
        // `.tile::gather4` and `.tile::scatter4` have a column and four rows.
        let fits_count = match is_handle {
            true => count >= wanted && count.is_power_of_two(),
            false => count == wanted || (wanted, count) == (2, 5),
        };
        if !fits_count {
            return wrong(last.span, format!("{count} coordinates for `.{geometry}`"));
        }
        let is_array = geometry.starts_with('a');
        if is_array && first.class == TypeClass::Float {
            return wrong(last.span, "the index of an array in a register of a float");
        }
        // Coordinates that are floats may be in any register of 32 bits; the index of an array has a type of its own.
        let is_float = bound.kind(pattern).is_some_and(|kind| kind.class == TypeClass::Float);
        let kind = DataType::read(if is_float { ".b32" } else { ".s32" });
        match (self.merged(&elements[usize::from(is_array)..], &element)?, kind) {
            (Some(offer), Some(kind)) if !fits(offer, kind, &element) => wrong(last.span, describe(offer)),
            _ => Ok(()),
        }
    }
}
