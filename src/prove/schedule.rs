//! Many claims on all processors, the hardest first.

use super::deferred::Deferred;
use super::obligation::Obligation;
use super::solver::Stop;
use std::cmp::Reverse;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Where the work is.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The claim that is being decided.
    pub claim: &'a str,
    /// How many claims are decided.
    pub decided: usize,
    /// How many there are; 0 while that is not known.
    pub claims: usize,
}

enum Event<T> {
    Begun(usize),
    Decided(usize, T),
}

/// What `decide` makes of each claim, in the order of `claims`; `None` of those that were not begun, or not decided, when
/// `stop` was raised. Error: a claim could not be built or decided.
pub(super) fn each<T: Send>(
    claims: &[Deferred],
    stop: &Stop,
    progress: &mut dyn FnMut(Progress),
    decide: impl Fn(&Obligation) -> Option<T> + Sync,
) -> Result<Vec<Option<T>>, String> {
    let order = hardest_first(claims);
    let next = AtomicUsize::new(0);
    let (sender, events) = mpsc::channel();
    let (decide, next, order) = (&decide, &next, &order);
    let mut found: Vec<Option<T>> = claims.iter().map(|_| None).collect();
    thread::scope(|scope| {
        let work = |sender: mpsc::Sender<Event<T>>| {
            move || {
                while let Some(&i) = order.get(next.fetch_add(1, Ordering::Relaxed))
                    && !stop.is_raised()
                {
                    // Somebody listens as long as this thread lives.
                    let _ = sender.send(Event::Begun(i));
                    if let Some(decided) = decide(&claims[i].obligation()) {
                        let _ = sender.send(Event::Decided(i, decided));
                    }
                }
            }
        };
        let workers: Vec<_> = (0..rayon::current_num_threads())
            .map(|_| scope.spawn(work(sender.clone())))
            .collect();
        drop(sender);
        let mut decided = 0;
        let mut name = "";
        for event in events {
            match event {
                Event::Begun(i) => name = &claims[i].name,
                Event::Decided(i, one) => {
                    found[i] = Some(one);
                    decided += 1;
                }
            }
            progress(Progress {
                claim: name,
                decided,
                claims: claims.len(),
            });
        }
        let ends: Vec<_> = workers.into_iter().map(|worker| worker.join()).collect();
        ends.iter().all(Result::is_ok)
    })
    .then_some(found)
    .ok_or_else(|| "a proof was cancelled".to_string())
}

/// The numbers of the claims in the order in which they are begun.
fn hardest_first(claims: &[Deferred]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..claims.len()).collect();
    order.sort_by_key(|i| Reverse(claims[*i].weight));
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::Graph;
    use std::sync::Mutex;

    fn claims(weights: &[u32]) -> Vec<Deferred<'static>> {
        let claim = |(i, weight): (usize, &u32)| {
            Deferred::new(i.to_string(), || Obligation::new("", &Graph::new())).weighing(*weight)
        };
        weights.iter().enumerate().map(claim).collect()
    }

    #[test]
    fn the_heaviest_claim_is_begun_first_and_the_order_of_the_answers_is_that_of_the_claims() {
        let claims = claims(&[1, 0, 7, 3, 3, 0]);
        assert_eq!(hardest_first(&claims), [2, 3, 4, 0, 1, 5]);
        let mut last = (0, 0);
        let mut progress = |now: Progress| last = (now.decided, now.claims);
        let found = each(&claims, &Stop::default(), &mut progress, |claim| {
            Some(claim.name.clone())
        })
        .unwrap();
        let names: Vec<String> = found.into_iter().flatten().collect();
        assert_eq!(names, ["0", "1", "2", "3", "4", "5"]);
        assert_eq!(last, (6, 6));
    }

    #[test]
    fn nothing_is_begun_any_more_once_the_answers_are_not_wanted() {
        let claims = claims(&[0; 50]);
        let stop = Stop::default();
        let seen = Mutex::new(0);
        let found = each(&claims, &stop, &mut |_| (), |_| {
            stop.raise();
            *seen.lock().unwrap() += 1;
            Some(())
        });
        let decided = found.unwrap().iter().flatten().count();
        assert_eq!(decided, *seen.lock().unwrap());
        assert!(decided < 50, "{decided}");
    }
}
