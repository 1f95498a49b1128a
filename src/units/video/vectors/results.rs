//! `instruction,a,b,c,d`: results of SIMD video instructions.

use super::hardware;
use crate::ptx::{Family, Instruction, parse};
use crate::sim::EngineError;
use crate::sim::EngineKind;
use crate::sim::testbench::{Profile, Settings};
use crate::sim::wave::Dumped;
use crate::text::number;
use crate::unit::{Hardware, Unit};
use crate::units::video::counterexample::Stimulus;
use crate::units::video::encoding::Control;
use crate::units::video::golden as video;
use crate::units::video::golden::batch;
use crate::units::video::golden::batch::Vector;
use crate::units::video::golden::explain;
use crate::units::video::rtl::Config;
use crate::units::video::testbench::Case;
use crate::units::video::{DEFAULT_LATENCY, Video};
use crate::vectors::{Evaluator, Kind, Report, Table, Unreadable};
use std::path::Path;

/// The kind.
pub const KIND: Kind = Kind {
    name: "results of SIMD video instructions",
    columns: &["instruction", "a", "b", "c", "d"],
    optional: &[],
    check,
    waves: Some(waves),
};

/// A row: an instruction, its operands and its result.
#[derive(Clone, Debug)]
pub struct Row {
    /// The instruction; a guard is taken as passed.
    pub instruction: Instruction,
    /// Control word and operands.
    pub vector: Vector,
    /// The result.
    pub d: u32,
}

impl From<&Row> for Case {
    fn from(row: &Row) -> Self {
        let Vector { a, b, c, .. } = row.vector;
        Case::of(&row.instruction, [a, b, c]).expecting(row.d)
    }
}

/// NVIDIA's results that come with this crate, those of these families.
pub fn bundled(families: &[Family]) -> Table {
    let text = |family: &Family| match family {
        Family::Arithmetic => include_str!("../../../../testbench/vectors/ptx_vop.csv"),
        Family::Comparison => include_str!("../../../../testbench/vectors/ptx_vset.csv"),
        Family::Dot => include_str!("../../../../testbench/vectors/ptx_dp.csv"),
    };
    let header = format!("{}\n", KIND.columns.join(","));
    let rows = families
        .iter()
        .filter_map(|family| Some(text(family).split_once('\n')?.1));
    let text = header + &rows.collect::<String>();
    Table::parse("NVIDIA's vectors".into(), text.into()).expect("the bundled vectors are readable")
}

/// All rows of a recognised table.
pub fn rows(table: &Table) -> Result<Vec<Row>, Unreadable> {
    let columns = KIND.columns.iter();
    let columns: Vec<usize> = columns.map(|name| table.column(name).expect("recognised")).collect();
    let number = |row, i: usize| {
        number::parse_u32(table.cell(row, columns[i]))
            .map_err(|message| table.cell_error(row, columns[i], &message, number::EXPECTED_U32))
    };
    let read = |row| {
        let instruction = parse(table.cell(row, columns[0]), None)
            .map_err(|diagnostic| table.error_in_cell(row, columns[0], &diagnostic))?;
        let [a, b, c] = instruction.with_columns([number(row, 1)?, number(row, 2)?, number(row, 3)?]);
        let control = Control::encode(&instruction);
        let vector = Vector { control, a, b, c };
        let d = number(row, 4)?;
        Ok(Row { instruction, vector, d })
    };
    (0..table.len()).map(read).collect()
}

/// The ALU with all options, and the families of instructions that the rows need.
fn hardware_of(rows: &[Row]) -> Config {
    let full = Config::full(DEFAULT_LATENCY);
    let families = full.families();
    let is_full = rows
        .iter()
        .all(|row| families.contains(&row.instruction.operation.family()));
    if is_full { full } else { Config::all(DEFAULT_LATENCY) }
}

fn check(table: &Table, evaluator: Evaluator, report: &mut Report) -> Result<(), Unreadable> {
    let rows = rows(table)?;
    let vectors: Vec<Vector> = rows.iter().map(|row| row.vector).collect();
    let golden = |row: &Row| {
        let Vector { a, b, c, .. } = row.vector;
        video::evaluate(&row.instruction, a, b, c)
    };
    let results = match evaluator.engine() {
        Some(engine) => hardware::results(hardware_of(&rows), engine, &vectors),
        None if evaluator == Evaluator::GoldenSliced => Ok(batch::evaluate(&vectors)),
        None => Ok(rows.iter().map(golden).collect()),
    };
    let results = match results {
        Ok(results) => results,
        Err(EngineError::Unavailable(why)) => {
            report.skip(rows.len(), why);
            return Ok(());
        }
        Err(EngineError::Failed(why)) => return Err(Unreadable(format!("error: {why}"))),
    };
    for (i, (row, found)) in rows.iter().zip(results).enumerate() {
        if found == row.d {
            report.pass();
        } else {
            report.fail(i, || mismatch(table, i, row, found));
        }
    }
    Ok(())
}

/// A wrong result in words: where, what differs, and how the result comes about.
fn mismatch(table: &Table, i: usize, row: &Row, found: u32) -> String {
    let Vector { a, b, c, .. } = row.vector;
    format!(
        "{}:{}: {}\n{}",
        table.path(),
        table.line(i),
        explain::difference(&row.instruction, row.d, found),
        explain::explain(&row.instruction, a, b, c)
    )
}

/// Waves of the ALU on a row.
fn waves(table: &Table, row: usize, engine: EngineKind, path: &Path) -> Result<Dumped, String> {
    let rows = rows(table).map_err(|error| error.to_string())?;
    let selection = Video::alu(hardware_of(&rows[row..=row])).selection();
    let hardware = Hardware::new(selection, engine, None).map_err(|error| error.to_string())?;
    let stimulus = Stimulus {
        cases: vec![Case::from(&rows[row])],
        settings: Settings {
            gaps: Profile::Always,
            stalls: Profile::Always,
            seed: 0,
        },
        reset_at: None,
    };
    let verdict = stimulus.run(&hardware, Some(path))?;
    verdict.dumped.ok_or_else(|| "the run left no waves".to_owned())
}
