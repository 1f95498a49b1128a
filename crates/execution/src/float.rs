//! Floating-point arithmetic (PTX ISA, sections "Floating-Point Instructions" and "Half Precision Floating-Point Instructions")
//! with rounding, subnormal numbers and NaN as the manual defines them.

use crate::cause::Cause;
use crate::modifiers::{Modifiers, element};
use crate::semantics::{Pure, Selected, Semantics, lanes, pure};
use lanesmith_ptx::TypeClass;
use rustc_apfloat::ieee::{Quad, Single};
use rustc_apfloat::{Float, FloatConvert, Round};

/// The treatment of operands and results.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    /// `.ftz`: subnormal operands and results become zeros of the same sign.
    pub(crate) flushes: bool,
    /// `.sat`: results are between 0 and 1; NaN becomes 0.
    pub(crate) saturates: bool,
    /// `.relu`: negative results become 0.
    pub(crate) relu: bool,
    /// The rounding of results.
    pub(crate) round: Round,
}

/// Takes a rounding modifier with `suffix` behind it, if there is one. The suffix is empty for rounding to a float (`.rn`), and `i` for
/// rounding to an integer (`.rni`).
pub(crate) fn rounding(modifiers: &mut Modifiers, suffix: &str) -> Option<Round> {
    let roundings = [
        (".rn", Round::NearestTiesToEven),
        (".rz", Round::TowardZero),
        (".rm", Round::TowardNegative),
        (".rp", Round::TowardPositive),
    ];
    let mut roundings = roundings.into_iter();
    roundings.find_map(|(name, round)| modifiers.take(&format!("{name}{suffix}")).then_some(round))
}

impl Style {
    /// Rounding to nearest even; `flushes`: with `.ftz`.
    pub(crate) fn nearest(flushes: bool) -> Self {
        Style {
            flushes,
            saturates: false,
            relu: false,
            round: Round::NearestTiesToEven,
        }
    }

    /// Takes the modifiers of a style. Without a rounding modifier, the rounding is to nearest even.
    pub(crate) fn take(modifiers: &mut Modifiers) -> Self {
        Style {
            flushes: modifiers.take(".ftz"),
            saturates: modifiers.take(".sat"),
            relu: modifiers.take(".relu"),
            round: rounding(modifiers, "").unwrap_or(Round::NearestTiesToEven),
        }
    }

    /// The operand with these bits: the lowest `F::BITS`; higher ones are ignored.
    pub(crate) fn read<F: Float>(self, bits: u64) -> F {
        let value = F::from_bits(u128::from(bits) & mask::<F>());
        self.flushed(value)
    }

    fn flushed<F: Float>(self, value: F) -> F {
        match self.flushes && value.is_denormal() {
            true => F::ZERO.copy_sign(value),
            false => value,
        }
    }

    /// The bits of a result.
    pub(crate) fn write<F: Float>(self, value: F) -> u64 {
        let value = self.flushed(value);
        let one = || F::from_u128(1).value;
        let value = match value.is_nan() {
            true if self.saturates => F::ZERO,
            // The canonical NaN of PTX: every bit is 1 except the sign.
            true => return (mask::<F>() >> 1) as u64,
            false if self.saturates && value > one() => one(),
            // `is_negative` tests the sign bit, so that -0 becomes +0 too.
            false if (self.saturates || self.relu) && value.is_negative() => F::ZERO,
            false => value,
        };
        value.to_bits() as u64
    }
}

/// All bits of a number of the format `F`.
fn mask<F: Float>() -> u128 {
    u128::MAX >> (128 - F::BITS)
}

/// `with_format!(name, F => expression)` evaluates an expression in which `F` is the format of the PTX type `name`. For other types the
/// surrounding function returns [`Cause::Format`].
macro_rules! with_format {
    (@ $type:ident, $format:ident => $value:expr) => {{
        type $format = rustc_apfloat::ieee::$type;
        $value
    }};
    ($name:expr, $format:ident => $value:expr) => {
        match $name {
            ".f32" => with_format!(@ Single, $format => $value),
            ".f16" => with_format!(@ Half, $format => $value),
            ".bf16" => with_format!(@ BFloat, $format => $value),
            _ => return Err(crate::cause::Cause::Format),
        }
    };
}
pub(crate) use with_format;

pub(crate) fn select(opcode: &str, modifiers: &mut Modifiers) -> Selected {
    match opcode {
        "add" | "sub" | "mul" | "fma" | "mad" | "div" | "rcp" | "sqrt" => {}
        "neg" | "abs" | "min" | "max" | "copysign" => {}
        "testp" => return testp(modifiers),
        _ => return Ok(None),
    }
    let (element_type, count) = element(modifiers.take_type()?);
    if element_type.class != TypeClass::Float {
        return Err(Cause::Other);
    }
    // Without a rounding modifier, these three are approximations, whose results the manual bounds but does not define.
    let is_rounded = [".rn", ".rz", ".rm", ".rp"].iter().any(|round| modifiers.has(round));
    if matches!(opcode, "div" | "rcp" | "sqrt") && !is_rounded {
        return Err(Cause::Approximation);
    }
    let function = with_format!(element_type.name, F => arithmetic::<F>(opcode, modifiers));
    Ok(Some(Semantics::Pure(lanes(count, element_type.bits, function))))
}

fn arithmetic<F: Float + FloatConvert<Quad> + 'static>(opcode: &str, modifiers: &mut Modifiers) -> Pure
where
    Quad: FloatConvert<F>,
{
    let is_minimum = opcode == "min";
    if is_minimum || opcode == "max" {
        return extremum::<F>(is_minimum, modifiers);
    }
    let style = Style::take(modifiers);
    let round = style.round;
    let binary = move |function: fn(F, F, Round) -> F| -> Pure {
        Box::new(move |a, b, _| style.write(function(style.read(a), style.read(b), round)))
    };
    let sign = 1 << (F::BITS - 1);
    match opcode {
        "add" => binary(|a, b, round| a.add_r(b, round).value),
        "sub" => binary(|a, b, round| a.sub_r(b, round).value),
        "mul" => binary(|a, b, round| a.mul_r(b, round).value),
        "div" => binary(|a, b, round| a.div_r(b, round).value),
        "rcp" => Box::new(move |a, _, _| style.write(F::from_u128(1).value.div_r(style.read(a), round).value)),
        "sqrt" => Box::new(move |a, _, _| style.write(root::<F>(style.read(a), round))),
        "neg" => Box::new(move |a, _, _| style.write(-style.read::<F>(a))),
        "abs" => Box::new(move |a, _, _| style.write(style.read::<F>(a).abs())),
        "copysign" => Box::new(move |a, b, _| a & sign | b & (sign - 1)),
        // `fma`, and its other name `mad`.
        _ => Box::new(move |a, b, c| {
            let [a, b, c] = [a, b, c].map(|source| style.read::<F>(source));
            style.write(a.mul_add_r(b, c, round).value)
        }),
    }
}

/// `min` and `max`. Of a number and NaN the result is the number, or NaN with `.NaN`. -0 is below +0. With `.xorsign.abs` the absolute
/// values are compared, and the result is negative if exactly one operand is.
fn extremum<F: Float>(is_minimum: bool, modifiers: &mut Modifiers) -> Pure {
    let style = Style::take(modifiers);
    let keeps_nan = modifiers.take(".NaN");
    let xors_signs = modifiers.take(".xorsign");
    let absolute = modifiers.take(".abs");
    Box::new(move |a, b, _| {
        let [x, y] = [a, b].map(|source| style.read::<F>(source));
        let is_negative = xors_signs && x.is_negative() != y.is_negative();
        let [x, y] = [x, y].map(|value| if absolute { value.abs() } else { value });
        let chosen = match (x.is_nan(), y.is_nan()) {
            (true, true) => F::NAN,
            (true, false) if !keeps_nan => y,
            (false, true) if !keeps_nan => x,
            (false, false) if is_minimum => x.minimum(y),
            (false, false) => x.maximum(y),
            // A number and NaN, with `.NaN`.
            _ => F::NAN,
        };
        style.write(if is_negative { -chosen } else { chosen })
    })
}

/// The square root, rounded once.
fn root<F: Float + FloatConvert<Quad>>(value: F, round: Round) -> F
where
    Quad: FloatConvert<F>,
{
    if value.is_zero() || value.is_nan() || value.is_pos_infinity() {
        return value;
    }
    if value.is_negative() {
        return F::NAN;
    }
    // value = significand * 2^exponent, with an even exponent so that root(value) = root(significand) * 2^(exponent / 2). The
    // significand has 97 or 98 bits, hence its root 49: more than twice the 24 bits of a `.f32`, the widest format.
    let exponent = (value.ilogb() - 96) & !1;
    let exact: Quad = value.convert(&mut false).value;
    let significand = exact.scalbn(-exponent).to_u128(128).value;
    let whole = significand.isqrt();
    // A lowest bit that is 1 if the root has a fraction makes every rounding exact.
    let is_inexact = u128::from(whole * whole != significand);
    let sticky = Quad::from_u128(2 * whole + is_inexact).value;
    sticky.scalbn(exponent / 2 - 1).convert_r(round, &mut false).value
}

/// `testp`: 1 if the operand is of the kind that the modifier names, else 0. It has only `.f32` here.
fn testp(modifiers: &mut Modifiers) -> Selected {
    modifiers.take(".f32");
    let kinds = [
        ".finite",
        ".infinite",
        ".number",
        ".notanumber",
        ".normal",
        ".subnormal",
    ];
    let test: fn(Single) -> bool = match modifiers.take_of(&kinds).ok_or(Cause::Other)? {
        ".finite" => |value| value.is_finite(),
        ".infinite" => |value| value.is_infinite(),
        ".number" => |value| !value.is_nan(),
        ".notanumber" => |value| value.is_nan(),
        // Zeros count as normal numbers.
        ".normal" => |value| value.is_normal() || value.is_zero(),
        // `.subnormal`.
        _ => |value| value.is_denormal(),
    };
    pure(move |a, _, _| u64::from(test(Single::from_bits(u128::from(a as u32)))))
}
