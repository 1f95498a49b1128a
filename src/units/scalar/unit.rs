//! The row of the scalar video unit in the table of units.

use super::encoding::{self, CODES, CONTROL_BITS, FIELDS};
use super::rtl::{self, ScalarConfig};
use super::{claims, coverage, explain, golden, names};
use crate::algebra::{Algebra, ConcreteWide};
use crate::netlist::Design;
use crate::prove::machine::TransitionSystem;
use crate::prove::{Deferred, Provable};
use crate::ptx::{Operands, PtxFamily, PtxInstruction, ScalarInstruction, ScalarOperation, family};
use crate::rtl::Top;
use crate::sim::testbench::Random;
use crate::text::diagnostic::Diagnostic;
use crate::unit::pipelined::{
    self, Case, CaseStream, CoverageWalk, Drawn, IgnoredBits, ParsedInstruction, Pipelined, PipelinedGolden,
    WaveSignals, handshake_rules,
};
use crate::unit::{
    ConfigError, ControlWord, ControlWordCodec, Language, ModuleInfo, OperandStyle, OptionRow, OptionValues, Refusal,
    Selection, UnitEntry, options,
};
use crate::units::ptx::{ExecutesPtx, PtxUnit};
use crate::vectors::{Table, VectorFileKind};
use std::rc::Rc;
use std::sync::Arc;

const OPTIONS: [OptionRow<ScalarConfig>; 2] = options! { ScalarConfig;
    latency: "latency" latency(ScalarConfig::MIN_LATENCY, ScalarConfig::MAX_LATENCY, DEFAULT_LATENCY),
        "cycles from operands to result",
        "Cycles from operands to result, 1 to 4.";

    mad: "mad" extra(false),
        "adds vmad, with four multipliers of 16 by 16 bits",
        "The instruction vmad.";
};

/// The latency if nobody chooses.
const DEFAULT_LATENCY: u32 = 3;

/// Scalar video instructions.
pub static SCALAR: UnitEntry = UnitEntry {
    options: &OptionRow::options(&OPTIONS),
    validate: |values| Scalar::from(*values).0.validate(),
    shipped: || {
        vec![values(&ScalarConfig {
            latency: DEFAULT_LATENCY,
            mad: true,
        })]
    },
    configurations: || {
        let latencies = ScalarConfig::MIN_LATENCY..=ScalarConfig::MAX_LATENCY;
        let both = |latency| [false, true].map(|mad| values(&ScalarConfig { latency, mad }));
        latencies.flat_map(both).collect()
    },
    crosses: || coverage::CROSSES.all,
    formal: Some(const { &handshake_rules::<Scalar>(|_| None) }),
    ..pipelined::entry::<Scalar>(ModuleInfo {
        name: "video_scalar",
        description: "Scalar video instructions (PTX vadd to vset, with vmad by option) with valid/ready handshake and tag.",
    })
};

/// A configuration as values of the options.
fn values(config: &ScalarConfig) -> OptionValues {
    OptionRow::values(&OPTIONS, config)
}

/// Texts of scalar video instructions.
pub static LANGUAGE: Language = Language {
    name: "scalar",
    claims: |text| family(text) == Some(PtxFamily::Scalar),
    takes: OperandStyle::Operands,
    explain: pipelined::explain::<Scalar>,
    words: Some(ControlWordCodec {
        bits: CONTROL_BITS,
        encode: |text| {
            let instruction = parse(text).map_err(|diagnostic| Refusal::from((text, &diagnostic)))?;
            Ok(word(&instruction))
        },
        decode: |control| Ok(word(&encoding::decode(control))),
    }),
};

fn parse(text: &str) -> Result<ScalarInstruction, Diagnostic> {
    ScalarInstruction::parse(text, None)
}

/// The control word of an instruction.
fn word(instruction: &ScalarInstruction) -> ControlWord {
    ControlWord::new(instruction, encoding::encode(instruction), &FIELDS)
}

/// `video_scalar` in a configuration.
#[derive(Clone, Copy, Debug)]
pub struct Scalar(pub ScalarConfig);

impl From<OptionValues> for Scalar {
    fn from(values: OptionValues) -> Self {
        let base = ScalarConfig {
            latency: DEFAULT_LATENCY,
            mad: false,
        };
        Scalar(OptionRow::config(&OPTIONS, base, &values))
    }
}

/// Results, on which NVIDIA's compiler and the manual agree.
pub static RESULTS: VectorFileKind = VectorFileKind {
    name: "results of scalar video instructions",
    columns: &["instruction", "a", "b", "c", "d"],
    optional: &[],
    claims: Some(|text| family(text) == Some(PtxFamily::Scalar)),
    check: pipelined::vectors::check::<Scalar>,
    waves: Some(pipelined::vectors::waves::<Scalar>),
};

/// The bundled vectors, with or without those of `vmad`.
fn bundled(has_mad: bool) -> Table {
    let all = include_str!("../../../testbench/vectors/ptx_scalar.csv");
    let own = |line: &&str| has_mad || !line.contains("vmad");
    let text = all
        .lines()
        .filter(own)
        .flat_map(|line| [line, "\n"])
        .collect::<String>();
    Table::parse("ptx_scalar.csv".into(), text.into()).expect("the bundled vectors are readable")
}

fn is_multiply_add(control: u64) -> bool {
    CODES[encoding::value(control, "op") as usize] == ScalarOperation::Mad
}

/// Scalar video instructions of PTX modules.
pub static PTX_UNIT: PtxUnit = PtxUnit::of::<Scalar>(&SCALAR);

impl ExecutesPtx for Scalar {
    fn case(instruction: &PtxInstruction, values: [u32; 3]) -> Option<Case> {
        match instruction {
            PtxInstruction::Scalar(one) => Some(Case {
                text: Some(Arc::new(one.to_string())),
                ..Case::new(encoding::encode(one), values)
            }),
            _ => None,
        }
    }

    fn remedies(&self, case: &Case) -> Vec<&'static str> {
        match self.executes(case) {
            true => vec![],
            false => vec!["with --mad"],
        }
    }
}

impl Provable for Scalar {
    fn design(&self) -> Result<Design, String> {
        rtl::design(&self.0).map_err(|error| error.to_string())
    }

    fn claims<'a>(&'a self, machine: &'a dyn TransitionSystem) -> Result<Vec<Deferred<'a>>, String> {
        Ok(claims::claims(&self.0, machine))
    }

    fn sources(&self) -> Vec<(&'static str, &'static str)> {
        crate::units::sources(&["scalar"])
    }
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
    const KIND: &'static VectorFileKind = &RESULTS;
    const SIGNALS: WaveSignals = WaveSignals {
        fields: names::named_fields,
        steps: &[("ta", 32), ("tb", 32)],
        values: |case| {
            let steps = explain::steps_of(case);
            [steps.ta, steps.tb].map(|part| u64::from(part as u32)).into()
        },
    };
    type Hits = coverage::Hits;

    fn selected(&self) -> Selection {
        Selection::new(&SCALAR, values(&self.0))
    }

    fn block(&self) -> Result<Box<dyn Top>, ConfigError> {
        rtl::scalar(&self.0)
    }

    fn read(text: &str) -> Result<ParsedInstruction, Diagnostic> {
        let instruction = parse(text)?;
        let control = encoding::encode(&instruction);
        let text = (instruction != encoding::decode(control)).then(|| Arc::new(instruction.to_string()));
        let Operands { a, b, c, .. } = instruction.operands;
        Ok(ParsedInstruction {
            control,
            numbers: [&a, &b, &c].map(|operand| Operands::value(operand)),
            sources: [a, b, c],
            is_negation: false,
            text,
        })
    }

    fn write(case: &Case) -> String {
        match &case.text {
            Some(text) => text.to_string(),
            None => encoding::decode(case.control).to_string(),
        }
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
        Box::new(CoverageWalk::new(
            seed,
            coverage::CROSSES.operands,
            within,
            coverage::aim,
            |seed| self.random(seed),
        ))
    }

    fn note(case: &Case, hits: &mut coverage::Hits) {
        coverage::note(case, hits);
    }

    fn executes(&self, case: &Case) -> bool {
        self.0.mad || !is_multiply_add(case.control)
    }

    fn ignored_bits(&self) -> Option<IgnoredBits> {
        Some(Rc::new(encoding::ignored))
    }
}
