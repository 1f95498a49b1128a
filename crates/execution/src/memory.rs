//! Memory (PTX ISA, section "State Spaces"): segments with bounds in one 64-bit generic address space.
//!
//! Bits 63 to 32 of a generic address are the number of a segment, bits 31 to 0 the offset in it. Segments
//! are 4 GiB apart, so that an access slightly out of bounds is an error and never hits the next segment.
//!
//! | number | segment |
//! | --- | --- |
//! | 0 | none: null pointers and other small numbers |
//! | 1 | shared memory of the running block |
//! | 2 | local memory of the running thread |
//! | 3 | constant memory |
//! | 4 | parameters of the kernel |
//! | 5 | none: addresses of functions ([`code_address`]) |
//! | 6 to 15 | none |
//! | from 16 ([`FIRST_GLOBAL`]) | global memory: one segment for each call of [`Memory::allocate`] |

use crate::modifiers::Int;

/// A state space as instructions name it. The discriminant is the number of its segment, except of `Generic` and `Global`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    /// No state space in the instruction: addresses are generic ones.
    Generic,
    Shared,
    Local,
    Const,
    /// Parameters of a kernel.
    Param,
    Global,
}

/// The number of the first segment of global memory.
pub(crate) const FIRST_GLOBAL: u64 = 16;

/// The generic address of the function with this index. The segment has no bytes, so every access to it is an error.
pub(crate) fn code_address(function: u32) -> u64 {
    Space::Global as u64 * (1 << 32) + 16 * u64::from(function)
}

impl Space {
    /// The space that a modifier names.
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

    /// The generic address minus the address in the space. It is 0 for global memory, whose addresses are generic ones.
    pub(crate) fn base(self) -> u64 {
        match self {
            Space::Global => 0,
            _ => (self as u64) << 32,
        }
    }

    /// Whether a generic address belongs to the space, with or without memory there.
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
    pub(crate) element: Int,
    /// The number of elements: 1, or 2, 4 or 8 of a vector.
    pub(crate) count: u32,
}

impl Access {
    /// The bytes of an element.
    pub(crate) fn bytes(&self) -> usize {
        self.element.bits as usize / 8
    }
}

/// Why a thread cannot go on, such as an access out of bounds. The block adds the thread and the place in the source.
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

/// All memory that the running thread can access.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    /// Indexed by segment number.
    pub(crate) segments: Vec<Segment>,
}

impl Memory {
    /// The segments below [`FIRST_GLOBAL`], all empty.
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

    /// Writes bytes from an address in `space` on, or from a generic address if it is `None`. Ignores those out of bounds.
    pub(crate) fn fill(&mut self, space: Option<Space>, address: u64, bytes: &[u8]) {
        let generic = address.wrapping_add(space.map_or(0, Space::base));
        let segment = self.segments.get_mut((generic >> 32) as usize);
        let place = segment.and_then(|segment| segment.bytes.get_mut(generic as u32 as usize..));
        let pairs = place.unwrap_or_default().iter_mut().zip(bytes);
        pairs.for_each(|(to, from)| *to = *from);
    }

    /// The number of the segment, and the offset in it. Errors: the access is misaligned, out of bounds, or not in its space.
    #[inline(always)]
    fn place(&self, access: Access, address: u64) -> Result<(usize, usize), Box<Fault>> {
        // A power of two, so `bytes - 1` is the mask of the bits that alignment makes 0.
        let bytes = access.bytes() * access.count as usize;
        let generic = address.wrapping_add(access.space.base());
        let (segment, offset) = ((generic >> 32) as usize, generic as u32 as usize);
        let size = self.segments.get(segment).map_or(0, |segment| segment.bytes.len());
        match offset + bytes <= size && access.space.contains(generic) && offset & (bytes - 1) == 0 {
            true => Ok((segment, offset)),
            false => Err(self.access_fault(access.space, generic, bytes as u64)),
        }
    }

    /// The error of an access to a generic address. It shows addresses as the program sees them: in `space`.
    #[cold]
    fn access_fault(&self, space: Space, generic: u64, bytes: u64) -> Box<Fault> {
        let space_base = space.base();
        let name = match space {
            Space::Generic => String::new(),
            _ => format!(" {}", format!("{space:?}").to_lowercase()),
        };
        let address = generic.wrapping_sub(space_base);
        let text = format!("access to {bytes} bytes at the{name} address {address:#x}");
        if generic & (bytes - 1) != 0 {
            return Fault::new(format!("{text} is misaligned"), format!("a multiple of {bytes} bytes"));
        }
        let places = (0..).map(|number: u64| number << 32).zip(&self.segments);
        // First address, address after the last, name.
        let ranges = places.map(|(base, segment)| (base, base + segment.bytes.len() as u64, &segment.name));
        let nearest = ranges
            .filter(|(base, end, _)| base < end && space.contains(*base))
            // The distance of `generic`, which is before or after the range.
            .min_by_key(|(base, end, _)| base.saturating_sub(generic).max(generic.saturating_sub(end - 1)));
        let expected = nearest.map(|(base, end, name)| {
            let (base, last) = (base.wrapping_sub(space_base), (end - 1).wrapping_sub(space_base));
            format!("the nearest memory is `{name}` from {base:#x} to {last:#x}")
        });
        let expected = expected.unwrap_or_else(|| format!("no{name} access"));
        Fault::new(format!("{text} is out of bounds"), expected)
    }

    /// The bytes that a load reads.
    #[inline(always)]
    pub(crate) fn read(&self, access: Access, address: u64) -> Result<&[u8], Box<Fault>> {
        let (segment, offset) = self.place(access, address)?;
        Ok(&self.segments[segment].bytes[offset..offset + access.bytes() * access.count as usize])
    }

    /// The bytes that a store or atomic writes. Errors: also those of constant memory and parameters, which are read-only.
    #[inline(always)]
    pub(crate) fn write(&mut self, access: Access, address: u64) -> Result<&mut [u8], Box<Fault>> {
        let (segment, offset) = self.place(access, address)?;
        if segment == Space::Const as usize || segment == Space::Param as usize {
            let message = format!("write to the address {address:#x} in {}", self.segments[segment].name);
            return Err(Fault::new(message, "global, shared or local memory"));
        }
        Ok(&mut self.segments[segment].bytes[offset..offset + access.bytes() * access.count as usize])
    }
}

/// The number in up to eight bytes, the lowest byte first.
#[inline(always)]
pub(crate) fn little_endian(bytes: &[u8]) -> u64 {
    match *bytes {
        // The most frequent size, compiled to one load.
        [a, b, c, d] => u64::from(u32::from_le_bytes([a, b, c, d])),
        _ => bytes.iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte)),
    }
}
