//! Compares two readings of one design: equal outputs and equal next states, for all inputs and from all states.

use super::machine::{NamedWords, TransitionSystem};
use super::sweep::{EquivalenceVerdict, Limits, equivalent};
use lanesmith_algebra::{Edge, Graph};
use std::collections::HashMap;

/// The seed of the simulation patterns.
const SEED: u64 = 1;

/// Two bits that should be equal, and the word that they belong to.
pub(super) type Compared = (String, (Edge, Edge));

/// The outputs and next states of two machines in corresponding states, with these inputs: `places` has for each bit of the first one's
/// state the place in the other's. Error: outputs of different widths.
pub(super) fn compared(
    [one, other]: [&dyn TransitionSystem; 2],
    places: &[usize],
    inputs: &NamedWords,
    state: &[Edge],
) -> Result<Vec<Compared>, String> {
    // An undefined value of `other`, which no name has, is 0.
    let mut others = vec![Edge::Constant(false); other.state_bits() as usize];
    for (bit, place) in state.iter().zip(places) {
        others[*place] = bit.clone();
    }
    let (outputs, next) = one.step(inputs, state);
    let (other_outputs, other_next) = other.step(inputs, &others);
    let mut compared = vec![];
    for (name, word) in outputs {
        let found = other_outputs.get(&name).map_or(&[][..], Vec::as_slice);
        if word.len() != found.len() {
            return Err(format!("the output {name} has {} bits and {}", word.len(), found.len()));
        }
        let bits = word.into_iter().zip(found.iter().cloned());
        compared.extend(bits.map(|pair| (format!("the output {name}"), pair)));
    }
    let next = next
        .into_iter()
        .zip(places.iter().map(|place| other_next[*place].clone()));
    let next = next.zip(one.state_names());
    compared.extend(next.map(|(pair, names)| (format!("the next value of {}", names[0]), pair)));
    Ok(compared)
}

/// Compares two machines, whose state bits correspond by their names. Error: what differs, or that the comparison was not decided.
pub fn agree(one: &dyn TransitionSystem, other: &dyn TransitionSystem) -> Result<(), String> {
    let places = correspondence(&one.state_names(), &other.state_names())?;
    let graph = Graph::new();
    let mut inputs = NamedWords::new();
    for (name, width) in one.inputs().into_iter().chain(other.inputs()) {
        inputs.entry(name).or_insert_with(|| graph.inputs(width));
    }
    let state = graph.inputs(one.state_bits());
    let (words, pairs): (Vec<String>, Vec<_>) = compared([one, other], &places, &inputs, &state)?.into_iter().unzip();
    match equivalent(&graph, &pairs, &Edge::Constant(true), Limits::default(), SEED).0 {
        EquivalenceVerdict::Proved => Ok(()),
        EquivalenceVerdict::Refuted(values) => {
            let differs = |(x, y): &(Edge, Edge)| {
                let sides = graph.evaluate_bits(&values, &[x.clone(), y.clone()]);
                sides[0] != sides[1]
            };
            let place = pairs.iter().position(differs).expect("a pair is refuted");
            Err(format!("{} differs", words[place]))
        }
        _ => Err("the comparison was not decided in time".into()),
    }
}

/// For each state bit of one machine the place of the same bit in the other. Error: a bit without a counterpart.
fn correspondence(one: &[Vec<String>], other: &[Vec<String>]) -> Result<Vec<usize>, String> {
    let named = other.iter().enumerate();
    let places: HashMap<&str, usize> = named
        .flat_map(|(place, names)| names.iter().map(move |name| (&name[..], place)))
        .collect();
    let mut owners = vec![None; other.len()];
    let mut found = vec![];
    for names in one {
        let mut known = names.iter().filter_map(|name| places.get(&name[..]).copied());
        let Some(place) = known.next().filter(|place| known.all(|next| next == *place)) else {
            return Err(format!("only one has the state bit {}", names[0]));
        };
        if let Some(owner) = owners[place].replace(&names[0]) {
            return Err(format!("{owner} and {} are one state bit", names[0]));
        }
        found.push(place);
    }
    let mut owners = owners.iter().zip(other);
    match owners.find(|(owner, names)| owner.is_none() && !names.is_empty()) {
        Some((_, names)) => Err(format!("only one has the state bit {}", names[0])),
        None => Ok(found),
    }
}
