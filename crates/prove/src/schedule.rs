//! Decides claims on all processors, the hardest first.

use super::deferred::Deferred;
use super::obligation::Obligation;
use super::parallel::{self, TaskEvent};
use super::solver::Stop;
use std::cmp::Reverse;

/// The progress of a proof.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The claim that was begun last.
    pub claim: &'a str,
    /// The number of decided claims.
    pub decided: usize,
    /// The number of claims; 0 while it is not known.
    pub claims: usize,
}

/// The results of `decide`, in the order of `claims`. `None` for a claim that was not begun because `stop` was raised, or for which
/// `decide` returned `None`. Error: a claim could not be built or decided.
pub(super) fn each<T: Send>(
    claims: &[Deferred],
    stop: &Stop,
    progress: &mut dyn FnMut(Progress),
    decide: impl Fn(&Obligation) -> Option<T> + Sync,
) -> Result<Vec<Option<T>>, String> {
    let order = hardest_first(claims);
    let mut decided = 0;
    let mut name = "";
    parallel::each(
        &order,
        rayon::current_num_threads(),
        || stop.is_raised(),
        |i| decide(&claims[i].obligation()),
        |event| {
            match event {
                TaskEvent::Begun(i) => name = &claims[i].name,
                TaskEvent::Done(_) => decided += 1,
            }
            progress(Progress {
                claim: name,
                decided,
                claims: claims.len(),
            });
        },
    )
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
    use lanesmith_algebra::Graph;
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
