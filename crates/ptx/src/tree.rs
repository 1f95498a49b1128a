//! The syntax tree of a PTX module (PTX ISA, sections "Syntax", "State Spaces, Types, and Variables", "Instruction Operands",
//! "Directives"). Every node has its place in the text.

use crate::PtxInstruction;
use crate::data_type::DataType;
pub use crate::span::Span;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::fmt;
use std::ops::Range;

/// A word of the text with its place.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Word<'a> {
    /// As written, with its dot if it is a modifier or directive.
    pub text: &'a str,
    /// Its first byte.
    pub start: u32,
}

impl Word<'_> {
    /// Its place.
    pub fn span(&self) -> Span {
        Span {
            start: self.start,
            end: self.start + self.text.len() as u32,
        }
    }
}

/// As its text and its place.
impl Serialize for Word<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut word = serializer.serialize_struct("Word", 2)?;
        word.serialize_field("text", self.text)?;
        word.serialize_field("span", &self.span())?;
        word.end()
    }
}

fn shown<S: Serializer>(unit: &Option<Box<PtxInstruction>>, serializer: S) -> Result<S::Ok, S::Error> {
    unit.as_ref().map(ToString::to_string).serialize(serializer)
}

/// With its place in the alternate form only.
impl fmt::Debug for Word<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match f.alternate() {
            true => write!(f, "{:?} at {:?}", self.text, self.span()),
            false => write!(f, "{:?}", self.text),
        }
    }
}

/// A module: a PTX file.
#[derive(Clone, Debug, Serialize)]
pub struct Module<'a> {
    /// The text.
    #[serde(skip)]
    pub source: &'a str,
    /// In the order of the text.
    pub items: Vec<Item<'a>>,
}

/// A part of a module at its outermost level.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Item<'a> {
    /// `.version 8.4`, `.target sm_80, debug`, `.file 1 "a.cu"`, `.section …`, `.alias f, g;`, `.pragma …;`.
    Directive(Directive<'a>),
    /// `.global .align 4 .u32 x[2] = {1, 2};`.
    Variable(Variable<'a>),
    /// A kernel or a function.
    Function(Function<'a>),
}

/// A directive with its arguments, such as `.maxntid 128, 1, 1` or `.loc 1 2 3, function_name $L_info0, inlined_at 1 7 2`. A
/// section has the directives for its data as `content`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Directive<'a> {
    /// From its name to its last argument.
    pub span: Span,
    /// With its dot.
    pub name: Word<'a>,
    /// Words, numbers, strings and labels as written, without the commas between them.
    pub arguments: Vec<Argument<'a>>,
    /// Of a section: its lines, such as `.b8 1, 2` and labels.
    pub content: Vec<SectionLine<'a>>,
}

/// An argument of a directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Argument<'a> {
    /// As written: a word, a number, a string with its quotes, `label+4`.
    pub word: Word<'a>,
    /// Whether a comma precedes it.
    pub after_comma: bool,
}

/// A line of a section.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SectionLine<'a> {
    /// `name:`.
    Label(Word<'a>),
    /// `.b8 1, 2, 3` or `.b64 .debug_abbrev`.
    Data(Directive<'a>),
}

/// The declaration of a variable in a state space other than registers, or of a parameter.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Variable<'a> {
    /// From its first word to its name or initial value.
    pub span: Span,
    /// `.visible`, `.extern`, `.weak` or `.common`.
    pub linkage: Option<Word<'a>>,
    /// `.global`, `.const`, `.shared`, `.local`, `.param`, `.tex`; `.reg` of a function's parameter in a register.
    pub space: Word<'a>,
    /// In bytes, where it is given.
    pub align: Option<u32>,
    /// `.ptr` with the space and the alignment of what it points to, of parameters.
    pub pointer: Option<Pointer<'a>>,
    /// `.attribute(.managed)` and its like, as written between its parentheses.
    pub attributes: Vec<Word<'a>>,
    /// 1, or 2, 4, 8 of `.v2`, `.v4`, `.v8`.
    pub vector: u32,
    /// The type of an element.
    pub data_type: Word<'a>,
    /// The type, of those with bits; `None` for `.texref`, `.samplerref`, `.surfref`.
    pub kind: Option<DataType>,
    /// Its name.
    pub name: Word<'a>,
    /// `x<8>` declares `x0` to `x7`.
    pub range: Option<u32>,
    /// Its dimensions, outermost first; `None` is `[]`.
    pub dimensions: Vec<Option<u64>>,
    /// Its initial value.
    pub initial: Option<Initial<'a>>,
}

/// What a parameter points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Pointer<'a> {
    /// `.global`, `.shared`, `.const` or `.local`, where it is given.
    pub space: Option<Word<'a>>,
    /// In bytes, where it is given.
    pub align: Option<u32>,
}

/// An initial value.
#[derive(Clone, Debug, Serialize)]
pub struct Initial<'a> {
    /// Its place.
    pub span: Span,
    /// The value.
    pub kind: InitialKind<'a>,
}

/// The kinds of initial values.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum InitialKind<'a> {
    /// `{1, 2, 3}`.
    List(Vec<Initial<'a>>),
    /// A number or the result of a constant expression.
    Constant(Constant),
    /// `wrap` of a sampler's field `addr_mode_0 = wrap`.
    Field(Word<'a>, Word<'a>),
    /// The address of a variable or function.
    Address(Box<AddressValue<'a>>),
}

/// An address as an initial value: `name`, `name+4`, `generic(name)+4`, `0xFF00(name)`.
#[derive(Clone, Debug, Serialize)]
pub struct AddressValue<'a> {
    /// The variable or function.
    pub name: Name<'a>,
    /// In bytes.
    pub offset: i64,
    /// Whether the address is the generic one.
    pub is_generic: bool,
    /// Of `0xFF00(name)`: the mask of the byte of the address that is the initial value.
    pub mask: Option<u64>,
}

/// A constant.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Constant {
    /// An integer of 64 bits; the second part says whether it is unsigned, as the manual's section "Integer Constants" defines.
    Integer(u64, bool),
    /// The bits of a binary32 number, written `0f3F800000`.
    Single(u32),
    /// The bits of a binary64 number, written `0d…` or in decimal.
    Double(u64),
}

/// A kernel (`.entry`) or function (`.func`).
#[derive(Clone, Debug, Default, Serialize)]
pub struct Function<'a> {
    /// From its first word to its closing brace or semicolon.
    pub span: Span,
    /// `.visible`, `.extern` or `.weak`.
    pub linkage: Option<Word<'a>>,
    /// `.attribute(…)` before the name, as written between its parentheses.
    pub attributes: Vec<Word<'a>>,
    /// Whether it is a kernel.
    pub is_entry: bool,
    /// Its name.
    pub name: Word<'a>,
    /// What a function returns.
    pub results: Vec<Variable<'a>>,
    /// What it takes.
    pub parameters: Vec<Variable<'a>>,
    /// Directives between its head and its body, `.maxntid`, `.noreturn` and others.
    pub directives: Vec<Directive<'a>>,
    /// `None` of a declaration.
    pub body: Option<Block<'a>>,
    /// All declarations of registers in the function, its results and parameters in registers first.
    pub registers: Vec<Register<'a>>,
    /// All variables that its blocks declare, in the order of the text.
    pub variables: Vec<Variable<'a>>,
    /// All labels, in the order of the text.
    pub labels: Vec<Word<'a>>,
}

/// A block `{ … }`.
#[derive(Clone, Debug, Serialize)]
pub struct Block<'a> {
    /// With its braces.
    pub span: Span,
    /// In the order of the text.
    pub statements: Vec<Statement<'a>>,
}

/// A register, or a range of them.
#[derive(Clone, Debug, Serialize)]
pub struct Register<'a> {
    /// Its name, or the prefix of a range's names.
    pub name: Word<'a>,
    /// The type of an element.
    pub kind: DataType,
    /// 1, or 2 or 4 of `.v2`, `.v4`.
    pub vector: u32,
    /// The number of registers; `None` for a single one.
    pub range: Option<u32>,
    /// The index of the first one among the function's registers, which are numbered from 0 without gaps.
    pub first: u32,
}

/// A statement of a block.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Statement<'a> {
    /// `.reg .b32 %r<8>, x;`: indices into [`Function::registers`].
    Registers(Span, Range<u32>),
    /// `.shared .u32 x[2], y;`: indices into [`Function::variables`].
    Variables(Span, Range<u32>),
    /// `name:`: an index into [`Function::labels`].
    Label(u32),
    /// An instruction.
    Instruction(Instruction<'a>),
    /// A block.
    Block(Block<'a>),
    /// `.loc`, `.pragma`.
    Directive(Directive<'a>),
    /// `name: .branchtargets a, b;`, `name: .calltargets f, g;`: an index into [`Function::labels`], then the directive.
    Targets(u32, Directive<'a>),
    /// `name: .callprototype (.param .b32 _) _ (.param .b32 _);`.
    Prototype(Prototype<'a>),
}

/// The prototype of an indirect call.
#[derive(Clone, Debug, Serialize)]
pub struct Prototype<'a> {
    /// From its label to its semicolon.
    pub span: Span,
    /// An index into [`Function::labels`].
    pub label: u32,
    /// What the functions return.
    pub results: Vec<Variable<'a>>,
    /// The placeholder of the name, `_`.
    pub name: Word<'a>,
    /// What they take.
    pub parameters: Vec<Variable<'a>>,
    /// `.noreturn` and others.
    pub directives: Vec<Directive<'a>>,
}

/// An instruction.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Instruction<'a> {
    /// From its guard or opcode to its last operand.
    pub span: Span,
    /// Its guard.
    pub guard: Option<Guard<'a>>,
    /// The opcode without modifiers: `ld`.
    pub opcode: Word<'a>,
    /// Each modifier with its dot; `::` belongs to it: `.shared::cta`.
    pub modifiers: Vec<Word<'a>>,
    /// In the order of the text.
    pub operands: Vec<Operand<'a>>,
    /// The instruction of a unit that it is.
    #[serde(serialize_with = "shown")]
    pub unit: Option<Box<PtxInstruction>>,
}

/// `@p` or `@!p`.
#[derive(Clone, Debug, Serialize)]
pub struct Guard<'a> {
    /// With the `@`.
    pub span: Span,
    /// Whether the instruction is executed if the predicate is false.
    pub is_negated: bool,
    /// The predicate.
    pub predicate: Name<'a>,
}

/// A name with what it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Name<'a> {
    /// As written.
    pub word: Word<'a>,
    /// What it names.
    pub symbol: Symbol,
}

/// What a name names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Symbol {
    /// Not looked up.
    Unresolved,
    /// The declaration as an index into [`Function::registers`], and the number of the register in the function.
    Register(u32, u32),
    /// An index into the table of special registers.
    Special(u16),
    /// An index into [`Function::variables`].
    Variable(u32),
    /// An index into [`Function::parameters`], in memory.
    Parameter(u32),
    /// An index into [`Function::results`], in memory.
    Result(u32),
    /// An index into [`Function::labels`].
    Label(u32),
    /// An index into [`Module::items`].
    Item(u32),
    /// The constant `WARP_SZ`.
    WarpSize,
}

/// An operand.
#[derive(Clone, Debug, Serialize)]
pub struct Operand<'a> {
    /// Its place.
    pub span: Span,
    /// Its form.
    pub kind: OperandKind<'a>,
}

/// The forms of operands.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OperandKind<'a> {
    /// A register, special register, variable, function or label.
    Name(Name<'a>),
    /// A component, mask or selector: `v.x`, `%tid.x`, `r1.b3210`, `r1.h1`; the part has its dot. A number may have a selector in
    /// scalar video instructions.
    Part(Box<Operand<'a>>, Word<'a>),
    /// `!p`.
    Not(Name<'a>),
    /// `-r`.
    Negative(Name<'a>),
    /// The address of a variable with an offset outside brackets, `name+4`.
    Offset(Name<'a>, i64),
    /// `x[r]`: the element of an array whose index is in a register. An index that is a constant becomes an offset.
    Element(Box<[Name<'a>; 2]>),
    /// A number or the result of a constant expression.
    Constant(Constant),
    /// `{a, b}`.
    Vector(Vec<Operand<'a>>),
    /// `[a]`, `[a+4]`, `[a+-4]`, `[8]`, and of textures and tensors `[a, {x, y}]`.
    Address(Box<Address<'a>>),
    /// `p|q`.
    Pair(Box<[Operand<'a>; 2]>),
    /// `(a, b)`: arguments or results of a call.
    List(Vec<Operand<'a>>),
    /// `_`.
    Sink,
}

/// A place in memory.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Address<'a> {
    /// The register or variable; `None` of a number.
    pub base: Option<Operand<'a>>,
    /// In bytes.
    pub offset: i64,
    /// Further parts after a comma: coordinates and the like.
    pub rest: Vec<Operand<'a>>,
}
