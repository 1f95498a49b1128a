//! `instruction,a,b,c,d,vxsat`: results of packed instructions.

use crate::riscv::Riscv;
use crate::riscv::encoding::FeatureSet;
use crate::riscv::golden::execute_row;
use crate::riscv::isa::{PACKED, PackedRow};
use crate::riscv::rtl::{Interface, RiscvConfig};
use crate::riscv::testbench::{PackedVector, packed_steps, run};
use lanesmith_algebra::{Bitwise, Concrete, Cond, Int, Slice, pack, unpack};
use lanesmith_sim::testbench::Profile;
use lanesmith_sim::wave::{DumpedWaves, Keep};
use lanesmith_sim::{EngineError, EngineKind};
use lanesmith_unit::vectors::{Evaluator, Refusal, Table, VectorFileKind, VectorReport, require};
use lanesmith_unit::{Job, Simulatable};
use std::path::Path;

/// The kind.
pub static KIND: VectorFileKind = VectorFileKind {
    waves: Some(waves),
    ..VectorFileKind::of(
        "results of packed RISC-V instructions",
        &["instruction", "a", "b", "c", "d", "vxsat"],
        check,
    )
};

/// The results that come with this crate (`src/units/vectors/README-riscv-p.md`).
pub fn bundled() -> Table {
    let text = include_str!("../../vectors/riscv_p.csv");
    Table::bundled("riscv_p.csv", text)
}

/// The rows of a file of this kind.
pub fn rows(table: &Table) -> Result<Vec<PackedVector>, Refusal> {
    require(table, &KIND)?;
    let columns = table.places(&KIND);
    let number = |row, i: usize| table.number(row, columns[i]);
    let read = |row| {
        let name = table.cell(row, columns[0]);
        let Some(instruction) = PACKED.iter().find(|row| row.name == name) else {
            let message = format!("`{name}` is no packed instruction");
            return Err(table.cell_error(row, columns[0], &message, "a mnemonic, for example `padd.b`"));
        };
        Ok(PackedVector {
            row: instruction,
            a: number(row, 1)?,
            b: number(row, 2)?,
            c: number(row, 3)?,
            d: number(row, 4)?,
            vxsat: match table.cell(row, columns[5]) {
                "0" => false,
                "1" => true,
                _ => return Err(table.cell_error(row, columns[5], "this is no flag", "`0` or `1`")),
            },
        })
    };
    (0..table.len()).map(read).collect()
}

/// The golden model's rd and `vxsat`.
fn by_golden(vector: &PackedVector) -> (u32, bool) {
    let [a, b, c] = [vector.a, vector.b, vector.c].map(i64::from);
    let word = vector.word().into();
    let result = execute_row::<Concrete>(vector.row, &word, [&a, &b, &c]);
    (result.d as u32, result.saturated)
}

/// The golden model's rd and `vxsat` for all vectors, computed for up to 64 vectors of an instruction at a time.
fn by_sliced_golden(vectors: &[PackedVector]) -> Vec<(u32, bool)> {
    type Planes = Bitwise<Slice<1>>;
    let mut found = vec![(0, false); vectors.len()];
    for row in &PACKED {
        let own: Vec<usize> = (0..vectors.len())
            .filter(|i| vectors[*i].row.name == row.name)
            .collect();
        for some in own.chunks(64) {
            let column = |value: fn(&PackedVector) -> u32| {
                let words: Vec<u64> = some.iter().map(|i| value(&vectors[*i]).into()).collect();
                Int::unsigned(pack::<1>(&words, 32))
            };
            let [a, b, c] = [column(|v| v.a), column(|v| v.b), column(|v| v.c)];
            let result = execute_row::<Planes>(row, &column(PackedVector::word), [&a, &b, &c]);
            let d = unpack(&result.d.low(32), some.len());
            let saturated = unpack(&[Cond::bit(&result.saturated)], some.len());
            for ((i, d), saturated) in some.iter().zip(d).zip(saturated) {
                found[*i] = (d as u32, saturated != 0);
            }
        }
    }
    found
}

fn check(table: &Table, evaluator: Evaluator, report: &mut VectorReport) -> Result<(), Refusal> {
    let vectors = rows(table)?;
    let found = match evaluator {
        Evaluator::Golden => vectors.iter().map(by_golden).collect(),
        Evaluator::GoldenSliced => by_sliced_golden(&vectors),
        Evaluator::Hardware(engine) => return check_hardware(table, &vectors, engine, report),
    };
    for (i, (vector, (d, vxsat))) in vectors.iter().zip(found).enumerate() {
        match (d, vxsat) == (vector.d, vector.vxsat) {
            true => report.pass(),
            false => report.fail(i, || {
                format!(
                    "{}:{}: {}\ngives {d:#010x}, vxsat {}",
                    table.path(),
                    table.line(i),
                    vector.text().trim_end(),
                    u32::from(vxsat)
                )
            }),
        }
    }
    Ok(())
}

/// The interfaces of the units that execute the rows. Only the second one hands over rd, which some instructions read.
const CONFIGS: [Interface; 2] = [Interface::Pcpi, Interface::CvXIf1 { split: false }];

/// The first of these units that executes an instruction.
fn hardware_of(row: &PackedRow) -> RiscvConfig {
    let [first, last] = CONFIGS.map(|interface| RiscvConfig::packed(interface, 1));
    match first.features.lacks(row) {
        None => first,
        Some(_) => last,
    }
}

/// Runs the rows one after the other on a unit in a RISC-V core.
fn check_hardware(
    table: &Table,
    vectors: &[PackedVector],
    engine: EngineKind,
    report: &mut VectorReport,
) -> Result<(), Refusal> {
    let failed = |why: String| Refusal::new(why);
    for config in CONFIGS.map(|interface| RiscvConfig::packed(interface, 1)) {
        let own = (0..vectors.len()).filter(|row| hardware_of(vectors[*row].row) == config);
        let own: Vec<usize> = own.collect();
        let mut left = &own[..];
        // A run ends at its first fault, so a new run continues after the failing row.
        while !left.is_empty() {
            let engine = match Riscv(config).engine(engine, false) {
                Ok(engine) => engine,
                Err(EngineError::Unavailable(why)) => {
                    report.skip(left.len(), why);
                    break;
                }
                Err(EngineError::Failed(why)) => return Err(failed(why)),
            };
            let some: Vec<PackedVector> = left.iter().map(|row| vectors[*row]).collect();
            let steps = packed_steps(&config.features, &some);
            let job = Job::of_profile(Profile::Always, 0);
            let verdict = run(engine, &config, &job, steps, |_| ()).map_err(|error| failed(error.to_string()))?;
            let steps_of_a_row = packed_steps(&config.features, &some[..1]).count();
            let (right, rest) = left.split_at((verdict.right as usize / steps_of_a_row).min(left.len()));
            right.iter().for_each(|_| report.pass());
            left = rest;
            if let (Some((_, text)), Some((wrong, rest))) = (verdict.fault, rest.split_first()) {
                report.fail(*wrong, || format!("{}:{}: {text}", table.path(), table.line(*wrong)));
                left = rest;
            }
        }
    }
    Ok(())
}

/// Runs a row on hardware, with waves in a file.
fn waves(table: &Table, row: usize, engine: EngineKind, path: &Path) -> Result<DumpedWaves, String> {
    let vector = rows(table).map_err(|error| error.0)?[row];
    let config = hardware_of(vector.row);
    let engine = Riscv(config).engine(engine, true).map_err(|error| error.to_string())?;
    let job = Job {
        waves: Some((path, Keep::Last(100))),
        ..Job::of_profile(Profile::Always, 0)
    };
    let steps = packed_steps(&config.features, &[vector]);
    let verdict = run(engine, &config, &job, steps, |_| ()).map_err(|error| error.to_string())?;
    verdict.dumped.ok_or_else(|| "no waves were written".to_owned())
}
