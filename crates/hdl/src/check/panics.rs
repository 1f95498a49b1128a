//! Panics of users' kernels as values.

use crate::{Error, Trace};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;

/// The message of a panic.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Panic {
    /// Its message.
    pub message: String,
    /// `file:line:column`.
    pub place: Option<String>,
}

thread_local! {
    /// Whether this thread returns its panics as values.
    static LISTENS: Cell<bool> = const { Cell::new(false) };
    static HEARD: RefCell<Option<Panic>> = const { RefCell::new(None) };
}

static HOOK: Once = Once::new();

/// Runs a function without printing its panic. Panics of other threads are printed as usual.
pub fn catch<T>(run: impl FnOnce() -> T) -> Result<T, Panic> {
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| match LISTENS.get() {
            true => HEARD.set(Some(Panic::new(info))),
            false => usual(info),
        }));
    });
    let listened = LISTENS.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(run));
    LISTENS.set(listened);
    // Somebody else's hook leaves what the panic itself carries.
    result.map_err(|payload| {
        HEARD.take().unwrap_or_else(|| Panic {
            message: message(&*payload),
            ..Panic::default()
        })
    })
}

fn message(payload: &dyn Any) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "a panic without message".to_owned())
}

impl Panic {
    fn new(info: &PanicHookInfo) -> Self {
        Panic {
            message: message(info.payload()),
            place: info.location().map(ToString::to_string),
        }
    }

    /// The error that a kernel panicked in this clock, with the inputs until then.
    pub fn error(self, clock: usize, trace: Trace) -> Error {
        let Panic { message, place } = self;
        Error::Panics {
            clock,
            message,
            place,
            trace,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_value_and_the_next_call_has_none() {
        let words: Vec<u32> = vec![1, 2];
        let index = words.len() + 1;
        let panic = catch(|| words[index]).expect_err("out of range");
        assert!(panic.message.contains("index out of bounds"), "{panic:?}");
        assert!(panic.place.is_some_and(|place| place.contains("panics.rs:")));
        assert_eq!(catch(|| words[1]), Ok(2));
    }
}
