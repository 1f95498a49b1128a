//! How types are laid out in bits and nets.

use rust_hdl_core::prelude::{TypeDescriptor, TypeKind};

/// The most bits that an expression of the netlist has: wider words are lists of these.
pub const LIMB: u32 = 64;

/// The most bits of a word.
pub const MOST_BITS: u32 = 1 << 12;

/// A name without the mark of Rust's raw identifiers.
pub fn plain(name: &str) -> &str {
    name.strip_prefix("r#").unwrap_or(name)
}

/// A part of a signal that is a net of its own: a signal whose type is a struct has one for each innermost field, a word
/// of more than 64 bits one for each 64 of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Field names from the signal down, each after a `$`; empty for plain types.
    pub suffix: String,
    /// Position of the lowest bit.
    pub lo: u32,
    /// Bits.
    pub width: u32,
}

impl Part {
    /// Its bits of a value; missing ones are 0.
    pub fn of(&self, bits: &[bool]) -> u64 {
        let bit = |i: u32| bits.get((self.lo + i) as usize).copied().unwrap_or(false);
        (0..self.width).fold(0, |value, i| value | u64::from(bit(i)) << i)
    }
}

/// The parts of a type, least significant first. Errors name what is not understood.
pub fn parts(descriptor: &TypeDescriptor) -> Result<Vec<Part>, String> {
    let mut found = Vec::new();
    collect(descriptor, "", &mut found)?;
    Ok(found)
}

fn collect(descriptor: &TypeDescriptor, suffix: &str, found: &mut Vec<Part>) -> Result<(), String> {
    let width = match &descriptor.kind {
        TypeKind::Bits(width) | TypeKind::Signed(width) => *width as u32,
        TypeKind::Enum(variants) => enum_width(variants.len()),
        TypeKind::Composite(fields) => {
            for field in fields {
                collect(&field.kind, &format!("{suffix}${}", plain(&field.fieldname)), found)?;
            }
            return Ok(());
        }
    };
    if !(1..=MOST_BITS).contains(&width) {
        return Err(format!(
            "type {}: {width} bits; words have 1 to {MOST_BITS}",
            descriptor.name
        ));
    }
    let base = found.last().map_or(0, |part| part.lo + part.width);
    for lo in (0..width).step_by(LIMB as usize) {
        let bits = LIMB.min(width - lo);
        let limb = match width <= LIMB {
            true => String::new(),
            false => format!("${}_{lo}", lo + bits - 1),
        };
        found.push(Part {
            suffix: format!("{suffix}{limb}"),
            lo: base + lo,
            width: bits,
        });
    }
    Ok(())
}

/// The bits that number `variants` variants.
pub fn enum_width(variants: usize) -> u32 {
    variants.next_power_of_two().trailing_zeros()
}

/// The bits of a type.
pub fn width_of(descriptor: &TypeDescriptor) -> u32 {
    match &descriptor.kind {
        TypeKind::Bits(width) | TypeKind::Signed(width) => *width as u32,
        TypeKind::Enum(variants) => enum_width(variants.len()),
        TypeKind::Composite(fields) => fields.iter().map(|field| width_of(&field.kind)).sum(),
    }
}

/// Offset and type of a field of a struct.
fn field_of<'a>(descriptor: &'a TypeDescriptor, name: &str) -> Option<(u32, &'a TypeDescriptor)> {
    let TypeKind::Composite(fields) = &descriptor.kind else {
        return None;
    };
    let mut lo = 0;
    for field in fields {
        if plain(&field.fieldname) == name {
            return Some((lo, &field.kind));
        }
        lo += width_of(&field.kind);
    }
    None
}

/// Offset and type of a field of a field.
pub fn inner_field<'a>(
    descriptor: &'a TypeDescriptor,
    names: &[impl AsRef<str>],
) -> Result<(u32, &'a TypeDescriptor), String> {
    let mut names = names.iter().map(AsRef::as_ref);
    names.try_fold((0, descriptor), |(lo, kind), name| {
        let (offset, inner) = field_of(kind, name).ok_or_else(|| format!("{} has no field `{name}`", kind.name))?;
        Ok((lo + offset, inner))
    })
}

/// Whether these bits of a type are one signed number.
pub fn is_signed_at(descriptor: &TypeDescriptor, lo: u32, width: u32) -> bool {
    match &descriptor.kind {
        TypeKind::Signed(bits) => lo == 0 && *bits as u32 == width,
        TypeKind::Composite(fields) => {
            let mut base = 0;
            for field in fields {
                let bits = width_of(&field.kind);
                if (base..base + bits).contains(&lo) {
                    return is_signed_at(&field.kind, lo - base, width);
                }
                base += bits;
            }
            false
        }
        _ => false,
    }
}
