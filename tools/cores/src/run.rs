//! What a machine reports about a run.

use crate::programs::PortAccess;
use std::fmt;

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The program ended with this status.
    Status(u32),
    /// An exception or interrupt that the program does not handle.
    Trap {
        /// As in the control and status register `mcause`.
        cause: u32,
        /// The address of the instruction.
        pc: u32,
        /// The address of the load or store, or the instruction; 0 if the core does not tell.
        value: u32,
    },
    /// A load or store outside of memory and device.
    Outside {
        /// The address.
        address: u32,
        /// It was a store.
        is_store: bool,
    },
    /// The limit of cycles was reached.
    Limit,
    /// Core or unit broke a rule of their interface; the simulator's message.
    Violated(String),
}

/// A run of a program.
#[derive(Clone, Debug)]
pub struct Run {
    /// How it ended.
    pub ending: Ending,
    /// Clock cycles from reset to the end.
    pub cycles: u64,
    /// Executed instructions.
    pub retired: u64,
    /// Interrupts of the machine.
    pub interrupts: u64,
    /// Instructions that the unit had accepted and the core then killed; of CV32E40X only.
    pub killed: u64,
    /// The accesses to the counted ports.
    pub ports: Vec<PortAccess>,
    /// The memory at the end.
    pub memory: Vec<u32>,
}

impl Run {
    fn new(ending: Ending, memory: Vec<u32>) -> Self {
        Run {
            ending,
            cycles: 0,
            retired: 0,
            interrupts: 0,
            killed: 0,
            ports: vec![],
            memory,
        }
    }

    /// A run that ended with this message of an assertion.
    pub(crate) fn violated(message: &str) -> Self {
        Run::new(Ending::Violated(message.to_owned()), vec![])
    }

    /// Reads the output of a machine, and its memory. Error: a line that is cut off, or no line about the end.
    pub(crate) fn parse(printed: &str, memory: Vec<u32>) -> Result<Self, String> {
        let mut ending = None;
        let mut run = Run::new(Ending::Limit, memory);
        for line in printed.lines() {
            let fields: Vec<&str> = line.split_whitespace().collect();
            let unreadable = || format!("the machine printed: {line}");
            let hex = |field: &str| u32::from_str_radix(field, 16).map_err(|_| unreadable());
            let count = |field: &str| field.parse::<u64>().map_err(|_| unreadable());
            match fields[..] {
                ["read", address] => run.ports.push(PortAccess::Read(hex(address)?)),
                ["write", address, word, bytes] => {
                    run.ports
                        .push(PortAccess::Write(hex(address)?, hex(word)?, hex(bytes)?));
                }
                ["status", status] => ending = ending.or(Some(Ending::Status(hex(status)?))),
                ["trap", cause, pc, value] => {
                    let (cause, pc, value) = (hex(cause)?, hex(pc)?, hex(value)?);
                    ending = ending.or(Some(Ending::Trap { cause, pc, value }));
                }
                ["outside", address, is_store] => {
                    let (address, is_store) = (hex(address)?, is_store == "1");
                    ending = ending.or(Some(Ending::Outside { address, is_store }));
                }
                ["limit"] => ending = ending.or(Some(Ending::Limit)),
                [
                    "cycles",
                    cycles,
                    "retired",
                    retired,
                    "waits",
                    _,
                    "interrupts",
                    interrupts,
                    "halts",
                    _,
                ] => {
                    run.cycles = count(cycles)?;
                    run.retired = count(retired)?;
                    run.interrupts = count(interrupts)?;
                }
                ["killed", killed] => run.killed = count(killed)?,
                _ => (),
            }
        }
        run.ending = ending.ok_or("the machine reported no end")?;
        Ok(run)
    }

    /// The status of the program. Error: it did not end by itself.
    pub fn status(&self) -> Result<u32, String> {
        match &self.ending {
            Ending::Status(status) => Ok(*status),
            ending => Err(ending.to_string()),
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Ending::Status(status) => write!(f, "the program ended with status {status}"),
            Ending::Trap { cause, pc, value } => match cause >> 31 {
                0 => write!(
                    f,
                    "trap at pc {pc:#010x}: {} (cause {cause}), address or instruction {value:#010x}",
                    exception(*cause)
                ),
                _ => write!(
                    f,
                    "trap at pc {pc:#010x}: an interrupt without a handler (cause {cause:#010x})"
                ),
            },
            Ending::Outside { address, is_store } => {
                let access = if *is_store { "store to" } else { "load from" };
                write!(f, "{access} {address:#010x}, where there is neither memory nor device")
            }
            Ending::Limit => write!(f, "the program did not end within the limit of cycles"),
            Ending::Violated(message) => write!(f, "a rule of the unit's interface is broken: {message}"),
        }
    }
}

/// The name of an exception (The RISC-V Instruction Set Manual, volume II, `mcause`).
fn exception(cause: u32) -> &'static str {
    match cause {
        0 => "misaligned jump",
        1 => "instruction access fault",
        2 => "illegal instruction",
        3 => "breakpoint",
        4 => "misaligned load",
        5 => "load access fault",
        6 => "misaligned store",
        7 => "store access fault",
        8..=11 => "environment call",
        _ => "exception",
    }
}
