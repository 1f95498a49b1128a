//! `mov` of 32 bits, the only other instruction that lanesmith executes, because compilers place it before video instructions.

use super::lexer::{Cursor, Kind, Token};
use super::module::Operand;
use super::source::integer;
use std::ops::Range;

/// A `mov.u32`, `mov.s32` or `mov.b32` of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mov {
    /// Index of the register that it writes among the module's.
    pub d: usize,
    /// The written value.
    pub source: Operand,
    /// The place of the source in the text.
    pub place: Range<usize>,
    /// The place of the guard in the text, and the index of its predicate, if there is one.
    pub guard: Option<(Range<usize>, usize)>,
}

/// The source of a `mov`.
pub(super) struct Shape<'a> {
    pub(super) d: &'a str,
    pub(super) source: Source<'a>,
    pub(super) place: Range<usize>,
}

pub(super) enum Source<'a> {
    Name(&'a str),
    Number(u32),
}

/// Takes the tokens of an instruction apart, its guard left out, as a `mov` of 32 bits from a register, a special register or
/// a number.
pub(super) fn shape<'a>(cursor: &Cursor<'a>, tokens: &[Token]) -> Option<Shape<'a>> {
    let [mov, kind, d, comma, source @ .., end] = tokens else {
        return None;
    };
    let is_type = [".u32", ".s32", ".b32"].contains(&cursor.text(kind));
    let kinds = [mov.kind, kind.kind, d.kind, comma.kind, end.kind];
    let expected = [
        Kind::Word,
        Kind::Dotted,
        Kind::Word,
        Kind::Symbol(','),
        Kind::Symbol(';'),
    ];
    if kinds != expected || cursor.text(mov) != "mov" || !is_type {
        return None;
    }
    let place = source.first()?.span.start..source.last()?.span.end;
    let text = |token: &Token| cursor.text(token);
    let source = match source {
        [name] if name.kind == Kind::Word => match text(name) {
            // The one constant that PTX has a name for, on all targets so far.
            "WARP_SZ" => Source::Number(32),
            name => Source::Name(name),
        },
        [_, part] if part.kind == Kind::Dotted => {
            let whole = &cursor.source[place.clone()];
            Source::Name(Some(whole).filter(|name| is_special(name))?)
        }
        // Constants have 64 bits; those above are cut off.
        [number] if number.kind == Kind::Number => Source::Number(integer(text(number))? as u32),
        [minus, number] if (minus.kind, number.kind) == (Kind::Symbol('-'), Kind::Number) => {
            Source::Number(integer(text(number))?.wrapping_neg() as u32)
        }
        _ => return None,
    };
    Some(Shape {
        d: text(d),
        source,
        place,
    })
}

/// Whether a name is that of a special register of 32 bits, or of a part of one (PTX ISA, section "Special Registers").
pub(super) fn is_special(name: &str) -> bool {
    const VECTORS: [&str; 8] = [
        "%tid",
        "%ntid",
        "%ctaid",
        "%nctaid",
        "%clusterid",
        "%nclusterid",
        "%cluster_ctaid",
        "%cluster_nctaid",
    ];
    const SCALARS: [&str; 19] = [
        "%laneid",
        "%warpid",
        "%nwarpid",
        "%smid",
        "%nsmid",
        "%gridid",
        "%cluster_ctarank",
        "%cluster_nctarank",
        "%lanemask_eq",
        "%lanemask_le",
        "%lanemask_lt",
        "%lanemask_ge",
        "%lanemask_gt",
        "%clock",
        "%clock_hi",
        "%globaltimer_lo",
        "%globaltimer_hi",
        "%total_smem_size",
        "%dynamic_smem_size",
    ];
    let environment = name
        .strip_prefix("%envreg")
        .and_then(|number| number.parse::<u8>().ok());
    match name.split_once('.') {
        Some((vector, part)) => VECTORS.contains(&vector) && ["x", "y", "z"].contains(&part),
        None => SCALARS.contains(&name) || environment.is_some_and(|number| number < 32),
    }
}
