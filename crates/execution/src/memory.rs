//! Memory (PTX ISA, section "State Spaces"): segments with bounds in one 64-bit generic address space. The high half of an address
//! is the number of a segment, so no two segments are closer than what is left of 4 GiB.

use crate::modifiers::{Int, Modifiers};
use crate::semantics::{Selected, Semantics, pure};
use crate::support::Cause;
use lanesmith_ptx::TypeClass;

/// A state space as instructions name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    Generic,
    Global,
    Shared,
    Local,
    Const,
    /// Parameters of a kernel.
    Param,
}

/// The number of the first segment of global memory; below are the windows of the other spaces.
pub(crate) const FIRST_GLOBAL: u64 = 16;

/// The number of the segment of function addresses, which has no bytes.
const CODE: u64 = 5;

/// The address of a function.
pub(crate) fn code_address(function: usize) -> u64 {
    CODE << 32 | function as u64 * 16
}

impl Space {
    pub(crate) fn read(modifier: &str) -> Option<Self> {
        match modifier {
            ".global" => Some(Space::Global),
            ".shared" | ".shared::cta" => Some(Space::Shared),
            ".local" => Some(Space::Local),
            ".const" => Some(Space::Const),
            ".param" | ".param::entry" | ".param::func" => Some(Space::Param),
            _ => None,
        }
    }

    /// The number of its segment.
    fn segment(self) -> u64 {
        match self {
            Space::Generic | Space::Global => 0,
            Space::Shared => 1,
            Space::Local => 2,
            Space::Const => 3,
            Space::Param => 4,
        }
    }

    /// What an address in the space and the generic address differ by.
    pub(crate) fn window(self) -> u64 {
        self.segment() << 32
    }

    /// Whether a generic address is in the window of the space.
    fn contains(self, address: u64) -> bool {
        match self {
            Space::Generic => true,
            Space::Global => address >> 32 >= FIRST_GLOBAL,
            _ => address >> 32 == self.segment(),
        }
    }
}

/// An access of a load, store or atomic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Access {
    pub(crate) space: Space,
    /// The type of an element.
    pub(crate) int: Int,
    /// The number of elements.
    pub(crate) vector: u32,
}

/// An error of an execution, without its thread and place.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) message: String,
    pub(crate) expected: String,
}

impl Fault {
    pub(crate) fn new(message: impl Into<String>, expected: impl Into<String>) -> Box<Self> {
        Box::new(Fault {
            message: message.into(),
            expected: expected.into(),
        })
    }
}

/// A piece of memory with bounds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Segment {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) is_constant: bool,
}

/// All memory that a thread can see.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    pub(crate) segments: Vec<Segment>,
}

impl Memory {
    /// The windows of the spaces, empty.
    pub(crate) fn new() -> Self {
        let names = [
            "",
            "shared memory",
            "local memory",
            "constant memory",
            "parameters",
            "code",
        ];
        let mut segments = vec![Segment::default(); FIRST_GLOBAL as usize];
        for (segment, name) in segments.iter_mut().zip(names) {
            segment.name = name.to_owned();
        }
        segments[Space::Const.segment() as usize].is_constant = true;
        segments[Space::Param.segment() as usize].is_constant = true;
        Memory { segments }
    }

    /// The segment of a space other than global memory.
    pub(crate) fn of(&mut self, space: Space) -> &mut Segment {
        &mut self.segments[space.segment() as usize]
    }

    /// Adds a segment of global memory and gives its address.
    pub(crate) fn allocate(&mut self, name: &str, bytes: Vec<u8>) -> u64 {
        self.segments.push(Segment {
            name: name.to_owned(),
            bytes,
            is_constant: false,
        });
        (self.segments.len() as u64 - 1) << 32
    }

    /// Segment and first byte of an access. Errors: it is misaligned or outside of all segments.
    #[inline(always)]
    fn place(&self, space: Space, address: u64, bytes: u32) -> Result<(usize, usize), Box<Fault>> {
        let generic = address.wrapping_add(space.window());
        let segment = (generic >> 32) as usize;
        let offset = generic as u32 as usize;
        let is_inside = match self.segments.get(segment) {
            Some(segment) => offset + bytes as usize <= segment.bytes.len(),
            None => false,
        };
        if is_inside && space.contains(generic) && generic & u64::from(bytes - 1) == 0 {
            return Ok((segment, offset));
        }
        Err(self.fault(space, generic, bytes))
    }

    /// The error of an access to a generic address.
    #[cold]
    fn fault(&self, space: Space, generic: u64, bytes: u32) -> Box<Fault> {
        let name = match space {
            Space::Generic => String::new(),
            _ => format!(" {}", format!("{space:?}").to_lowercase()),
        };
        let what = format!(
            "access to {bytes} bytes at the{name} address {:#x}",
            generic.wrapping_sub(space.window())
        );
        let is_seen = |number: u64| space.contains(number << 32);
        let segments = || (0u64..).zip(&self.segments).filter(|(number, _)| is_seen(*number));
        let distance = |number: u64, size: u64| {
            let last = (number << 32) + size - 1;
            (number << 32).saturating_sub(generic).max(generic.saturating_sub(last))
        };
        let nearest = segments()
            .filter(|(_, segment)| !segment.bytes.is_empty())
            .min_by_key(|(number, segment)| distance(*number, segment.bytes.len() as u64));
        let expected = match nearest {
            None => format!("an address in the{name} memory, which has no bytes here"),
            Some((number, segment)) => {
                let (base, size) = ((number << 32).wrapping_sub(space.window()), segment.bytes.len() as u64);
                format!(
                    "the nearest memory is `{}` from {base:#x} to {:#x}",
                    segment.name,
                    base + size - 1
                )
            }
        };
        match generic & u64::from(bytes - 1) {
            0 => Fault::new(format!("{what} is out of bounds"), expected),
            _ => Fault::new(format!("{what} is misaligned"), format!("a multiple of {bytes} bytes")),
        }
    }

    /// The bytes of an access, which is aligned to its size, a power of two.
    #[inline(always)]
    pub(crate) fn read(&self, space: Space, address: u64, bytes: u32) -> Result<&[u8], Box<Fault>> {
        let (segment, offset) = self.place(space, address, bytes)?;
        Ok(&self.segments[segment].bytes[offset..offset + bytes as usize])
    }

    /// The bytes of an access that writes.
    #[inline(always)]
    pub(crate) fn write(&mut self, space: Space, address: u64, bytes: u32) -> Result<&mut [u8], Box<Fault>> {
        let (segment, offset) = self.place(space, address, bytes)?;
        let segment = &mut self.segments[segment];
        if segment.is_constant {
            let message = format!("write to the address {address:#x} in {}", segment.name);
            return Err(Fault::new(message, "global, shared or local memory"));
        }
        Ok(&mut segment.bytes[offset..offset + bytes as usize])
    }
}

/// The number in up to eight bytes, the lowest first.
#[inline(always)]
pub(crate) fn number(bytes: &[u8]) -> u64 {
    match *bytes {
        [a, b, c, d] => u64::from(u32::from_le_bytes([a, b, c, d])),
        [a] => u64::from(a),
        _ => bytes.iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte)),
    }
}

/// The modifiers of memory instructions that do not change results here: caches, order, scope.
pub(crate) fn is_hint(modifier: &str) -> bool {
    const HINTS: [&str; 29] = [
        ".weak",
        ".volatile",
        ".relaxed",
        ".acquire",
        ".release",
        ".acq_rel",
        ".sc",
        ".mmio",
        ".cta",
        ".cluster",
        ".gpu",
        ".sys",
        ".ca",
        ".cg",
        ".cs",
        ".lu",
        ".cv",
        ".wb",
        ".wt",
        ".nc",
        ".unified",
        ".L1::no_allocate",
        ".L1::evict_normal",
        ".L1::evict_unchanged",
        ".L1::evict_first",
        ".L1::evict_last",
        ".L2::64B",
        ".L2::128B",
        ".L2::256B",
    ];
    HINTS.contains(&modifier) || modifier.starts_with(".L2::")
}

/// Takes the space and the type of an access.
pub(crate) fn access(modifiers: &mut Modifiers) -> Result<Access, Cause> {
    modifiers.take_all(is_hint);
    let spaces = [
        ".global",
        ".shared",
        ".shared::cta",
        ".local",
        ".const",
        ".param",
        ".param::entry",
        ".param::func",
    ];
    let space = modifiers
        .take_of(&spaces)
        .and_then(Space::read)
        .unwrap_or(Space::Generic);
    let vector = match modifiers.take_of(&[".v2", ".v4", ".v8"]) {
        Some(".v2") => 2,
        Some(".v4") => 4,
        Some(_) => 8,
        None => 1,
    };
    let data_type = modifiers.take_type()?;
    match data_type.class {
        TypeClass::Predicate => Err(Cause::Other),
        _ => Ok(Access {
            space,
            int: Int::of(data_type),
            vector,
        }),
    }
}

pub(crate) fn select(opcode: &str, modifiers: &mut Modifiers) -> Selected {
    match opcode {
        "ld" | "ldu" => Ok(Some(Semantics::Load(access(modifiers)?))),
        "st" => Ok(Some(Semantics::Store(access(modifiers)?))),
        "prefetch" | "prefetchu" | "applypriority" | "membar" | "fence" | "nanosleep" | "pmevent"
        | "griddepcontrol" | "setmaxnreg" | "brkpt" => {
            modifiers.take_all(|_| true);
            Ok(Some(Semantics::Nothing))
        }
        "cvta" | "isspacep" => {
            let is_back = modifiers.take(".to");
            let space = modifiers.iter().find_map(Space::read).ok_or(Cause::Other)?;
            modifiers.take_all(|modifier| Space::read(modifier).is_some());
            let window = space.window();
            if opcode == "isspacep" {
                return pure(move |a, _, _| u64::from(space.contains(a)));
            }
            match modifiers.take_type()?.bits {
                64 if is_back => pure(move |a, _, _| a.wrapping_sub(window)),
                64 => pure(move |a, _, _| a.wrapping_add(window)),
                _ => Err(Cause::Other),
            }
        }
        _ => Ok(None),
    }
}
