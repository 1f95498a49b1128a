//! Packed integer instructions: the PTX manual's text, section "Integer Arithmetic Instructions".

use super::number::*;
use lanesmith::algebra::Algebra;

/// `d` of 32 bits, of an instruction such as `add.sat.u8x4`; `neg` reads `a` alone.
pub fn result<A: Algebra>(mnemonic: &str, a: &Exact<A>, b: &Exact<A>) -> Exact<A> {
    let words: Vec<&str> = mnemonic.split('.').collect();
    let (&[op, ref limits @ ..], [kind]) = words.split_at(words.len() - 1) else {
        panic!("no type: {mnemonic}")
    };
    let (lanes, signed) = match *kind {
        "u8x4" => (4, false),
        "s8x4" => (4, true),
        "u16x2" => (2, false),
        "s16x2" => (2, true),
        other => panic!("no type {other}"),
    };
    let (width, signed) = (32 / lanes, Truth::of(signed));
    let mut d = Exact::from(0);
    for i in 0..lanes {
        let low = width * i;
        let element = |x: &Exact<A>| x.bits(low + width - 1, low).extended(width, &signed);
        let (x, y) = (element(a), element(b));
        let exact = match op {
            "add" => x + y,
            "sub" => x - y,
            "min" => MIN(&x, &y),
            "max" => MAX(&x, &y),
            "neg" => -x,
            other => panic!("no transcription of {other}"),
        };
        let limited = match limits {
            [] => exact,
            // MININT..MAXINT of the type.
            ["sat"] => saturate(&exact, width, &signed),
            // Clamped to 0 if negative.
            ["relu"] => MAX(&exact, &Exact::from(0)),
            other => panic!("no modifier {other:?}"),
        };
        d = d | (limited.bits(width - 1, 0) << low);
    }
    d
}
