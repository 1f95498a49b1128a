//! The meaning of `prmt.b32`, as the PTX ISA has it.

use lanesmith_algebra::Algebra;
use lanesmith_ptx::PERMUTE_MODES;

/// `d` for a control word and the 32-bit registers `a`, `b` and `c`, all unsigned numbers.
pub fn execute<A: Algebra>(control: &A::Int, [a, b, c]: [&A::Int; 3]) -> A::Int {
    let bytes: Vec<A::Int> = [a, b]
        .into_iter()
        .flat_map(|register| (0..4).map(|i| A::field(register, 8 * i, 8)))
        .collect();
    let sources: Vec<&A::Int> = bytes.iter().collect();
    let join = |bytes: [A::Int; 4]| {
        let placed = bytes.iter().zip([0, 8, 16, 24]).map(|(byte, lo)| A::shl(byte, lo));
        placed.fold(A::int(0), |word, byte| A::or(&word, &byte))
    };
    A::case(control, &PERMUTE_MODES, |mode| match mode.sources {
        None => join([0, 1, 2, 3].map(|i| {
            let byte = A::case(&A::field(c, 4 * i, 3), &sources, A::Int::clone);
            let sign = A::select(&A::bit(&byte, 7), &A::int(0xff), &A::int(0));
            A::select(&A::bit(c, 4 * i + 3), &sign, &byte)
        })),
        Some(table) => A::case(&A::field(c, 0, 2), &table, |row| {
            join([3, 2, 1, 0].map(|i| bytes[usize::from(row[i])].clone()))
        }),
    })
}
