//! Vector files of results: an instruction's text, its three operands, its result.

use super::scoreboard::Results;
use super::stimulus::{Stimulus, bench};
use super::{Case, Pipelined};
use crate::sim::testbench::{Profile, Settings};
use crate::sim::wave::{Dumped, Keep};
use crate::sim::{EngineError, EngineKind};
use crate::text::number;
use crate::unit::{Selection, UnitEntry};
use crate::vectors::{Evaluator, Report, Table, Unreadable};
use std::path::Path;

/// The cases of a table of the unit's kind, with their results.
pub(super) fn rows<P: Pipelined>(table: &Table) -> Result<Vec<Case>, Unreadable> {
    let columns: Vec<usize> = (P::KIND.columns.iter())
        .map(|name| table.column(name).expect("recognised"))
        .collect();
    let number = |row, i: usize| {
        number::parse_u32(table.cell(row, columns[i]))
            .map_err(|message| table.cell_error(row, columns[i], &message, number::EXPECTED_U32))
    };
    let read = |row| {
        let text = table.cell(row, columns[0]);
        let read = P::read(text).map_err(|diagnostic| table.error_in_cell(row, columns[0], &diagnostic))?;
        let operands = [number(row, 1)?, number(row, 2)?, number(row, 3)?];
        for (i, (operand, written)) in operands.iter().zip(read.written).enumerate() {
            if let Some(written) = written.filter(|written| written != operand) {
                let message = format!("the instruction's text says {written:#010x}");
                return Err(table.cell_error(row, columns[i + 1], &message, "the same number"));
            }
        }
        Ok(Case {
            control: read.control,
            operands,
            expected: Some(number(row, 4)?),
        })
    };
    (0..table.len()).map(read).collect()
}

/// Cases as a vector file.
pub(super) fn text<P: Pipelined>(cases: &[Case]) -> String {
    let mut text = P::KIND.columns.join(",") + "\n";
    for case in cases {
        let ([a, b, c], d) = (case.operands, case.expected.unwrap_or_else(|| P::evaluate(case)));
        text += &format!(
            "\"{}\",{a:#010x},{b:#010x},{c:#010x},{d:#010x}\n",
            P::write(case.control)
        );
    }
    text
}

/// Compares every row with what is computed.
pub fn check<P: Pipelined>(
    entry: &'static UnitEntry,
    table: &Table,
    evaluator: Evaluator,
    report: &mut Report,
) -> Result<(), Unreadable> {
    let cases = rows::<P>(table)?;
    let found = match evaluator.engine() {
        Some(engine) => results::<P>(entry, engine, &cases),
        None if evaluator == Evaluator::GoldenSliced => Ok(P::evaluate_all(&cases)),
        None => Ok(cases.iter().map(P::evaluate).collect()),
    };
    let found = match found {
        Ok(found) => found,
        Err(EngineError::Unavailable(why)) => {
            report.skip(cases.len(), why);
            return Ok(());
        }
        Err(EngineError::Failed(why)) => return Err(Unreadable(format!("error: {why}"))),
    };
    for (i, (case, found)) in cases.iter().zip(found).enumerate() {
        let expected = case.expected.unwrap_or_default();
        match found == expected {
            true => report.pass(),
            false => report.fail(i, || {
                let (path, line, explained) = (table.path(), table.line(i), P::explain(case));
                format!("{path}:{line}: expected {expected:#010x}, got {found:#010x}\n{explained}")
            }),
        }
    }
    Ok(())
}

/// What the hardware in its default configuration computes, whether it is right or not.
fn results<P: Pipelined>(entry: &'static UnitEntry, kind: EngineKind, cases: &[Case]) -> Result<Vec<u32>, EngineError> {
    let unit = Selection::new(entry, entry.defaults()).unit();
    let settings = Settings {
        gaps: Profile::Always,
        stalls: Profile::Always,
        seed: 0,
    };
    let mut bench = bench(unit.engine(kind, false)?, settings);
    let mut scoreboard = Results::<P>::collecting(cases);
    bench
        .reset(&mut scoreboard, 2)
        .and_then(|()| bench.run(&mut scoreboard, None))
        .map_err(|fault| EngineError::Failed(fault.to_string()))?;
    Ok(scoreboard.results)
}

/// Waves of the hardware in its default configuration on a row of a table.
pub fn waves<P: Pipelined>(
    entry: &'static UnitEntry,
    table: &Table,
    number: usize,
    kind: EngineKind,
    path: &Path,
) -> Result<Dumped, String> {
    let cases = rows::<P>(table).map_err(|error| error.to_string())?;
    let unit = Selection::new(entry, entry.defaults()).unit();
    let engine = unit.engine(kind, true).map_err(|error| error.to_string())?;
    let stimulus = Stimulus::<P>::steady(vec![cases[number].clone()]);
    let keep = Keep::Window(0..u64::MAX);
    let verdict = stimulus
        .run(engine, Some((path, keep)), &|_| ())
        .map_err(|error| error.to_string())?;
    verdict.dumped.ok_or_else(|| "the run left no waves".to_owned())
}
