//! Builds a straight-line program from a graph.

use super::form::Form;
use super::{Op, OpKind, Ops, Output, SlotRef, StraightLineProgram};
use crate::{Edge, Graph, GraphNode};
use std::collections::VecDeque;

pub(super) struct Builder {
    /// The form of each node that is needed; inputs have none.
    forms: Vec<Option<Form>>,
    /// For each node, the number of operations and outputs that still read it.
    readers: Vec<u32>,
    places: Vec<SlotRef>,
    free: Vec<u32>,
    inputs: usize,
    reads: Vec<bool>,
    pub keeps_inputs: bool,
    /// The slot behind the inputs, of zeros.
    zero: u32,
    slots: usize,
    ops: Vec<Op<u32>>,
}

impl Builder {
    pub fn new(graph: &Graph, outputs: &[Edge]) -> Self {
        let nodes = graph.nodes();
        let mut readers = vec![0; nodes.len()];
        for output in outputs {
            readers[output.literal() as usize / 2] += 1;
        }
        let mut forms = vec![None; nodes.len()];
        for number in (0..nodes.len()).rev() {
            if readers[number] > 0 {
                forms[number] = Form::of(&nodes, number as u32);
            }
            for literal in forms[number].into_iter().flat_map(Form::literals) {
                readers[literal as usize / 2] += 1;
            }
        }
        let mut builder = Builder {
            forms,
            readers,
            places: vec![(0, false); nodes.len()],
            free: vec![],
            inputs: 0,
            reads: vec![],
            keeps_inputs: false,
            zero: 0,
            slots: 0,
            ops: vec![],
        };
        for (number, node) in nodes.iter().enumerate() {
            if let GraphNode::Input(_) = node {
                builder.places[number].0 = builder.slot();
                builder.inputs += 1;
                builder.reads.push(builder.readers[number] > 0);
            }
        }
        builder.zero = builder.slot();
        builder
    }

    fn slot(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.slots += 1;
            u32::try_from(self.slots - 1).expect("memory holds fewer values")
        })
    }

    /// The slot of a literal.
    fn place(&self, literal: u32) -> SlotRef {
        let (slot, inverted) = self.places[literal as usize / 2];
        (slot, inverted ^ (literal & 1 != 0))
    }

    #[cfg(test)]
    pub fn build(mut self, outputs: &[Edge]) -> StraightLineProgram {
        self.operations(|_| true);
        self.finish(outputs)
    }

    /// The program, with operations of one kind after each other where dependencies allow it: the processor then predicts most branches
    /// on the kind of operation. More values live at once than in the order of the graph.
    pub fn build_by_kind(mut self, outputs: &[Edge]) -> StraightLineProgram {
        for number in self.order_by_kind() {
            let form = self.forms[number].expect("an operation");
            self.operation(number, form);
        }
        self.finish(outputs)
    }

    /// The nodes that have forms, each after its operands.
    fn order_by_kind(&self) -> Vec<usize> {
        let mut users = vec![vec![]; self.forms.len()];
        let mut missing = vec![0; self.forms.len()];
        let mut ready = [const { VecDeque::new() }; Form::KINDS];
        for (number, form) in self.forms.iter().enumerate() {
            let Some(form) = form else { continue };
            for node in form.literals().map(|literal| literal as usize / 2) {
                if self.forms[node].is_some() {
                    users[node].push(number);
                    missing[number] += 1;
                }
            }
            if missing[number] == 0 {
                ready[form.kind()].push_back(number);
            }
        }
        let mut order = vec![];
        let mut kind = 0;
        loop {
            if ready[kind].is_empty() {
                kind = (0..Form::KINDS).max_by_key(|kind| ready[*kind].len()).expect("kinds");
            }
            let Some(number) = ready[kind].pop_front() else {
                return order;
            };
            order.push(number);
            for user in &users[number] {
                missing[*user] -= 1;
                if missing[*user] == 0 {
                    ready[self.forms[*user].expect("a user's form").kind()].push_back(*user);
                }
            }
        }
    }

    pub fn build_parts(mut self, outputs: &[Edge], later: &[Edge]) -> [StraightLineProgram; 2] {
        let mut is_needed = vec![false; self.forms.len()];
        for output in outputs {
            is_needed[output.literal() as usize / 2] = true;
        }
        for number in (0..self.forms.len()).rev() {
            let form = self.forms[number].filter(|_| is_needed[number]);
            for literal in form.into_iter().flat_map(Form::literals) {
                is_needed[literal as usize / 2] = true;
            }
        }
        self.operations(|number| is_needed[number]);
        let mut first = self.finish(outputs);
        self.operations(|number| !is_needed[number]);
        let second = self.finish(later);
        first.slots = second.slots;
        [first, second]
    }

    /// Appends the operations for some nodes.
    fn operations(&mut self, wanted: impl Fn(usize) -> bool) {
        for number in 0..self.forms.len() {
            if let Some(form) = self.forms[number].filter(|_| wanted(number)) {
                self.operation(number, form);
            }
        }
    }

    /// The program of the operations since the last one.
    fn finish(&mut self, outputs: &[Edge]) -> StraightLineProgram {
        let at = |output: &Edge| match output.literal() {
            constant @ 0..2 => Output::Constant(constant == 1),
            literal => Output::At(self.place(literal)),
        };
        StraightLineProgram {
            outputs: outputs.iter().map(at).collect(),
            inputs: self.inputs,
            reads: self.reads.clone(),
            slots: self.slots,
            ops: Ops::new(std::mem::take(&mut self.ops), self.slots),
        }
    }

    /// Appends the operation for a node. The operation includes inversions of its operands; the node's slot reference includes the
    /// inversion of the result.
    fn operation(&mut self, number: usize, form: Form) {
        let zero = self.zero;
        let op = |kind, s, x, y| Op { s, x, y, to: 0, kind };
        let (op, inverted) = match form {
            Form::And(x, y) => match (self.place(x), self.place(y)) {
                ((x, false), (y, false)) => (op(OpKind::And, x, y, zero), false),
                ((x, false), (y, true)) | ((y, true), (x, false)) => (op(OpKind::AndNot, y, zero, x), false),
                ((x, true), (y, true)) => (op(OpKind::Or, x, zero, y), true),
            },
            Form::Xor(x, y) => {
                let ((x, p), (y, q)) = (self.place(x), self.place(y));
                (op(OpKind::Xor, x, y, y), p ^ q)
            }
            Form::NotMux(select, x, y) => {
                let (s, swap) = self.place(select);
                let (x, y) = if swap { (y, x) } else { (x, y) };
                let ((x, p), (y, q)) = (self.place(x), self.place(y));
                let kind = if p != q { OpKind::MuxNot } else { OpKind::Mux };
                (op(kind, s, x, y), !p)
            }
        };
        for literal in form.literals() {
            let node = literal as usize / 2;
            self.readers[node] -= 1;
            let is_kept = self.keeps_inputs && self.forms[node].is_none();
            if self.readers[node] == 0 && !is_kept {
                self.free.push(self.places[node].0);
            }
        }
        let to = self.slot();
        self.places[number] = (to, inverted);
        self.ops.push(Op { to, ..op });
    }
}
