//! What a register's type does to an instruction.

use super::bundles::{Kind, SlowOperation};
use super::codes::{lanes_bit, operation, type_code};
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// Turns a decoded instruction and the deciding type into lanes, unit and legality.
#[hdl_module]
pub struct TypeRules {
    /// The code is an instruction.
    pub code_legal: Signal<In, Bit>,
    /// Kind of the instruction:
    pub kind: Signal<In, Kind>,
    /// Operation of the integer unit according to the instruction's code; the type can change it.
    pub code_operation: Signal<In, Bits<4>>,
    /// Code of the type that decides.
    pub type_code: Signal<In, Bits<4>>,
    /// The instruction is legal: its code and the type that decides.
    pub legal: Signal<Out, Bit>,
    /// Bit 0: 16-bit lanes, bit 1: 8-bit lanes, bit 2: saturate, bit 3: unsigned.
    pub lanes: Signal<Out, Bits<4>>,
    /// Operation of the integer unit, numbered as at its port.
    pub operation: Signal<Out, Bits<4>>,
    /// The lanes are floating-point numbers.
    pub float: Signal<Out, Bit>,
    /// Operation of the slow unit:
    pub slow: Signal<Out, SlowOperation>,
    /// The integer unit subtracts, and takes its second operand inverted.
    pub inverts_b: Signal<Out, Bit>,
    float_unit: Constant<Bit>,
    multiplier: Constant<Bit>,
    reserved: Signal<Local, Bit>,
    half_lanes: Signal<Local, Bit>,
    byte_lanes: Signal<Local, Bit>,
    as_unsigned: Signal<Local, Bit>,
    saturating: Signal<Local, Bit>,
    arithmetic: Signal<Local, Bit>,
    saturates: Signal<Local, Bit>,
    is_float: Signal<Local, Bit>,
}

impl TypeRules {
    /// With or without the floating-point unit and the integer multiplier.
    pub fn new(float: bool, multiplier: bool) -> Self {
        TypeRules {
            float_unit: Constant::new(float),
            multiplier: Constant::new(multiplier),
            ..TypeRules::default()
        }
    }
}

// Nested choices are multiplexers.
#[allow(clippy::collapsible_if)]
impl Logic for TypeRules {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_float.next = (self.type_code.val() == type_code::FP32) | (self.type_code.val() == type_code::FP16X2);
        self.reserved.next = (self.type_code.val() > type_code::SINT8X4S) & !self.is_float.val();
        self.half_lanes.next = (self.type_code.val() == type_code::INT16X2)
            | (self.type_code.val() == type_code::UINT16X2S)
            | (self.type_code.val() == type_code::SINT16X2S)
            | (self.type_code.val() == type_code::FP16X2);
        self.byte_lanes.next = (self.type_code.val() == type_code::INT8X4)
            | (self.type_code.val() == type_code::UINT8X4S)
            | (self.type_code.val() == type_code::SINT8X4S);
        self.as_unsigned.next =
            (self.type_code.val() == type_code::UINT16X2S) | (self.type_code.val() == type_code::UINT8X4S);
        self.saturating.next = self.as_unsigned.val()
            | (self.type_code.val() == type_code::SINT16X2S)
            | (self.type_code.val() == type_code::SINT8X4S);

        // Arithmetic, shifts, extension and comparison have no meaning for a reserved type.
        self.saturates.next = (self.kind.val() == Kind::Add)
            | (self.kind.val() == Kind::Multiply)
            | (self.kind.val() == Kind::AddInteger)
            | (self.kind.val() == Kind::MultiplyInteger)
            | (self.kind.val() == Kind::Negate);
        self.arithmetic.next = self.saturates.val()
            | (self.kind.val() == Kind::Shift)
            | (self.kind.val() == Kind::Extend)
            | (self.kind.val() == Kind::Compare);

        self.legal.next = self.code_legal.val();
        if self.arithmetic.val() & self.reserved.val() {
            self.legal.next = false;
        }
        self.slow.next = SlowOperation::None;
        self.operation.next = self.code_operation.val();
        if self.is_float.val() {
            if (self.kind.val() == Kind::AddInteger) | (self.kind.val() == Kind::MultiplyInteger) {
                self.legal.next = false;
            }
            if (self.kind.val() == Kind::Add)
                | (self.kind.val() == Kind::Multiply)
                | (self.kind.val() == Kind::Negate)
                | (self.kind.val() == Kind::Compare)
            {
                if !self.float_unit.val() {
                    self.legal.next = false;
                }
            }
            if self.kind.val() == Kind::Negate {
                self.operation.next = operation::XOR.into();
            }
            if self.kind.val() == Kind::Add {
                self.slow.next = SlowOperation::AddFloats;
            }
            if self.kind.val() == Kind::Multiply {
                self.slow.next = SlowOperation::MultiplyFloats;
            }
        } else if (self.kind.val() == Kind::Multiply) | (self.kind.val() == Kind::MultiplyInteger) {
            self.slow.next = SlowOperation::MultiplyIntegers;
            if !self.multiplier.val() {
                self.legal.next = false;
            }
        }
        self.lanes.next = bits::<4>(0)
            .replace_bit(lanes_bit::HALVES, self.half_lanes.val())
            .replace_bit(lanes_bit::BYTES, self.byte_lanes.val())
            .replace_bit(lanes_bit::SATURATE, self.saturating.val() & self.saturates.val())
            .replace_bit(lanes_bit::UNSIGNED, self.as_unsigned.val());
        self.float.next = self.is_float.val();
        self.inverts_b.next =
            (self.code_operation.val() == operation::SUB) & !(self.is_float.val() & self.saturates.val());
    }
}
