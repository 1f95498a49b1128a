//! The vector files on silicon.

use super::driver::{Error, Gpu};
use super::forms::Form;
use super::judge::Columns;
use super::kernels;
use lanesmith::ptx::PtxInstruction;
use lanesmith::text::number;
use lanesmith::vectors::Table;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Rows of one kernel: the driver compiles kernels on all cores, but each on one.
const ROWS: usize = 50;

/// A vector file's rows and its columns of results.
pub struct Rows {
    forms: Vec<Form>,
    operands: Columns,
    results: Vec<(String, Vec<u32>)>,
}

impl Rows {
    /// Reads a file; `None` if it has no results of PTX instructions. Errors: what can't be read.
    pub fn read(path: &Path) -> Result<Option<Self>, String> {
        let table = Table::read(path).map_err(|unreadable| unreadable.0.to_string())?;
        let names: Vec<String> = table.columns().map(str::to_owned).collect();
        let text = ["instruction", "permute"].iter().find_map(|name| table.column(name));
        let is_ptx =
            names.len() >= 5 && names[1..5] == ["a", "b", "c", "d"] && names.last().is_some_and(|x| x != "vxsat");
        let Some(text) = text.filter(|_| is_ptx) else {
            return Ok(None);
        };
        let mut rows = Rows {
            forms: vec![],
            operands: Columns::default(),
            results: names[4..].iter().map(|name| (name.clone(), vec![])).collect(),
        };
        for row in 0..table.len() {
            let source = table.cell(row, text);
            let instruction = PtxInstruction::parse(source, None).map_err(|error| format!("{source}: {error:?}"))?;
            let cell =
                |column: usize| number::parse_u32(table.cell(row, column)).map_err(|why| format!("{source}: {why}"));
            let columns = [cell(1)?, cell(2)?, cell(3)?];
            let values = match instruction.video() {
                Some(video) => video.with_columns(columns),
                None => columns,
            };
            for (column, value) in rows.operands.iter_mut().zip(values) {
                column.push(value);
            }
            for (i, (_, results)) in rows.results.iter_mut().enumerate() {
                results.push(cell(4 + i)?);
            }
            rows.forms.push(Form::of("", source.to_owned(), instruction));
        }
        Ok(Some(rows))
    }

    /// Whether the GPU's architecture has the instructions.
    pub fn is_for(&self, architecture: u32) -> bool {
        architecture / 10 == 12 || self.forms.iter().all(|form| !form.text.contains("8x4"))
    }

    /// For each column of results, how many rows there are and in how many silicon's result is another one.
    pub fn compare(&self, gpu: &Gpu, threads: usize) -> Result<Vec<(&str, usize, usize)>, Error> {
        let silicon = self.run(gpu, threads)?;
        let columns = self.results.iter().map(|(name, results)| {
            let differ = results.iter().zip(&silicon).filter(|(a, b)| a != b).count();
            (&name[..], results.len(), differ)
        });
        Ok(columns.collect())
    }

    /// Silicon's results.
    fn run(&self, gpu: &Gpu, threads: usize) -> Result<Vec<u32>, Error> {
        let chunks: Vec<&[Form]> = self.forms.chunks(ROWS).collect();
        let next = AtomicUsize::new(0);
        let results = Mutex::new(vec![vec![]; chunks.len()]);
        let work = || -> Result<(), Error> {
            gpu.bind()?;
            loop {
                let i = next.fetch_add(1, Ordering::Relaxed);
                let Some(forms) = chunks.get(i) else {
                    return Ok(());
                };
                let module = gpu.load(&kernels::sequence(gpu.architecture, forms))?;
                let part = ROWS * i..ROWS * i + forms.len();
                let buffers = gpu.upload(&self.operands.each_ref().map(|column| &column[part.clone()]))?;
                let silicon = module.run(&kernels::name(0), &buffers, 1)?;
                results.lock().expect("no thread panics")[i] = silicon;
            }
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            workers
                .into_iter()
                .try_for_each(|worker| worker.join().expect("no thread panics"))
        })?;
        Ok(results.into_inner().expect("no thread panics").concat())
    }
}
