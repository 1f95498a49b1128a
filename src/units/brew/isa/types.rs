//! The types that a register can have, as codes of four bits.

/// How arithmetic on a lane ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    /// Results wrap to the lane's width.
    Wrap,
    /// Exact results are clipped to the lane's unsigned range.
    Unsigned,
    /// Exact results are clipped to the lane's signed range.
    Signed,
    /// IEEE 754 of the lane's width.
    Float,
    /// No arithmetic: a reserved code.
    Reserved,
}

/// One type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BrewType {
    /// The code, 0 … 15.
    pub code: u8,
    /// The name in assembly; reserved codes have none and are written as numbers.
    pub name: Option<&'static str>,
    /// The number of lanes: 1, 2 or 4. Reserved codes count as one lane.
    pub lanes: u32,
    /// How arithmetic ends.
    pub arithmetic: Arithmetic,
}

const fn named(code: u8, name: &'static str, lanes: u32, arithmetic: Arithmetic) -> BrewType {
    BrewType {
        code,
        name: Some(name),
        lanes,
        arithmetic,
    }
}

const fn reserved(code: u8) -> BrewType {
    BrewType {
        code,
        name: None,
        lanes: 1,
        arithmetic: Arithmetic::Reserved,
    }
}

/// The code that says "leave unchanged" where types are set; no register ever has it.
pub const MASK: u8 = 15;

/// All sixteen codes in order. The last one, [`MASK`], is not a type.
pub const TYPES: [BrewType; 16] = [
    named(0, "int32", 1, Arithmetic::Wrap),
    named(1, "int16x2", 2, Arithmetic::Wrap),
    named(2, "int8x4", 4, Arithmetic::Wrap),
    named(3, "uint16x2s", 2, Arithmetic::Unsigned),
    named(4, "sint16x2s", 2, Arithmetic::Signed),
    named(5, "uint8x4s", 4, Arithmetic::Unsigned),
    named(6, "sint8x4s", 4, Arithmetic::Signed),
    reserved(7),
    named(8, "fp32", 1, Arithmetic::Float),
    named(9, "fp16x2", 2, Arithmetic::Float),
    reserved(10),
    reserved(11),
    reserved(12),
    reserved(13),
    reserved(14),
    reserved(MASK),
];

impl BrewType {
    /// The bits of a lane: 32, 16 or 8.
    pub const fn lane_bits(self) -> u32 {
        32 / self.lanes
    }

    /// The least and the greatest value of a lane where results are clipped.
    pub const fn clip(self) -> Option<(i64, i64)> {
        let half = 1 << (self.lane_bits() - 1);
        match self.arithmetic {
            Arithmetic::Unsigned => Some((0, 2 * half - 1)),
            Arithmetic::Signed => Some((-half, half - 1)),
            _ => None,
        }
    }

    /// The type called `name`, in lower case.
    pub fn by_name(name: &str) -> Option<&'static BrewType> {
        TYPES.iter().find(|row| row.name == Some(name))
    }

    /// The name as assembly has it: `int8x4`, or the code's number where there is no name.
    pub fn spelling(self) -> String {
        self.name.map_or_else(|| self.code.to_string(), str::to_owned)
    }
}
