//! Compares two readings of one design: equal outputs and equal next states, for all inputs and from all states.

use super::machine::{NamedWords, TransitionSystem};
use super::sweep::{EquivalenceVerdict, Limits, equivalent};
use lanesmith_algebra::{Edge, Graph};
use std::collections::HashMap;

/// The seed of the simulation patterns.
const SEED: u64 = 1;

/// Compares two machines, whose state bits correspond by their names. An undefined value of `other`, which no name has, is 0.
///
/// Error: what differs, or that the comparison was not decided.
pub fn agree(one: &dyn TransitionSystem, other: &dyn TransitionSystem) -> Result<(), String> {
    let names = one.state_names();
    let places = correspondence(&names, &other.state_names())?;
    let graph = Graph::new();
    let mut inputs = NamedWords::new();
    for (name, width) in one.inputs().into_iter().chain(other.inputs()) {
        inputs.entry(name).or_insert_with(|| graph.inputs(width));
    }
    let state = graph.inputs(one.state_bits());
    let mut others = vec![Edge::Constant(false); other.state_bits() as usize];
    for (bit, place) in state.iter().zip(&places) {
        others[*place] = bit.clone();
    }
    let (outputs, next) = one.step(&inputs, &state);
    let (other_outputs, other_next) = other.step(&inputs, &others);
    let mut compared = vec![];
    for (name, word) in &outputs {
        let found = other_outputs.get(name).map_or(&[][..], Vec::as_slice);
        if word.len() != found.len() {
            return Err(format!("the output {name} has {} bits and {}", word.len(), found.len()));
        }
        let bits = word.iter().zip(found);
        compared.extend(bits.map(|(x, y)| (format!("the output {name}"), x, y)));
    }
    let next = next.iter().zip(places.iter().map(|place| &other_next[*place]));
    let next = next.zip(&names);
    compared.extend(next.map(|((x, y), names)| (format!("the next value of {}", names[0]), x, y)));
    let pairs: Vec<(Edge, Edge)> = compared.iter().map(|(_, x, y)| ((*x).clone(), (*y).clone())).collect();
    match equivalent(&graph, &pairs, &Edge::Constant(true), Limits::default(), SEED).0 {
        EquivalenceVerdict::Proved => Ok(()),
        EquivalenceVerdict::Refuted(values) => {
            let differs = |(x, y): &(Edge, Edge)| {
                let sides = graph.evaluate_bits(&values, &[x.clone(), y.clone()]);
                sides[0] != sides[1]
            };
            let place = pairs.iter().position(differs).expect("a pair is refuted");
            Err(format!("{} differs", compared[place].0))
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
