//! The settle and tick functions of a design, as machine code.

use super::drivers::Driver;
use super::emitter::Emitter;
use super::layout::Layout;
use super::settle::settle;
use super::tick::tick;
use crate::EngineError;
use cranelift_codegen::Context;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::{AbiParam, InstBuilder, Value};
use cranelift_codegen::isa::{OwnedTargetIsa, TargetIsa};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use lanesmith_netlist::Flat;
use memmap2::{Mmap, MmapMut};
use std::io;

/// Machine code that works on the state array of a [`Layout`].
type Entry = unsafe extern "C" fn(*mut u64);

/// How the code generator assigns values to registers of the processor.
#[derive(Clone, Copy)]
pub(super) enum Allocation {
    /// In one pass. Compilation takes about a quarter of the time of `Backtracking`; the code runs 1.4 times as long, and up to twice as
    /// long where every net is stored.
    SinglePass,
    /// Cranelift's default.
    Backtracking,
}

/// A compiled design.
pub(super) struct Code {
    settle: Entry,
    tick: Entry,
    words: usize,
    /// The memory of the functions.
    _memory: Mmap,
}

impl Code {
    /// Compiles both functions.
    pub fn new(flat: &Flat, layout: &Layout, drivers: &[Driver], allocation: Allocation) -> Result<Self, EngineError> {
        let failed = |why: &dyn std::fmt::Display| EngineError::Failed(format!("native: {why}"));
        let isa = host(allocation)
            .map_err(|why| EngineError::Unavailable(format!("no code generator for this processor: {why}")))?;
        let settle = compile(&*isa, |builder, state| {
            settle(Emitter::new(flat, drivers, layout, builder, state))
        });
        let tick = compile(&*isa, |builder, state| {
            tick(Emitter::new(flat, drivers, layout, builder, state))
        });
        let (settle, tick) = (settle.map_err(|why| failed(&why))?, tick.map_err(|why| failed(&why))?);
        let second = settle.len().next_multiple_of(ALIGNMENT);
        let memory = executable(&[(0, &settle), (second, &tick)]).map_err(|why| failed(&why))?;
        let entry = |at: usize| {
            let code: *const u8 = &memory[at];
            // SAFETY: `compile` gave the function this signature, and the code lives as long as `self._memory`.
            unsafe { std::mem::transmute::<*const u8, Entry>(code) }
        };
        Ok(Code {
            settle: entry(0),
            tick: entry(second),
            words: layout.words,
            _memory: memory,
        })
    }

    /// Propagates inputs and state; asynchronous resets take effect.
    pub fn settle(&self, state: &mut [u64]) {
        assert_eq!(state.len(), self.words);
        // SAFETY: the code reads and writes within `words` words: every slot and memory of the layout lies there,
        // and memory indices are limited to the depth.
        unsafe { (self.settle)(state.as_mut_ptr()) }
    }

    /// One clock edge.
    pub fn tick(&self, state: &mut [u64]) {
        assert_eq!(state.len(), self.words);
        // SAFETY: as in `settle`.
        unsafe { (self.tick)(state.as_mut_ptr()) }
    }
}

fn host(allocation: Allocation) -> Result<OwnedTargetIsa, String> {
    let mut flags = settings::builder();
    let allocation = match allocation {
        Allocation::SinglePass => "single_pass",
        Allocation::Backtracking => "backtracking",
    };
    for (name, value) in [
        // The netlist is simplified before; what Cranelift's optimiser makes of large designs is slower.
        ("opt_level", "none"),
        ("regalloc_algorithm", allocation),
        ("use_colocated_libcalls", "false"),
        ("is_pic", "false"),
        ("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }),
    ] {
        flags.set(name, value).map_err(|why| why.to_string())?;
    }
    let isa = cranelift_native::builder()?;
    isa.finish(settings::Flags::new(flags)).map_err(|why| why.to_string())
}

/// The machine code of a function of the state array's address. It can be anywhere in memory.
fn compile(
    isa: &dyn TargetIsa,
    body: impl FnOnce(FunctionBuilder, Value) -> FunctionBuilder,
) -> Result<Vec<u8>, String> {
    let mut context = Context::new();
    context.func.signature.params.push(AbiParam::new(isa.pointer_type()));
    context.func.signature.call_conv = isa.default_call_conv();
    let mut memory = FunctionBuilderContext::new();
    let mut builder = FunctionBuilder::new(&mut context.func, &mut memory);
    let block = builder.create_block();
    builder.append_block_params_for_function_params(block);
    builder.switch_to_block(block);
    let state = builder.block_params(block)[0];
    let mut builder = body(builder, state);
    builder.ins().return_(&[]);
    builder.seal_all_blocks();
    builder.finalize(isa.frontend_config());
    let compiled = context.compile(isa, &mut ControlPlane::default());
    let compiled = compiled.map_err(|error| format!("{:?}", error.inner))?;
    match compiled.buffer.relocs() {
        [] => Ok(compiled.code_buffer().to_vec()),
        [first, ..] => Err(format!("the code refers to something outside: {first:?}")),
    }
}

/// The functions begin at multiples of so many bytes, a line of the cache.
const ALIGNMENT: usize = 64;

/// Executable memory with functions at their offsets, the last one at the highest.
fn executable(functions: &[(usize, &[u8])]) -> io::Result<Mmap> {
    let length = functions.iter().map(|(at, code)| at + code.len()).max();
    let mut memory = MmapMut::map_anon(length.unwrap_or_default())?;
    for (at, code) in functions {
        memory[*at..][..code.len()].copy_from_slice(code);
    }
    let memory = memory.make_exec()?;
    #[cfg(target_arch = "aarch64")]
    {
        unsafe extern "C" {
            fn __clear_cache(begin: *const u8, end: *const u8);
        }
        let range = memory.as_ptr_range();
        // SAFETY: the range is mapped. The processor may have other instructions at its addresses in its cache.
        unsafe { __clear_cache(range.start, range.end) };
    }
    Ok(memory)
}
