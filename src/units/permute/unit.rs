//! The row of the byte permute in the table of units.

use super::rtl::{self, PermuteConfig};
use super::{coverage, golden};
use crate::algebra::Algebra;
use crate::netlist::Design;
use crate::prove::machine::TransitionSystem;
use crate::prove::{Deferred, Provable};
use crate::ptx::{Operands, PERMUTE_MODES, PermuteInstruction, PermuteMode, PtxFamily, PtxInstruction, family};
use crate::rtl::Top;
use crate::text::diagnostic::Diagnostic;
use crate::unit::pipelined::{
    self, Case, CaseStream, CoverageWalk, Drawn, ParsedInstruction, Pipelined, PipelinedGolden, handshake_rules,
};
use crate::unit::{
    ConfigError, ControlField, ControlWord, ControlWordCodec, Language, ModuleInfo, OperandStyle, OptionRow,
    OptionValues, Refusal, Selection, UnitEntry, options,
};
use crate::units::ptx::{ExecutesPtx, PtxUnit};
use crate::vectors::{Table, VectorFileKind};
use std::sync::Arc;

const OPTIONS: [OptionRow<PermuteConfig>; 1] = options! { PermuteConfig;
    latency: "latency" latency(0, PermuteConfig::MAX_LATENCY, DEFAULT_LATENCY),
        "cycles from operands to result",
        "Cycles from operands to result, 0 (combinational) to 2.";
};

/// The default latency, in cycles.
const DEFAULT_LATENCY: u32 = 1;

/// Byte permute.
pub static PERMUTE: UnitEntry = UnitEntry {
    options: &OptionRow::options(&OPTIONS),
    validate: |values| Permute::from(*values).0.validate(),
    shipped: || vec![PERMUTE.defaults()],
    configurations: || {
        let latency = |latency| OptionRow::values(&OPTIONS, &PermuteConfig { latency });
        (0..=PermuteConfig::MAX_LATENCY).map(latency).collect()
    },
    crosses: || coverage::CROSSES.all,
    formal: Some(const { &handshake_rules::<Permute>(|values| (Permute::from(*values).0.latency == 0).then_some(3)) }),
    ..pipelined::entry::<Permute>(ModuleInfo {
        name: "byte_permute",
        description: "Byte permute (PTX prmt.b32) with valid/ready handshake and tag.",
    })
};

/// Texts of the byte permute.
pub static LANGUAGE: Language = Language {
    name: "prmt",
    claims: |text| family(text) == Some(PtxFamily::Permute),
    takes: OperandStyle::Operands,
    explain: pipelined::explain::<Permute>,
    words: Some(ControlWordCodec {
        bits: CONTROL,
        encode: |text| {
            let instruction = parse(text).map_err(|diagnostic| Refusal::from((text, &diagnostic)))?;
            Ok(word(&instruction))
        },
        decode: |control| match (control as usize) < PERMUTE_MODES.len() {
            true => Ok(word(&instruction(control))),
            false => Err("it is no mode".to_owned()),
        },
    }),
};

/// Bits of the control word, which is the index of the mode.
const CONTROL: u32 = 3;

fn parse(text: &str) -> Result<PermuteInstruction, Diagnostic> {
    PermuteInstruction::parse(text, None)
}

/// The instruction of a control word. Word 7, which belongs to no text, has the last mode.
fn instruction(control: u64) -> PermuteInstruction {
    PermuteInstruction {
        guard: None,
        mode: (control as usize).min(PERMUTE_MODES.len() - 1),
        operands: Operands::default(),
    }
}

/// The number of the source of a byte, 0 to 7, plus 8 if the byte is the source's sign.
fn selector(mode: &PermuteMode, c: u32, byte: u32) -> u32 {
    match mode.sources {
        None => c >> (4 * byte) & 15,
        Some(table) => table[(c & 3) as usize][3 - byte as usize].into(),
    }
}

/// The control word of an instruction.
fn word(instruction: &PermuteInstruction) -> ControlWord {
    ControlWord::new(
        instruction,
        instruction.mode as u64,
        &[ControlField::new("mode", 0, CONTROL)],
    )
}

/// The kind of its vector files.
pub static KIND: VectorFileKind = VectorFileKind {
    name: "results of prmt",
    columns: &["permute", "a", "b", "c", "d"],
    optional: &[],
    claims: None,
    check: pipelined::vectors::check::<Permute>,
    waves: Some(pipelined::vectors::waves::<Permute>),
};

/// `byte_permute` in a configuration.
#[derive(Clone, Copy, Debug)]
pub struct Permute(pub PermuteConfig);

impl From<OptionValues> for Permute {
    fn from(values: OptionValues) -> Self {
        let base = PermuteConfig {
            latency: DEFAULT_LATENCY,
        };
        Permute(OptionRow::config(&OPTIONS, base, &values))
    }
}

/// Byte permutes of PTX modules.
pub static PTX_UNIT: PtxUnit = PtxUnit::of::<Permute>(&PERMUTE);

impl ExecutesPtx for Permute {
    fn case(instruction: &PtxInstruction, values: [u32; 3]) -> Option<Case> {
        match instruction {
            PtxInstruction::Permute(one) => Some(Case {
                text: Some(Arc::new(one.to_string())),
                ..Case::new(one.mode as u64, values)
            }),
            _ => None,
        }
    }
}

impl Provable for Permute {
    fn design(&self) -> Result<Design, String> {
        rtl::design(&self.0).map_err(|error| error.to_string())
    }

    fn claims<'a>(&'a self, machine: &'a dyn TransitionSystem) -> Result<Vec<Deferred<'a>>, String> {
        Ok(pipelined::claims(self, machine))
    }

    fn sources(&self) -> Vec<(&'static str, &'static str)> {
        crate::units::sources(&["permute"])
    }
}

impl PipelinedGolden for Permute {
    const CONTROL: u32 = CONTROL;

    fn execute<A: Algebra>(control: &A::Int, registers: [&A::Int; 3]) -> A::Int {
        golden::execute::<A>(control, registers)
    }
}

impl Pipelined for Permute {
    const KIND: &'static VectorFileKind = &KIND;
    type Hits = coverage::Hits;

    fn selected(&self) -> Selection {
        Selection::new(&PERMUTE, OptionRow::values(&OPTIONS, &self.0))
    }

    fn block(&self) -> Result<Box<dyn Top>, ConfigError> {
        rtl::permute(&self.0)
    }

    fn read(text: &str) -> Result<ParsedInstruction, Diagnostic> {
        let instruction = parse(text)?;
        let Operands { a, b, c, .. } = instruction.operands;
        Ok(ParsedInstruction {
            control: instruction.mode as u64,
            numbers: [&a, &b, &c].map(|operand| Operands::value(operand)),
            sources: [a, b, c],
            is_negation: false,
            text: None,
        })
    }

    fn write(case: &Case) -> String {
        instruction(case.control).to_string()
    }

    fn explain(case: &Case) -> String {
        let ([a, b, c], d) = (case.operands, Self::evaluate(case));
        let instruction = instruction(case.control);
        let mode = &PERMUTE_MODES[instruction.mode];
        let written = case
            .text
            .as_ref()
            .map_or(instruction.to_string(), |text| text.to_string());
        let mut text = format!("{written}\n  a {a:#010x}, b {b:#010x}, c {c:#010x}");
        for byte in (0..4).rev() {
            let selector = selector(mode, c, byte);
            let (source, sign) = (selector & 7, selector > 7);
            let (register, place) = (["a", "b"][source as usize / 4], source % 4);
            let from = format!("byte {place} of {register}{}", if sign { ", its sign" } else { "" });
            text += &format!("\n  byte {byte}: {from} = {:#04x}", d >> (8 * byte) & 0xff);
        }
        format!("{text}\n  d {d:#010x}")
    }

    fn own_vectors(&self) -> Table {
        let text = include_str!("../../../testbench/vectors/prmt.csv");
        Table::parse("prmt.csv".into(), text.into()).expect("the bundled vectors are readable")
    }

    fn random(&self, seed: u64) -> Box<dyn CaseStream> {
        Box::new(Drawn::new(seed, coverage::draw))
    }

    fn walk(&self, seed: u64) -> Box<dyn Iterator<Item = Case>> {
        let random = |seed| self.random(seed);
        let walk = CoverageWalk::new(seed, coverage::CROSSES.bytes, |_| true, coverage::aim, random);
        Box::new(walk)
    }

    fn note(case: &Case, hits: &mut coverage::Hits) {
        coverage::note(case, hits);
    }
}
