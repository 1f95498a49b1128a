//! Special registers (PTX ISA, section "Special Registers").

use lanesmith_ptx::special::WARP_SIZE;
use lanesmith_ptx::tree::{Operand, OperandKind, Symbol};

/// Where a thread is, and in what launch.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ThreadPlace {
    pub(crate) tid: [u32; 3],
    pub(crate) ntid: [u32; 3],
    pub(crate) ctaid: [u32; 3],
    pub(crate) nctaid: [u32; 3],
    /// The number of the thread in its block, `x` first.
    pub(crate) number: u32,
    /// In bytes.
    pub(crate) dynamic_shared: u32,
    /// In bytes.
    pub(crate) shared: u32,
}

impl ThreadPlace {
    pub(crate) fn lane(&self) -> u32 {
        self.number % WARP_SIZE
    }

    pub(crate) fn warp(&self) -> u32 {
        self.number / WARP_SIZE
    }
}

/// The value of a special register that stays the same for a thread.
pub(crate) type Special = fn(&ThreadPlace) -> u64;

/// Registers that count executed instructions, the time of this machine.
pub(crate) fn is_clock(name: &str) -> bool {
    matches!(name, "%clock" | "%clock64" | "%globaltimer" | "%globaltimer_lo")
}

/// The name of the special register that an operand reads, with its part.
pub(crate) fn special_name(operand: &Operand) -> Option<String> {
    match &operand.kind {
        OperandKind::Name(name) if matches!(name.symbol, Symbol::Special(_)) => Some(name.word.text.to_owned()),
        OperandKind::Part(base, part) => special_name(base).map(|name| name + part.text),
        _ => None,
    }
}

/// Whether a special register has components.
pub(crate) fn is_vector(name: &str) -> bool {
    !name.contains('.') && special(&format!("{name}.x")).is_some()
}

/// Whether a special register can be read.
pub(crate) fn is_known(name: &str) -> bool {
    is_clock(name) || special(name).is_some() || is_vector(name)
}

/// The special register with a name, including the part: `%tid.x`.
pub(crate) fn special(name: &str) -> Option<Special> {
    macro_rules! vector {
        ($field:ident, $part:expr) => {
            match $part {
                "x" | "r" => |place| u64::from(place.$field[0]),
                "y" | "g" => |place| u64::from(place.$field[1]),
                "z" | "b" => |place| u64::from(place.$field[2]),
                _ => |_| 0,
            }
        };
    }
    if let Some((vector, part)) = name.split_once('.') {
        return Some(match vector {
            "%tid" => vector!(tid, part),
            "%ntid" => vector!(ntid, part),
            "%ctaid" | "%clusterid" => vector!(ctaid, part),
            "%nctaid" | "%nclusterid" => vector!(nctaid, part),
            "%cluster_ctaid" => |_| 0,
            "%cluster_nctaid" => |_| 1,
            _ => return None,
        });
    }
    Some(match name {
        "%laneid" => |place| u64::from(place.lane()),
        "%warpid" => |place| u64::from(place.warp()),
        "%nwarpid" => |place| u64::from(place.ntid.iter().product::<u32>().div_ceil(WARP_SIZE)),
        "%nsmid" | "%cluster_nctarank" => |_| 1,
        "%lanemask_eq" => |place| 1 << place.lane(),
        "%lanemask_lt" => |place| (1 << place.lane()) - 1,
        "%lanemask_le" => |place| (2 << place.lane()) - 1,
        "%lanemask_ge" => |place| 0xffff_ffff << place.lane() & 0xffff_ffff,
        "%lanemask_gt" => |place| 0xffff_fffe << place.lane() & 0xffff_ffff,
        "%dynamic_smem_size" => |place| u64::from(place.dynamic_shared),
        "%total_smem_size" | "%aggr_smem_size" => |place| u64::from(place.shared),
        "%smid" | "%gridid" | "%is_explicit_cluster" | "%cluster_ctarank" | "%clock_hi" | "%globaltimer_hi" => |_| 0,
        _ if name.starts_with("%envreg") || name.starts_with("%pm") => |_| 0,
        _ => return None,
    })
}
