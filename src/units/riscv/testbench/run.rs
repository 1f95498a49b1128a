//! A run of the testbench: reset, instructions, report, waves.

use super::cv_x_if::CvXIf;
use super::describe::{case, describe};
use super::holding::Holding;
use super::session::{ExpectedAnswer, InstructionOutcome, Session};
use super::step::{OffloadedInstruction, read_vxsat};
use super::view::{WaveObserver, helpers, view};
use crate::riscv::encoding::{Features, Function, Opcode, StateAccess, is_offered};
use crate::riscv::golden::{UnitModel, UnitResult};
use crate::riscv::rtl::{Interface, RiscvConfig};
use lanesmith_algebra::Concrete;
use lanesmith_sim::Engine;
use lanesmith_sim::testbench::TestbenchFault;
use lanesmith_text::files;
use lanesmith_unit::{Job, Recording, Verdict};

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
    /// How it ended.
    pub outcome: InstructionOutcome,
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
            Interface::Pcpi | Interface::Cfu | Interface::Neorv32 => Core::Holding(Holding::new(interface, engine)),
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
    config: &RiscvConfig,
    job: &Job,
    steps: impl Iterator<Item = OffloadedInstruction>,
    mut observe: impl FnMut(&Observation),
) -> Result<Verdict, files::FileError> {
    let features = &config.features;
    let mut core = Core::new(config.interface, &*engine);
    let observer = WaveObserver::new(config, engine.ports());
    let mut session = Session::new(engine, observer, job.settings, job.reset_at);
    let view = |engine: &dyn Engine| view(engine, config);
    let recording = Recording::begin(&mut session.clock, job, &helpers(), view)?;
    session.reset();
    let mut machine = UnitModel::new(*features);
    let (mut instructions, mut right) = (0, 0);
    let (mut fault, mut wrong) = (None, None);
    let only_functions = config.interface == Interface::Cfu;
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
        let expected = expected_answer(config, &step, &done);
        if job.waves.is_some() {
            session.due = Some(session.observer.progress(&step, &machine, expected.rd));
            session.is_offered = core.is_ahead();
        }
        let next = steps.peek().map(|(next, _)| {
            let known = answered(config, &look(features.opcode, &machine, next).1);
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
                    outcome: ended,
                });
                match ended {
                    InstructionOutcome::Answered => drop(machine.execute(function.0, step.registers())),
                    InstructionOutcome::Reset => machine = UnitModel::new(*features),
                    InstructionOutcome::Ignored | InstructionOutcome::Withdrawn => {}
                }
                right += u64::from(counts);
            }
            Err(found) => {
                let text = describe(config, &found, &step, &machine, session.got);
                // If the core has already offered the next instruction, the fault may be that one's.
                instructions += u64::from(core.is_ahead() && steps.peek().is_some_and(|(_, counts)| *counts));
                fault = Some((found, text));
                wrong = case(config, &step, &machine);
                break;
            }
        }
    }
    if fault.is_some() {
        // The faulty cycle itself, and one after it.
        for _ in 0..2 {
            session.clock.settle();
            session.tick();
        }
    }
    let dumped = recording.end(&mut session.clock, fault.as_ref().map(|(fault, _)| fault))?;
    Ok(Verdict {
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

/// The word with its opcode replaced by one of the unit's: VexRiscv hands over functions only, so the unit does not see the opcode.
pub(super) fn offloadable(features: &Features, word: u32) -> u32 {
    word & !0x7f | features.opcode.bits()
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
