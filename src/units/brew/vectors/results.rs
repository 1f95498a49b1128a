//! `words,a_type,a,b_type,b,d_type,d[,agrees,notes]`: results of Brew instructions.
//!
//! FIELD_A names `$r2`, FIELD_B `$r3`, the result is `$r1`, which is INT32 0 before.

use crate::brew::Datapath;
use crate::brew::golden::{BrewMachine, FloatFormat, Retire, Typed, explain};
use crate::brew::isa::{Arithmetic, MASK, REGISTERS, TYPES, length};
use crate::brew::rtl::DatapathConfig;
use crate::brew::testbench::{BrewProgram, Lockstep};
use crate::brew::vectors::encoding::{cell_words, hexadecimal};
use lanesmith_sim::testbench::Profile;
use lanesmith_sim::wave::DumpedWaves;
use lanesmith_sim::{EngineError, EngineKind};
use lanesmith_unit::Simulatable;
use lanesmith_unit::vectors::{Evaluator, Refusal, Table, VectorFileKind, VectorReport};
use std::collections::HashMap;
use std::path::Path;

/// The kind.
pub static KIND: VectorFileKind = VectorFileKind {
    optional: &["agrees", "notes"],
    waves: Some(waves),
    ..VectorFileKind::of(
        "results of Brew instructions",
        &["words", "a_type", "a", "b_type", "b", "d_type", "d"],
        check,
    )
};

/// A row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrewVector {
    /// The instruction.
    pub words: Vec<u16>,
    /// `$r2`, where FIELD_A names it.
    pub a: Option<Typed>,
    /// `$r3`, where FIELD_B names it.
    pub b: Option<Typed>,
    /// `$r1` afterwards; `None` for an invalid instruction.
    pub d: Option<Typed>,
    /// Whether the result equals the specification's.
    pub agrees: bool,
    /// Whether all NaNs count as equal in lanes of the result; else sign and payload count.
    pub any_nan: bool,
}

impl BrewVector {
    /// A program that sets the registers and runs the instruction, its last one.
    pub fn program(&self) -> BrewProgram {
        let mut program = BrewProgram::default();
        for (register, typed) in [(1, Some(Typed::default())), (2, self.a), (3, self.b)] {
            if let Some(Typed { value, code }) = typed {
                program.load(register, value);
                program.set_type(register, code);
            }
        }
        program.instructions.push(self.words.clone());
        program
    }

    /// Whether `found` is the row's result.
    pub fn accepts(&self, found: Option<Typed>) -> bool {
        if self.any_nan {
            return self.d.map(with_quiet_nans) == found.map(with_quiet_nans);
        }
        self.d == found
    }
}

/// NaN lanes replaced by the quiet NaN.
fn with_quiet_nans(register: Typed) -> Typed {
    let kind = TYPES[usize::from(register.code)];
    if kind.arithmetic != Arithmetic::Float {
        return register;
    }
    let (format, bits) = (FloatFormat::of(kind), kind.lane_bits());
    let (sign, infinity, quiet) = (1 << (bits - 1), format.infinity() as u32, format.quiet_nan() as u32);
    let quietened = |lane: u32| if lane & (sign - 1) > infinity { quiet } else { lane };
    let lane = |i: u32| quietened(register.value >> (i * bits) & (u32::MAX >> (32 - bits))) << (i * bits);
    let value = (0..kind.lanes).map(lane).sum();
    Typed { value, ..register }
}

/// The results of the ISA author's simulator that are part of this crate.
pub fn bundled() -> Table {
    let text = include_str!("../../vectors/brew_alu.csv");
    Table::bundled("brew_alu.csv", text)
}

/// All rows of a recognised table.
pub fn rows(table: &Table) -> Result<Vec<BrewVector>, Refusal> {
    let column = |name: &str| table.column(name).expect("recognised");
    let (words, a, b, d) = (column("words"), ["a_type", "a"], ["b_type", "b"], ["d_type", "d"]);
    let [a, b, d] = [a, b, d].map(|pair| pair.map(column));
    let (agrees, notes) = (table.column("agrees"), table.column("notes"));
    let read = |row| {
        let first = cell_words(table, row, words)?;
        if length(first[0]) != first.len() {
            return Err(table.cell_error(
                row,
                words,
                "these are not the words of one instruction",
                "one instruction",
            ));
        }
        let agrees = match agrees.map(|column| (column, table.cell(row, column))) {
            None | Some((_, "yes")) => true,
            Some((_, "no")) => false,
            Some((column, _)) => return Err(table.cell_error(row, column, "this is no verdict", "`yes` or `no`")),
        };
        let invalid = table.cell(row, d[1]) == "invalid";
        Ok(BrewVector {
            words: first,
            a: typed(table, row, a)?,
            b: typed(table, row, b)?,
            d: if invalid { None } else { typed(table, row, d)? },
            agrees,
            any_nan: notes.is_some_and(|column| table.cell(row, column).split(';').any(|note| note == "nan")),
        })
    };
    (0..table.len()).map(read).collect()
}

/// A register from its two cells; `None` if both are empty.
fn typed(table: &Table, row: usize, [code, value]: [usize; 2]) -> Result<Option<Typed>, Refusal> {
    if table.cell(row, code).is_empty() && table.cell(row, value).is_empty() {
        return Ok(None);
    }
    let number = |column: usize, digits: usize| {
        hexadecimal(table.cell(row, column), digits).ok_or_else(|| {
            let expected = format!("{digits} hexadecimal digits");
            table.cell_error(row, column, "this is not a number of the right width", &expected)
        })
    };
    let kind = number(code, 1)? as u8;
    if kind == MASK {
        return Err(table.cell_error(row, code, "no register has this type", "a type's code, 0 to e"));
    }
    Ok(Some(Typed {
        code: kind,
        value: number(value, 8)?,
    }))
}

/// One program that sets the registers of each row and runs its instruction, and the rows' places by their instructions'
/// addresses.
pub fn program<'a>(rows: impl IntoIterator<Item = &'a BrewVector>) -> (BrewProgram, HashMap<u32, usize>) {
    let mut program = BrewProgram::default();
    let (mut places, mut length) = (HashMap::new(), 0);
    for (i, row) in rows.into_iter().enumerate() {
        let own = row.program();
        length += own.words().len();
        places.insert(2 * (length - row.words.len()) as u32, i);
        program.instructions.extend(own.instructions);
    }
    (program, places)
}

/// The result of every row, as [`program`] has them.
pub fn results(rows: &[BrewVector], evaluator: Evaluator) -> Result<Vec<Option<Typed>>, EngineError> {
    let (program, places) = program(rows);
    let mut found = vec![None; rows.len()];
    let mut see = |retire: &Retire| {
        if let Some(i) = places.get(&retire.address).filter(|_| !retire.exception) {
            found[*i] = Some(Typed {
                value: retire.value,
                code: retire.new_type,
            });
        }
    };
    let Some(kind) = evaluator.engine() else {
        if evaluator == Evaluator::GoldenSliced {
            return Err(EngineError::Unavailable("programs are not run bit-sliced".to_owned()));
        }
        let mut machine = BrewMachine::new(program.words());
        while let Some(retire) = machine.step() {
            see(&retire);
        }
        return Ok(found);
    };
    let config = DatapathConfig::full();
    let mut lockstep = Lockstep::new(Datapath(config).engine(kind, false)?, config);
    let ran = lockstep.watch(&program, Profile::Always, 0, |observed| see(&observed.retire));
    ran.map_err(|mismatch| EngineError::Failed(mismatch.to_string()))?;
    Ok(found)
}

fn check(table: &Table, evaluator: Evaluator, report: &mut VectorReport) -> Result<(), Refusal> {
    let rows = rows(table)?;
    let results = match results(&rows, evaluator) {
        Ok(results) => results,
        Err(EngineError::Unavailable(why)) => {
            report.skip(rows.len(), why);
            return Ok(());
        }
        Err(EngineError::Failed(why)) => return Err(Refusal::new(why)),
    };
    for (i, (row, found)) in rows.iter().zip(results).enumerate() {
        if !row.agrees {
            report.skip(1, "agrees = no: these results deviate from the specification");
        } else if row.accepts(found) {
            report.pass();
        } else {
            report.fail(i, || {
                let place = format!("{}:{}", table.path(), table.line(i));
                let [expected, found] = [row.d, found].map(|register| match register {
                    Some(register) => register.to_string(),
                    None => "left alone: an invalid instruction".to_owned(),
                });
                let mut registers = [Typed::default(); REGISTERS];
                (registers[2], registers[3]) = (row.a.unwrap_or_default(), row.b.unwrap_or_default());
                let how = explain(&row.words, &registers);
                format!("{place}: $r1 should be {expected} and is {found}\n{how}")
            });
        }
    }
    Ok(())
}

/// Waves of the datapath with all options on a row.
fn waves(table: &Table, row: usize, engine: EngineKind, path: &Path) -> Result<DumpedWaves, String> {
    let rows = rows(table).map_err(|error| error.to_string())?;
    let config = DatapathConfig::full();
    let engine = Datapath(config)
        .engine(engine, true)
        .map_err(|error| error.to_string())?;
    Lockstep::new(engine, config)
        .record(&rows[row].program(), Profile::Always, 0, path, 0..u64::MAX)
        .map(|(_, dumped)| dumped)
        .map_err(|error| error.to_string())
}
