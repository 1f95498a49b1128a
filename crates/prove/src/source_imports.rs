//! The sources that a source depends on: follows imports of files below `src/`, item by item, through the modules that export them.

use std::collections::{BTreeMap, BTreeSet};

/// The sources of a crate by their paths, without comments.
pub(super) struct Imports<'a> {
    texts: BTreeMap<&'a str, String>,
}

impl<'a> Imports<'a> {
    /// Of these sources, paths with texts, of which unit tests at the end are left out.
    pub fn new(sources: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        Imports {
            texts: sources.map(|(path, text)| (path, code(text))).collect(),
        }
    }

    /// The files that the files of `begin` depend on, themselves included, as far as `follows` says so of their paths.
    pub fn closure(&self, begin: &[&'a str], follows: impl Fn(&str) -> bool) -> BTreeSet<&'a str> {
        let mut reached: BTreeSet<&str> = begin.iter().copied().collect();
        let mut open: Vec<&str> = begin.to_vec();
        while let Some(file) = open.pop() {
            for path in self.imports(file) {
                let mut found = vec![];
                self.define(&path, &mut found, 0);
                open.extend(found.into_iter().filter(|file| follows(file) && reached.insert(file)));
            }
        }
        reached
    }

    /// The paths, from the crate's root, of everything that a file imports or names. What a file exports without using it is left out.
    fn imports(&self, file: &str) -> Vec<Vec<String>> {
        let text = &self.texts[file][..];
        let module = module_of(file);
        let mut found = vec![];
        let mut rest = text;
        let mut body = String::new();
        while let Some((before, after)) = rest.split_once("use ") {
            let begins = before.trim_end_matches("pub(crate) ").trim_end_matches("pub ");
            body += before;
            if !(begins.is_empty() || begins.ends_with(['\n', ' ', '{', ')'])) {
                rest = after;
                continue;
            }
            let (tree, after) = after.split_once(';').unwrap_or((after, ""));
            let exported = before.ends_with("pub ") || before.ends_with(") ");
            found.extend(expand(tree).into_iter().map(|path| (path, exported)));
            rest = after;
        }
        body += rest;
        let names: BTreeSet<&str> = body.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        let imported = found.into_iter().filter(|(path, exported)| {
            let last = path.last().map_or("", |name| &name[..]);
            !exported || last == "*" || names.contains(last)
        });
        let mut paths: Vec<Vec<String>> = imported.map(|(path, _)| path).collect();
        paths.extend(inline(&body));
        paths.into_iter().filter_map(|path| absolute(&module, path)).collect()
    }

    /// Adds the files that define what a path from the crate's root names.
    fn define(&self, path: &[String], found: &mut Vec<&'a str>, depth: u32) {
        // Exports in a circle.
        if depth > 8 {
            return;
        }
        // Outer modules need not be among the sources.
        let known = (1..=path.len()).rev();
        let mut known = known.filter_map(|modules| Some((modules, self.file(&path[..modules])?)));
        let Some((modules, file)) = known.next() else {
            return;
        };
        let Some(item) = path.get(modules) else {
            found.push(file);
            return;
        };
        let text = &self.texts[file];
        if item == "*" || item == "self" || defines(text, item) {
            found.push(file);
            return;
        }
        for statement in text
            .split("pub use ")
            .skip(1)
            .chain(text.split("pub(super) use ").skip(1))
        {
            let tree = statement.split(';').next().unwrap_or("");
            for export in expand(tree) {
                let (last, of) = export.split_last().expect("a name");
                if last == item || last == "*" {
                    let mut target = of.to_vec();
                    target.push(item.clone());
                    if let Some(target) = absolute(&path[..modules], target) {
                        self.define(&target, found, depth + 1);
                    }
                }
            }
        }
    }

    /// The file of a module.
    fn file(&self, module: &[String]) -> Option<&'a str> {
        let path = module.join("/");
        let names = [format!("{path}.rs"), format!("{path}/mod.rs")];
        names
            .iter()
            .find_map(|name| self.texts.get_key_value(&name[..]))
            .map(|(file, _)| *file)
    }
}

/// A text without comments.
fn code(text: &str) -> String {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or(""));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Whether a file defines an item.
fn defines(text: &str, item: &str) -> bool {
    let kinds = [
        "struct",
        "enum",
        "fn",
        "const",
        "static",
        "trait",
        "type",
        "mod",
        "macro_rules!",
    ];
    kinds.iter().any(|kind| {
        text.match_indices(&format!("{kind} {item}")).any(|(at, found)| {
            let next = text[at + found.len()..].chars().next();
            !next.is_some_and(|c| c.is_alphanumeric() || c == '_')
        })
    })
}

/// The module of a file: `units/brew/golden` of `units/brew/golden/mod.rs`.
fn module_of(file: &str) -> Vec<String> {
    let path = file.trim_end_matches(".rs").trim_end_matches("/mod");
    path.split('/').map(str::to_owned).collect()
}

/// A path from the crate's root for one in `module`; `None` for paths of other crates.
fn absolute(module: &[String], path: Vec<String>) -> Option<Vec<String>> {
    let mut base = match &path.first()?[..] {
        "crate" => vec![],
        "self" => module.to_vec(),
        "super" => module.split_last()?.1.to_vec(),
        _ => [module, &path[..1]].concat(),
    };
    for name in &path[1..] {
        match &name[..] {
            "super" => drop(base.pop()),
            _ => base.push(name.clone()),
        }
    }
    Some(base)
}

/// The paths of an import: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn expand(tree: &str) -> Vec<Vec<String>> {
    let tree = tree.trim();
    let Some((head, list)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap_or("");
        return vec![path.split("::").map(|name| name.trim().to_owned()).collect()];
    };
    let head: Vec<String> = head
        .split("::")
        .map(|name| name.trim().to_owned())
        .filter(|name| !name.is_empty())
        .collect();
    let list = list.trim_end().strip_suffix('}').unwrap_or(list);
    let (mut depth, mut begin, mut items) = (0, 0, vec![]);
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                items.push(&list[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
    }
    items.push(&list[begin..]);
    let items = items.into_iter().filter(|item| !item.trim().is_empty());
    items.flat_map(expand).map(|path| [&head[..], &path].concat()).collect()
}

/// The paths that code names without an import.
fn inline(body: &str) -> Vec<Vec<String>> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let words = body.split(|c: char| !is_name(c)).filter(|word| word.contains("::"));
    let paths = words.map(|word| {
        word.split("::")
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect()
    });
    paths.filter(|path: &Vec<String>| path.len() > 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCES: [(&str, &str); 7] = [
        (
            "a/mod.rs",
            "mod one;\nmod two;\npub use one::{First, Other};\npub use two::*;\n",
        ),
        ("a/one.rs", "pub struct First;\npub struct Other(super::two::Deep);\n"),
        ("a/two.rs", "pub struct Deep;\npub fn second() {}\n"),
        ("b.rs", "use crate::a::{self, First};\nuse std::fmt;\n"),
        ("c.rs", "use crate::a::second;\n// use crate::b;\n"),
        ("d.rs", "pub use crate::b::unused;\nfn f() { crate::c::e() }\n"),
        ("c/e.rs", "use super::{\n    super::a::Deep,\n};\n"),
    ];

    fn closure(begin: &'static str) -> Vec<&'static str> {
        let imports = Imports::new(SOURCES.into_iter());
        imports.closure(&[begin], |_| true).into_iter().collect()
    }

    #[test]
    fn imports_are_followed_to_the_file_that_defines_the_item() {
        assert_eq!(closure("b.rs"), ["a/mod.rs", "a/one.rs", "a/two.rs", "b.rs"]);
        assert_eq!(closure("c.rs"), ["a/two.rs", "c.rs"]);
        assert_eq!(closure("c/e.rs"), ["a/two.rs", "c/e.rs"]);
        assert_eq!(closure("d.rs"), ["a/two.rs", "c/e.rs", "d.rs"]);
    }
}
