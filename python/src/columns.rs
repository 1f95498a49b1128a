//! Golden on columns of operands: one row at a time where they are few, bit-sliced where they are many.

use lanesmith::algebra::{Algebra, Bit, Bitwise, Concrete, Edge, Graph, Int, Slice, StraightLineProgram};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

/// One operand of all rows.
#[derive(Clone, Copy)]
pub enum Column<'a> {
    /// The same in every row.
    Scalar(u32),
    /// One for each row.
    Rows(&'a [u32]),
}

/// What an instruction computes from operands of 32 bits.
pub trait Meaning {
    /// The number of operands.
    const OPERANDS: usize;
    /// The widths of its results in bits, at most 32 each.
    const RESULTS: &'static [u32];
    /// The same for two instructions only if they compute the same.
    fn key(&self) -> String;
    /// The results, unsigned numbers.
    fn results<A: Algebra>(&self, operands: &[A::Int]) -> Vec<A::Int>;
}

/// 64-bit words per plane, as in the crate's own bit-sliced golden.
const WORDS: usize = 32;
/// Rows per pass.
const PASS: usize = 64 * WORDS;
/// Fewer rows than these are evaluated one by one if the instruction has no program yet: writing one takes as long.
const FEW: usize = 512;
/// Programs that are kept.
const KEPT: usize = 256;

static PROGRAMS: Mutex<Option<HashMap<String, Arc<StraightLineProgram>>>> = Mutex::new(None);

/// The results of `count` rows, a column for each of the meaning's results.
pub fn evaluate<M: Meaning>(meaning: &M, columns: &[Column], count: usize) -> Vec<Vec<u32>> {
    let key = meaning.key();
    let kept = PROGRAMS.lock().unwrap_or_else(PoisonError::into_inner);
    let known = kept.as_ref().and_then(|programs| programs.get(&key)).cloned();
    drop(kept);
    match known {
        Some(program) => run::<M>(&program, columns, count),
        None if count < FEW => one_by_one(meaning, columns, count),
        None => {
            let program = Arc::new(write(meaning));
            let mut kept = PROGRAMS.lock().unwrap_or_else(PoisonError::into_inner);
            let programs = kept.get_or_insert_default();
            if programs.len() >= KEPT {
                programs.clear();
            }
            programs.insert(key, program.clone());
            drop(kept);
            run::<M>(&program, columns, count)
        }
    }
}

fn one_by_one<M: Meaning>(meaning: &M, columns: &[Column], count: usize) -> Vec<Vec<u32>> {
    let mut results = vec![Vec::with_capacity(count); M::RESULTS.len()];
    for row in 0..count {
        let operand = |column: &Column| match column {
            Column::Scalar(value) => i64::from(*value),
            Column::Rows(values) => i64::from(values[row]),
        };
        let operands: Vec<i64> = columns.iter().map(operand).collect();
        let found = meaning.results::<Concrete>(&operands);
        results
            .iter_mut()
            .zip(found)
            .for_each(|(column, value)| column.push(value as u32));
    }
    results
}

fn write<M: Meaning>(meaning: &M) -> StraightLineProgram {
    let graph = Graph::new();
    let operands: Vec<Int<Edge>> = (0..M::OPERANDS).map(|_| Int::unsigned(graph.inputs(32))).collect();
    let results = meaning.results::<Bitwise<Edge>>(&operands);
    let planes = results
        .iter()
        .zip(M::RESULTS)
        .flat_map(|(result, width)| result.low(*width));
    StraightLineProgram::new(&graph, &planes.collect::<Vec<Edge>>())
}

fn run<M: Meaning>(program: &StraightLineProgram, columns: &[Column], count: usize) -> Vec<Vec<u32>> {
    let mut results = vec![vec![0; count]; M::RESULTS.len()];
    let mut slots = StraightLineProgram::room::<WORDS>(0);
    for first in (0..count).step_by(PASS) {
        let rows = first..count.min(first + PASS);
        let found = program.run(&mut slots, |inputs| fill(inputs, columns, rows.clone()));
        let mut found = &found[..];
        for (column, width) in results.iter_mut().zip(M::RESULTS) {
            let mut planes = [Slice([0; WORDS]); 32];
            let (own, others) = found.split_at(*width as usize);
            planes[..own.len()].copy_from_slice(own);
            found = others;
            Slice::unpack_words(&mut planes, &mut column[rows.clone()]);
        }
    }
    results
}

fn fill(inputs: &mut [Slice<WORDS>], columns: &[Column], rows: Range<usize>) {
    for (planes, column) in inputs.chunks_mut(32).zip(columns) {
        match column {
            Column::Scalar(value) => {
                let bits = (0..32).map(|i| value >> i & 1 != 0);
                planes
                    .iter_mut()
                    .zip(bits)
                    .for_each(|(plane, bit)| *plane = Slice::constant(bit));
            }
            Column::Rows(values) => Slice::pack_words(&values[rows.clone()], planes),
        }
    }
}
