//! Vector files with results of PTX instructions.

use super::forms::Form;
use super::judge::Columns;
use lanesmith::ptx::PtxInstruction;
use lanesmith::text::number;
use lanesmith::units::{permute, scalar, video};
use lanesmith::vectors::{Refusal, Table, VectorFileKind, recognise};

/// The kinds of files with results of PTX instructions. Their columns are an instruction, `a`, `b`, `c`, and one or more results.
static KINDS: [&VectorFileKind; 4] = [
    &video::RESULTS,
    &scalar::RESULTS,
    &scalar::vectors::DEVIATIONS,
    &permute::KIND,
];

/// Rows of one kernel, which the driver compiles at once.
const ROWS: usize = 50;

/// A vector file's rows and its columns of results.
pub struct Rows {
    forms: Vec<Form>,
    operands: Columns,
    results: Vec<(&'static str, Vec<u32>)>,
}

impl Rows {
    /// The rows of a file; `None` if it has no results of PTX instructions. Error: a cell that cannot be read.
    pub fn of(table: &Table) -> Result<Option<Self>, Refusal> {
        let Ok(kind) = recognise(&KINDS, table) else {
            return Ok(None);
        };
        let place = |name: &str| table.column(name).expect("recognised");
        let [text, a, b, c, ..] = kind.columns else {
            unreachable!("an instruction and its operands")
        };
        let (text, operands) = (place(text), [a, b, c].map(|name| place(name)));
        let mut rows = Rows {
            forms: vec![],
            operands: Columns::default(),
            results: kind.columns[4..].iter().map(|name| (*name, vec![])).collect(),
        };
        for row in 0..table.len() {
            let source = table.cell(row, text);
            let instruction = PtxInstruction::parse(source, None)
                .map_err(|diagnostic| table.error_in_cell(row, text, &diagnostic))?;
            let number = |column: usize| {
                number::parse_u32(table.cell(row, column))
                    .map_err(|message| table.cell_error(row, column, &message, number::EXPECTED_U32))
            };
            let [a, b, c] = operands;
            let columns = [number(a)?, number(b)?, number(c)?];
            let values = match instruction.video() {
                Some(video) => video.with_columns(columns),
                None => columns,
            };
            for (column, value) in rows.operands.iter_mut().zip(values) {
                column.push(value);
            }
            for (name, results) in &mut rows.results {
                results.push(number(place(name))?);
            }
            rows.forms.push(Form::of("", source.to_owned(), instruction));
        }
        Ok(Some(rows))
    }

    /// Whether an architecture has all the instructions.
    pub fn are_for(&self, architecture: u32) -> bool {
        self.forms.iter().all(|form| form.is_for(architecture))
    }

    /// For each column of results, how many rows there are and in how many the result of `run` is another one. `run` gets instructions
    /// of a file, [`ROWS`] at most, with the operands of each.
    pub fn compare<E>(
        &self,
        run: impl Fn(&[Form], &[&[u32]; 3]) -> Result<Vec<u32>, E>,
    ) -> Result<Vec<(&str, usize, usize)>, E> {
        let mut silicon = vec![];
        for (i, forms) in self.forms.chunks(ROWS).enumerate() {
            let part = ROWS * i..ROWS * i + forms.len();
            silicon.extend(run(
                forms,
                &self.operands.each_ref().map(|column| &column[part.clone()]),
            )?);
        }
        let columns = self.results.iter().map(|(name, results)| {
            let differ = results.iter().zip(&silicon).filter(|(a, b)| a != b).count();
            (*name, results.len(), differ)
        });
        Ok(columns.collect())
    }
}
