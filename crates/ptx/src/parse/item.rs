//! The outermost level of a module: directives, variables, functions.

use super::{Parse, Parser, directive};
use crate::lexer::PtxTokenKind;
use crate::tree::Item;
use lanesmith_text::near::did_you_mean;

/// State spaces of variables outside functions.
const SPACES: [&str; 4] = [".global", ".const", ".shared", ".tex"];

const EXPECTED: &str = "a directive, a variable or a function";

impl<'a> Parser<'a> {
    /// All items of the module.
    pub(super) fn items(&mut self) -> Vec<Item<'a>> {
        let mut items = vec![];
        while self.token.kind != PtxTokenKind::End {
            self.braces = 0;
            if let Err(error) = self.item(&mut items) {
                self.recover(error, 0);
                // A brace here closes nothing, or the function whose head has the error.
                self.skip('}');
            }
        }
        items
    }

    fn item(&mut self, items: &mut Vec<Item<'a>>) -> Parse<()> {
        let start = self.token.span.start;
        let has_linkage = matches!(self.peek(), ".extern" | ".visible" | ".weak" | ".common");
        let linkage = has_linkage.then(|| self.word());
        match self.peek() {
            ".entry" | ".func" => items.push(Item::Function(self.function(start, linkage)?)),
            text if SPACES.contains(&text) || text == ".align" || has_linkage => {
                let head = self.head(&SPACES)?;
                let variables = self.declarators(start, linkage, &head)?;
                items.extend(variables.into_iter().map(Item::Variable));
            }
            ".reg" | ".param" | ".local" => {
                let expected = "`.global`, `.const` or `.shared`: other variables belong to functions";
                return self.unexpected("a module", expected);
            }
            ".section" => items.push(Item::Directive(self.section()?)),
            ";" => return self.unexpected("a module: an empty statement", "no `;` after `}`"),
            "}" => return self.unexpected("a module: it closes nothing", "as many `}` as `{`"),
            text => match self.directive(directive::MODULE)? {
                Some(directive) => items.push(Item::Directive(directive)),
                None => {
                    let names = directive::names(directive::MODULE)
                        .chain(SPACES)
                        .chain([".entry", ".func"]);
                    return self.unexpected("a module", &did_you_mean(text, names, EXPECTED));
                }
            },
        }
        Ok(())
    }
}
