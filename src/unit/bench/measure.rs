//! Rates, measured side by side.

use std::cell::RefCell;
use std::time::{Duration, Instant};

/// Number of turns of each subject; odd, so that the median is one of them.
const TURNS: usize = 9;

/// A measured piece of code.
pub struct BenchmarkSubject {
    /// Runs for at most some milliseconds and returns the number of units of work.
    work: RefCell<Box<dyn FnMut() -> u64>>,
}

impl BenchmarkSubject {
    /// A subject that runs this function.
    pub fn new(work: impl FnMut() -> u64 + 'static) -> Self {
        let work = RefCell::new(Box::new(work) as Box<dyn FnMut() -> u64>);
        BenchmarkSubject { work }
    }
}

/// The rate of a subject in units per second of [`clock`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Rate {
    pub median: f64,
    pub slowest: f64,
    pub fastest: f64,
}

/// Measures all subjects for `seconds` each, in turns, so that other load affects them equally. `progress` gets the numbers of
/// finished and of all turns, and the rates so far.
pub(super) fn measure(
    subjects: &[&BenchmarkSubject],
    seconds: f64,
    mut progress: impl FnMut(usize, usize, Vec<Option<Rate>>),
) -> Vec<Option<Rate>> {
    let turn = Duration::from_secs_f64(seconds / TURNS as f64);
    let total = TURNS * subjects.len();
    let mut rates = vec![Vec::with_capacity(TURNS); subjects.len()];
    progress(0, total, summaries(&rates));
    for i in 0..total {
        // Every round begins with another subject, so that no subject always follows the same one.
        let (round, position) = (i / subjects.len(), i % subjects.len());
        let which = (round + position) % subjects.len();
        let work = &mut *subjects[which].work.borrow_mut();
        // Warms up caches and branch predictors, which hold the state of the previous subject.
        work();
        rates[which].push(rate(work, turn));
        progress(i + 1, total, summaries(&rates));
    }
    summaries(&rates)
}

fn rate(work: &mut dyn FnMut() -> u64, at_least: Duration) -> f64 {
    let (start, processor) = (Instant::now(), processor_time());
    let mut units = 0;
    loop {
        units += work();
        let spent = start.elapsed();
        if spent >= at_least {
            let spent = match (processor, processor_time()) {
                (Some(before), Some(after)) if after > before => after - before,
                _ => spent,
            };
            return units as f64 / spent.as_secs_f64();
        }
    }
}

/// The processor time of this thread, on Linux, without time spent waiting for a processor. Linux updates it some hundred times a
/// second.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

/// The clock of the rates: `processor` or `wall`.
pub(super) fn clock() -> &'static str {
    match processor_time() {
        Some(_) => "processor",
        None => "wall",
    }
}

fn summaries(rates: &[Vec<f64>]) -> Vec<Option<Rate>> {
    rates.iter().map(|rates| summary(rates.clone())).collect()
}

/// The rate of these turns; `None` without a turn.
fn summary(mut rates: Vec<f64>) -> Option<Rate> {
    rates.sort_by(f64::total_cmp);
    Some(Rate {
        median: *rates.get(rates.len() / 2)?,
        slowest: *rates.first()?,
        fastest: *rates.last()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::rc::Rc;

    #[test]
    fn subjects_take_turns() {
        let log = Rc::new(RefCell::new(String::new()));
        let subject = |name| {
            let log = log.clone();
            BenchmarkSubject::new(move || {
                log.borrow_mut().push(name);
                1
            })
        };
        measure(&[&subject('a'), &subject('b')], 0.0, |_, _, _| {});
        assert!(log.borrow().starts_with("aabbbbaaaabb"), "{}", log.borrow());
    }

    #[test]
    fn the_median_is_in_the_middle() {
        let rate = summary(vec![5.0, 1.0, 3.0]).unwrap();
        assert_eq!((rate.slowest, rate.median, rate.fastest), (1.0, 3.0, 5.0));
    }
}
