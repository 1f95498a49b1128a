//! A testbench in C++ around Verilator's model, in one shared object with it.

use super::build;
use crate::EngineError;
use lanesmith_netlist::Design;
use libloading::Library;

/// The function that the text defines: `extern "C" uint64_t lanesmith_harness(const uint64_t *words, size_t count)`.
const ENTRY: &[u8] = b"lanesmith_harness\0";

type Entry = unsafe extern "C" fn(*const u64, usize) -> u64;

/// The testbench, loaded.
pub struct Harness {
    entry: Entry,
    // Dropped last: the entry points into it.
    _library: Library,
}

impl Harness {
    /// Compiles `text` behind the definition of `Instance`, whose `model` has the design's ports as members, and loads
    /// both. `Unavailable` if Verilator or the C++ compiler is missing.
    ///
    /// # Safety
    /// `text` defines `lanesmith_harness`, which reads only its argument's words.
    pub unsafe fn new(design: &Design, text: &str) -> Result<Self, EngineError> {
        let failed = |why: libloading::Error| EngineError::Failed(format!("verilator: {why}"));
        let built = build::build(design, text)?;
        // SAFETY: loading runs the C++ runtime's initialisers only; the symbol lives as long as the library, which is kept.
        let (library, entry) = unsafe {
            let library = Library::new(&built.path).map_err(failed)?;
            let entry = *library.get::<Entry>(ENTRY).map_err(failed)?;
            (library, entry)
        };
        Ok(Harness {
            entry,
            _library: library,
        })
    }

    /// Calls it with words whose meaning its text defines.
    pub fn run(&self, words: &[u64]) -> u64 {
        // SAFETY: a precondition of making the harness.
        unsafe { (self.entry)(words.as_ptr(), words.len()) }
    }
}
