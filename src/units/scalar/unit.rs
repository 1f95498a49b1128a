//! The row of the scalar video unit in the table of units.

use super::encoding::{self, CONTROL_BITS, FIELDS};
use super::rtl::{self, ScalarConfig};
use super::{claims, coverage, explain, golden, names};
use crate::ptx::{PtxUnit, language};
use lanesmith_algebra::{Algebra, ConcreteWide};
use lanesmith_ptx::{ScalarInstruction, ScalarOperation};
use lanesmith_sim::testbench::Random;
use lanesmith_unit::pipelined::{
    self, Case, CaseStream, CoverageWalk, Drawn, IgnoredBits, Pipelined, PipelinedGolden, WaveSignals,
};
use lanesmith_unit::vectors::{Table, VectorFileKind};
use lanesmith_unit::{ControlField, Language, OptionRow, UnitEntry, options};
use std::rc::Rc;

const OPTIONS: [OptionRow<ScalarConfig>; 2] = options! { ScalarConfig;
    latency: "latency" latency(ScalarConfig::MIN_LATENCY, ScalarConfig::MAX_LATENCY, 3),
        "cycles from operands to result",
        "Cycles from operands to result, 1 to 4.";

    mad: "mad" extra(false),
        "adds vmad, with four multipliers of 16 by 16 bits",
        "The instruction vmad.";
};

lanesmith_unit::unit! {
    /// `video_scalar` in a configuration.
    Scalar(ScalarConfig) of SCALAR;
    options OPTIONS, ScalarConfig { latency: ScalarConfig::MIN_LATENCY, mad: false };
    block rtl::scalar, rtl::design;
    claims |unit, machine| claims::claims(unit, machine);
    sources crate::sources(&["scalar"]);
}

/// Scalar video instructions.
pub static SCALAR: UnitEntry = UnitEntry {
    shipped: || vec![SCALAR.full()],
    ..pipelined::entry::<Scalar>(
        "video_scalar",
        "Scalar video instructions (PTX vadd to vset, with vmad by option) with valid/ready handshake and tag.",
    )
};

/// Texts of scalar video instructions.
pub static LANGUAGE: Language = language::<Scalar>("scalar");

/// Scalar video instructions of PTX modules.
pub static PTX_UNIT: PtxUnit = PtxUnit::of::<Scalar>(&LANGUAGE);

/// Results, on which NVIDIA's compiler and the manual agree.
pub static RESULTS: VectorFileKind = VectorFileKind {
    claims: Some(LANGUAGE.claims),
    ..pipelined::vectors::kind::<Scalar>("results of scalar video instructions")
};

/// The bundled vectors, with or without those of `vmad`.
fn bundled(has_mad: bool) -> Table {
    let all = include_str!("../vectors/ptx_scalar.csv");
    let own = |line: &&str| has_mad || !line.contains("vmad");
    let text = all
        .lines()
        .filter(own)
        .flat_map(|line| [line, "\n"])
        .collect::<String>();
    Table::bundled("ptx_scalar.csv", &text)
}

impl PipelinedGolden for Scalar {
    const CONTROL: u32 = CONTROL_BITS;

    fn execute<A: Algebra>(control: &A::Int, registers: [&A::Int; 3]) -> A::Int {
        golden::execute::<A>(control, registers)
    }

    // The product does not fit the integers of the other units.
    fn evaluate(case: &Case) -> u32 {
        let [a, b, c] = case.operands.map(i128::from);
        golden::execute::<ConcreteWide>(&case.control.into(), [&a, &b, &c]) as u32
    }
}

impl Pipelined for Scalar {
    type Instruction = ScalarInstruction;
    type Hits = coverage::Hits;
    const FIELDS: &'static [ControlField] = &FIELDS;
    const KIND: &'static VectorFileKind = &RESULTS;
    const SIGNALS: WaveSignals = WaveSignals {
        fields: names::named_fields,
        steps: &[("ta", 32), ("tb", 32)],
        values: |case| {
            let steps = explain::steps_of(case);
            [steps.ta, steps.tb].map(|part| u64::from(part as u32)).into()
        },
    };

    fn encode(instruction: &ScalarInstruction) -> u64 {
        encoding::encode(instruction)
    }

    fn decode(control: u64) -> Result<ScalarInstruction, String> {
        Ok(encoding::decode(control))
    }

    fn explain(case: &Case) -> String {
        explain::explain(case)
    }

    fn own_vectors(&self) -> Table {
        bundled(self.0.mad)
    }

    fn random(&self, seed: u64) -> Box<dyn CaseStream> {
        let has_mad = self.0.mad;
        Box::new(Drawn::new(seed, move |random: &mut Random| {
            coverage::draw(random, has_mad)
        }))
    }

    fn walk(&self, seed: u64) -> Box<dyn Iterator<Item = Case>> {
        let has_mad = self.0.mad;
        let within = move |bin| has_mad || !coverage::is_multiply_add(bin);
        let walk = CoverageWalk::new(self, seed, coverage::CROSSES.operands, within, coverage::aim);
        Box::new(walk)
    }

    fn note(case: &Case, hits: &mut coverage::Hits) {
        coverage::note(case, hits);
    }

    fn remedies(&self, instruction: &ScalarInstruction) -> Vec<&'static str> {
        let is_missing = !self.0.mad && instruction.operation == ScalarOperation::Mad;
        is_missing.then_some("with --mad").into_iter().collect()
    }

    fn ignored_bits(&self) -> Option<IgnoredBits> {
        Some(Rc::new(encoding::ignored))
    }
}
