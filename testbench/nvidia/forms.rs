//! The instructions to run: PTX texts, and what golden says of them.

use lanesmith::ptx::{Instruction, OPERATIONS, Operands, PERMUTE_MODES, PtxInstruction};
use lanesmith::sim::testbench::Random;
use lanesmith::units::brew::golden::{BINARY16, BINARY32, FloatFormat};
use lanesmith::units::scalar;

/// Scalar video instructions drawn in each round.
const SCALAR_FORMS: usize = 400;

/// What golden computes for a form.
#[derive(Clone, Debug)]
pub enum Meaning {
    /// An instruction of PTX that a unit executes.
    Ptx(PtxInstruction),
    /// An operation of the Brew ISA on each lane of `a` and `b`.
    Float(FloatFormat, FloatOperation),
}

/// Floating-point operations of the Brew ISA; a true comparison is `ffffffff` for FP32 and 1.0 in a lane of FP16X2, as PTX has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatOperation {
    /// `a + b`
    Add,
    /// `a - b`
    Sub,
    /// `a * b`
    Mul,
    /// `a == b`
    Equal,
    /// `a < b`
    Less,
    /// `a >= b`
    AtLeast,
}

/// An instruction on registers.
#[derive(Clone, Debug)]
pub struct Form {
    /// Which forms it is counted with.
    pub group: &'static str,
    /// One or more statements.
    pub text: String,
    /// The 32-bit registers for `d`, `a`, `b` and `c` in the text; a number in place of a register is a constant in the text.
    pub registers: [String; 4],
    /// What the result must be.
    pub meaning: Meaning,
}

/// `vadd2` to `vset4`, `dp4a`, `dp2a`.
const SIMD: &str = "SIMD video instructions and dot products";
/// `add.u16x2` to `neg.s8x4`.
const PACKED: &str = "packed instructions";
/// `prmt`.
const PERMUTE: &str = "byte permute";
/// `vadd` to `vset`: here NVIDIA's compiler departs from the manual.
pub const SCALAR: &str = "scalar video instructions";
/// Brew's floating-point operations.
const FLOAT: &str = "floating point of the Brew ISA";

/// Every form that the GPU's architecture has, with random selectors and masks; `architecture` is 90 for `sm_90`.
pub fn all_forms(architecture: u32, random: &mut Random) -> Vec<Form> {
    let video = video_forms(random).into_iter().map(|one| ptx(SIMD, one.to_string()));
    let permutes = PERMUTE_MODES.iter();
    let permutes = permutes.map(|mode| ptx(PERMUTE, format!("prmt.b32{} r1, r2, r3, r4", mode.suffix)));
    let mut forms: Vec<Form> = video.chain(packed_forms()).chain(permutes).collect();
    forms.extend((0..SCALAR_FORMS).map(|_| scalar_form(random)));
    forms.extend(float_forms());
    forms.retain(|form| form.is_for(architecture));
    forms
}

/// A form of an instruction's text. The text is one of ours, so it is read without an error.
fn ptx(group: &'static str, text: String) -> Form {
    let instruction = PtxInstruction::parse(&text, None).expect("a text that golden reads");
    Form::of(group, text, instruction)
}

impl Form {
    /// A form of an instruction and its text.
    pub fn of(group: &'static str, text: String, instruction: PtxInstruction) -> Self {
        let Operands { d, a, b, c } = instruction.operands().clone();
        let text = text.trim_end_matches(';').to_owned() + ";";
        Form {
            group,
            text,
            registers: [d, a, b, c],
            meaning: Meaning::Ptx(instruction),
        }
    }

    /// Whether an architecture has the instruction, 90 for `sm_90`: packed ones on half-words need `sm_90`; those on bytes, and `.sat`,
    /// only the family of `sm_120` has.
    pub fn is_for(&self, architecture: u32) -> bool {
        let mnemonic = self.text.split_whitespace().next().unwrap_or_default();
        let has = |types: [&str; 2]| types.iter().any(|name| mnemonic.contains(name));
        let on_bytes = has([".u8x4", ".s8x4"]);
        match on_bytes || has([".u16x2", ".s16x2"]) {
            true if on_bytes || mnemonic.contains(".sat") => architecture / 10 == 12,
            true => architecture >= 90,
            false => true,
        }
    }
}

/// Each operation, width, type combination and mode of the SIMD video instructions and dot products once.
pub fn video_forms(random: &mut Random) -> Vec<Instruction> {
    let mut forms = vec![];
    for row in &OPERATIONS {
        for width in row.operation.widths().iter().copied() {
            for types in 0..if row.family.has_destination_type() { 8 } else { 4 } {
                for mode in row.family.modes() {
                    let bits = random.bits();
                    let has_lanes = row.family.has_lanes();
                    let default = Instruction::default_selectors(width);
                    let digits = |shift: u32| {
                        std::array::from_fn(|i| {
                            let used = i < width.lanes() as usize;
                            let digit = bits >> (shift + 3 * i as u32) & ((1 << width.digit_bits()) - 1);
                            if used { digit as u8 } else { 0 }
                        })
                    };
                    forms.push(Instruction {
                        guard: None,
                        operation: row.operation,
                        width,
                        d_signed: types & 4 != 0,
                        a_signed: types & 2 != 0,
                        b_signed: types & 1 != 0,
                        mode: *mode,
                        asel: if has_lanes { digits(0) } else { default.0 },
                        bsel: if has_lanes { digits(12) } else { default.1 },
                        mask: match has_lanes {
                            true => ((bits >> 24) as u8 % Instruction::full_mask(width)) + 1,
                            false => Instruction::full_mask(width),
                        },
                        operands: Operands::default(),
                    });
                }
            }
        }
    }
    forms
}

/// Every packed instruction with all its types and modifiers.
pub fn packed_mnemonics() -> Vec<&'static str> {
    const ALL: &str = "\
        add.u8x4 add.s8x4 add.u16x2 add.s16x2 add.sat.u8x4 add.sat.s8x4 add.sat.u16x2 add.sat.s16x2 \
        sub.u8x4 sub.s8x4 sub.sat.u8x4 sub.sat.s8x4 \
        min.u8x4 min.s8x4 min.u16x2 min.s16x2 min.relu.s8x4 min.relu.s16x2 \
        max.u8x4 max.s8x4 max.u16x2 max.s16x2 max.relu.s8x4 max.relu.s16x2 neg.s8x4";
    ALL.split_whitespace().collect()
}

fn packed_forms() -> impl Iterator<Item = Form> {
    packed_mnemonics().into_iter().map(|mnemonic| {
        let sources = if mnemonic.starts_with("neg") { "w2" } else { "w2, w3" };
        ptx(PACKED, format!("{mnemonic} w1, {sources}"))
    })
}

/// A random control word as an instruction.
fn scalar_form(random: &mut Random) -> Form {
    let word = random.bits() & ((1 << scalar::encoding::CONTROL_BITS) - 1);
    ptx(SCALAR, scalar::encoding::decode(word).to_string())
}

fn float_forms() -> Vec<Form> {
    use FloatOperation::{Add, AtLeast, Equal, Less, Mul, Sub};
    let rows = [
        (Add, "add.rn"),
        (Sub, "sub.rn"),
        (Mul, "mul.rn"),
        (Equal, "set.eq"),
        (Less, "set.lt"),
        (AtLeast, "set.ge"),
    ];
    let form = |format, operation, text| Form {
        group: FLOAT,
        text,
        registers: ["w1", "w2", "w3", "w4"].map(str::to_owned),
        meaning: Meaning::Float(format, operation),
    };
    let single = rows.map(|(operation, mnemonic)| {
        let computed = match operation.is_comparison() {
            true => format!("{mnemonic}.u32.f32 w1, f2, f3;"),
            false => format!("{mnemonic}.f32 f1, f2, f3; mov.b32 w1, f1;"),
        };
        form(
            BINARY32,
            operation,
            format!("mov.b32 f2, w2; mov.b32 f3, w3; {computed}"),
        )
    });
    let halves = rows.map(|(operation, mnemonic)| {
        let types = if operation.is_comparison() {
            ".f16x2.f16x2"
        } else {
            ".f16x2"
        };
        form(BINARY16, operation, format!("{mnemonic}{types} w1, w2, w3;"))
    });
    [single, halves].concat()
}

impl FloatOperation {
    /// Whether its result is true or false.
    pub fn is_comparison(self) -> bool {
        matches!(
            self,
            FloatOperation::Equal | FloatOperation::Less | FloatOperation::AtLeast
        )
    }
}
