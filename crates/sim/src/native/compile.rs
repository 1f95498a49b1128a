//! The settle and tick functions of a design, as machine code.

use super::drivers::Driver;
use super::emitter::Emitter;
use super::layout::Layout;
use super::settle::settle;
use super::tick::tick;
use crate::EngineError;
use cranelift_codegen::ir::{AbiParam, InstBuilder, UserFuncName, Value};
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module, default_libcall_names};
use lanesmith_netlist::Flat;

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
    // Taken only on drop.
    module: Option<JITModule>,
    settle: Entry,
    tick: Entry,
    words: usize,
}

impl Code {
    /// Compiles both functions.
    pub fn new(flat: &Flat, layout: &Layout, drivers: &[Driver], allocation: Allocation) -> Result<Self, EngineError> {
        let failed = |why: &dyn std::fmt::Display| EngineError::Failed(format!("native: {why}"));
        let isa = host(allocation)
            .map_err(|why| EngineError::Unavailable(format!("no code generator for this processor: {why}")))?;
        let mut module = JITModule::new(JITBuilder::with_isa(isa, default_libcall_names()));
        let settle = define(&mut module, "settle", |builder, state| {
            settle(Emitter::new(flat, drivers, layout, builder, state))
        });
        let tick = define(&mut module, "tick", |builder, state| {
            tick(Emitter::new(flat, drivers, layout, builder, state))
        });
        let (settle, tick) = (settle.map_err(|why| failed(&why))?, tick.map_err(|why| failed(&why))?);
        module.finalize_definitions().map_err(|why| failed(&why))?;
        let entry = |function: FuncId| {
            let code = module.get_finalized_function(function);
            // SAFETY: `define` gave the function this signature, and the code lives as long as `self.module`.
            unsafe { std::mem::transmute::<*const u8, Entry>(code) }
        };
        Ok(Code {
            settle: entry(settle),
            tick: entry(tick),
            words: layout.words,
            module: Some(module),
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

impl Drop for Code {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: nobody but `self` holds pointers into the code.
            unsafe { module.free_memory() }
        }
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

/// Defines a function of the state array's address.
fn define(
    module: &mut JITModule,
    name: &str,
    body: impl FnOnce(FunctionBuilder, Value) -> FunctionBuilder,
) -> Result<FuncId, String> {
    let mut context = module.make_context();
    let pointer = module.target_config().pointer_type();
    context.func.signature.params.push(AbiParam::new(pointer));
    context.func.signature.call_conv = module.isa().default_call_conv();
    let id = module
        .declare_function(name, Linkage::Local, &context.func.signature)
        .map_err(|why| why.to_string())?;
    context.func.name = UserFuncName::user(0, id.as_u32());
    let mut memory = FunctionBuilderContext::new();
    let mut builder = FunctionBuilder::new(&mut context.func, &mut memory);
    let block = builder.create_block();
    builder.append_block_params_for_function_params(block);
    builder.switch_to_block(block);
    let state = builder.block_params(block)[0];
    let mut builder = body(builder, state);
    builder.ins().return_(&[]);
    builder.seal_all_blocks();
    builder.finalize(module.target_config());
    module
        .define_function(id, &mut context)
        .map_err(|why| format!("{why:?}"))?;
    Ok(id)
}
