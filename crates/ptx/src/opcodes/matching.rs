//! Which forms of an opcode the modifiers of an instruction fit.

use super::notation::{Choice, Form, OperandType, Pattern, Since, Slot};
use crate::data_type::{DATA_TYPES, DataType};

/// A form with the modifiers that an instruction chooses.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    pub(crate) form: &'static Form,
    types: Vec<DataType>,
    /// The number of elements that `.v2` or the like gives.
    pub(crate) vector: Option<u32>,
    /// The state spaces that modifiers name, without dots.
    pub(crate) spaces: Vec<&'static str>,
    /// That of a texture, surface or tensor, without its dot.
    pub(crate) geometry: Option<&'static str>,
    /// Whether there is `.L2::cache_hint`.
    pub(crate) has_policy: bool,
    /// Of the form and its modifiers, each with what needs it.
    pub(crate) since: Vec<(&'static str, Since)>,
}

/// Why modifiers fit no form.
#[derive(Debug)]
pub(crate) struct Misfit {
    /// The index of the first modifier that does not fit; the number of modifiers if one is missing.
    pub(crate) at: usize,
    /// What may stand there, without dots.
    pub(crate) expected: Vec<&'static str>,
}

const SPACES: [&str; 11] = [
    "global",
    "shared",
    "shared::cta",
    "shared::cluster",
    "local",
    "const",
    "param",
    "param::entry",
    "param::func",
    "tex",
    "surf",
];

const LAYOUTS: [&str; 2] = ["row", "col"];

const GEOMETRIES: [&str; 11] = [
    "1d", "2d", "3d", "4d", "5d", "a1d", "a2d", "cube", "acube", "2dms", "a2dms",
];

/// The forms of `rows` that `modifiers`, without dots, fit in any order.
pub(crate) fn bind(rows: &[&'static super::Opcode], modifiers: &[&str]) -> Result<Vec<Bound>, Misfit> {
    let mut bound = Vec::new();
    let mut misfit = Misfit {
        at: 0,
        expected: Vec::new(),
    };
    let of = |row: &&'static super::Opcode| row.forms.iter().map(|form| (form, row.fixed.as_slice()));
    let forms = rows.iter().flat_map(of);
    for (form, fixed) in forms {
        match bind_form(form, fixed, modifiers) {
            Ok(found) => bound.push(found),
            Err(other) if other.at > misfit.at => misfit = other,
            Err(other) if other.at == misfit.at => misfit.expected.extend(other.expected),
            Err(_) => {}
        }
    }
    match bound.is_empty() {
        false => Ok(bound),
        true => {
            let mut seen = std::collections::HashSet::new();
            misfit.expected.retain(|name| seen.insert(*name));
            Err(misfit)
        }
    }
}

fn bind_form(form: &'static Form, fixed: &[&str], modifiers: &[&str]) -> Result<Bound, Misfit> {
    let mut chosen = vec![None; form.slots.len()];
    let mut since = vec![("", form.since)];
    let open = |chosen: &[Option<&'static Choice>], wants_required: bool| {
        let free = form.slots.iter().zip(chosen).filter(|(_, chosen)| chosen.is_none());
        let free = free.filter(|(slot, _)| !wants_required || !slot.is_optional);
        let names = free.flat_map(|(slot, _)| slot.choices.iter().map(|choice| choice.name));
        names.collect::<Vec<_>>()
    };
    // Types, state spaces, layouts and parts of the name stand in their order, other modifiers in any.
    let is_in_order = |chosen: &[Option<_>], index: usize, name: &str| {
        let slot = &form.slots[index];
        let same = |other: &Slot| {
            (slot.has_types() && other.has_types()) || is_of(&SPACES, slot, other) || is_of(&LAYOUTS, slot, other)
        };
        let mut before = form.slots[..index].iter().zip(chosen);
        before.all(|(other, chosen)| chosen.is_some() || other.is_optional || !same(other))
            && (!fixed.contains(&name) || chosen[index..].iter().all(Option::is_none))
    };
    for (at, modifier) in modifiers.iter().enumerate() {
        let free = form.slots.iter().enumerate().find_map(|(index, slot)| {
            let is_free = chosen[index].is_none() && is_in_order(&chosen, index, modifier);
            Some((index, slot.find(modifier).filter(|_| is_free)?))
        });
        match free {
            Some((index, choice)) => {
                chosen[index] = Some(choice);
                if choice.since != Since::default() {
                    since.push((choice.name, choice.since));
                }
            }
            None if is_ignored(form, modifier, &modifiers[..at]) => {}
            None => {
                let expected = open(&chosen, false);
                return Err(Misfit { at, expected });
            }
        }
    }
    let is_missing = |(slot, chosen): (&Slot, &Option<_>)| !slot.is_optional && chosen.is_none();
    if form.slots.iter().zip(&chosen).any(is_missing) {
        return Err(Misfit {
            at: modifiers.len(),
            expected: open(&chosen, true),
        });
    }
    let types = form.slots.iter().zip(&chosen).filter(|(slot, _)| slot.is_type());
    let names = || chosen.iter().flatten().map(|choice| choice.name);
    Ok(Bound {
        form,
        types: types.filter_map(|(_, choice)| choice.as_ref()?.kind).collect(),
        vector: names().find_map(|name| match name {
            "v2" => Some(2),
            "v4" => Some(4),
            "v8" => Some(8),
            _ => None,
        }),
        has_policy: names().any(|name| name == "L2::cache_hint"),
        geometry: names().find(|name| GEOMETRIES.contains(name)),
        spaces: names().filter(|name| SPACES.contains(name)).collect(),
        since,
    })
}

/// Whether all choices of two slots are among `names`.
fn is_of(names: &[&str], slot: &Slot, other: &Slot) -> bool {
    let mut choices = slot.choices.iter().chain(&other.choices);
    choices.all(|choice| names.contains(&choice.name))
}

/// Whether NVIDIA's assembler ignores a modifier: one that is there twice, or `.pred` where it does not look at it.
fn is_ignored(form: &Form, modifier: &str, before: &[&str]) -> bool {
    const DOUBLED: [&str; 8] = ["sat", "ftz", "cc", "approx", "sync", "uni", "NaN", "relu"];
    const WITH_PREDICATE: [&str; 21] = [
        "add", "addc", "sub", "fma", "abs", "neg", "min", "max", "rcp", "sqrt", "rsqrt", "sin", "cos", "lg2", "ex2",
        "tanh", "setp", "set", "cvt", "atom", "red",
    ];
    match modifier {
        "pred" => WITH_PREDICATE.contains(&form.opcode()) || form.syntax.starts_with("mul{"),
        _ => DOUBLED.contains(&modifier) && before.contains(&modifier),
    }
}

impl Bound {
    /// The type of an operand; `None` if any fits.
    pub(crate) fn kind(&self, pattern: &Pattern) -> Option<DataType> {
        match pattern.kind {
            OperandType::Modifier(index) => self.types.get(index).copied(),
            OperandType::Fixed(kind) => Some(kind),
            OperandType::Wide => self.types.first().and_then(|kind| {
                let is_double = |other: &&DataType| other.class == kind.class && other.bits == 2 * kind.bits;
                DATA_TYPES.iter().find(is_double).copied()
            }),
            OperandType::Address | OperandType::Any => None,
        }
    }

    /// The bits of all elements of the vector that modifiers name.
    pub(crate) fn vector_bits(&self) -> u32 {
        self.vector.unwrap_or(1) * self.types.first().map_or(0, |kind| kind.bits)
    }
}
