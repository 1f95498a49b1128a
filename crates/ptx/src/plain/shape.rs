//! Takes the tokens of a plain instruction apart, with the names that it has in the text.

use super::PlainOperation;
use super::is_special;
use super::table::{COMBINATIONS, COMPARISON, CONVERSION, Combine, LOAD, OperandClass, PlainRow, TABLE};
use crate::lexer::{Cursor, PtxToken, PtxTokenKind};
use crate::source::integer;
use crate::value_type::Type;
use std::ops::Range;

/// A plain instruction with names in place of registers.
pub(crate) struct PlainShape<'a> {
    /// Its destinations, each with the widths in bits that the register may have.
    pub(crate) destinations: Vec<(&'a str, Range<u32>)>,
    pub(crate) sources: Vec<PlainSource<'a>>,
    pub(crate) operation: PlainOperation,
}

/// A source of a plain instruction.
pub(crate) struct PlainSource<'a> {
    pub(crate) value: PlainValue<'a>,
    /// The widths in bits that a register may have.
    pub(crate) widths: Range<u32>,
    /// Its place in the text.
    pub(crate) place: Range<usize>,
}

/// The text of a source.
pub(crate) enum PlainValue<'a> {
    /// A register, perhaps a special one.
    Name(&'a str),
    Number(u32),
    /// The name of a parameter, the byte in it where the load begins, and the number of loaded bytes.
    Parameter(&'a str, u64, u64),
}

/// The widths in bits of registers that an operand of type `kind` may be in.
fn widths(class: OperandClass, kind: Type) -> Range<u32> {
    match class {
        OperandClass::Wide => kind.bits..33,
        OperandClass::Own | OperandClass::Word | OperandClass::Predicate => kind.bits..kind.bits + 1,
    }
}

/// The type of an operand in an instruction of type `own`.
fn of_class(class: OperandClass, own: Type) -> Type {
    match class {
        OperandClass::Own | OperandClass::Wide => own,
        OperandClass::Word => Type::WORD,
        OperandClass::Predicate => Type::PREDICATE,
    }
}

/// Takes the tokens of an instruction apart, its guard left out. `None` if the table has no such instruction.
pub(crate) fn shape<'a>(cursor: &Cursor<'a>, tokens: &[PtxToken]) -> Option<PlainShape<'a>> {
    let (mnemonic, operands) = mnemonic(cursor, tokens)?;
    let is_comparison = mnemonic.row.name.starts_with(COMPARISON);
    let (result, classes) = mnemonic.row.operands.split_first()?;
    let to = of_class(*result, mnemonic.to);
    let mut operands = operands.split(|token| token.kind == PtxTokenKind::Symbol(','));
    let destinations = destinations(cursor, operands.next()?, is_comparison)?;
    let (sources, negated) = sources(cursor, &mnemonic, classes, operands)?;
    // A comparison without a combination has its second predicate by one that changes nothing.
    let plain: Combine = |compared, _| compared;
    let combine = mnemonic.combine.or(is_comparison.then_some(plain));
    let (sources, from) = sources.into_iter().unzip();
    Some(PlainShape {
        destinations: destinations
            .into_iter()
            .map(|name| (name, widths(*result, to)))
            .collect(),
        sources,
        operation: PlainOperation {
            row: mnemonic.row,
            to,
            from,
            register: to,
            combine: combine.map(|combine| (combine, negated)),
        },
    })
}

/// The name of an instruction with its modifiers and types.
struct Mnemonic {
    row: &'static PlainRow,
    /// The type of the result; only a conversion's differs from that of the sources.
    to: Type,
    from: Type,
    /// The combination of a comparison with a further source, if it has one.
    combine: Option<Combine>,
}

/// The mnemonic of an instruction, and the tokens of its operands.
fn mnemonic<'t>(cursor: &Cursor, tokens: &'t [PtxToken]) -> Option<(Mnemonic, &'t [PtxToken])> {
    let (stem, rest) = tokens.split_first()?;
    let (end, rest) = rest.split_last()?;
    if (stem.kind, end.kind) != (PtxTokenKind::Word, PtxTokenKind::Symbol(';')) {
        return None;
    }
    let dotted = rest.iter().take_while(|token| token.kind == PtxTokenKind::Dotted);
    let mut modifiers: Vec<&str> = dotted.map(|token| cursor.text(token)).collect();
    let mut operands = &rest[modifiers.len()..];
    // `ld.param::entry` and `ld.param::func` say whose parameter it is.
    if let [first, second, word, kind, behind @ ..] = operands
        && [first.kind, second.kind, word.kind, kind.kind]
            == [
                PtxTokenKind::Symbol(':'),
                PtxTokenKind::Symbol(':'),
                PtxTokenKind::Word,
                PtxTokenKind::Dotted,
            ]
    {
        modifiers.push(cursor.text(kind));
        operands = behind;
    }
    let stem = cursor.text(stem);
    let own = modifiers.pop()?;
    let from = Type::read(own)?;
    let mut types = vec![own];
    let mut to = from;
    if stem == CONVERSION {
        let result = modifiers.pop()?;
        to = Type::read(result)?;
        types.push(result);
    }
    let mut combine = None;
    if stem.len() + 1 == COMPARISON.len() && COMPARISON.starts_with(stem) && modifiers.len() == 2 {
        let name = modifiers.pop()?;
        combine = Some(COMBINATIONS.iter().find(|row| row.0 == name)?.1);
    }
    let name = format!("{stem}{}", modifiers.concat());
    let row = TABLE.iter().find(|row| row.name == name)?;
    let is_typed = types.iter().all(|kind| row.types.contains(kind));
    let mnemonic = Mnemonic { row, to, from, combine };
    is_typed.then_some((mnemonic, operands))
}

/// The sources with their types, and whether the further source of a comparison is negated.
fn sources<'a, 't>(
    cursor: &Cursor<'a>,
    mnemonic: &Mnemonic,
    classes: &[OperandClass],
    operands: impl Iterator<Item = &'t [PtxToken]>,
) -> Option<(Vec<(PlainSource<'a>, Type)>, bool)> {
    let is_load = mnemonic.row.name == LOAD;
    let mut classes = classes.to_vec();
    classes.extend(mnemonic.combine.map(|_| OperandClass::Predicate));
    let mut sources = vec![];
    let mut negated = false;
    let mut left = classes.into_iter();
    for mut operand in operands {
        let class = left.next()?;
        let kind = of_class(class, mnemonic.from);
        if let ([first, rest @ ..], Some(_), 0) = (operand, mnemonic.combine, left.len())
            && first.kind == PtxTokenKind::Symbol('!')
        {
            (operand, negated) = (rest, true);
        }
        if is_load {
            operand = in_brackets(operand)?;
        }
        let place = operand.first()?.span.start..operand.last()?.span.end;
        let value = match is_load {
            true => parameter(cursor, operand, u64::from(kind.bits / 8))?,
            false => value(cursor, operand, mnemonic.row.name == "mov")?,
        };
        let widths = widths(class, kind);
        sources.push((PlainSource { value, widths, place }, kind));
    }
    (left.len() == 0).then_some((sources, negated))
}

/// A register, or two predicates `p|q`.
fn destinations<'a>(cursor: &Cursor<'a>, tokens: &[PtxToken], may_be_two: bool) -> Option<Vec<&'a str>> {
    match tokens {
        [d] if d.kind == PtxTokenKind::Word => Some(vec![cursor.text(d)]),
        [p, bar, q]
            if may_be_two
                && [p.kind, bar.kind, q.kind]
                    == [PtxTokenKind::Word, PtxTokenKind::Symbol('|'), PtxTokenKind::Word] =>
        {
            Some(vec![cursor.text(p), cursor.text(q)])
        }
        _ => None,
    }
}

/// A register or a number; of a `mov` also a special register.
fn value<'a>(cursor: &Cursor<'a>, tokens: &[PtxToken], is_mov: bool) -> Option<PlainValue<'a>> {
    let text = |token: &PtxToken| cursor.text(token);
    match tokens {
        [name] if name.kind == PtxTokenKind::Word => Some(match text(name) {
            // The one constant that PTX has a name for, on all targets so far.
            "WARP_SZ" => PlainValue::Number(32),
            name => PlainValue::Name(name),
        }),
        [name, part] if is_mov && part.kind == PtxTokenKind::Dotted => {
            let whole = &cursor.source[name.span.start..part.span.end];
            is_special(whole).then_some(PlainValue::Name(whole))
        }
        // PTX constants have 64 bits; plain instructions use the low 32.
        [number] if number.kind == PtxTokenKind::Number => Some(PlainValue::Number(integer(text(number))? as u32)),
        [minus, number] if (minus.kind, number.kind) == (PtxTokenKind::Symbol('-'), PtxTokenKind::Number) => {
            Some(PlainValue::Number(integer(text(number))?.wrapping_neg() as u32))
        }
        _ => None,
    }
}

/// The tokens between `[` and `]`.
fn in_brackets(tokens: &[PtxToken]) -> Option<&[PtxToken]> {
    let [open, inner @ .., close] = tokens else {
        return None;
    };
    ((open.kind, close.kind) == (PtxTokenKind::Symbol('['), PtxTokenKind::Symbol(']'))).then_some(inner)
}

/// `parameter` or `parameter+offset`, from which `bytes` bytes are loaded.
fn parameter<'a>(cursor: &Cursor<'a>, tokens: &[PtxToken], bytes: u64) -> Option<PlainValue<'a>> {
    let (name, offset) = match tokens {
        [name] => (name, 0),
        [name, plus, number] if (plus.kind, number.kind) == (PtxTokenKind::Symbol('+'), PtxTokenKind::Number) => {
            (name, integer(cursor.text(number))?)
        }
        _ => return None,
    };
    (name.kind == PtxTokenKind::Word).then(|| PlainValue::Parameter(cursor.text(name), offset, bytes))
}
