//! Runs a kernel on its arguments.

use crate::block::BlockOfThreads;
use crate::launch::{Argument, Finished, Launch, Units};
use crate::memory::{FIRST_GLOBAL, Memory, Space};
use crate::program::Program;
use crate::special::ThreadPlace;
use crate::thread::{Machine, Thread};
use lanesmith_text::diagnostic::Diagnostic;

/// The most threads of a block, and the most shared memory of a block in bytes.
const MOST_THREADS: u64 = 1024;
const MOST_SHARED: u64 = 227 << 10;

impl Program {
    /// Runs the kernel: the blocks one after the other, in each the threads in their order up to where they wait. `progress` is
    /// called with the number of executed instructions now and then. Errors: arguments that do not fit, and what a kernel must not
    /// do; then the message names the thread, and the span is the instruction.
    pub fn run(
        &self,
        launch: &Launch,
        units: &mut dyn Units,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Finished, Diagnostic> {
        let threads = self.check(launch)?;
        let mut memory = self.memory.clone();
        memory.of(Space::Param).bytes = self.parameter_bytes(launch, &mut memory)?;
        let prepared = self.units.iter().map(|unit| units.prepare(unit)).collect();
        let (issued, executed) = (0, 0);
        let mut machine = Machine {
            program: self,
            memory,
            units,
            prepared,
            issued,
            executed,
        };
        let shared = self.shared + launch.dynamic_shared;
        let blocks = launch.grid.iter().map(|count| u64::from(*count)).product();
        for number in 0..blocks {
            let shared_memory = &mut machine.memory.of(Space::Shared).bytes;
            shared_memory.clear();
            shared_memory.resize(shared as usize, 0);
            let thread = |thread: u32| {
                let place = ThreadPlace {
                    tid: coordinates(thread.into(), launch.block),
                    ntid: launch.block,
                    ctaid: coordinates(number, launch.grid),
                    nctaid: launch.grid,
                    number: thread,
                    dynamic_shared: launch.dynamic_shared,
                    shared,
                };
                Thread::new(&self.functions[0], place, launch.tracks_dependences)
            };
            let threads = (0..threads).map(thread).collect();
            BlockOfThreads::new(threads, launch).run(&mut machine, progress)?;
        }
        let global = machine.memory.segments.into_iter().skip(FIRST_GLOBAL as usize);
        Ok(Finished {
            memory: global.map(|segment| (segment.name, segment.bytes)).collect(),
            instructions: machine.executed,
            unit_instructions: machine.issued,
        })
    }

    /// The number of threads of a block. Errors: sizes that no chip has.
    fn check(&self, launch: &Launch) -> Result<u32, Diagnostic> {
        let product = |sizes: [u32; 3]| sizes.iter().fold(1_u64, |all, size| all.saturating_mul((*size).into()));
        let (threads, blocks) = (product(launch.block), product(launch.grid));
        let shared = u64::from(self.shared) + u64::from(launch.dynamic_shared);
        let (message, expected) = match self.required_block.filter(|required| *required != launch.block) {
            _ if threads == 0 || threads > MOST_THREADS => {
                (format!("{threads} threads in a block"), "1 to 1024".into())
            }
            _ if blocks == 0 || blocks == u64::MAX => {
                (format!("a grid of {:?} blocks", launch.grid), "1 or more".into())
            }
            _ if shared > MOST_SHARED => (format!("{shared} bytes of shared memory"), "at most 232448".into()),
            Some(required) => {
                let message = format!("blocks of {:?} threads", launch.block);
                (message, format!("{required:?}, the kernel's `.reqntid`"))
            }
            None => return Ok(threads as u32),
        };
        Err(Diagnostic::new(0..0, message, expected))
    }

    /// The bytes of the parameters. Allocates buffers.
    fn parameter_bytes(&self, launch: &Launch, memory: &mut Memory) -> Result<Vec<u8>, Diagnostic> {
        let wrong = |message: String, expected: String| Err(Diagnostic::new(0..0, message, expected));
        let names = || self.parameters.iter().map(|parameter| parameter.name.as_str());
        for (index, (name, argument)) in launch.arguments.iter().enumerate() {
            if !names().any(|known| known == name) {
                let variable = self.variables.iter().find(|one| one.name == *name);
                match (variable, argument) {
                    (Some(variable), Argument::Bytes(bytes)) if variable.bytes == bytes.len() => {
                        memory.fill(variable.space, variable.address, bytes);
                    }
                    (Some(variable), _) => {
                        let expected = format!("the {} bytes of this variable", variable.bytes);
                        return wrong(format!("the contents of `{name}` have another length"), expected);
                    }
                    (None, _) => {
                        let listed = format!("one of the parameters {}", names().collect::<Vec<_>>().join(", "));
                        return wrong(format!("the kernel has no parameter `{name}`"), listed);
                    }
                }
            }
            if launch.arguments[..index].iter().any(|(other, _)| other == name) {
                return wrong(format!("there are two arguments for `{name}`"), "one".into());
            }
        }
        let end = self.parameters.last().map_or(0, |last| last.offset + last.bytes);
        let mut all = vec![0; end as usize];
        for parameter in &self.parameters {
            let (name, size) = (&parameter.name, parameter.bytes as usize);
            let found = launch.arguments.iter().find(|(other, _)| other == name);
            let bytes = match found.map(|(_, argument)| argument) {
                None => return wrong(format!("there is no argument for `{name}`"), "bytes or a buffer".into()),
                Some(Argument::Bytes(bytes)) => bytes.clone(),
                Some(Argument::Buffer(contents)) if u32::try_from(contents.len()).is_err() => {
                    return wrong(format!("the buffer `{name}` is too large"), "less than 4 GiB".into());
                }
                Some(Argument::Buffer(contents)) => memory.allocate(name, contents.clone()).to_le_bytes().to_vec(),
            };
            if bytes.len() != size {
                let message = format!("the argument for `{name}` has {} bytes", bytes.len());
                return wrong(message, format!("{size} bytes; a buffer has an address of 8"));
            }
            all[parameter.offset as usize..][..size].copy_from_slice(&bytes);
        }
        Ok(all)
    }
}

/// The coordinates of the thread or block with a number, `x` first.
fn coordinates(number: u64, [width, height, _]: [u32; 3]) -> [u32; 3] {
    let (width, height) = (u64::from(width), u64::from(height));
    [number % width, number / width % height, number / width / height].map(|coordinate| coordinate as u32)
}
