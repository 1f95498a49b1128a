//! And-Inverter Graphs in the AIGER format (version 1.9, binary reading, binary writing), the exchange format of yosys,
//! ABC and the built-in prover.

use lanesmith_algebra::{Bit, Edge, Graph, GraphNode};
use std::fmt::Write as _;

/// A sequential graph as read: literals are `2 * variable + inverted`, variable 0 is false.
#[derive(Clone, Debug, Default)]
pub struct Aiger {
    /// Input names by number, as `name` or `name[bit]`.
    pub inputs: Vec<String>,
    /// Latch next-state literals; latch `k` is variable `inputs + k + 1`.
    pub latches: Vec<u32>,
    /// Latch names by number: all that are known, with spaces between them.
    pub latch_names: Vec<String>,
    /// Output names and literals.
    pub outputs: Vec<(String, u32)>,
    ands: Vec<(u32, u32)>,
}

impl Aiger {
    /// Reads a binary AIGER file with a symbol table.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let mut cursor = Cursor { bytes, at: 0 };
        let header = cursor.line()?;
        let numbers = header.strip_prefix("aig ").ok_or("no `aig` header")?.split(' ');
        let numbers = numbers.map(|word| word.parse().map_err(|_| format!("bad header `{header}`")));
        let numbers: Vec<usize> = numbers.collect::<Result<_, String>>()?;
        let [maximum, inputs, latches, outputs, ands] = numbers[..] else {
            return Err(format!("header `{header}` has properties, which are not used here"));
        };
        if maximum != inputs + latches + ands {
            return Err(format!("header `{header}` is inconsistent"));
        }
        let number = |line: &str| -> Result<u32, String> {
            let word = line.split(' ').next().unwrap_or("");
            word.parse().map_err(|_| format!("bad literal `{line}`"))
        };
        let mut aiger = Aiger {
            inputs: (0..inputs).map(|i| format!("input {i}")).collect(),
            ..Aiger::default()
        };
        for _ in 0..latches {
            let line = cursor.line()?;
            aiger.latches.push(number(line)?);
            aiger.latch_names.push(String::new());
        }
        for i in 0..outputs {
            let line = cursor.line()?;
            aiger.outputs.push((format!("output {i}"), number(line)?));
        }
        for i in 0..ands {
            let out = 2 * (inputs + latches + i + 1) as u32;
            let x = out.checked_sub(cursor.delta()?).ok_or("bad conjunction")?;
            let y = x.checked_sub(cursor.delta()?).ok_or("bad conjunction")?;
            aiger.ands.push((x, y));
        }
        while let Ok(line) = cursor.line() {
            let Some((place, name)) = line.split_once(' ') else {
                break;
            };
            let Some(index) = place.get(1..).and_then(|digits| digits.parse::<usize>().ok()) else {
                break;
            };
            match place.as_bytes()[0] {
                b'l' if index < latches => aiger.latch_names[index] = name.to_string(),
                b'i' if index < inputs => aiger.inputs[index] = name.to_string(),
                b'o' if index < outputs => aiger.outputs[index].0 = name.to_string(),
                _ => {}
            }
        }
        Ok(aiger)
    }

    /// One step: outputs and next latch values for the given inputs and latch values.
    pub fn step(&self, inputs: &[Edge], latches: &[Edge]) -> (Vec<Edge>, Vec<Edge>) {
        let mut values = vec![Edge::constant(false)];
        values.extend_from_slice(inputs);
        values.extend_from_slice(latches);
        let read = |values: &[Edge], literal: u32| {
            let edge = &values[literal as usize / 2];
            if literal & 1 != 0 { edge.not() } else { edge.clone() }
        };
        for (x, y) in &self.ands {
            let edge = read(&values, *x).and(&read(&values, *y));
            values.push(edge);
        }
        let outputs = self.outputs.iter().map(|(_, literal)| read(&values, *literal));
        let next = self.latches.iter().map(|literal| read(&values, *literal));
        (outputs.collect(), next.collect())
    }
}

/// The cones of some edges over **all** inputs of their graph, numbered as in AIGER files: variable 0 is false, then come the
/// inputs, then the conjunctions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cones {
    /// The number of inputs.
    pub inputs: u32,
    /// The literals of each conjunction, the greater first.
    pub ands: Vec<(u32, u32)>,
    /// The literals of the edges.
    pub outputs: Vec<u32>,
}

impl Cones {
    /// The cones of `outputs`.
    pub fn new(graph: &Graph, outputs: &[Edge]) -> Self {
        let inputs = graph.input_count();
        let cone = graph.cone(outputs);
        let mut ands = vec![];
        let mut variables: Vec<u32> = vec![];
        let literal = |variables: &[u32], l: u32| 2 * variables[l as usize / 2] + (l & 1);
        for node in cone.nodes() {
            variables.push(match *node {
                GraphNode::False => 0,
                GraphNode::Input(number) => number + 1,
                GraphNode::And(x, y) => {
                    let [x, y] = [x, y].map(|side| literal(&variables, side));
                    ands.push((x.max(y), x.min(y)));
                    inputs + ands.len() as u32
                }
            });
        }
        let outputs = cone.outputs().iter().map(|output| literal(&variables, *output));
        Cones {
            inputs,
            outputs: outputs.collect(),
            ands,
        }
    }

    /// A combinational binary AIGER file with the first `outputs` of the outputs.
    pub fn file(&self, outputs: usize) -> Vec<u8> {
        let Cones { inputs, ands, .. } = self;
        let maximum = *inputs as usize + ands.len();
        let mut text = format!("aig {maximum} {inputs} 0 {outputs} {}\n", ands.len());
        for literal in &self.outputs[..outputs] {
            let _ = writeln!(text, "{literal}");
        }
        let mut bytes = text.into_bytes();
        for (i, (x, y)) in ands.iter().enumerate() {
            let out = 2 * (inputs + i as u32 + 1);
            for mut delta in [out - x, x - y] {
                while delta > 0x7f {
                    bytes.push(delta as u8 | 0x80);
                    delta >>= 7;
                }
                bytes.push(delta as u8);
            }
        }
        bytes
    }
}

/// Writes the cones of `outputs` as a combinational binary AIGER file over **all** inputs of the graph, so that files
/// of one graph agree in their inputs by number.
pub fn write(graph: &Graph, outputs: &[Edge]) -> Vec<u8> {
    Cones::new(graph, outputs).file(outputs.len())
}

struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    fn line(&mut self) -> Result<&'a str, String> {
        let rest = &self.bytes[self.at..];
        let end = rest.iter().position(|byte| *byte == b'\n').ok_or("unexpected end")?;
        self.at += end + 1;
        std::str::from_utf8(&rest[..end]).map_err(|_| "not text".to_string())
    }

    fn delta(&mut self) -> Result<u32, String> {
        let mut value = 0;
        let mut shift = 0;
        loop {
            let byte = *self.bytes.get(self.at).ok_or("unexpected end")?;
            self.at += 1;
            value |= u32::from(byte & 0x7f).checked_shl(shift).ok_or("number too long")?;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
            shift += 7;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back_as_the_same_function() {
        let graph = Graph::new();
        let inputs = graph.inputs(4);
        let outputs = vec![
            inputs[0].xor(&inputs[3]),
            inputs[1].mux(&inputs[2], &inputs[0]).not(),
            Edge::constant(true),
            inputs[2].clone(),
        ];
        let read = Aiger::read(&write(&graph, &outputs)).unwrap();
        assert_eq!(read.inputs.len(), 4);
        let (again, _) = read.step(&inputs, &[]);
        let patterns = [0xaaaa, 0xcccc, 0xf0f0, 0xff00];
        assert_eq!(graph.evaluate(&patterns, &again), graph.evaluate(&patterns, &outputs));
    }

    #[test]
    fn a_truncated_file_is_an_error() {
        let graph = Graph::new();
        let inputs = graph.inputs(8);
        let bytes = write(&graph, &[inputs.iter().fold(Edge::constant(true), |all, x| all.and(x))]);
        assert!(Aiger::read(&bytes[..bytes.len() - 3]).is_err());
    }
}
