//! The testbench of the arithmetic core, which has an enable in place of a handshake.

use super::case::VideoCase;
use super::view::{core_values, helpers, view};
use crate::files;
use crate::sim::Engine;
use crate::sim::testbench::{Clock, Gate, Random, TestbenchFault, TestbenchFaultKind, TrafficSettings};
use crate::sim::wave::Dump;
use crate::unit::pipelined::{Case, CaseSource, Independent, Next, Noise, Pipelined, PipelinedJob, PipelinedRun};
use crate::units::video::encoding::Control;
use crate::units::video::golden;
use std::collections::VecDeque;

/// Runs `cases` through `video_core`; the core is enabled in the cycles that `settings.stalls` allows, and each result
/// is looked at after as many enabled cycles as the latency. Over a cycle without enable `d` must stay. Returns the number of
/// cycles.
pub fn run_core<P: Pipelined>(
    engine: Box<dyn Engine>,
    unit: &P,
    settings: TrafficSettings,
    cases: impl Iterator<Item = Case>,
) -> Result<u64, TestbenchFault> {
    let mut clock = Clock::new(engine);
    drive(&mut clock, unit, settings, &mut Independent(cases), &mut 0).map(|()| clock.cycle())
}

/// The same as far as the first fault, with waves if they are asked for. An error is about writing the waves.
pub(in crate::units::video) fn record_core<P: Pipelined>(
    engine: Box<dyn Engine>,
    job: &PipelinedJob<P>,
    source: &mut dyn CaseSource,
) -> Result<PipelinedRun, files::FileError> {
    let view = view(&*engine, true);
    let mut clock = Clock::new(engine);
    let mut dump = None;
    if let Some((path, keep)) = &job.waves {
        let (file, recorder) = Dump::create(path, clock.engine(), &helpers(), view, keep.clone())?;
        clock.record(recorder);
        dump = Some(file);
    }
    let mut offered = 0;
    let fault = drive(&mut clock, &job.unit, job.settings, source, &mut offered).err();
    let marker = fault.as_ref().map(|fault| fault.cycle);
    // The faulty cycle itself, and one after it.
    while marker.is_some_and(|cycle| clock.cycle() < cycle + 2) {
        clock.settle();
        clock.tick(|_, values| core_values(None, None, 0, values));
    }
    let dumped = match (dump, clock.take_waves()) {
        (Some(file), Some(recorder)) => Some(file.finish(recorder, marker)?),
        _ => None,
    };
    // The last `latency + 1` offered instructions have no judged result yet.
    let behind = u64::from(job.unit.latency()) + 1;
    Ok(PipelinedRun {
        was_reset: false,
        instructions: offered,
        retired: match fault {
            None => offered,
            Some(_) => offered.saturating_sub(behind),
        },
        cycles: clock.cycle(),
        fault: fault.map(|fault| (fault.clone(), fault.to_string())),
        dumped,
    })
}

/// Offers all cases, and counts them in `offers`.
fn drive<P: Pipelined>(
    clock: &mut Clock,
    unit: &P,
    settings: TrafficSettings,
    source: &mut dyn CaseSource,
    offers: &mut u64,
) -> Result<(), TestbenchFault> {
    let mut random = Random::new(settings.seed);
    let mut enable = Gate::new(settings.stalls, random.fork());
    let mut noise = Noise::new(unit, random);
    let ports = ["control", "a", "b", "c", "enable", "d"].map(|name| clock.engine().port(name));
    let [control_port, a, b, c, enable_port, d] = ports;
    // After the last case as many cycles as it takes for its result to come out.
    let latency = unit.latency();
    let mut drain = latency;
    let mut following = |source: &mut dyn CaseSource| match source.next_case() {
        Next::Case(case) => {
            *offers += 1;
            Some(Some(case))
        }
        Next::Later | Next::Done => {
            let is_draining = drain > 0;
            drain = drain.saturating_sub(1);
            is_draining.then_some(None)
        }
    };
    let mut pending: VecDeque<Option<Case>> = std::iter::repeat_n(None, latency as usize).collect();
    let mut next = following(source);
    let mut offered = [0; 4];
    // What `d` was in the cycle before, if that was one without enable, in which a pipeline keeps it.
    let mut held = None;
    while let Some(case) = next.take() {
        let enabled = enable.next_cycle();
        let values = match &case {
            Some(case) if enabled => {
                let word = noise.word(case.control);
                let [a, b, c] = case.operands.map(u64::from);
                offered = [word, a, b, c];
                offered
            }
            _ => match noise.random().below(3) {
                0 => [0; 4],
                1 => offered,
                _ => [0; 4].map(|_| noise.random().bits()),
            },
        };
        let engine = clock.engine_mut();
        for (port, value) in [control_port, a, b, c].into_iter().zip(values) {
            engine.set(port, value);
        }
        engine.set(enable_port, enabled.into());
        clock.settle();
        let now = clock.engine().get(d);
        if let Some(before) = held.filter(|before| *before != now) {
            return Err(TestbenchFault {
                cycle: clock.cycle(),
                kind: TestbenchFaultKind::Unstable,
                detail: format!("d {before:#x} -> {now:#x} over a cycle without enable"),
            });
        }
        held = (!enabled && latency > 0).then_some(now);
        let (mut taken, mut shown) = (None, None);
        let mut verdict = Ok(());
        if enabled {
            taken = case.as_ref().map(|case| Control(case.control));
            pending.push_back(case);
            shown = pending.pop_front().flatten();
            if let Some(case) = &shown {
                verdict = judge(case, now as u32, clock.cycle());
                if verdict.is_ok() {
                    source.result(now as u32);
                }
            }
            next = following(source);
        } else {
            next = Some(case);
        }
        clock.tick(|_, values| core_values(taken, shown.as_ref(), now, values));
        verdict?;
    }
    Ok(())
}

fn judge(case: &Case, got: u32, cycle: u64) -> Result<(), TestbenchFault> {
    let [a, b, c] = case.operands;
    let expected = case.d();
    if got == expected {
        return Ok(());
    }
    let instruction = &case.instruction();
    let difference = golden::explain::difference(instruction, expected, got);
    Err(TestbenchFault {
        cycle,
        kind: TestbenchFaultKind::WrongResult,
        detail: format!("{difference}\n{}", golden::explain::explain(instruction, a, b, c)),
    })
}
