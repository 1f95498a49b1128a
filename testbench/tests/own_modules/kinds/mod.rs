//! Modules of 60 kinds that users ask for.

mod buses;
mod caches;
mod ciphers;
mod codecs;
mod floats;
mod framing;
mod machines;
mod memories;
mod networks;
mod numbers;
mod processors;
mod serial;

use super::harness::Own;
use lanesmith::hdl::{CheckOptions, CheckReport, Error};
use std::time::Duration;

/// A module, and how it is checked.
pub struct Kind {
    pub own: Own,
    check: fn(&CheckOptions) -> Result<CheckReport, Error>,
}

impl Kind {
    const fn quiet(mut self, outputs: &'static [&'static str]) -> Self {
        self.own = self.own.quiet(outputs);
        self
    }
}

macro_rules! kind {
    ($name:literal, $block:ty) => {
        $crate::own_modules::kinds::Kind {
            own: $crate::own_modules::harness::accepted($name, || Box::new(<$block>::default())),
            check: |options| lanesmith::hdl::check_runs(<$block>::default, options),
        }
    };
}
use kind;

pub fn kinds() -> impl Iterator<Item = &'static Kind> {
    let files = [
        buses::KINDS,
        caches::KINDS,
        ciphers::KINDS,
        codecs::KINDS,
        floats::KINDS,
        framing::KINDS,
        machines::KINDS,
        memories::KINDS,
        networks::KINDS,
        numbers::KINDS,
        processors::KINDS,
        serial::KINDS,
    ];
    files.into_iter().flatten()
}

#[test]
#[ignore = "the solver looks for inputs for every branch: minutes"]
fn every_branch_that_is_reached_does_what_rust_hdl_simulates() {
    let options = CheckOptions {
        search_clocks: 12,
        search_time: Duration::from_secs(5),
        ..CheckOptions::default()
    };
    let faults = kinds().filter_map(|kind| {
        let error = (kind.check)(&options).err()?;
        Some(format!("{}: {error}", kind.own.name))
    });
    let faults: Vec<String> = faults.collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
