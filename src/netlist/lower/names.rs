//! Names: array indices in kernel names, and Verilog identifiers.

use super::text::parse_integer;
use std::collections::HashSet;

/// The value of a loop variable.
pub type Loops<'a> = &'a [(String, u128)];

/// A kernel name as the probes report it: `lane[i+1]$x$next` becomes `lane$2$x` where `i` is 1.
pub fn resolve(name: &str, loops: Loops) -> Result<String, String> {
    let name = name.strip_suffix("$next").unwrap_or(name);
    let mut resolved = String::new();
    let mut rest = name;
    while let Some((before, after)) = rest.split_once('[') {
        let (index, after) = after.split_once(']').ok_or("an array index without end")?;
        let mut parser = Index { rest: index, loops };
        let value = parser.sum()?;
        if !parser.rest.is_empty() {
            return Err(format!("array index {index:?} is not understood at {:?}", parser.rest));
        }
        resolved.push_str(&format!("{before}${value}"));
        rest = after;
    }
    Ok(resolved + rest)
}

/// Recursive descent over `+ - * / %`, parentheses, integers and loop variables; spaces are already gone.
struct Index<'a> {
    rest: &'a str,
    loops: Loops<'a>,
}

impl Index<'_> {
    fn operator(&mut self, symbols: &[char]) -> Option<char> {
        let symbol = self.rest.chars().next().filter(|symbol| symbols.contains(symbol))?;
        self.rest = &self.rest[1..];
        Some(symbol)
    }

    fn sum(&mut self) -> Result<u128, String> {
        let mut value = self.product()?;
        while let Some(symbol) = self.operator(&['+', '-']) {
            let other = self.product()?;
            let result = if symbol == '+' {
                value.checked_add(other)
            } else {
                value.checked_sub(other)
            };
            value = result.ok_or("an array index out of range")?;
        }
        Ok(value)
    }

    fn product(&mut self) -> Result<u128, String> {
        let mut value = self.factor()?;
        while let Some(symbol) = self.operator(&['*', '/', '%']) {
            let other = self.factor()?;
            let result = match symbol {
                '*' => value.checked_mul(other),
                '/' => value.checked_div(other),
                _ => value.checked_rem(other),
            };
            value = result.ok_or("an array index out of range")?;
        }
        Ok(value)
    }

    fn factor(&mut self) -> Result<u128, String> {
        if self.operator(&['(']).is_some() {
            let value = self.sum()?;
            return self
                .operator(&[')'])
                .map(|_| value)
                .ok_or("an array index without )".to_string());
        }
        let end = self
            .rest
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        let variable = self
            .loops
            .iter()
            .rev()
            .find(|(name, _)| name == word)
            .map(|(_, value)| *value);
        variable.or_else(|| parse_integer(word)).ok_or_else(|| {
            format!(
                "array index {word:?} is neither a number nor a loop variable; rust-hdl's macro sees no Rust constants"
            )
        })
    }
}

/// Verilog identifiers of one module, each given out once.
#[derive(Default)]
pub struct IdentifierTable(HashSet<String>);

impl IdentifierTable {
    /// An unused identifier like `raw`: `$` becomes `_`, keywords and names in use get a suffix.
    pub fn claim(&mut self, raw: &str) -> String {
        let mut base = raw.replace('$', "_");
        if KEYWORDS.contains(&base.as_str()) {
            base.push('_');
        }
        let mut name = base.clone();
        let mut count = 1;
        while !self.0.insert(name.clone()) {
            count += 1;
            name = format!("{base}_{count}");
        }
        name
    }
}

/// The module name for an instance without a given one: its field name, in snake case, without array index.
pub fn kind_of(instance: &str) -> String {
    let field = instance.split('$').next().unwrap_or(instance);
    if KEYWORDS.contains(&field) {
        format!("{field}_")
    } else {
        field.to_string()
    }
}

/// The name of a module in snake case, with a `_` behind keywords: that of a Rust type.
///
/// A word begins at a capital behind a small letter, and at one before a small letter: `I2CDriver` is `i2c_driver`.
pub fn module_name(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut name = String::new();
    for (i, c) in chars.iter().enumerate() {
        let before = i.checked_sub(1).map(|i| chars[i]);
        let is_small = |c: Option<&char>| c.is_some_and(char::is_ascii_lowercase);
        let begins = c.is_ascii_uppercase()
            && before.is_some_and(|before| before != '_')
            && (is_small(before.as_ref()) || is_small(chars.get(i + 1)));
        if begins {
            name.push('_');
        }
        name.push(c.to_ascii_lowercase());
    }
    if is_keyword(&name) {
        name.push('_');
    }
    name
}

/// Whether the text is a Verilog identifier and no keyword.
pub fn is_identifier(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !is_keyword(text)
}

/// Whether the text is reserved in Verilog-2005, or by tools that take every file for SystemVerilog.
pub fn is_keyword(text: &str) -> bool {
    KEYWORDS.contains(&text)
}

/// The reserved words of Verilog-2005 (IEEE 1364-2005, annex B), and those of SystemVerilog that tools reject even in
/// Verilog sources.
const KEYWORDS: &[&str] = &[
    "always",
    "and",
    "assign",
    "automatic",
    "begin",
    "buf",
    "bufif0",
    "bufif1",
    "case",
    "casex",
    "casez",
    "cell",
    "cmos",
    "config",
    "deassign",
    "default",
    "defparam",
    "design",
    "disable",
    "edge",
    "else",
    "end",
    "endcase",
    "endconfig",
    "endfunction",
    "endgenerate",
    "endmodule",
    "endprimitive",
    "endspecify",
    "endtable",
    "endtask",
    "event",
    "for",
    "force",
    "forever",
    "fork",
    "function",
    "generate",
    "genvar",
    "highz0",
    "highz1",
    "if",
    "ifnone",
    "incdir",
    "include",
    "initial",
    "inout",
    "input",
    "instance",
    "integer",
    "join",
    "large",
    "liblist",
    "library",
    "localparam",
    "macromodule",
    "medium",
    "module",
    "nand",
    "negedge",
    "nmos",
    "nor",
    "noshowcancelled",
    "not",
    "notif0",
    "notif1",
    "or",
    "output",
    "parameter",
    "pmos",
    "posedge",
    "primitive",
    "pull0",
    "pull1",
    "pulldown",
    "pullup",
    "pulsestyle_onevent",
    "pulsestyle_ondetect",
    "rcmos",
    "real",
    "realtime",
    "reg",
    "release",
    "repeat",
    "rnmos",
    "rpmos",
    "rtran",
    "rtranif0",
    "rtranif1",
    "scalared",
    "showcancelled",
    "signed",
    "small",
    "specify",
    "specparam",
    "strong0",
    "strong1",
    "supply0",
    "supply1",
    "table",
    "task",
    "time",
    "tran",
    "tranif0",
    "tranif1",
    "tri",
    "tri0",
    "tri1",
    "triand",
    "trior",
    "trireg",
    "unsigned",
    "use",
    "uwire",
    "vectored",
    "wait",
    "wand",
    "weak0",
    "weak1",
    "while",
    "wire",
    "wor",
    "xnor",
    "xor",
    "bit",
    "byte",
    "int",
    "logic",
    "do",
    "final",
    "packed",
    "return",
    "this",
    "type",
    "union",
    "unique",
    "priority",
    "property",
    "static",
    "void",
    "ref",
    "new",
    "null",
    "class",
    "const",
    "enum",
    "struct",
    "string",
    "super",
    "virtual",
    "break",
    "continue",
    "interface",
    "program",
    "sequence",
    "tagged",
    "with",
    "within",
    "expect",
    "export",
    "extends",
    "extern",
    "import",
    "inside",
    "local",
    "matches",
    "modport",
    "package",
    "protected",
    "pure",
    "rand",
    "solve",
    "throughout",
    "var",
    "alias",
    "assert",
    "assume",
    "before",
    "bind",
    "bins",
    "chandle",
    "clocking",
    "context",
    "constraint",
    "cover",
    "covergroup",
    "coverpoint",
    "cross",
    "dist",
    "first_match",
    "foreach",
    "forkjoin",
    "iff",
    "intersect",
    "longint",
    "randc",
    "randcase",
    "randsequence",
    "shortint",
    "shortreal",
    "timeprecision",
    "timeunit",
    "typedef",
    "wait_order",
    "wildcard",
    "checker",
    "global",
    "implies",
    "let",
    "nexttime",
    "reject_on",
    "restrict",
    "strong",
    "untyped",
    "until",
    "weak",
    "eventually",
    "implements",
    "interconnect",
    "nettype",
    "soft",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn array_indices_follow_rust_arithmetic() {
        let loops = [("i".to_string(), 3), ("j".to_string(), 1)];
        for (name, resolved) in [
            ("a$next", "a"),
            ("lane[i]$x$next", "lane$3$x"),
            ("m[i*2+j]", "m$7"),
            ("m[(i+1)*2-j]$q", "m$7$q"),
            ("m[i][j]", "m$3$1"),
            ("m[i%2]", "m$1"),
            ("m[0x10usize]", "m$16"),
        ] {
            assert_eq!(resolve(name, &loops).as_deref(), Ok(resolved), "{name}");
        }
        for name in ["m[N]", "m[j-i]", "m[i", "m[i+]", "m[(i]", "m[i/0]", "m[iasusize]"] {
            assert!(resolve(name, &loops).is_err(), "{name}");
        }
    }

    #[test]
    fn identifiers_are_unique_and_no_keywords() {
        let mut names = IdentifierTable::default();
        assert_eq!(names.claim("lane$0$sum"), "lane_0_sum");
        assert_eq!(names.claim("lane_0_sum"), "lane_0_sum_2");
        assert_eq!(names.claim("reg"), "reg_");
    }
}
