//! The golden model's floating-point operations as AIGER files, which `testbench/ieee/` compares with other implementations of IEEE 754.

use lanesmith::algebra::{Algebra, Bitwise, Edge, Graph, Int};
use lanesmith::prove::aiger;
use lanesmith::units::brew::golden::{BINARY16, BINARY32, FloatFormat};
use std::fmt::Write as _;

type Symbolic = Bitwise<Edge>;

/// An operation as a graph.
pub struct FloatGraph {
    /// Format and operation: `fp32_add`.
    pub name: String,
    /// A binary AIGER file with names of inputs and outputs: operands `x[i]` and `y[i]`, for `_mul_rest` also the product of the
    /// significands `p[i]`, and the result `r[i]`.
    pub aiger: Vec<u8>,
}

/// Addition, subtraction, multiplication and comparisons of both formats.
///
/// Multiplication is there whole and in two parts: `_significands` gives both significands of `x` and `y`, the one of `x` lower, and
/// `_product` the product of the significands `x` and `y`; `_mul_rest` is the multiplication with any product.
pub fn float_graphs() -> Vec<FloatGraph> {
    let formats = [("fp32", BINARY32), ("fp16", BINARY16)];
    formats
        .into_iter()
        .flat_map(|(name, format)| of_format(name, format))
        .collect()
}

fn of_format(name: &str, format: FloatFormat) -> Vec<FloatGraph> {
    type Operation = fn(FloatFormat, &Int<Edge>, &Int<Edge>) -> Vec<Edge>;
    let significand = format.fraction_bits + 1;
    let arithmetic: [(&str, Operation); 6] = [
        ("add", |format, x, y| format.add::<Symbolic>(x, y).low(format.bits())),
        ("sub", |format, x, y| format.sub::<Symbolic>(x, y).low(format.bits())),
        ("mul", |format, x, y| format.mul::<Symbolic>(x, y).low(format.bits())),
        ("equal", |format, x, y| vec![format.equal::<Symbolic>(x, y).bit()]),
        ("less", |format, x, y| vec![format.less::<Symbolic>(x, y).bit()]),
        ("at_least", |format, x, y| vec![format.at_least::<Symbolic>(x, y).bit()]),
    ];
    let mut graphs: Vec<FloatGraph> = arithmetic
        .into_iter()
        .map(|(operation, f)| {
            let graph = Graph::new();
            let [x, y] = [(); 2].map(|()| graph.inputs(format.bits()));
            let result = f(format, &Int::unsigned(x.clone()), &Int::unsigned(y.clone()));
            written(format!("{name}_{operation}"), &graph, &[("x", &x), ("y", &y)], &result)
        })
        .collect();

    let graph = Graph::new();
    let [x, y] = [(); 2].map(|()| graph.inputs(format.bits()));
    let mut significands = vec![];
    format.mul_by::<Symbolic>(&Int::unsigned(x.clone()), &Int::unsigned(y.clone()), |x, y| {
        significands = [x.low(significand), y.low(significand)].concat();
        Symbolic::int(0)
    });
    let inputs = [("x", &x), ("y", &y)];
    graphs.push(written(format!("{name}_significands"), &graph, &inputs, &significands));

    let graph = Graph::new();
    let [x, y] = [(); 2].map(|()| graph.inputs(significand));
    let product = Symbolic::mul(&Int::unsigned(x.clone()), &Int::unsigned(y.clone()));
    let inputs = [("x", &x), ("y", &y)];
    graphs.push(written(
        format!("{name}_product"),
        &graph,
        &inputs,
        &product.low(2 * significand),
    ));

    let graph = Graph::new();
    let [x, y] = [(); 2].map(|()| graph.inputs(format.bits()));
    let p = graph.inputs(2 * significand);
    let result = format.mul_by::<Symbolic>(&Int::unsigned(x.clone()), &Int::unsigned(y.clone()), |_, _| {
        Int::unsigned(p.clone())
    });
    let inputs = [("x", &x), ("y", &y), ("p", &p)];
    graphs.push(written(
        format!("{name}_mul_rest"),
        &graph,
        &inputs,
        &result.low(format.bits()),
    ));
    graphs
}

/// The file of a graph.
fn written(name: String, graph: &Graph, inputs: &[(&str, &Vec<Edge>)], outputs: &[Edge]) -> FloatGraph {
    let mut aiger = aiger::write(graph, outputs);
    let mut symbols = String::new();
    let bits = inputs
        .iter()
        .flat_map(|(name, word)| (0..word.len()).map(move |i| format!("{name}[{i}]")));
    for (number, bit) in bits.enumerate() {
        let _ = writeln!(symbols, "i{number} {bit}");
    }
    for number in 0..outputs.len() {
        let _ = writeln!(symbols, "o{number} r[{number}]");
    }
    aiger.extend_from_slice(symbols.as_bytes());
    FloatGraph { name, aiger }
}
