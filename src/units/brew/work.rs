//! Work for the register-ISA datapath: programs in lock-step with the golden machine.

use super::golden::Typed;
use super::rtl::DatapathConfig;
use super::testbench::{BrewProgram, Lockstep, LockstepCopies, random_program_of};
use super::vectors::results::{self, BrewVector};
use crate::brew::isa::Subset;
use lanesmith_sim::testbench::Random;
use lanesmith_sim::wave::Keep;
use lanesmith_unit::vectors::Table;
use lanesmith_unit::vectors::require;
use lanesmith_unit::{Hardware, Refusal, RunOptions, RunReport, Work};
use std::sync::Arc;

/// Instructions of a random program, and rows of vectors that make one.
const LENGTH: u64 = 1000;
const ROWS: usize = 500;
/// Runs of at least `MANY` programs use copies of the datapath, runs of at least `MORE` more copies. With fewer programs idle
/// copies would cost more than the copies save.
const MANY: u64 = 100;
const MORE: u64 = 600;

pub(super) fn work(
    config: &DatapathConfig,
    hardware: &Hardware,
    work: Work,
    run: &RunOptions,
) -> Result<RunReport, Refusal> {
    let mut worker = BrewWorker::new(config, hardware, run)?;
    match work {
        Work::Random(count) => worker.random(count)?,
        Work::Vectors(table) => worker.vectors(table)?,
    }
    worker.record()
}

/// Runs a program in lock-step.
pub(super) fn compare(
    config: &DatapathConfig,
    hardware: &Hardware,
    program: &BrewProgram,
    run: &RunOptions,
) -> Result<RunReport, Refusal> {
    let mut worker = BrewWorker::new(config, hardware, run)?;
    worker.program(program, program.instructions.len() as u64, |_, _| None);
    worker.record()
}

struct BrewWorker<'a> {
    config: DatapathConfig,
    hardware: &'a Hardware,
    run: &'a RunOptions<'a>,
    lockstep: Lockstep,
    ran: RunReport,
    /// The program in the waves: the first one, or one that fails.
    shown: Option<BrewProgram>,
}

impl<'a> BrewWorker<'a> {
    fn new(config: &DatapathConfig, hardware: &'a Hardware, run: &'a RunOptions) -> Result<Self, Refusal> {
        let mut lockstep = Lockstep::new(hardware.engine(false)?, *config);
        lockstep.set_reset(run.reset_at);
        Ok(BrewWorker {
            config: *config,
            hardware,
            run,
            lockstep,
            ran: RunReport::default(),
            shown: None,
        })
    }

    /// Random programs; many programs run on copies of the datapath, with the same results.
    fn random(&mut self, count: u64) -> Result<(), Refusal> {
        let mut random = Random::new(self.run.traffic.seed);
        let lengths = std::iter::repeat_n(LENGTH, (count / LENGTH) as usize).chain([count % LENGTH]);
        let mut programs = lengths.filter(|length| *length > 0).map(|length| {
            let program = random_program_of(&mut random, length as usize);
            (program, length)
        });
        match count / LENGTH {
            MORE.. if self.run.allows_copies(self.hardware) => self.side_by_side::<16>(programs),
            MANY.. if self.run.allows_copies(self.hardware) => self.side_by_side::<4>(programs),
            _ => {
                programs.all(|(program, length)| self.program(&program, length, |_, _| None));
                Ok(())
            }
        }
    }

    /// Programs on copies of the datapath, as many at a time as there are. One that goes wrong is run once more alone.
    fn side_by_side<const N: usize>(
        &mut self,
        mut programs: impl Iterator<Item = (BrewProgram, u64)>,
    ) -> Result<(), Refusal> {
        let traffic = self.run.traffic;
        let copies = LockstepCopies::<N>::new(&self.hardware.flat()?, self.config);
        loop {
            let some = programs.by_ref().take(LockstepCopies::<N>::COUNT);
            let (some, lengths): (Vec<BrewProgram>, Vec<u64>) = some.unzip();
            if some.is_empty() {
                return Ok(());
            }
            let right = copies.run(&some, traffic.gaps, traffic.seed);
            for (statistics, length) in right.iter().zip(&lengths) {
                self.ran.instructions += statistics.instructions;
                self.ran.right += length;
                self.ran.cycles += statistics.cycles;
                (self.run.progress)(*length);
            }
            if let Some(wrong) = some.get(right.len()) {
                if !self.program(wrong, lengths[right.len()], |_, _| None) {
                    return Ok(());
                }
                return Err(Refusal::new(
                    "an error of lanesmith: a program goes wrong on one of many copies of the netlist, and not alone",
                ));
            }
        }
    }

    /// Runs a program that is so much of the work; whether it went right. `judge` may object to what retires, by address.
    fn program(
        &mut self,
        program: &BrewProgram,
        progress: u64,
        judge: impl Fn(u32, Option<Typed>) -> Option<String>,
    ) -> bool {
        let traffic = self.run.traffic;
        let mut objection = None;
        let outcome = self.lockstep.watch(program, traffic.gaps, traffic.seed, |observed| {
            let retire = &observed.retire;
            let found = (!retire.exception).then_some(Typed {
                value: retire.value,
                code: retire.new_type,
            });
            objection = objection.take().or_else(|| judge(retire.address, found));
        });
        self.shown.get_or_insert_with(|| program.clone());
        match outcome {
            Ok(statistics) => {
                let ran = &mut self.ran;
                ran.instructions += statistics.instructions;
                ran.right += progress;
                ran.cycles += statistics.cycles;
                // The reset is in the traffic of the first program.
                ran.was_reset |= self.run.reset_at.is_some_and(|cycle| cycle < statistics.cycles);
                self.lockstep.set_reset(None);
                ran.fault = objection.map(|text| (text, None));
            }
            Err(mismatch) => {
                self.ran.instructions += mismatch.position as u64 + 1;
                self.shown = Some(mismatch.program.clone());
                self.ran.fault = Some((mismatch.to_string().trim_end().to_owned(), Some(Arc::new(*mismatch))));
            }
        }
        (self.run.progress)(progress);
        self.ran.fault.is_none()
    }

    /// The rows that agree with the specification. The retired result must equal the golden model's and the row's.
    fn vectors(&mut self, table: &Table) -> Result<(), Refusal> {
        require(table, &results::KIND)?;
        let rows = results::rows(table)?;
        let all = rows.len();
        let rows: Vec<(usize, BrewVector)> = (0..).zip(rows).filter(|(_, row)| row.agrees).collect();
        if rows.len() < all {
            let skipped = all - rows.len();
            (self.run.remark)(format!("{skipped} of {all} vectors skipped: agrees = no"));
        }
        let subset = Subset::from(&self.config);
        for rows in rows.chunks(ROWS) {
            let (program, places) = results::program(rows.iter().map(|(_, row)| row));
            let judge = |address: u32, found: Option<Typed>| {
                let (i, row) = &rows[*places.get(&address)?];
                // The row has the result of the full datapath, so for an instruction that the configuration leaves out only lock-step counts.
                let is_left_out = found.is_none() && !(subset.float && subset.multiplier);
                (!is_left_out && !row.accepts(found))
                    .then(|| format!("{}:{}: the result is not that of the row", table.path(), table.line(*i)))
            };
            if !self.program(&program, rows.len() as u64, judge) {
                break;
            }
        }
        Ok(())
    }

    /// Adds the waves, if they are wanted, from fresh hardware.
    fn record(mut self) -> Result<RunReport, Refusal> {
        if let (Some((path, keep)), Some(program)) = (&self.run.waves, &self.shown) {
            let cycles = match keep {
                Keep::Window(cycles) if self.ran.fault.is_none() => cycles.clone(),
                _ => 0..u64::MAX,
            };
            let mut lockstep = Lockstep::new(self.hardware.engine(true)?, self.config);
            lockstep.set_reset(self.run.reset_at);
            let traffic = self.run.traffic;
            let (_, dumped) = lockstep.record(program, traffic.gaps, traffic.seed, path, cycles)?;
            self.ran.dumped = Some(dumped);
        }
        Ok(self.ran)
    }
}
