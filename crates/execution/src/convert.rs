//! Conversions (PTX ISA, sections "cvt" and "cvt.pack") and moves.

use crate::cause::Cause;
use crate::float::{Style, rounding, with_format};
use crate::modifiers::{Int, Modifiers, element};
use crate::semantics::{Pure, Selected, Semantics, pure};
use lanesmith_ptx::{DataType, TypeClass};
use rustc_apfloat::ieee::Single;
use rustc_apfloat::{Float, FloatConvert, Round};

pub(crate) fn select(opcode: &str, modifiers: &mut Modifiers) -> Selected {
    match opcode {
        "mov" => {
            modifiers.take_of(&[".v2", ".v4"]);
            Ok(Some(Semantics::Move(modifiers.take_type()?.bits)))
        }
        "cvt" if modifiers.take(".pack") => pack(modifiers),
        "cvt" => convert(modifiers),
        _ => Ok(None),
    }
}

fn convert(modifiers: &mut Modifiers) -> Selected {
    let whole = rounding(modifiers, "i");
    let to = modifiers.take_type()?;
    let from = modifiers.take_type()?;
    let style = Style::take(modifiers);
    let is_float = |data_type: DataType| data_type.class == TypeClass::Float;
    let (one, count) = element(to);
    if count == 2 {
        // The first source is the upper half.
        let half = with_format!(one.name, T => float_to_float::<Single, T>(style, whole));
        if from.name != ".f32" {
            return Err(Cause::Format);
        }
        return pure(move |a, b, _| half(a, 0, 0) << 16 | half(b, 0, 0));
    }
    let (int, source) = (Int::of(to), Int::of(from));
    let function: Pure = match (is_float(from), is_float(to)) {
        (false, false) if style.saturates => Box::new(move |a, _, _| int.clamp(source.value(a))),
        (false, false) => Box::new(move |a, _, _| int.wrap(source.value(a))),
        (false, true) => with_format!(to.name, T => Box::new(move |a, _, _| {
            style.write(T::from_i128_r(source.value(a), style.round).value)
        })),
        (true, false) => {
            let round = whole.ok_or(Cause::Other)?;
            with_format!(from.name, F => Box::new(move |a, _, _| {
                let value = style.read::<F>(a);
                match value.is_nan() {
                    true if int.bits == 64 => 1 << 63,
                    true => 0,
                    false => int.clamp(value.to_i128_r(128, round, &mut false).value),
                }
            }))
        }
        _ => with_format!(from.name, F => with_format!(to.name, T => float_to_float::<F, T>(style, whole))),
    };
    Ok(Some(Semantics::Extended(function, int)))
}

/// A conversion that first rounds to an integer if `whole` is given.
fn float_to_float<F: Float + FloatConvert<T>, T: Float>(style: Style, whole: Option<Round>) -> Pure {
    Box::new(move |a, _, _| {
        let value = style.read::<F>(a);
        let value = whole.map_or(value, |round| value.round_to_integral(round).value);
        style.write::<T>(value.convert_r(style.round, &mut false).value)
    })
}

/// `cvt.pack`: two clamped integers in the low bits, above them what the third source has below.
fn pack(modifiers: &mut Modifiers) -> Selected {
    modifiers.take(".sat");
    let to = Int::of(modifiers.take_type()?);
    let from = Int::of(modifiers.take_type()?);
    // Of narrow results there is a type of the third source.
    if !modifiers.is_empty() {
        modifiers.take_type()?;
    }
    let bits = to.bits;
    if bits > 16 {
        return Err(Cause::Other);
    }
    pure(move |a, b, c| {
        let [a, b] = [a, b].map(|source| to.clamp(from.value(source)));
        (a << bits | b | c.checked_shl(2 * bits).unwrap_or(0)) & 0xffff_ffff
    })
}
