//! Parses scalar video instructions. Accepts the same texts as NVIDIA's assembler.

use super::cursor::{Cursor, PtxToken};
use super::instructions::{
    MultiplyAddSign, REGISTER_PARTS, SCALAR_OPERATIONS, SCALES, SECONDARY_OPERATIONS, SHIFT_MODES, ScalarFamily,
    ScalarInstruction, ScalarOperation, ScalarRow, ScalarTail, SecondaryOperation, WHOLE_REGISTER,
};
use super::lexer::PtxTokenKind;
use super::operand::{Role, WORD, after_last_operand, both_negated, register};
use super::parser::guard;
use super::registers::{Registers, Scope};
use super::single::parse_single;
use super::source::source;
use super::{Guard, Operands};
use lanesmith_text::diagnostic::Diagnostic;
use lanesmith_text::near::did_you_mean;

impl ScalarInstruction {
    /// Parses one instruction, as [`parse`](super::parse) does.
    pub fn parse(source: &str, registers: Option<&Registers>) -> Result<Self, Diagnostic> {
        parse_single(source, registers, instruction)
    }
}

/// Parses from the guard to the last operand.
pub(super) fn instruction(cursor: &mut Cursor, scopes: Scope) -> Result<ScalarInstruction, Diagnostic> {
    let guard = guard(cursor, scopes)?;
    scalar(cursor, guard, scopes)
}

/// The first row of a mnemonic without its modifiers, if it names a scalar video instruction.
pub(super) fn scalar_row(mnemonic: &str) -> Option<&'static ScalarRow> {
    SCALAR_OPERATIONS.iter().find(|row| row.mnemonic == mnemonic)
}

/// Parses from the operation to the last operand.
fn scalar(cursor: &mut Cursor, guard: Option<Guard>, scopes: Scope) -> Result<ScalarInstruction, Diagnostic> {
    let word = cursor.peek();
    let found = (word.kind == PtxTokenKind::Word)
        .then(|| scalar_row(cursor.text(word)))
        .flatten();
    let Some(row) = found else {
        let mut all: Vec<&str> = SCALAR_OPERATIONS.iter().map(|row| row.mnemonic).collect();
        all.dedup();
        let message = format!("{} is not a scalar video instruction", cursor.found());
        let expected = did_you_mean(
            cursor.text(word),
            all.iter().copied(),
            &format!("one of {}", all.join(", ")),
        );
        return Err(Diagnostic::new(cursor.place(), message, expected));
    };
    cursor.take();
    let modifiers = ParsedModifiers::parse(cursor, row)?;
    let is_multiply = row.family == ScalarFamily::MultiplyAdd;
    let signs = match is_multiply {
        true => signs(cursor),
        false => {
            let both = both_negated(cursor);
            [both, both, false]
        }
    };
    let d = register(cursor, Role::D, false, scopes, &WORD)?;
    let dsel = selector(cursor, "operand d")?;
    if let (Some((_, place)), true) = (&dsel, is_multiply || modifiers.secondary != SecondaryOperation::None) {
        let why = match is_multiply {
            true => "a destination selector of vmad",
            false => "a destination selector beside a secondary operation",
        };
        let expected = "the register alone: the whole result is written";
        return Err(Diagnostic::new(place.clone(), why, expected));
    }
    let dsel = dsel.map_or(WHOLE_REGISTER, |(part, _)| part);
    let (a, asel) = selected(cursor, Role::A, signs[0], scopes)?;
    let (b, bsel) = selected(cursor, Role::B, signs[1], scopes)?;
    let tail = match is_multiply {
        true => ScalarTail::MultiplyAdd {
            sign: modifiers.sign(cursor, signs)?,
            scale: modifiers.scale.unwrap_or(0),
        },
        false => ScalarTail::Secondary {
            dsel,
            operation: modifiers.secondary,
            wrap: modifiers.wrap.unwrap_or(false),
        },
    };
    let mut instruction = ScalarInstruction {
        guard,
        operation: modifiers.operation,
        d_signed: modifiers.types[0],
        a_signed: modifiers.types[1],
        b_signed: modifiers.types[2],
        saturate: modifiers.saturate,
        asel,
        bsel,
        tail,
        operands: Operands {
            d,
            a,
            b,
            ..Operands::default()
        },
        has_c: true,
    };
    match instruction.needs_c() || cursor.peek().kind == PtxTokenKind::Symbol(',') {
        true => instruction.operands.c = source(cursor, Role::C, signs[2], scopes)?,
        false => instruction.has_c = false,
    }
    after_last_operand(cursor)?;
    Ok(instruction)
}

/// A source with the part of it that is selected.
fn selected(cursor: &mut Cursor, role: Role, negated: bool, scopes: Scope) -> Result<(String, usize), Diagnostic> {
    let operand = source(cursor, role, negated, scopes)?;
    match selector(cursor, role.describe())? {
        Some((_, place)) if Operands::value(&operand).is_some() => {
            let message = format!("{}: a number has no parts", role.describe());
            Err(Diagnostic::new(place, message, "the number alone"))
        }
        found => Ok((operand, found.map_or(WHOLE_REGISTER, |(part, _)| part))),
    }
}

/// Takes the selector of an operand, if there is one, with its place.
fn selector(cursor: &mut Cursor, operand: &str) -> Result<Option<(usize, std::ops::Range<usize>)>, Diagnostic> {
    let Some(token) = cursor.take_if(PtxTokenKind::Dotted) else {
        return Ok(None);
    };
    let text = cursor.text(&token);
    let names = || REGISTER_PARTS[..WHOLE_REGISTER].iter().map(|part| part.selector);
    match names().position(|name| name == text) {
        Some(part) => Ok(Some((part, token.span))),
        None => {
            let message = format!("selector of {operand}: `{text}` is not a part of a register");
            let expected = format!("one of {}", names().collect::<Vec<_>>().join(" "));
            Err(Diagnostic::new(token.span, message, expected))
        }
    }
}

/// Whether a, b and c, which come after d, have a minus sign before a register.
fn signs(cursor: &mut Cursor) -> [bool; 3] {
    let start = cursor.mark();
    let signs = [(); 3].map(|()| {
        while !matches!(cursor.peek().kind, PtxTokenKind::End | PtxTokenKind::Symbol(',' | ';')) {
            cursor.take();
        }
        cursor.take_if(PtxTokenKind::Symbol(','));
        cursor.peek().kind == PtxTokenKind::Symbol('-') && cursor.peek_second().kind == PtxTokenKind::Word
    });
    cursor.reset(start);
    signs
}

/// The modifiers between the mnemonic and the operands.
struct ParsedModifiers {
    operation: ScalarOperation,
    types: [bool; 3],
    saturate: bool,
    secondary: SecondaryOperation,
    wrap: Option<bool>,
    scale: Option<usize>,
    plus_one: Option<PtxToken>,
}

/// The modifiers before it is known whether any is missing.
struct FoundModifiers {
    row: &'static ScalarRow,
    /// `None` while the comparison is missing.
    operation: Option<ScalarOperation>,
    /// Whether each type is signed, with its token.
    types: Vec<(bool, PtxToken)>,
    others: ParsedModifiers,
}

/// The rows of the comparisons, which differ in a modifier.
fn comparisons() -> impl Iterator<Item = &'static ScalarRow> {
    let rows = SCALAR_OPERATIONS.iter();
    rows.filter(|row| row.family == ScalarFamily::Comparison)
}

impl FoundModifiers {
    fn new(row: &'static ScalarRow) -> Self {
        FoundModifiers {
            row,
            operation: (row.family != ScalarFamily::Comparison).then_some(row.operation),
            types: vec![],
            others: ParsedModifiers {
                operation: row.operation,
                types: [false; 3],
                saturate: false,
                secondary: SecondaryOperation::None,
                wrap: None,
                scale: None,
                plus_one: None,
            },
        }
    }

    /// The names of the types in order.
    fn names(&self) -> &'static [&'static str] {
        match self.row.family {
            ScalarFamily::Comparison => &[".atype", ".btype"],
            _ => &[".dtype", ".atype", ".btype"],
        }
    }

    /// Adds the modifier that `token` is. Errors: a second modifier of a kind, a modifier that the instruction does not have.
    fn add(&mut self, cursor: &Cursor, token: PtxToken) -> Result<(), Diagnostic> {
        let family = self.row.family;
        let text = cursor.text(&token);
        let place = token.span.clone();
        let second = |kind: &str| {
            let message = format!("`{text}` is a second {kind}");
            Err(Diagnostic::new(place.clone(), message, format!("one {kind}")))
        };
        let is_multiply = family == ScalarFamily::MultiplyAdd;
        let comparison = comparisons().find(|row| row.comparison == text);
        let secondary = SECONDARY_OPERATIONS[1..].iter().find(|(_, suffix)| *suffix == text);
        let scale = SCALES[1..].iter().position(|(suffix, _)| *suffix == text);
        let mode = SHIFT_MODES.iter().position(|suffix| *suffix == text);
        let count = self.names().len();
        let found = &mut self.others;
        match (text, family) {
            (".u32" | ".s32", _) if self.types.len() == count => return second("type of b"),
            (".u32" | ".s32", _) => self.types.push((text == ".s32", token)),
            (".sat", ScalarFamily::Arithmetic | ScalarFamily::Shift | ScalarFamily::MultiplyAdd) => {
                found.saturate = true;
            }
            (".po", ScalarFamily::MultiplyAdd) if found.plus_one.is_some() => return second("`.po`"),
            (".po", ScalarFamily::MultiplyAdd) => found.plus_one = Some(token),
            _ => match (comparison, secondary, scale, mode) {
                (Some(_), ..) if family == ScalarFamily::Comparison && self.operation.is_some() => {
                    return second("comparison");
                }
                (Some(row), ..) if family == ScalarFamily::Comparison => self.operation = Some(row.operation),
                (_, Some(_), ..) if !is_multiply && found.secondary != SecondaryOperation::None => {
                    return second("secondary operation");
                }
                (_, Some((operation, _)), ..) if !is_multiply => found.secondary = *operation,
                (_, _, Some(_), _) if is_multiply && found.scale.is_some() => return second("scale"),
                (_, _, Some(scale), _) if is_multiply => found.scale = Some(scale + 1),
                (.., Some(_)) if family == ScalarFamily::Shift && found.wrap.is_some() => {
                    return second("shift mode");
                }
                (.., Some(mode)) if family == ScalarFamily::Shift => found.wrap = Some(mode == 1),
                _ => {
                    let others = match family {
                        ScalarFamily::Arithmetic => "`.sat`, `.add`, `.min` or `.max`",
                        ScalarFamily::Shift => "`.clamp` or `.wrap`, `.sat`, `.add`, `.min` or `.max`",
                        ScalarFamily::MultiplyAdd => "`.po`, `.sat`, `.shr7` or `.shr15`",
                        ScalarFamily::Comparison => "a comparison, `.add`, `.min` or `.max`",
                    };
                    let message = format!("`{text}` is not a modifier of {}", self.row.mnemonic);
                    let expected = format!("{count} types, each `.u32` or `.s32`; {others}");
                    return Err(Diagnostic::new(place, message, expected));
                }
            },
        }
        Ok(())
    }

    /// The modifiers if none is missing.
    fn complete(self, cursor: &Cursor) -> Result<ParsedModifiers, Diagnostic> {
        let FoundModifiers { row, ref types, .. } = self;
        if let Some(missing) = self.names().get(types.len()) {
            let message = format!("{missing} is missing");
            return Err(Diagnostic::new(cursor.gap(), message, "`.u32` or `.s32`"));
        }
        if let (ScalarFamily::Shift, Some((true, b))) = (row.family, types.last()) {
            let message = format!("the amount of {} is signed", row.mnemonic);
            return Err(Diagnostic::new(b.span.clone(), message, "`.u32` as the type of b"));
        }
        if row.family == ScalarFamily::Shift && self.others.wrap.is_none() {
            let message = format!("{} without a shift mode", row.mnemonic);
            return Err(Diagnostic::new(cursor.gap(), message, "`.clamp` or `.wrap`"));
        }
        let Some(operation) = self.operation else {
            let all: Vec<String> = comparisons().map(|row| format!("`{}`", row.comparison)).collect();
            let expected = format!("one of {}", all.join(" "));
            return Err(Diagnostic::new(cursor.gap(), "a comparison is missing", expected));
        };
        let mut modifiers = ParsedModifiers {
            operation,
            ..self.others
        };
        for (i, (signed, _)) in self.types.iter().rev().enumerate() {
            modifiers.types[2 - i] = *signed;
        }
        Ok(modifiers)
    }
}

impl ParsedModifiers {
    /// The types in order, with the other modifiers anywhere among them.
    fn parse(cursor: &mut Cursor, row: &'static ScalarRow) -> Result<Self, Diagnostic> {
        let mut found = FoundModifiers::new(row);
        while let Some(token) = cursor.take_if(PtxTokenKind::Dotted) {
            found.add(cursor, token)?;
        }
        if cursor.peek().kind == PtxTokenKind::Symbol('.') {
            let message = "a dot without a modifier";
            let expected = "the modifier directly after its dot, without white space";
            return Err(Diagnostic::new(cursor.place(), message, expected));
        }
        found.complete(cursor)
    }

    /// The sign of a multiply-add, from the minus signs of a, b and c and from `.po`.
    fn sign(&self, cursor: &Cursor, [a, b, c]: [bool; 3]) -> Result<MultiplyAddSign, Diagnostic> {
        match (&self.plus_one, a != b, c) {
            (Some(po), ..) if a || b || c => {
                let message = "`.po` beside a negated operand";
                Err(Diagnostic::new(po.span.clone(), message, "either `.po` or minus signs"))
            }
            (Some(_), ..) => Ok(MultiplyAddSign::PlusOne),
            (None, true, true) => {
                let message = "a negated product and a negated c";
                let expected = "a minus sign before a or b, or before c";
                Err(Diagnostic::new(cursor.place(), message, expected))
            }
            (None, true, false) => Ok(MultiplyAddSign::NegatedProduct),
            (None, false, true) => Ok(MultiplyAddSign::NegatedAddend),
            (None, false, false) => Ok(MultiplyAddSign::Plain),
        }
    }
}
