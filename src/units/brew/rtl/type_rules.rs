//! What a register's type does to an instruction.

use super::bundles::Kind;
use crate::{hdl_gen, hdl_module};
use rust_hdl::prelude::*;

/// Turns a decoded instruction and the deciding type into lanes, unit and legality.
#[hdl_module]
pub struct TypeRules {
    /// The code is an instruction.
    pub code_legal: Signal<In, Bit>,
    /// What it is:
    pub kind: Signal<In, Kind>,
    /// Operation of the integer unit that its code names, before the types decide.
    pub code_operation: Signal<In, Bits<4>>,
    /// Code of the type that decides.
    pub type_code: Signal<In, Bits<4>>,
    /// It is legal: by its code, and behind the type rules by the types of its operands as well.
    pub legal: Signal<Out, Bit>,
    /// Bit 0: 16-bit lanes, bit 1: 8-bit lanes, bit 2: saturate, bit 3: unsigned.
    pub lanes: Signal<Out, Bits<4>>,
    /// Operation of the integer unit, numbered as at its port.
    pub operation: Signal<Out, Bits<4>>,
    /// The lanes are floating-point numbers.
    pub float: Signal<Out, Bit>,
    /// 1 integer multiply, 2 float add or subtract, 3 float multiply, 0 none of them.
    pub slow: Signal<Out, Bits<2>>,
    /// The integer unit subtracts, and takes its second operand inverted.
    pub inverts_b: Signal<Out, Bit>,
    float_unit: Constant<Bit>,
    multiplier: Constant<Bit>,
    reserved: Signal<Local, Bit>,
    half_lanes: Signal<Local, Bit>,
    byte_lanes: Signal<Local, Bit>,
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
        self.reserved.next = (self.type_code.val() == 7) | (self.type_code.val() > 9);
        self.is_float.next = (self.type_code.val() == 8) | (self.type_code.val() == 9);
        self.half_lanes.next = (self.type_code.val() == 1)
            | (self.type_code.val() == 3)
            | (self.type_code.val() == 4)
            | (self.type_code.val() == 9);
        self.byte_lanes.next = (self.type_code.val() == 2) | (self.type_code.val() == 5) | (self.type_code.val() == 6);
        self.saturating.next = (self.type_code.val() > 2) & (self.type_code.val() < 7);

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
        self.slow.next = 0.into();
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
                self.operation.next = 0.into();
            }
            if self.kind.val() == Kind::Add {
                self.slow.next = 2.into();
            }
            if self.kind.val() == Kind::Multiply {
                self.slow.next = 3.into();
            }
        } else if (self.kind.val() == Kind::Multiply) | (self.kind.val() == Kind::MultiplyInteger) {
            self.slow.next = 1.into();
            if !self.multiplier.val() {
                self.legal.next = false;
            }
        }
        self.lanes.next = (bit_cast::<4, 1>((self.type_code.val().get_bit(0) & self.saturating.val()).into()) << 3)
            | (bit_cast::<4, 1>((self.saturating.val() & self.saturates.val()).into()) << 2)
            | (bit_cast::<4, 1>(self.byte_lanes.val().into()) << 1)
            | bit_cast::<4, 1>(self.half_lanes.val().into());
        self.float.next = self.is_float.val();
        self.inverts_b.next = (self.code_operation.val() == 5) & !(self.is_float.val() & self.saturates.val());
    }
}
