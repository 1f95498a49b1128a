//! Evaluators as values of options.

use super::Evaluator;
use clap::ValueEnum;
use clap::builder::PossibleValue;
use lanesmith_sim::EngineKind;

impl ValueEnum for Evaluator {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [Evaluator; 5] = [
            Evaluator::Golden,
            Evaluator::GoldenSliced,
            Evaluator::Hardware(EngineKind::Native),
            Evaluator::Hardware(EngineKind::RustHdl),
            Evaluator::Hardware(EngineKind::Verilator),
        ];
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, help) = match self {
            Evaluator::Golden => ("golden", "The golden model"),
            Evaluator::GoldenSliced => (
                "golden-sliced",
                "The golden model over bit-planes, many vectors at a time",
            ),
            Evaluator::Hardware(kind) => return kind.to_possible_value(),
        };
        Some(PossibleValue::new(name).help(help))
    }
}
