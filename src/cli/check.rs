//! `lanesmith check`.

use super::cases::{CaseRecorder, CaseReports, CaseStatus};
use super::counterexample::Counterexamples;
use super::number::any;
use super::{CommandOutcome, Failure, Run, say};
use clap::Args;
use lanesmith::counterexample::row;
use lanesmith::units::recognise;
use lanesmith::vectors::{Evaluator, Refusal, RowMismatch, Table, VectorReport};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Compares vector files with the golden model or an engine
///
/// The header selects the kind of file. The last line is `N passed, M failed`, with `, K skipped` if rows were skipped.
#[derive(Args)]
#[command(after_help = "\
Kinds of files, by header:
  instruction,a,b,c,d            results of SIMD or scalar video instructions (numbers: 0x…, 0b…, decimal)
  instruction,a,b,c,d,d_second,manual,manual_s33
                                 results of two compilers and the manual, which decides
  permute,a,b,c,d                results of byte permutes
  instruction,accepted,reason    legality of PTX instructions (yes or no)
  words,a_type,a,b_type,b,d_type,d[,agrees,notes]
                                 results of Brew instructions; rows with `no` in agrees are counted as skipped
  assembly,words                 Brew assembly and its words, in both directions
  word,length,status             length and legality of Brew's first words
  instruction,a,b,c,d,vxsat      results of packed RISC-V instructions
  instruction,word               packed RISC-V instructions and words
  instruction,word,xlen          words of other RISC-V instructions

Exit status: 0 all rows passed, 1 mismatches, 2 unreadable input, or no row could be checked.

Examples:
  lanesmith check src/units/vectors/ptx_vop.csv
  lanesmith check --engine golden-sliced src/units/vectors/ptx_v*.csv")]
pub(super) struct Check {
    /// The model or engine that computes the results; files about legality and assembly ignore it
    #[arg(long, value_enum, default_value = "golden")]
    engine: Evaluator,
    /// Number of mismatches to explain in each file
    #[arg(long, default_value_t = 3, value_parser = any::<usize>())]
    show: usize,
    #[command(flatten)]
    counterexamples: Counterexamples,
    #[command(flatten)]
    reports: CaseReports,
    /// Vector files
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

impl Run for Check {
    fn run(self) -> Result<CommandOutcome, Failure> {
        let recorder = self.reports.begin("check", &self.files, &[])?;
        // All files are read before the first is checked, so that a wrong name is an error at once.
        let read = |file: &PathBuf| {
            let table = Table::read(file)?;
            Ok((recognise(&table)?, table))
        };
        let tables = self.files.iter().map(read).collect::<Result<Vec<_>, Refusal>>()?;
        let mut total = VectorReport::new(0);
        for (kind, table) in &tables {
            let mut report = VectorReport::new(self.show);
            recorder.start("check", table.path());
            (kind.check)(table, self.engine, &mut report)?;
            self.record(&recorder, table, &report);
            for mismatch in report.mismatches() {
                say(&mismatch.text)?;
                let stem = Path::new(table.path()).file_stem().unwrap_or_default();
                let name = format!("{}-{}", stem.display(), table.line(mismatch.row));
                self.counterexamples
                    .leave(&name, |folder| row(table, mismatch, self.engine, folder).map(Some))?;
                say("")?;
            }
            let hidden = report.failed() - report.mismatches().len();
            if hidden > 0 {
                say!("and {hidden} more mismatches (--show N shows N)\n")?;
            }
            for (why, rows) in report.skipped() {
                say!("{rows} skipped: {why}")?;
            }
            if tables.len() > 1 {
                say!("{}: {report}", table.path())?;
            }
            total.absorb(report);
        }
        say(&total)?;
        recorder.finish()?;
        let compared = total.passed() + total.failed();
        let why = match total.skipped().next() {
            Some(_) => "all rows were skipped",
            None => "there are no rows",
        };
        CommandOutcome::of(compared as u64, total.failed() > 0, why)
    }
}

impl Check {
    /// Records the result of a file.
    fn record(&self, recorder: &CaseRecorder, table: &Table, report: &VectorReport) {
        let mismatch = |found: &RowMismatch| json!({"line": table.line(found.row), "text": found.text});
        let mismatches: Vec<Value> = report.mismatches().iter().map(mismatch).collect();
        let skipped: usize = report.skipped().map(|(_, rows)| rows).sum();
        let values = json!({
            "engine": self.engine.to_string(),
            "rows": {"passed": report.passed(), "failed": report.failed(), "skipped": skipped},
            "skipped": report.skipped().collect::<std::collections::BTreeMap<_, _>>(),
            "mismatches": mismatches,
        });
        let (status, detail) = match (report.failed(), report.passed()) {
            (0, 0) => {
                let why = report.skipped().next().map_or("there are no rows", |(why, _)| why);
                (CaseStatus::Skipped, Some(why.to_owned()))
            }
            (0, _) => (CaseStatus::Passed, None),
            _ => {
                let mismatches = report.mismatches().iter();
                let shown: String = mismatches.map(|mismatch| format!("\n{}", mismatch.text)).collect();
                (CaseStatus::Failed, Some(format!("{report}{shown}")))
            }
        };
        recorder.end_as(status, detail, values);
    }
}
