//! A run of the testbench: reset, instructions, report, waves.

use super::cv_x_if::CvXIf;
use super::describe::{case, describe};
use super::holding::Holding;
use super::session::{ExpectedAnswer, InstructionOutcome, Session};
use super::step::{OffloadedInstruction, read_vxsat};
use super::view::{WaveObserver, helpers, view};
use crate::algebra::Concrete;
use crate::files;
use crate::sim::Engine;
use crate::sim::testbench::{Profile, TestbenchFault, TrafficSettings};
use crate::sim::wave::{Dump, DumpedWaves, Keep};
use crate::unit::pipelined::Case;
use crate::units::riscv::encoding::{Features, Function, Opcode, StateAccess, is_offered};
use crate::units::riscv::golden::{UnitModel, UnitResult};
use crate::units::riscv::rtl::{Interface, RiscvConfig};
use std::path::Path;

/// How to run.
#[derive(Clone, Debug)]
pub struct RiscvRunOptions<'a> {
    /// The configuration of the hardware.
    pub config: RiscvConfig,
    /// Gaps, stalls and seed.
    pub settings: TrafficSettings,
    /// The cycle, counted from the first offer, of a reset in the traffic besides those of the steps.
    pub reset_at: Option<u64>,
    /// Where to dump waves, and which cycles.
    pub waves: Option<(&'a Path, Keep)>,
}

impl RiscvRunOptions<'_> {
    /// A run without gaps, stalls and waves.
    pub fn steady(config: RiscvConfig) -> Self {
        RiscvRunOptions::new(config, Profile::Always, 0)
    }

    /// A run with gaps and stalls of this profile, without waves.
    pub fn new(config: RiscvConfig, profile: Profile, seed: u64) -> Self {
        RiscvRunOptions {
            config,
            settings: TrafficSettings {
                gaps: profile,
                stalls: profile,
                seed,
            },
            reset_at: None,
            waves: None,
        }
    }
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct RiscvRunReport {
    /// Instructions that were offered.
    pub instructions: u64,
    /// Instructions without a fault.
    pub right: u64,
    /// Cycles, reset included.
    pub cycles: u64,
    /// Whether the run reached the cycle of [`RiscvRunOptions::reset_at`].
    pub was_reset: bool,
    /// The first fault, if any, and its description for people.
    pub fault: Option<(TestbenchFault, String)>,
    /// The failing instruction with its modifiers and operands, if it is a SIMD video instruction.
    pub case: Option<Case>,
    /// The waves, if they were asked for.
    pub dumped: Option<DumpedWaves>,
}

/// An instruction that ended without a fault.
pub struct Observation<'a> {
    /// The instruction.
    pub step: &'a OffloadedInstruction,
    /// Its function.
    pub function: Function,
    /// Golden's result.
    pub done: UnitResult,
    /// The state of the unit before it.
    pub before: &'a UnitModel,
    /// It was offered without a gap after the instruction before it.
    pub back_to_back: bool,
    /// The unit answered it.
    pub answered: bool,
    /// The unit did not answer, because the instruction is foreign.
    pub ignored: bool,
    /// Core and unit were reset.
    pub reset: bool,
}

/// The player of the core at the unit's interface.
enum Core {
    Holding(Holding),
    CvXIf(Box<CvXIf>),
}

impl Core {
    fn new(interface: Interface, engine: &dyn Engine) -> Self {
        match interface {
            Interface::CvXIf | Interface::CvXIf1 { .. } => Core::CvXIf(Box::new(CvXIf::new(interface, engine))),
            _ => Core::Holding(Holding::new(interface, engine)),
        }
    }

    /// Plays an instruction to its end. A core with CV-X-IF may offer the next one meanwhile; the flag in `next` says whether it is one of
    /// the unit's instructions.
    fn execute(
        &mut self,
        session: &mut Session,
        step: &OffloadedInstruction,
        expected: ExpectedAnswer,
        next: Option<(&OffloadedInstruction, bool)>,
    ) -> Result<(InstructionOutcome, bool), TestbenchFault> {
        match self {
            Core::Holding(core) => core.execute(session, step, expected),
            Core::CvXIf(core) => core.execute(session, step, expected, next),
        }
    }

    /// Whether the next instruction has been offered already.
    fn is_ahead(&self) -> bool {
        match self {
            Core::Holding(_) => false,
            Core::CvXIf(core) => core.is_ahead(),
        }
    }
}

/// Runs the steps up to the first fault, then reads the unit's state. `observe` is called for each instruction without a fault. Error:
/// the waves cannot be written.
pub fn run(
    engine: Box<dyn Engine>,
    job: &RiscvRunOptions,
    steps: impl Iterator<Item = OffloadedInstruction>,
    mut observe: impl FnMut(&Observation),
) -> Result<RiscvRunReport, files::FileError> {
    let features = &job.config.features;
    let view = view(&*engine, &job.config);
    let mut core = Core::new(job.config.interface, &*engine);
    let observer = WaveObserver::new(&job.config, engine.ports());
    let mut session = Session::new(engine, observer, job.settings, job.reset_at);
    let mut dump = None;
    if let Some((path, keep)) = &job.waves {
        let (file, recorder) = Dump::create(path, session.clock.engine(), &helpers(features), view, keep.clone())?;
        session.clock.record(recorder);
        dump = Some(file);
    }
    session.reset();
    let mut machine = UnitModel::new(*features);
    let (mut instructions, mut right) = (0, 0);
    let (mut fault, mut wrong) = (None, None);
    let only_functions = job.config.interface == Interface::Cfu;
    let mut steps = steps
        .map(|mut step| {
            if only_functions {
                step.word = offloadable(features, step.word);
            }
            (step, true)
        })
        .chain(state_reads(features).map(|step| (step, false)))
        .peekable();
    while let Some((step, counts)) = steps.next() {
        instructions += u64::from(counts);
        let (function, done) = look(features.opcode, &machine, &step);
        let expected = expected_answer(&job.config, &step, &done);
        if job.waves.is_some() {
            session.due = Some(session.observer.progress(&step, &machine, expected.rd));
            session.is_offered = core.is_ahead();
        }
        let next = steps.peek().map(|(next, _)| {
            let known = answered(&job.config, &look(features.opcode, &machine, next).1);
            (next, known)
        });
        match core.execute(&mut session, &step, expected, next) {
            Ok((ended, gap)) => {
                observe(&Observation {
                    step: &step,
                    function,
                    done,
                    before: &machine,
                    back_to_back: !gap,
                    answered: ended == InstructionOutcome::Answered,
                    ignored: ended == InstructionOutcome::Ignored,
                    reset: ended == InstructionOutcome::Reset,
                });
                match ended {
                    InstructionOutcome::Answered => drop(machine.execute(function.0, step.registers())),
                    InstructionOutcome::Reset => machine = UnitModel::new(*features),
                    InstructionOutcome::Ignored | InstructionOutcome::Withdrawn => {}
                }
                right += u64::from(counts);
            }
            Err(found) => {
                let text = describe(&job.config, &found, &step, &machine, session.got);
                // If the core has already offered the next instruction, the fault may be that one's.
                instructions += u64::from(core.is_ahead() && steps.peek().is_some_and(|(_, counts)| *counts));
                fault = Some((found, text));
                wrong = case(&job.config, &step, &machine);
                break;
            }
        }
    }
    let dumped = finish_waves(&mut session, dump, fault.as_ref().map(|(fault, _)| fault.cycle))?;
    Ok(RiscvRunReport {
        instructions,
        right,
        cycles: session.clock.cycle(),
        was_reset: session.was_reset,
        fault,
        case: wrong,
        dumped,
    })
}

/// The instructions at the end of a run, which read the unit's state.
fn state_reads(features: &Features) -> impl Iterator<Item = OffloadedInstruction> + use<> {
    let features = *features;
    let accesses = [StateAccess::ReadConfiguration, StateAccess::ReadC].into_iter();
    let accesses = accesses
        .chain(features.scalar.then_some(StateAccess::ReadScalarConfiguration))
        .filter(move |_| features.custom)
        .map(move |access| OffloadedInstruction::new(Function::access(access).word(features.opcode, 1, 0, 0), 0, 0));
    accesses.chain(features.vxsat.then(read_vxsat))
}

/// The answer to an instruction: the result that the step demands, else golden's.
fn expected_answer(config: &RiscvConfig, step: &OffloadedInstruction, done: &UnitResult) -> ExpectedAnswer {
    ExpectedAnswer {
        rd: answered(config, done).then(|| step.expected.unwrap_or(done.rd)),
        cycles: if done.operation { config.latency } else { 0 },
    }
}

/// Ends the waves, with a marker in the cycle of a fault.
fn finish_waves(
    session: &mut Session,
    dump: Option<Dump>,
    marker: Option<u64>,
) -> Result<Option<DumpedWaves>, files::FileError> {
    if marker.is_some() {
        // The faulty cycle itself, and one after it.
        for _ in 0..2 {
            session.clock.settle();
            session.tick();
        }
    }
    match (dump, session.clock.take_waves()) {
        (Some(file), Some(recorder)) => file.finish(recorder, marker).map(Some),
        _ => Ok(None),
    }
}

/// The word with its opcode replaced by one of the unit's: VexRiscv hands over functions only, so the unit does not see the opcode.
pub(super) fn offloadable(features: &Features, word: u32) -> u32 {
    let is_scalar = features.scalar && Function::of(features.opcode, word).is_scalar();
    let opcode = match is_scalar {
        true => features.opcode.scalar(),
        false => features.opcode,
    };
    word & !0x7f | opcode.bits()
}

/// The instruction's function, and its effect on a unit with this opcode.
pub(super) fn look(opcode: Opcode, machine: &UnitModel, step: &OffloadedInstruction) -> (Function, UnitResult) {
    let function = Function::of(opcode, step.word);
    let done = match is_offered::<Concrete>(opcode, &step.word.into()) {
        true => machine.look(function.0, step.registers()),
        false => UnitResult::default(),
    };
    (function, done)
}

/// Whether the unit answers the instruction: VexRiscv needs an answer even to foreign instructions.
pub(super) fn answered(config: &RiscvConfig, done: &UnitResult) -> bool {
    config.interface == Interface::Cfu || done.known()
}
