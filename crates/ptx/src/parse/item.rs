//! The outermost level of a module: directives, variables, functions.

use super::directive::Place;
use super::{Parse, Parser};
use crate::lexer::PtxTokenKind;
use crate::tree::Item;
use lanesmith_text::near::did_you_mean;

/// State spaces of variables outside functions.
const SPACES: [&str; 4] = [".global", ".const", ".shared", ".tex"];

const LINKAGES: [&str; 4] = [".extern", ".visible", ".weak", ".common"];

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
        let start = self.token.start;
        if self.token.kind != PtxTokenKind::Dotted {
            let (what, expected) = match self.peek() {
                ";" => ("a module: an empty statement", "no `;` after `}`"),
                "}" => ("a module: it closes nothing", "as many `}` as `{`"),
                _ => ("a module", EXPECTED),
            };
            return Err(self.unexpected(what, expected));
        }
        let linkage = LINKAGES.contains(&self.peek()).then(|| {
            let token = self.take();
            self.word(token)
        });
        match self.peek() {
            ".entry" | ".func" => {
                let function = self.function(start, linkage)?;
                items.push(Item::Function(function));
            }
            text if SPACES.contains(&text) || text == ".align" || linkage.is_some() => {
                let head = self.head(&SPACES)?;
                self.declarators(start, linkage, &head, |variable| items.push(Item::Variable(variable)))?;
                self.expect(';', "a variable")?;
            }
            text @ (".reg" | ".param" | ".local") => {
                let what = format!("a module: variables in `{text}` belong to functions");
                return Err(self.unexpected(&what, "`.global`, `.const` or `.shared`"));
            }
            ".section" => items.push(Item::Directive(self.section()?)),
            text => match self.directive(Place::Module)? {
                Some(directive) => items.push(Item::Directive(directive)),
                None => {
                    let names = Place::Module.names().chain(SPACES).chain([".entry", ".func"]);
                    return Err(self.unexpected("a module", &did_you_mean(text, names, EXPECTED)));
                }
            },
        }
        Ok(())
    }
}
