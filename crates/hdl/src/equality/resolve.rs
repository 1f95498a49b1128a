//! Invariants whose names are resolved in the designs, over any kind of bit.

use super::invariant::{Condition, ConditionKind, Invariant, Term, TermKind};
use crate::error::InvariantError;
use crate::sequential::machine::{ClockCycle, Designs};
use lanesmith_algebra::{Algebra, Bit, Bitwise, Cond, Int};
use lanesmith_netlist::{Flat, FlatScope, NetId};
use lanesmith_text::near::nearest;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The prefixes of names.
pub const SIDES: [&str; 2] = ["left", "right"];

/// The location of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum NetLocation {
    Net(NetId),
    /// A memory, by number.
    Memory(usize),
}

/// An invariant with a signal for each of its names.
pub struct Resolved<'a> {
    pub name: &'a str,
    condition: &'a Condition,
    signals: HashMap<(usize, &'a str), Found>,
}

/// The meaning of a name in an invariant.
#[derive(Clone, Copy)]
enum Found {
    Net(NetId),
    /// The first state bit, and the number of bits.
    Word(usize, u32),
}

/// The maximum width of numbers; no arithmetic on signals needs more in practice.
const MOST_BITS: u32 = 4096;

/// Finds the names of an invariant.
pub fn resolve<'a>(pair: &Designs, invariant: &'a Invariant) -> Result<Resolved<'a>, InvariantError> {
    let mut names = BTreeSet::new();
    of_condition(&invariant.condition, &mut names);
    let mut signals = HashMap::new();
    for (side, name) in names {
        let found = find(pair, side, name).map_err(|why| InvariantError::Name {
            invariant: invariant.name.clone(),
            why,
        })?;
        signals.insert((side, name), found);
    }
    Ok(Resolved {
        name: &invariant.name,
        condition: &invariant.condition,
        signals,
    })
}

fn of_condition<'a>(condition: &'a Condition, names: &mut BTreeSet<(usize, &'a str)>) {
    match &*condition.0 {
        ConditionKind::Equal(x, y) | ConditionKind::Less(x, y) => {
            of_term(x, names);
            of_term(y, names);
        }
        ConditionKind::Not(x) => of_condition(x, names),
        ConditionKind::And(x, y) | ConditionKind::Or(x, y) => {
            of_condition(x, names);
            of_condition(y, names);
        }
    }
}

fn of_term<'a>(term: &'a Term, names: &mut BTreeSet<(usize, &'a str)>) {
    match &*term.0 {
        TermKind::Number(_) => {}
        TermKind::Signal(side, name) => {
            names.insert((*side, name));
        }
        TermKind::Add(x, y) | TermKind::Sub(x, y) | TermKind::Mul(x, y) => {
            of_term(x, names);
            of_term(y, names);
        }
        TermKind::Bits(x, ..) => of_term(x, names),
    }
}

/// A name as the lowering would make it.
fn plain(name: &str) -> String {
    name.replace(['.', '$'], "_")
}

fn find(pair: &Designs, side: usize, name: &str) -> Result<Found, String> {
    let flat = pair.flats[side];
    let places = places(flat);
    let (base, index) = match name.strip_suffix(']').and_then(|name| name.rsplit_once('[')) {
        Some((base, index)) => (base, index.parse::<u32>().ok()),
        None => (name, None),
    };
    let alike = |wanted: &str| -> BTreeSet<NetLocation> {
        let wanted = plain(wanted);
        let alike = places.iter().filter(|(name, _)| plain(name) == wanted);
        alike.flat_map(|(_, places)| places.iter().copied()).collect()
    };
    let mut found = places.get(base).cloned().unwrap_or_default();
    for wanted in [base.to_owned(), format!("{base}_q")] {
        if found.is_empty() {
            found = alike(&wanted);
        }
    }
    let place = match found.len() {
        1 => found.pop_first(),
        0 => None,
        _ => return Err(format!("{name} means several signals of the {} design", SIDES[side])),
    };
    match (place, index) {
        (Some(NetLocation::Net(net)), None) if base == name => Ok(Found::Net(net)),
        (Some(NetLocation::Memory(memory)), Some(word)) => {
            let of = &flat.module.memories[memory];
            match word < of.depth {
                true => Ok(Found::Word(pair.word(side, memory, word), of.width)),
                false => Err(format!("{name}: the memory has {} words", of.depth)),
            }
        }
        (Some(NetLocation::Memory(_)), None) => Err(format!("{name} is a memory: name a word of it, as in {base}[0]")),
        (Some(NetLocation::Net(_)), _) => Err(format!(
            "{name}: {base} is no memory; take bits of it by .bits(lo, width)"
        )),
        (None, _) => {
            let names = || places.keys().map(String::as_str);
            let hint = match nearest(base, names()) {
                Some(near) => format!("did you mean {near}? "),
                None => String::new(),
            };
            let known = names().take(40).collect::<Vec<_>>().join(", ");
            let more = if places.len() > 40 { ", …" } else { "" };
            let side = SIDES[side];
            Err(format!(
                "the {side} design has no signal {base}; {hint}It has {known}{more}"
            ))
        }
    }
}

/// The meanings of the names of a design.
fn places(flat: &Flat) -> BTreeMap<String, BTreeSet<NetLocation>> {
    fn collect(scope: &FlatScope, path: &str, places: &mut BTreeMap<String, BTreeSet<NetLocation>>) {
        for (name, net) in &scope.nets {
            let places = places.entry(format!("{path}{name}")).or_default();
            places.insert(NetLocation::Net(*net));
        }
        for (name, memory) in &scope.memories {
            let places = places.entry(format!("{path}{name}")).or_default();
            places.insert(NetLocation::Memory(*memory));
        }
        for child in &scope.children {
            collect(child, &format!("{path}{}.", child.name), places);
        }
    }
    let mut found = BTreeMap::new();
    collect(&flat.scope, "", &mut found);
    found
}

impl Resolved<'_> {
    /// Whether it holds in a clock, which begins with this state.
    pub fn holds<B: Bit>(&self, clock: &ClockCycle<B>, state: &[B]) -> B {
        self.condition(self.condition, clock, state).bit()
    }

    fn condition<B: Bit>(&self, condition: &Condition, clock: &ClockCycle<B>, state: &[B]) -> Cond<B> {
        let term = |term: &Term| self.term(term, clock, state);
        let inner = |condition: &Condition| self.condition(condition, clock, state);
        match &*condition.0 {
            ConditionKind::Equal(x, y) => Bitwise::<B>::equal(&term(x), &term(y)),
            ConditionKind::Less(x, y) => Bitwise::<B>::less(&term(x), &term(y)),
            ConditionKind::Not(x) => Bitwise::<B>::not(&inner(x)),
            ConditionKind::And(x, y) => Bitwise::<B>::both(&inner(x), &inner(y)),
            ConditionKind::Or(x, y) => Bitwise::<B>::either(&inner(x), &inner(y)),
        }
    }

    fn term<B: Bit>(&self, term: &Term, clock: &ClockCycle<B>, state: &[B]) -> Int<B> {
        let inner = |term: &Term| self.term(term, clock, state);
        match &*term.0 {
            TermKind::Number(value) => Bitwise::<B>::int(*value),
            TermKind::Signal(side, name) => {
                let bits = match self.signals.get(&(*side, name.as_str())) {
                    Some(Found::Net(net)) => clock.nets[*side][net.0 as usize].clone(),
                    Some(Found::Word(first, width)) => state[*first..first + *width as usize].to_vec(),
                    // `resolve` found every name.
                    None => vec![],
                };
                Int::unsigned(bits)
            }
            TermKind::Add(x, y) => Bitwise::<B>::add(&inner(x), &inner(y)),
            TermKind::Sub(x, y) => Bitwise::<B>::sub(&inner(x), &inner(y)),
            TermKind::Mul(x, y) => Bitwise::<B>::mul(&inner(x), &inner(y)),
            TermKind::Bits(_, _, 0) => Bitwise::<B>::int(0),
            TermKind::Bits(x, lo, width) => {
                Bitwise::<B>::field(&inner(x), (*lo).min(MOST_BITS), (*width).min(MOST_BITS))
            }
        }
    }
}
