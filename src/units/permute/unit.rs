//! The byte permute in the framework.

use super::rtl::{self, PermuteConfig};
use super::{coverage, golden};
use crate::ptx::{PtxUnit, language};
use lanesmith_algebra::Algebra;
use lanesmith_ptx::{Operands, PERMUTE_MODES, PermuteInstruction};
use lanesmith_unit::pipelined::{self, Case, CaseStream, CoverageWalk, Drawn, Pipelined, PipelinedGolden};
use lanesmith_unit::vectors::{Table, VectorFileKind};
use lanesmith_unit::{ControlField, Language, OptionRow, UnitEntry, options};

const OPTIONS: [OptionRow<PermuteConfig>; 1] = options! { PermuteConfig;
    latency: "latency" latency(0, PermuteConfig::MAX_LATENCY, 1),
        "cycles from operands to result",
        "Cycles from operands to result, 0 (combinational) to 2.";
};

lanesmith_unit::unit! {
    /// `byte_permute` in a configuration.
    Permute(PermuteConfig) of PERMUTE;
    options OPTIONS, PermuteConfig { latency: 0 };
    block rtl::permute, rtl::design;
    claims |unit, machine| pipelined::claims(unit, machine);
    recomputed |latency| (latency == 0).then_some(3);
    sources crate::sources(&["permute"]);
}

/// Byte permute.
pub static PERMUTE: UnitEntry = pipelined::entry::<Permute>(
    "byte_permute",
    "Byte permute (PTX prmt.b32) with valid/ready handshake and tag.",
);

/// Texts of the byte permute.
pub static LANGUAGE: Language = language::<Permute>("prmt");

/// Byte permutes of PTX modules.
pub static PTX_UNIT: PtxUnit = PtxUnit::of::<Permute>(&LANGUAGE);

/// The kind of its vector files.
pub static KIND: VectorFileKind = VectorFileKind {
    columns: &["permute", "a", "b", "c", "d"],
    ..pipelined::vectors::kind::<Permute>("results of prmt")
};

impl PipelinedGolden for Permute {
    const CONTROL: u32 = 3;

    fn execute<A: Algebra>(control: &A::Int, registers: [&A::Int; 3]) -> A::Int {
        golden::execute::<A>(control, registers)
    }
}

impl Pipelined for Permute {
    type Instruction = PermuteInstruction;
    type Hits = coverage::Hits;
    const FIELDS: &'static [ControlField] = &[ControlField::new("mode", 0, Self::CONTROL)];
    const KIND: &'static VectorFileKind = &KIND;

    fn encode(instruction: &PermuteInstruction) -> u64 {
        instruction.mode as u64
    }

    // Word 7, which belongs to no text, has the last mode.
    fn decode(control: u64) -> Result<PermuteInstruction, String> {
        Ok(PermuteInstruction {
            guard: None,
            mode: (control as usize).min(PERMUTE_MODES.len() - 1),
            operands: Operands::default(),
        })
    }

    fn explain(case: &Case) -> String {
        let ([a, b, c], d) = (case.operands, Self::evaluate(case));
        let instruction = pipelined::instruction::<Self>(case).expect("every word has an instruction");
        let mut text = format!("{instruction}\n  a {a:#010x}, b {b:#010x}, c {c:#010x}");
        for byte in (0..4).rev() {
            // The number of the source, plus 8 if the byte is the source's sign.
            let selector = match PERMUTE_MODES[instruction.mode].sources {
                None => c >> (4 * byte) & 15,
                Some(table) => table[(c & 3) as usize][3 - byte].into(),
            };
            let (source, sign) = (selector & 7, if selector > 7 { ", its sign" } else { "" });
            let (register, place) = (["a", "b"][source as usize / 4], source % 4);
            let value = d >> (8 * byte) & 0xff;
            text += &format!("\n  byte {byte}: byte {place} of {register}{sign} = {value:#04x}");
        }
        format!("{text}\n  d {d:#010x}")
    }

    fn own_vectors(&self) -> Table {
        Table::bundled("prmt.csv", include_str!("../vectors/prmt.csv"))
    }

    fn random(&self, seed: u64) -> Box<dyn CaseStream> {
        Box::new(Drawn::new(seed, coverage::draw))
    }

    fn walk(&self, seed: u64) -> Box<dyn Iterator<Item = Case>> {
        let walk = CoverageWalk::new(self, seed, coverage::CROSSES.bytes, |_| true, coverage::aim);
        Box::new(walk)
    }

    fn note(case: &Case, hits: &mut coverage::Hits) {
        coverage::note(case, hits);
    }
}
