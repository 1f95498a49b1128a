//! The sources of the packages as syntax trees, with the names that their modules use.

use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use syn::{Attribute, Item, UseTree};

/// A module by its path: in the program without its package, as in `regress::plan`, else with it, as in `lanesmith_hdl::check`.
pub type Module = String;

/// The items of all modules, tests left out.
pub struct Source {
    pub modules: BTreeMap<Module, Vec<Item>>,
}

impl Source {
    /// The sources of `src/` and `crates/`.
    pub fn of_the_workspace() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut source = Source {
            modules: BTreeMap::new(),
        };
        source.read("", &root.join("src/lib.rs"), &root.join("src"));
        for package in fs::read_dir(root.join("crates")).expect("crates") {
            let package = package.expect("an entry");
            let folder = package.path().join("src");
            let name = format!("lanesmith_{}", package.file_name().to_string_lossy());
            source.read(&name, &folder.join("lib.rs"), &folder);
        }
        for name in ["unit", "units"] {
            let folder = root.join("src").join(name);
            source.read(&format!("lanesmith_{name}"), &folder.join("lib.rs"), &folder);
        }
        source
    }

    fn read(&mut self, module: &str, file: &Path, folder: &Path) {
        let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        self.add(module, parsed.items, folder);
    }

    fn add(&mut self, module: &str, items: Vec<Item>, folder: &Path) {
        for item in &items {
            let Item::Mod(inner) = item else { continue };
            if has(&inner.attrs, "cfg(test)") {
                continue;
            }
            let name = inner.ident.to_string();
            let path = join(module, &name);
            let below = folder.join(&name);
            match &inner.content {
                Some((_, items)) => self.add(&path, items.clone(), &below),
                None => {
                    let file = below.with_extension("rs");
                    let file = if file.exists() { file } else { below.join("mod.rs") };
                    self.read(&path, &file, &below);
                }
            }
        }
        self.modules.insert(module.to_owned(), items);
    }

    /// Where a name of a module is defined: the module and the name there. `None` for what is not of this crate.
    pub fn resolve(&self, module: &str, name: &str) -> Option<(Module, String)> {
        self.find(module, name, &mut BTreeSet::new())
    }

    /// `asked`: what is being looked for, since modules may use each other.
    fn find(&self, module: &str, name: &str, asked: &mut BTreeSet<(Module, String)>) -> Option<(Module, String)> {
        if !asked.insert((module.to_owned(), name.to_owned())) {
            return None;
        }
        let items = self.modules.get(module)?;
        let is_defined = |item: &Item| match item {
            Item::Struct(one) => one.ident == name,
            Item::Enum(one) => one.ident == name,
            Item::Trait(one) => one.ident == name,
            Item::Type(one) => one.ident == name,
            Item::Fn(one) => one.sig.ident == name,
            Item::Const(one) => one.ident == name,
            Item::Static(one) => one.ident == name,
            Item::Mod(one) => one.ident == name,
            _ => false,
        };
        if items.iter().any(is_defined) {
            return Some((module.to_owned(), name.to_owned()));
        }
        let uses = items.iter().filter_map(|item| match item {
            Item::Use(one) => Some(leaves(&one.tree)),
            _ => None,
        });
        uses.flatten().find_map(|(path, new)| match &path[..] {
            [parents @ .., last] if new == name => self.find(&self.absolute(module, parents, asked)?, last, asked),
            [parents @ .., star] if star == "*" => self.find(&self.absolute(module, parents, asked)?, name, asked),
            _ => None,
        })
    }

    /// The module of a path in `use`; `None` for other crates.
    pub fn absolute(&self, module: &str, path: &[String], asked: &mut BTreeSet<(Module, String)>) -> Option<Module> {
        let mut at = module.to_owned();
        for (i, step) in path.iter().enumerate() {
            at = match &step[..] {
                "crate" => package(module).to_owned(),
                name if i == 0 && name == package(name) && self.modules.contains_key(name) => name.to_owned(),
                "self" => at,
                "super" => at
                    .rsplit_once("::")
                    .map_or(String::new(), |(parent, _)| parent.to_owned()),
                name => {
                    let (parent, name) = self.find(&at, name, asked)?;
                    join(&parent, &name)
                }
            };
        }
        self.modules.contains_key(&at).then_some(at)
    }
}

/// The package of a path: empty for `src/`.
fn package(module: &str) -> &str {
    let first = module.split("::").next().unwrap_or_default();
    if first.starts_with("lanesmith_") { first } else { "" }
}

pub fn join(module: &str, name: &str) -> String {
    if module.is_empty() {
        name.to_owned()
    } else {
        format!("{module}::{name}")
    }
}

/// What a `use` brings: paths, and the names that they have then.
pub fn leaves(tree: &UseTree) -> Vec<(Vec<String>, String)> {
    match tree {
        UseTree::Path(path) => {
            let inner = leaves(&path.tree).into_iter();
            let with = |(mut rest, name): (Vec<String>, String)| {
                rest.insert(0, path.ident.to_string());
                (rest, name)
            };
            inner.map(with).collect()
        }
        UseTree::Name(name) => vec![(vec![name.ident.to_string()], name.ident.to_string())],
        UseTree::Rename(rename) => vec![(vec![rename.ident.to_string()], rename.rename.to_string())],
        UseTree::Glob(_) => vec![(vec!["*".to_owned()], "*".to_owned())],
        UseTree::Group(group) => group.items.iter().flat_map(leaves).collect(),
    }
}

/// Whether an attribute contains this text.
pub fn has(attributes: &[Attribute], text: &str) -> bool {
    attributes.iter().any(|one| tidy(one).contains(text))
}

/// Tokens as Rust is usually written.
pub fn tidy(tokens: impl ToTokens) -> String {
    let mut text = tokens.to_token_stream().to_string();
    for (spaced, tight) in [
        (" ::", "::"),
        (":: ", "::"),
        (" :", ":"),
        (" ,", ","),
        ("& ", "&"),
        ("< ", "<"),
        (" <", "<"),
        (" >", ">"),
        (" (", "("),
        ("( ", "("),
        (" )", ")"),
        ("[ ", "["),
        (" ]", "]"),
        ("# [", "#["),
        ("? Sized", "?Sized"),
        (" ;", ";"),
        (" !", "!"),
        (", }", " }"),
        (" =(", " = ("),
        ("->", " -> "),
        ("  ", " "),
    ] {
        text = text.replace(spaced, tight);
    }
    text
}
