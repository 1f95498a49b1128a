//! Vector files of results: an instruction's text, its three operands, its result.

use super::case::Case;
use super::scoreboard::{Independent, PipelinedScoreboard};
use super::stimulus::PipelinedStimulus;
use super::text::{columns, write};
use super::{ParsedInstruction, Pipelined, RESET, bench, evaluate_all, executes, steady};
use crate::vectors::{Evaluator, Refusal, Table, VectorFileKind, VectorReport, require};
use crate::{Hardware, Simulatable, Unit};
use lanesmith_sim::wave::DumpedWaves;
use lanesmith_sim::{EngineError, EngineKind};
use lanesmith_text::InstructionText;
use std::path::Path;

/// The kind of a unit's vector files.
pub const fn kind<P: Pipelined>(name: &'static str) -> VectorFileKind {
    VectorFileKind {
        waves: Some(waves::<P>),
        ..VectorFileKind::of(name, &["instruction", "a", "b", "c", "d"], check::<P>)
    }
}

/// The cases of a table of the unit's kind, with their results.
pub fn rows<P: Pipelined>(table: &Table) -> Result<Vec<Case>, Refusal> {
    require(table, P::KIND)?;
    let columns = table.places(P::KIND);
    let number = |row, i: usize| table.number(row, columns[i]);
    let read = |row| {
        let text = table.cell(row, columns[0]);
        let instruction =
            P::Instruction::parse(text).map_err(|diagnostic| table.error_in_cell(row, columns[0], &diagnostic))?;
        let parsed = ParsedInstruction::of::<P>(&instruction);
        let values = [number(row, 1)?, number(row, 2)?, number(row, 3)?];
        let numbers = parsed.numbers.iter().filter(|_| !parsed.is_negation);
        for (i, (value, written)) in values.iter().zip(numbers).enumerate() {
            if let Some(written) = written.filter(|written| written != value) {
                let message = format!("the instruction's text says {written:#010x}");
                return Err(table.cell_error(row, columns[i + 1], &message, "the same number"));
            }
        }
        one_value_for_a_register(table, row, &columns, &parsed, values)?;
        Ok(parsed.case(values).expecting(number(row, 4)?))
    };
    (0..table.len()).map(read).collect()
}

/// An error if a register that is several sources in the text of a row has several values.
fn one_value_for_a_register(
    table: &Table,
    row: usize,
    columns: &[usize],
    parsed: &ParsedInstruction,
    values: [u32; 3],
) -> Result<(), Refusal> {
    // Sources that the text does not have do not count.
    let sources = table.cell(row, columns[0]).matches(',').count().min(3);
    let registers = (0..sources).filter(|i| sources > 1 && parsed.numbers[*i].is_none());
    for i in registers {
        let name = &parsed.sources[i];
        if let Some(first) = (0..i).find(|first| parsed.sources[*first] == *name && values[*first] != values[i]) {
            let (value, column) = (values[first], table.name(columns[first + 1]));
            let message = format!("`{name}` is {value:#010x} in column {column}");
            return Err(table.cell_error(row, columns[i + 1], &message, "one value for a register"));
        }
    }
    Ok(())
}

/// Cases as a vector file.
pub fn text<P: Pipelined>(cases: &[Case]) -> String {
    let mut text = P::KIND.columns.join(",") + "\n";
    for case in cases {
        let ([a, b, c], d) = (columns::<P>(case), case.result::<P>());
        text += &format!("\"{}\",{a:#010x},{b:#010x},{c:#010x},{d:#010x}\n", write::<P>(case));
    }
    text
}

/// A unit that executes all these cases: the default configuration, or that with every option that adds a part.
fn executing<P: Pipelined>(cases: &[Case]) -> P {
    let unit = P::from(P::ENTRY.defaults());
    if cases.iter().all(|case| executes(&unit, case)) {
        unit
    } else {
        P::from(P::ENTRY.full())
    }
}

/// Compares every row with the computed result.
pub fn check<P: Pipelined>(table: &Table, evaluator: Evaluator, report: &mut VectorReport) -> Result<(), Refusal> {
    let cases = rows::<P>(table)?;
    let unit = executing::<P>(&cases);
    let found = match evaluator.engine() {
        Some(engine) => results(&unit, engine, &cases),
        None if evaluator == Evaluator::GoldenSliced => Ok(evaluate_all(&unit, &cases)),
        None => Ok(cases.iter().map(P::evaluate).collect()),
    };
    let found = match found {
        Ok(found) => found,
        Err(EngineError::Unavailable(why)) => {
            report.skip(cases.len(), why);
            return Ok(());
        }
        Err(EngineError::Failed(why)) => return Err(Refusal::new(why)),
    };
    for (i, (case, found)) in cases.iter().zip(found).enumerate() {
        match found == case.result::<P>() {
            true => report.pass(),
            false => report.fail(i, || {
                let (path, line, difference) = (table.path(), table.line(i), P::difference(case, found));
                format!("{path}:{line}: {difference}\n{}", P::explain(case))
            }),
        }
    }
    Ok(())
}

/// `d` of every case, in order, from the hardware, whether it is right or not. Errors: the engine can't be had, the hardware lost
/// or reordered something.
pub fn results<P: Pipelined>(unit: &P, engine: EngineKind, cases: &[Case]) -> Result<Vec<u32>, EngineError> {
    let mut collector = PipelinedScoreboard::collecting(*unit, Independent(cases.iter().cloned()));
    let mut bench = bench(unit.engine(engine, false)?, steady(0));
    let ran = bench
        .reset(&mut collector, RESET)
        .and_then(|()| bench.run(&mut collector, None));
    ran.map_err(|fault| EngineError::Failed(fault.to_string()))?;
    Ok(collector.collected().to_vec())
}

/// Waves of the hardware on a row of a table.
pub fn waves<P: Pipelined>(table: &Table, row: usize, engine: EngineKind, path: &Path) -> Result<DumpedWaves, String> {
    let cases = rows::<P>(table).map_err(|error| error.to_string())?;
    let case = cases[row].clone();
    let unit = executing::<P>(std::slice::from_ref(&case));
    let hardware = Hardware::new(unit.selection(), engine, None).map_err(|error| error.to_string())?;
    let run = PipelinedStimulus::steady(unit, vec![case]).run(&hardware, Some(path))?;
    run.dumped.ok_or_else(|| "the run left no waves".to_owned())
}
