//! Values of Brew's registers on the command line.

use crate::brew::golden::Typed;
use crate::brew::isa::{Arithmetic, BrewType, MASK, REGISTER_NAMES, REGISTERS, TYPES};
use lanesmith_text::near::did_you_mean;
use lanesmith_text::number;
use lanesmith_unit::Refusal;
use rustc_apfloat::ieee::{Half, Single};
use rustc_apfloat::{Float, Round};

/// A register's number and its contents: `r2=0x7f`, `r2=int8x4:0x7f`, `r2=int8x4:1,-2,3,4`, `r2=fp32:1.5`, `r2=7:0`.
pub(super) fn setting(text: &str) -> Result<(usize, Typed), String> {
    let form = || format!("`{text}` is not REGISTER=[TYPE:]VALUE, such as r2=int8x4:0x80ff");
    let (name, value) = text.split_once('=').ok_or_else(form)?;
    let register = register_number(name.trim())?;
    let (code, value) = match value.trim().split_once(':') {
        None => (0, value.trim()),
        Some((kind, value)) => (type_code(kind.trim())?, value.trim()),
    };
    let value = lanes(TYPES[usize::from(code)], value)?;
    Ok((register, Typed { value, code }))
}

fn register_number(name: &str) -> Result<usize, String> {
    let bare = name.trim_start_matches('$');
    let named = REGISTER_NAMES.iter().find(|(other, _)| *other == bare);
    let numbered = || bare.strip_prefix('r').and_then(|digits| digits.parse().ok());
    named
        .map(|(_, register)| usize::from(*register))
        .or_else(numbered)
        .filter(|register| *register < REGISTERS)
        .ok_or_else(|| format!("`{name}` is not a register: r0 to r14, fp, sp, lr, a0 to a3, st, sva, sen, eh0, eh1"))
}

fn type_code(kind: &str) -> Result<u8, String> {
    let named = BrewType::by_name(kind).map(|kind| kind.code);
    let code = named.or_else(|| kind.parse().ok().filter(|code| *code < MASK));
    code.ok_or_else(|| {
        let types = || TYPES.iter().filter_map(|kind| kind.name);
        let expected = format!("{}, or a number, 0 to 14", types().collect::<Vec<_>>().join(", "));
        format!("`{kind}` is not a type: {}", did_you_mean(kind, types(), &expected))
    })
}

/// The 32 bits of one value: of all lanes with commas between them, lane 0 first, or of the whole word.
fn lanes(kind: BrewType, text: &str) -> Result<u32, String> {
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    let lanes = kind.lanes as usize;
    if let [one] = parts.as_slice()
        && (lanes > 1 || kind.arithmetic != Arithmetic::Float)
    {
        return number::parse_u32(one);
    }
    if parts.len() != lanes {
        let name = kind.spelling();
        return Err(format!("`{text}` has {} values: {name} has {lanes} lanes", parts.len()));
    }
    let bits = kind.lane_bits();
    let lane = |(i, part): (u32, &&str)| Ok(lane(kind, part)? << (i * bits));
    (0..).zip(&parts).map(lane).sum()
}

/// The bits of one lane.
fn lane(kind: BrewType, text: &str) -> Result<u32, String> {
    let bits = kind.lane_bits();
    let is_bits = text.starts_with("0x") || text.starts_with("0b");
    if kind.arithmetic == Arithmetic::Float && !is_bits {
        let round = Round::NearestTiesToEven;
        let read = match bits {
            16 => Half::from_str_r(text, round).map(|read| read.value.to_bits()),
            _ => Single::from_str_r(text, round).map(|read| read.value.to_bits()),
        };
        let read = read.map_err(|_| format!("`{text}` is no number: 1.5, -2e-3, inf, nan, or bits as 0x…"))?;
        return Ok(read as u32);
    }
    let value = number::parse_u32(text)?;
    let value = if text.starts_with('-') {
        i64::from(value as i32)
    } else {
        i64::from(value)
    };
    let (least, greatest) = (-1i64 << (bits - 1), (1i64 << bits) - 1);
    if !(least..=greatest).contains(&value) {
        return Err(format!(
            "`{text}` does not fit a lane of {bits} bits: {least} to {greatest}"
        ));
    }
    Ok((value & greatest) as u32)
}

/// All registers with these initial values; others are 0 with type INT32. Errors: a value that can't be read, a register that is
/// set twice.
pub(super) fn registers(settings: &[String]) -> Result<[Typed; REGISTERS], Refusal> {
    let mut registers = [None; REGISTERS];
    for text in settings {
        let (register, typed) = setting(text).map_err(Refusal::new)?;
        if registers[register].replace(typed).is_some() {
            return Err(Refusal::new(format_args!(
                "--set r{register}: set twice; remove one of them"
            )));
        }
    }
    Ok(registers.map(Option::unwrap_or_default))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_words_or_lanes_and_floats_are_numbers() {
        let read = |text| setting(text).map(|(register, typed)| (register, typed.value, typed.code));
        for (text, wanted) in [
            ("r5=0x10", (5, 0x10, 0)),
            ("$a1=-1", (5, 0xffff_ffff, 0)),
            ("r4=int8x4:1,2,3,-1", (4, 0xff03_0201, 2)),
            ("r4=int8x4:0x7f", (4, 0x7f, 2)),
            ("r4=int16x2:-2,65535", (4, 0xffff_fffe, 1)),
            ("r3=fp32:1.5", (3, 0x3fc0_0000, 8)),
            ("r3=fp32:0x3f800000", (3, 0x3f80_0000, 8)),
            ("r3=fp32:-2", (3, 0xc000_0000, 8)),
            ("sp=fp16x2:1,-0.5", (13, 0xb800_3c00, 9)),
            ("r3=7:1", (3, 1, 7)),
        ] {
            assert_eq!(read(text), Ok(wanted), "{text}");
        }
        for text in [
            "r15=1",
            "r1",
            "r1=int8x4:1,2,3",
            "r1=int8x4:1,2,3,256",
            "r1=int16x2:-32769,0",
            "r1=fp32:x",
            "r1=int9:1",
            "r1=1,2",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
