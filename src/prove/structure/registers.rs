//! The registers and memories of Verilog text, as yosys found them before it changed anything.

use crate::prove::state_bits::StateBits;
use serde_json::{Map, Value};
use std::collections::{HashMap, HashSet};

/// Registers and memories.
pub(in crate::prove) struct Registers {
    /// The number of their bits.
    pub bits: StateBits,
    /// The names of each register bit, as `register[bit]` or `register`.
    registers: Vec<Vec<String>>,
    /// The names of the memories.
    memories: Vec<String>,
}

/// Those of the design `top` in yosys's JSON: cells with the attribute `keep` and an output Q, and memories.
pub(in crate::prove) fn registers(json: &str, top: &str) -> Result<Registers, String> {
    let design: Value = serde_json::from_str(json).map_err(|error| format!("yosys's design: {error}"))?;
    let module = design.get("modules").and_then(|modules| modules.get(top));
    module
        .and_then(of_module)
        .ok_or_else(|| format!("cannot read the module {top} in yosys's design"))
}

fn of_module(module: &Value) -> Option<Registers> {
    let object = |value: &Value, key: &str| value.get(key).and_then(Value::as_object).cloned();
    let names = names(&object(module, "netnames")?);
    let mut registers = vec![];
    for cell in object(module, "cells")?.values() {
        let kept = cell
            .get("attributes")
            .is_some_and(|attributes| attributes.get("keep").is_some());
        let q = cell
            .get("connections")
            .and_then(|ports| ports.get("Q"))
            .and_then(Value::as_array);
        if let (true, Some(bits)) = (kept, q) {
            registers.extend(bits.iter().map(|bit| {
                let known = bit.as_u64().and_then(|bit| names.get(&bit));
                known.cloned().unwrap_or_default()
            }));
        }
    }
    let (mut memories, mut words) = (vec![], 0);
    // The section is left out where there are none.
    for (name, memory) in object(module, "memories").unwrap_or_default() {
        words += memory.get("width")?.as_u64()? * memory.get("size")?.as_u64()?;
        memories.push(name);
    }
    let bits = StateBits {
        registers: registers.len() as u64,
        memories: words,
    };
    Some(Registers {
        bits,
        registers,
        memories,
    })
}

/// The names of nets by their number.
fn names(nets: &Map<String, Value>) -> HashMap<u64, Vec<String>> {
    let mut names: HashMap<u64, Vec<String>> = HashMap::new();
    for (name, net) in nets {
        let bits = net.get("bits").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let first = net.get("offset").and_then(Value::as_u64).unwrap_or(0);
        for (i, bit) in bits.iter().enumerate() {
            let Some(bit) = bit.as_u64() else { continue };
            names.entry(bit).or_default().push(match bits.len() {
                1 => name.clone(),
                _ => format!("{name}[{}]", first + i as u64),
            });
        }
    }
    names
}

impl Registers {
    /// Registers and memories of which the latches with these names have none, in words; the first few.
    pub(in crate::prove) fn lost(&self, latches: &[String]) -> String {
        let kept: HashSet<&str> = latches.iter().flat_map(|names| names.split(' ')).collect();
        let is_kept = |names: &&Vec<String>| names.iter().any(|name| kept.contains(&name[..]));
        let registers = self.registers.iter().filter(|names| !is_kept(names));
        let mut lost: Vec<&str> = registers
            .filter_map(|names| names.first())
            .map(|name| &name[..])
            .collect();
        let begins = |memory: &String| kept.iter().any(|name| name.starts_with(&format!("{memory}[")));
        lost.extend(
            self.memories
                .iter()
                .filter(|memory| !begins(memory))
                .map(|memory| &memory[..]),
        );
        lost.truncate(5);
        match lost.is_empty() {
            true => String::new(),
            false => format!(": without {}", lost.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_are_counted_bit_by_bit_and_lost_ones_are_named() {
        let json = r#"{ "modules": { "t": {
            "memories": { "m": { "width": 8, "size": 3 } },
            "netnames": { "q": { "bits": [2, 3] }, "r": { "bits": [4] }, "passing": { "bits": [5] } },
            "cells": {
                "a": { "attributes": { "keep": "1" }, "connections": { "Q": [2, 3] } },
                "b": { "attributes": { "keep": "1" }, "connections": { "Q": [4] } },
                "c": { "attributes": {}, "connections": { "Q": [5] } }
            } } } }"#;
        let found = registers(json, "t").unwrap();
        assert_eq!(
            found.bits,
            StateBits {
                registers: 3,
                memories: 24
            }
        );
        assert_eq!(found.bits.to_string(), "3 register bits and 24 memory bits");
        let latches = ["q[0]", "other r", "m[0][0]"].map(String::from);
        assert_eq!(found.lost(&latches), ": without q[1]");
        assert_eq!(found.lost(&[]), ": without q[0], q[1], r, m");
        assert!(registers(json, "u").is_err());
    }
}
