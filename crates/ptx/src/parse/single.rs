//! A text with a single instruction, and declarations of registers by themselves.

use super::{Parse, Parser};
use crate::lexer::PtxTokenKind;
use crate::tree::{Block, Function, Instruction, Item, Module, Register, Span, Statement};

/// Parses statements as those of a function that declares `registers`; if these are `None`, names are not looked up. Also gives the
/// first instruction as far as its operands, even if there is a mistake in them.
pub(crate) fn single<'a>(
    source: &'a str,
    registers: Option<&[Register<'a>]>,
) -> (Parse<Module<'a>>, Option<Instruction<'a>>) {
    let mut parser = Parser::new(source);
    parser.is_single = true;
    let mut function = Function::default();
    function.registers.extend_from_slice(registers.unwrap_or_default());
    let declared = Statement::Registers(Span::default(), 0..function.registers.len() as u32);
    function.body = parser.body(&mut function);
    if let Some(body) = &mut function.body {
        body.statements.insert(0, declared);
    }
    let head = parser.head.take();
    (parser.module_of(function, registers.is_some()), head)
}

/// The registers that a text may name.
#[derive(Clone, Debug, Default)]
pub struct Registers<'a>(pub(crate) Vec<Register<'a>>);

impl<'a> Parser<'a> {
    fn module_of(self, function: Function<'a>, has_names: bool) -> Parse<Module<'a>> {
        let module = self.module(vec![Item::Function(function)], has_names);
        module.map_err(|mut errors| errors.swap_remove(0))
    }
}

impl<'a> Registers<'a> {
    /// Reads declarations only, such as `.reg .u32 r<8>; .reg .pred p, q;`.
    pub fn parse(source: &'a str) -> Parse<Self> {
        let mut parser = Parser::new(source);
        let mut function = Function::default();
        let mut statements = vec![];
        while parser.token.kind != PtxTokenKind::End {
            if parser.peek() != ".reg" {
                return parser.unexpected("declarations of registers", "`.reg`");
            }
            parser.declaration(&mut function, &mut statements)?;
        }
        let (registers, span) = (Registers(function.registers.clone()), Span::default());
        function.body = Some(Block { span, statements });
        parser.module_of(function, true).map(|_| registers)
    }
}
