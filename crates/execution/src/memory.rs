//! Memory (PTX ISA, section "State Spaces"): segments with bounds in one 64-bit generic address space. The high half of an address
//! is the number of a segment, so no two segments are closer than what is left of 4 GiB.

use crate::modifiers::Int;

/// A state space as instructions name it. The discriminant is the number of its segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    Generic,
    Shared,
    Local,
    Const,
    /// Parameters of a kernel.
    Param,
    Global,
}

/// The number of the first segment of global memory; below are the windows of the other spaces.
pub(crate) const FIRST_GLOBAL: u64 = 16;

/// The address of a function; no memory is there.
pub(crate) fn code_address(function: u32) -> u64 {
    Space::Global as u64 * (1 << 32) + 16 * u64::from(function)
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

    /// What an address in the space and the generic address differ by.
    pub(crate) fn window(self) -> u64 {
        match self {
            Space::Global => 0,
            _ => (self as u64) << 32,
        }
    }

    /// Whether a generic address is in the window of the space.
    pub(crate) fn contains(self, address: u64) -> bool {
        match self {
            Space::Generic => true,
            Space::Global => address >> 32 >= FIRST_GLOBAL,
            _ => address >> 32 == self as u64,
        }
    }
}

/// An access of a load, store or atomic.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Access {
    pub(crate) space: Space,
    /// The type of an element.
    pub(crate) int: Int,
    /// The number of elements.
    pub(crate) vector: u32,
}

impl Access {
    /// The bytes of an element.
    pub(crate) fn bytes(&self) -> usize {
        self.int.bits as usize / 8
    }
}

/// An error of an execution, without its thread and place.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) message: String,
    pub(crate) expected: String,
}

impl Fault {
    pub(crate) fn new(message: impl Into<String>, expected: impl Into<String>) -> Box<Self> {
        let (message, expected) = (message.into(), expected.into());
        Box::new(Fault { message, expected })
    }
}

/// A piece of memory with bounds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Segment {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// All memory that a thread can see.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    pub(crate) segments: Vec<Segment>,
}

impl Memory {
    /// The windows of the spaces, empty.
    pub(crate) fn new() -> Self {
        let mut segments = vec![Segment::default(); FIRST_GLOBAL as usize];
        let names = ["shared memory", "local memory", "constant memory", "parameters"];
        for (segment, name) in segments[1..].iter_mut().zip(names) {
            segment.name = name.to_owned();
        }
        Memory { segments }
    }

    /// The segment of a space other than global memory.
    pub(crate) fn of(&mut self, space: Space) -> &mut Segment {
        &mut self.segments[space as usize]
    }

    /// Adds a segment of global memory and gives its address.
    pub(crate) fn allocate(&mut self, name: &str, bytes: Vec<u8>) -> u64 {
        let name = name.to_owned();
        self.segments.push(Segment { name, bytes });
        (self.segments.len() as u64 - 1) << 32
    }

    /// Sets bytes from an address of a space on, as far as there is memory.
    pub(crate) fn fill(&mut self, space: Option<Space>, address: u64, bytes: &[u8]) {
        let generic = address.wrapping_add(space.map_or(0, Space::window));
        let segment = self.segments.get_mut((generic >> 32) as usize);
        let place = segment.and_then(|segment| segment.bytes.get_mut(generic as u32 as usize..));
        let pairs = place.unwrap_or_default().iter_mut().zip(bytes);
        pairs.for_each(|(to, from)| *to = *from);
    }

    /// Segment and first byte of an access. Errors: it is misaligned or outside of all segments.
    #[inline(always)]
    fn place(&self, access: Access, address: u64) -> Result<(usize, usize), Box<Fault>> {
        let bytes = access.bytes() * access.vector as usize;
        let generic = address.wrapping_add(access.space.window());
        let (segment, offset) = ((generic >> 32) as usize, generic as u32 as usize);
        let size = self.segments.get(segment).map_or(0, |segment| segment.bytes.len());
        match offset + bytes <= size && access.space.contains(generic) && offset & (bytes - 1) == 0 {
            true => Ok((segment, offset)),
            false => Err(self.fault(access.space, generic, bytes as u64)),
        }
    }

    /// The error of an access to a generic address.
    #[cold]
    fn fault(&self, space: Space, generic: u64, bytes: u64) -> Box<Fault> {
        let window = space.window();
        let name = match space {
            Space::Generic => String::new(),
            _ => format!(" {}", format!("{space:?}").to_lowercase()),
        };
        let address = generic.wrapping_sub(window);
        let what = format!("access to {bytes} bytes at the{name} address {address:#x}");
        if generic & (bytes - 1) != 0 {
            return Fault::new(format!("{what} is misaligned"), format!("a multiple of {bytes} bytes"));
        }
        let places = (0..).map(|number: u64| number << 32).zip(&self.segments);
        let ranges = places.map(|(base, segment)| (base, base + segment.bytes.len() as u64, &segment.name));
        let nearest = ranges
            .filter(|(base, end, _)| base < end && space.contains(*base))
            .min_by_key(|(base, end, _)| base.saturating_sub(generic).max(generic.saturating_sub(end - 1)));
        let expected = nearest.map(|(base, end, name)| {
            let (base, last) = (base.wrapping_sub(window), (end - 1).wrapping_sub(window));
            format!("the nearest memory is `{name}` from {base:#x} to {last:#x}")
        });
        let expected = expected.unwrap_or_else(|| format!("no{name} access"));
        Fault::new(format!("{what} is out of bounds"), expected)
    }

    /// The bytes of an access, which is aligned to its size, a power of two.
    #[inline(always)]
    pub(crate) fn read(&self, access: Access, address: u64) -> Result<&[u8], Box<Fault>> {
        let (segment, offset) = self.place(access, address)?;
        Ok(&self.segments[segment].bytes[offset..offset + access.bytes() * access.vector as usize])
    }

    /// The bytes of an access that writes.
    #[inline(always)]
    pub(crate) fn write(&mut self, access: Access, address: u64) -> Result<&mut [u8], Box<Fault>> {
        let (segment, offset) = self.place(access, address)?;
        if segment == Space::Const as usize || segment == Space::Param as usize {
            let message = format!("write to the address {address:#x} in {}", self.segments[segment].name);
            return Err(Fault::new(message, "global, shared or local memory"));
        }
        Ok(&mut self.segments[segment].bytes[offset..offset + access.bytes() * access.vector as usize])
    }
}

/// The number in up to eight bytes, the lowest first.
#[inline(always)]
pub(crate) fn number(bytes: &[u8]) -> u64 {
    match *bytes {
        [a, b, c, d] => u64::from(u32::from_le_bytes([a, b, c, d])),
        _ => bytes.iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte)),
    }
}
