//! Tasks on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// An event of a task, which is known by its index.
pub enum TaskEvent<'a, T> {
    /// A thread begins the task of this index.
    Begun(usize),
    /// A task has this result.
    Done(&'a T),
}

/// Does the tasks `order`, a permutation of `0 .. order.len()`, in this order on `threads` threads. Begins no further task once
/// `is_stopped`. This thread calls `progress`.
///
/// The results are in the order of the indices. A result is `None` if the task was not begun, or if `task` returned `None`.
/// Returns `None` if a task panicked.
pub fn each<T: Send>(
    order: &[usize],
    threads: usize,
    is_stopped: impl Fn() -> bool + Sync,
    task: impl Fn(usize) -> Option<T> + Sync,
    mut progress: impl FnMut(TaskEvent<T>),
) -> Option<Vec<Option<T>>> {
    /// A begun task, or a finished one with its result.
    type Message<T> = (usize, Option<T>);
    let next = AtomicUsize::new(0);
    let (sender, messages) = mpsc::channel();
    let (is_stopped, task, next) = (&is_stopped, &task, &next);
    let mut results: Vec<Option<T>> = order.iter().map(|_| None).collect();
    thread::scope(|scope| {
        let work = |sender: mpsc::Sender<Message<T>>| {
            move || {
                while let Some(&i) = order.get(next.fetch_add(1, Ordering::Relaxed))
                    && !is_stopped()
                {
                    // The receiver lives as long as this thread.
                    let _ = sender.send((i, None));
                    if let Some(result) = task(i) {
                        let _ = sender.send((i, Some(result)));
                    }
                }
            }
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work(sender.clone()))).collect();
        drop(sender);
        for (i, result) in messages {
            match result {
                None => progress(TaskEvent::Begun(i)),
                Some(result) => progress(TaskEvent::Done(results[i].insert(result))),
            }
        }
        let ends: Vec<_> = workers.into_iter().map(|worker| worker.join()).collect();
        ends.iter().all(Result::is_ok)
    })
    .then_some(results)
}
