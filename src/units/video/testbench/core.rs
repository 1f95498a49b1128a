//! The testbench of the arithmetic core, which has an enable in place of a handshake.

use crate::video::Video;
use lanesmith_sim::Engine;
use lanesmith_sim::testbench::{Clock, Gate, Random, TestbenchFault, TestbenchFaultKind, TrafficSettings};
use lanesmith_text::files;
use lanesmith_unit::pipelined::{Case, CaseSource, ENABLE, Next, Noise, Pipelined, helper_values, helpers, view};
use lanesmith_unit::{Job, Recording, Verdict};
use std::collections::VecDeque;

/// The same as far as the first fault, with waves if they are asked for. An error is about writing the waves.
pub(in crate::video) fn record_core(
    unit: &Video,
    engine: Box<dyn Engine>,
    job: &Job,
    source: &mut dyn CaseSource,
) -> Result<Verdict, files::FileError> {
    let mut clock = Clock::new(engine);
    let view = |engine: &dyn Engine| view::<Video>(engine, &ENABLE);
    let recording = Recording::begin(&mut clock, job, &helpers::<Video>(), view)?;
    let mut offered = 0;
    let fault = drive(&mut clock, unit, job.settings, source, &mut offered).err();
    // The faulty cycle itself, and one after it.
    while fault.as_ref().is_some_and(|fault| clock.cycle() < fault.cycle + 2) {
        clock.settle();
        clock.tick(|_, values| helper_values::<Video>(None, None, 0, values));
    }
    let dumped = recording.end(&mut clock, fault.as_ref())?;
    // The last `latency + 1` offered instructions have no judged result yet.
    let behind = u64::from(unit.config().latency) + 1;
    Ok(Verdict {
        was_reset: false,
        instructions: offered,
        right: match fault {
            None => offered,
            Some(_) => offered.saturating_sub(behind),
        },
        cycles: clock.cycle(),
        fault: fault.map(|fault| (fault.clone(), fault.to_string())),
        case: None,
        dumped,
    })
}

/// Offers all cases, and counts them in `offers`.
fn drive(
    clock: &mut Clock,
    unit: &Video,
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
    let latency = unit.config().latency;
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
            taken = case.as_ref().map(|case| case.control);
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
        clock.tick(|_, values| helper_values::<Video>(taken, shown.as_ref(), now, values));
        verdict?;
    }
    Ok(())
}

fn judge(case: &Case, got: u32, cycle: u64) -> Result<(), TestbenchFault> {
    if got == case.result::<Video>() {
        return Ok(());
    }
    Err(TestbenchFault {
        cycle,
        kind: TestbenchFaultKind::WrongResult,
        detail: format!("{}\n{}", Video::difference(case, got), Video::explain(case)),
    })
}
