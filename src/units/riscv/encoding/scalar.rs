//! Scalar instructions: their functions, and the scalar configuration, which has the other fields of their control words.

use super::state::field;
use super::{FUNCTION_BITS, Function, SCALAR, StateField, THIRD};
use crate::algebra::Algebra;
use crate::ptx::{ScalarInstruction, ScalarOperation};
use crate::units::scalar::encoding::{CODES, decode, encode, field_of};

/// The number of low bits that a function and the scalar control word have in common: operation, types, `.sat`.
const LOW: u32 = 8;

/// The fields of the scalar configuration, lowest first; the bits above are 0 and stay 0.
pub const SCALAR_FIELDS: [StateField; 5] = [
    field(
        "asel",
        0,
        3,
        "part of the first operand: 0 to 3 a byte, 4 and 5 a half-word, 6 the word",
    ),
    field("bsel", 3, 3, "part of the second operand"),
    field(
        "dsel",
        6,
        3,
        "part of c that the result replaces; 6: the result is the whole word, and `.add`, `.min`, `.max` have an effect",
    ),
    field("wrap", 9, 1, "shifts have `.wrap`, else `.clamp`"),
    field("scale", 10, 2, "of `vmad`: 0 none, 1 `.shr7`, 2 `.shr15`"),
];

/// The scalar configuration after reset: whole words, no merge, `.clamp`, no scale.
pub const SCALAR_RESET: u32 = 0o666;

/// The width of the scalar configuration in bits.
pub const fn scalar_bits() -> u32 {
    let last = SCALAR_FIELDS[SCALAR_FIELDS.len() - 1];
    last.lo + last.bits
}

/// The control word of the scalar unit for a function and the scalar configuration.
pub fn scalar_control<A: Algebra>(function: &A::Int, configuration: &A::Int) -> A::Int {
    let held = |name: &str| {
        let field = SCALAR_FIELDS.iter().find(|field| field.name == name);
        let field = field.expect("a field of the scalar configuration");
        A::field(configuration, field.lo, field.bits)
    };
    let mad = CODES.iter().position(|code| *code == ScalarOperation::Mad);
    let is_mad = A::equal(&A::field(function, 0, 4), &A::int(mad.expect("it has a code") as i64));
    let dsel = A::select(&is_mad, &held("scale"), &held("dsel"));
    let parts = [
        ("asel", held("asel")),
        ("bsel", held("bsel")),
        ("dsel", dsel),
        ("secondary", A::field(function, LOW, 2)),
        ("wrap", held("wrap")),
    ];
    let low = A::field(function, 0, LOW);
    parts.iter().fold(low, |word, (name, value)| {
        A::or(&word, &A::shl(value, field_of(name).lo))
    })
}

impl Function {
    /// The function of a scalar instruction; the selectors have no effect on it.
    pub fn scalar(instruction: &ScalarInstruction) -> Self {
        let control = encode(instruction) as u32;
        let secondary = control >> field_of("secondary").lo & 3;
        Function(1 << SCALAR | secondary << LOW | control & ((1 << LOW) - 1))
    }

    /// The function in the format of VexRiscv's port: ten bits, and bit 10 is 1 for scalar instructions.
    pub fn command(self) -> u32 {
        self.0 & ((1 << FUNCTION_BITS) - 1) | u32::from(self.is_scalar()) << FUNCTION_BITS
    }

    /// The function for a value of VexRiscv's port.
    pub fn of_command(command: u32) -> Self {
        let scalar = command >> FUNCTION_BITS & 1;
        Function(command & ((1 << FUNCTION_BITS) - 1) | scalar << SCALAR)
    }

    /// The scalar instruction with this function and this scalar configuration; `None` for all other functions.
    pub fn scalar_instruction(self, configuration: u32) -> Option<ScalarInstruction> {
        use crate::algebra::Concrete;
        let control = scalar_control::<Concrete>(&self.0.into(), &configuration.into());
        let instruction = decode(control as u64);
        // A function that no instruction has decodes to an instruction with another function.
        let whole = decode(scalar_control::<Concrete>(&self.0.into(), &SCALAR_RESET.into()) as u64);
        (self.is_scalar() && Function::scalar(&whole) == self).then_some(instruction)
    }
}

/// A scalar instruction for each function that has one.
pub fn scalar_instructions() -> impl Iterator<Item = ScalarInstruction> {
    let functions = (0..1 << THIRD).map(|low| Function(1 << SCALAR | low));
    functions.filter_map(|function| function.scalar_instruction(SCALAR_RESET))
}

#[cfg(test)]
mod tests {
    use super::super::ACCESSES;
    use super::*;
    use crate::algebra::Concrete;

    #[test]
    fn function_and_configuration_make_each_field_of_the_control_word() {
        for text in [
            "vadd.s32.u32.s32.sat.min r1, r2.b3, r3.h1, r4",
            "vset.u32.s32.gt r1.h0, r2.h0, r3.b1, r4",
            "vshr.u32.s32.u32.wrap.max r1, r2, r3.b2, r4",
            "vmad.s32.s32.u32.sat.shr15 r1, -r2.h1, r3, r4",
        ] {
            let instruction = ScalarInstruction::parse(text, None).expect("an instruction");
            let control = encode(&instruction);
            let value = |name: &str| (control >> field_of(name).lo) as u32 & ((1 << field_of(name).bits) - 1);
            let is_mad = instruction.operation == ScalarOperation::Mad;
            let configuration = value("asel")
                | value("bsel") << 3
                | if is_mad { 6 } else { value("dsel") } << 6
                | value("wrap") << 9
                | if is_mad { value("dsel") } else { 1 } << 10;
            let function = Function::scalar(&instruction);
            let made = scalar_control::<Concrete>(&function.0.into(), &configuration.into());
            assert_eq!(made as u64, control, "{text}");
            assert_eq!(
                function.scalar_instruction(configuration).map(|one| encode(&one)),
                Some(control)
            );
        }
    }

    #[test]
    fn a_function_is_a_scalar_instruction_or_an_access_or_nobodys() {
        let mut count = [0; 2];
        for low in 0..1 << FUNCTION_BITS {
            let function = Function(1 << SCALAR | low);
            let instruction = function.scalar_instruction(SCALAR_RESET).is_some();
            let access = ACCESSES.iter().any(|row| Function::access(row.access) == function);
            assert!(!instruction || !access);
            assert_eq!(Function::of_command(function.command()), function);
            count[0] += usize::from(instruction);
            count[1] += usize::from(access);
        }
        // Five operations, shifts without a type of b, comparisons without one of d and without .sat, and vmad.
        assert_eq!(count, [(5 * 8 + 2 * 4 + 8) * 2 * 4 + 6 * 4 * 4, 2]);
    }
}
