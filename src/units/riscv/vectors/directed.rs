//! The rows of vector files as instructions for a unit.

use super::results;
use super::rows;
use crate::riscv::encoding::FeatureSet;
use crate::riscv::rtl::RiscvConfig;
use crate::riscv::testbench::PackedVector;
use crate::riscv::testbench::{OffloadedInstruction, packed_steps, vector_steps};
use crate::video::Video;
use crate::video::testbench::{VideoCase, executes};
use lanesmith_unit::pipelined::Case;
use lanesmith_unit::pipelined::vectors as video_vectors;
use lanesmith_unit::vectors::{Refusal, Table};

/// Rows of one kind of vector file that a unit in a RISC-V core runs.
#[derive(Clone, Debug)]
pub enum DirectedRows {
    /// Results of SIMD video instructions.
    Video(Vec<Case>),
    /// Results of packed instructions.
    Packed(Vec<PackedVector>),
}

impl DirectedRows {
    /// All rows of a file. Error: the file has another kind, or a row cannot be read.
    pub fn read(table: &Table) -> Result<Self, Refusal> {
        let is_packed = |column: &&str| table.column(column).is_some();
        Ok(match results::KIND.columns.iter().all(is_packed) {
            true => DirectedRows::Packed(rows(table)?),
            false => DirectedRows::Video(video_vectors::rows::<Video>(table)?),
        })
    }

    /// The rows whose instructions the unit executes.
    pub fn of(self, config: &RiscvConfig) -> Self {
        match self {
            DirectedRows::Video(mut cases) => {
                let features = &config.features;
                cases.retain(|case| features.custom && executes(&config.video(), &case.instruction()));
                DirectedRows::Video(cases)
            }
            DirectedRows::Packed(mut vectors) => {
                let features = &config.features;
                vectors.retain(|vector| features.packed && features.lacks(vector.row).is_none());
                DirectedRows::Packed(vectors)
            }
        }
    }

    /// The number of rows.
    pub fn count(&self) -> usize {
        match self {
            DirectedRows::Video(cases) => cases.len(),
            DirectedRows::Packed(vectors) => vectors.len(),
        }
    }

    /// The number of instructions for a row, including those that set the state before it or read it after it.
    pub fn steps_of_a_row(&self, config: &RiscvConfig) -> u64 {
        match self {
            DirectedRows::Packed(_) if !config.features.vxsat => 1,
            _ => 3,
        }
    }

    /// The instructions that execute the rows.
    pub fn steps(&self, config: &RiscvConfig) -> Box<dyn Iterator<Item = OffloadedInstruction> + '_> {
        match self {
            DirectedRows::Video(cases) => Box::new(vector_steps(config.features.opcode, cases)),
            DirectedRows::Packed(vectors) => Box::new(packed_steps(&config.features, vectors)),
        }
    }

    /// Only the row with this index.
    pub fn only(&self, index: usize) -> Self {
        match self {
            DirectedRows::Video(cases) => DirectedRows::Video(vec![cases[index].clone()]),
            DirectedRows::Packed(vectors) => DirectedRows::Packed(vec![vectors[index]]),
        }
    }

    /// The rows as a vector file.
    pub fn text(&self) -> String {
        match self {
            DirectedRows::Video(cases) => video_vectors::text::<Video>(cases),
            DirectedRows::Packed(vectors) => {
                let header = results::KIND.columns.join(",") + "\n";
                header + &vectors.iter().map(PackedVector::text).collect::<String>()
            }
        }
    }
}
