//! A symbolic graph as a straight-line program over bit-planes, with which golden computes many vectors per pass.
//!
//! Building the graph once folds constants and shares equal nodes. Running the program is then a plain loop, without the
//! overhead of running the golden model over planes in every pass.

mod builder;
mod execute;
mod form;
mod ops;

use super::{Bit, Edge, Graph, Slice};
use crate::sliced::words;
use aligned_vec::{AVec, CACHELINE_ALIGN};
use builder::Builder;
use execute::execute;
use ops::{Op, OpKind, Ops};
use std::ops::Range;

/// The slot of a bit, and whether the slot holds its complement.
type SlotRef = (u32, bool);

/// A straight-line program from a graph's inputs to some of its edges.
#[derive(Clone, Debug)]
pub struct StraightLineProgram {
    inputs: usize,
    /// For each input, whether an output depends on it.
    reads: Vec<bool>,
    ops: Ops,
    slots: usize,
    outputs: Vec<Output>,
}

#[derive(Clone, Copy, Debug)]
enum Output {
    Constant(bool),
    At(SlotRef),
}

impl Output {
    #[inline(always)]
    fn value<const N: usize>(&self, slots: &[Slice<N>]) -> Slice<N> {
        match *self {
            Output::Constant(value) => Slice::constant(value),
            Output::At((slot, false)) => slots[slot as usize],
            Output::At((slot, true)) => slots[slot as usize].not(),
        }
    }
}

impl StraightLineProgram {
    /// The program that computes `outputs` from all inputs of the graph.
    pub fn new(graph: &Graph, outputs: &[Edge]) -> Self {
        Builder::new(graph, outputs).build_by_kind(outputs)
    }

    /// Like [`new`](Self::new), for [`run_in_place`](Self::run_in_place): the inputs' slots keep the inputs through the pass.
    #[cfg(test)]
    fn in_place(graph: &Graph, outputs: &[Edge]) -> Self {
        let mut builder = Builder::new(graph, outputs);
        builder.keeps_inputs = true;
        builder.build(outputs)
    }

    /// Two programs for [`run_in_place`](Self::run_in_place). The first computes `outputs`; the second computes `later` from the inputs
    /// and the values that the first left in the slots, so that shared values are computed once.
    pub fn in_place_by_parts(graph: &Graph, outputs: &[Edge], later: &[Edge]) -> [Self; 2] {
        let mut builder = Builder::new(graph, &[outputs, later].concat());
        builder.keeps_inputs = true;
        builder.build_parts(outputs, later)
    }

    /// The slots for passes: `slots` planes of zeros. They are aligned to cache lines, because a vector across two lines takes twice as
    /// long to load.
    pub fn room<const N: usize>(slots: usize) -> AVec<Slice<N>> {
        AVec::from_iter(CACHELINE_ALIGN, std::iter::repeat_n(Slice([0; N]), slots))
    }

    /// The number of operations in a pass.
    pub fn len(&self) -> usize {
        self.ops.len()
    }

    /// Whether no output needs an operation.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Runs a pass and returns the outputs. `fill` writes the planes of the inputs, in the order of their creation. `slots`, made by
    /// [`room`](Self::room), can be reused for other passes; its contents do not matter.
    pub fn run<const N: usize>(&self, slots: &mut AVec<Slice<N>>, fill: impl FnOnce(&mut [Slice<N>])) -> Vec<Slice<N>> {
        if slots.len() < self.slots {
            *slots = StraightLineProgram::room(self.slots);
        }
        fill(&mut slots[..self.inputs]);
        self.run_in_place(slots);
        let mut outputs = vec![Slice([0; N]); self.outputs.len()];
        self.write_outputs(slots, &mut outputs);
        outputs
    }

    /// Whether an output depends on one of these inputs, counted in the order of their creation. If not, their planes need not be
    /// filled.
    pub fn reads(&self, inputs: Range<usize>) -> bool {
        self.reads[inputs].contains(&true)
    }

    /// The number of slots that a pass works on.
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// Runs a pass on slots whose first ones hold the inputs' planes, in the order of their creation.
    pub fn run_in_place<const N: usize>(&self, slots: &mut [Slice<N>]) {
        assert!(slots.len() >= self.slots, "room for the program");
        slots[self.inputs] = Slice([0; N]);
        execute(&self.ops, N, words(slots).as_flattened_mut());
    }

    /// Writes the first outputs of a pass, as many as there are planes.
    pub fn write_outputs<const N: usize>(&self, slots: &[Slice<N>], planes: &mut [Slice<N>]) {
        for (plane, output) in planes.iter_mut().zip(&self.outputs) {
            *plane = output.value(slots);
        }
    }

    /// Writes all outputs of a pass to the slots from `first` on, as if at once: the state of a machine becomes its next state. The slots
    /// may be inputs and outputs of the pass. `kept` holds the outputs that would be overwritten too early.
    pub fn update<const N: usize>(&self, slots: &mut [Slice<N>], first: usize, kept: &mut Vec<Slice<N>>) {
        let targets = first..first + self.outputs.len();
        let is_kept = |slot: usize, output: &Output| match output {
            Output::Constant(_) => false,
            Output::At((from, _)) => *from as usize != slot && targets.contains(&(*from as usize)),
        };
        kept.clear();
        for (slot, output) in targets.clone().zip(&self.outputs) {
            if is_kept(slot, output) {
                kept.push(output.value(slots));
            }
        }
        let mut kept = kept.iter();
        for (slot, output) in targets.clone().zip(&self.outputs) {
            match (is_kept(slot, output), output) {
                (true, _) => slots[slot] = *kept.next().expect("as many as there are"),
                (_, Output::At((from, false))) if *from as usize == slot => {}
                _ => slots[slot] = output.value(slots),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_computes_what_its_graph_does_for_all_shapes_of_small_functions() {
        let graph = Graph::new();
        let [s, x, y] = [graph.input(), graph.input(), graph.input()];
        let mut outputs = vec![s.clone(), x.not(), Edge::Constant(true), Edge::Constant(false)];
        for inversions in 0..8 {
            let edge = |bit: u32, edge: &Edge| {
                if inversions >> bit & 1 != 0 {
                    edge.not()
                } else {
                    edge.clone()
                }
            };
            let (s, x, y) = (edge(0, &s), edge(1, &x), edge(2, &y));
            let inner = [s.and(&x), s.xor(&x), s.mux(&x, &y), s.or(&y)];
            for f in &inner {
                outputs.extend([
                    f.clone(),
                    f.not(),
                    f.and(&y),
                    f.xor(&y),
                    f.mux(&y, &x.not()),
                    y.mux(f, &x),
                ]);
            }
        }
        let inputs = [0b1111_0000, 0b1100_1100, 0b1010_1010];
        let program = StraightLineProgram::new(&graph, &outputs);
        let found: Vec<u64> = program
            .run(&mut StraightLineProgram::room(0), |planes| {
                planes.copy_from_slice(&inputs.map(|x| Slice([x])))
            })
            .iter()
            .map(|f| f.0[0])
            .collect();
        assert_eq!(found, graph.evaluate(&inputs, &outputs));
        assert!(program.len() < graph.and_count());
    }

    #[test]
    fn the_second_part_of_a_program_takes_from_the_first_what_both_need() {
        let graph = Graph::new();
        let [x, y, z] = [graph.input(), graph.input(), graph.input()];
        let shared = x.xor(&y);
        let (outputs, later) = (
            [shared.and(&z), y.clone()],
            [shared.or(&z), shared.mux(&z, &x), z.not()],
        );
        let programs = StraightLineProgram::in_place_by_parts(&graph, &outputs, &later);
        let whole = StraightLineProgram::in_place(&graph, &[&outputs[..], &later[..]].concat());
        assert_eq!(programs[0].len() + programs[1].len(), whole.len());
        let alone = StraightLineProgram::new(&graph, &[y.xor(&z)]);
        assert_eq!(
            [0..1, 1..3, 0..2].map(|inputs| alone.reads(inputs)),
            [false, true, true]
        );
        let inputs = [0b1111_0000, 0b1100_1100, 0b1010_1010];
        let mut slots = StraightLineProgram::room(programs[0].slots());
        slots[..3].copy_from_slice(&inputs.map(|x| Slice([x])));
        for (program, edges) in programs.iter().zip([&outputs[..], &later[..]]) {
            program.run_in_place(&mut slots);
            let mut planes = vec![Slice([0]); edges.len()];
            program.write_outputs(&slots, &mut planes);
            let found: Vec<u64> = planes.iter().map(|plane| plane.0[0]).collect();
            assert_eq!(found, graph.evaluate(&inputs, edges));
        }
    }

    #[test]
    fn an_update_writes_all_of_the_next_state_at_once() {
        let graph = Graph::new();
        let [input, a, b, c, d, e] = [(); 6].map(|()| graph.input());
        // Two that trade places, one that stays, one that toggles, one that is computed.
        let next = [b.clone(), a.clone(), c.clone(), d.not(), e.xor(&a).and(&input)];
        let program = StraightLineProgram::in_place(&graph, &next);
        let mut slots = StraightLineProgram::room(program.slots());
        let mut random = crate::Random::new(1);
        let mut words: Vec<u64> = (0..6).map(|_| random.bits()).collect();
        words
            .iter()
            .zip(slots.iter_mut())
            .for_each(|(word, slot)| *slot = Slice([*word]));
        for _ in 0..3 {
            let expected = graph.evaluate(&words, &next);
            program.run_in_place(&mut slots);
            program.update(&mut slots, 1, &mut vec![]);
            words[1..].copy_from_slice(&expected);
            assert_eq!(slots[..6].iter().map(|slot| slot.0[0]).collect::<Vec<u64>>(), words);
        }
    }

    #[test]
    fn a_full_adder_takes_three_operations_whatever_is_inverted() {
        for inversions in 0..8 {
            let graph = Graph::new();
            let [x, y, c] = [0, 1, 2].map(|bit| match inversions >> bit & 1 {
                0 => graph.input(),
                _ => graph.input().not(),
            });
            let differ = x.xor(&y);
            let outputs = [differ.xor(&c), x.and(&y).or(&differ.and(&c))];
            let program = StraightLineProgram::in_place(&graph, &outputs);
            assert_eq!(program.len(), 3);
            let inputs = [0b1111_0000, 0b1100_1100, 0b1010_1010];
            let mut slots = StraightLineProgram::room(program.slots());
            slots[..3].copy_from_slice(&inputs.map(|x| Slice([x])));
            program.run_in_place(&mut slots);
            let mut found = [Slice([0]); 2];
            program.write_outputs(&slots, &mut found);
            assert_eq!(found.map(|plane| plane.0[0])[..], graph.evaluate(&inputs, &outputs));
            assert_eq!(slots[..3], inputs.map(|x| Slice([x])));
        }
    }
}
