//! The public surface: what can be reached through the two doors, `lanesmith-hdl` and `src/lib.rs`, without hidden modules, with
//! signatures, is `testbench/public_api.txt`.

use crate::sources::{Source, has, join, leaves, tidy};
use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs};
use syn::{Fields, ImplItem, Item, ItemImpl, TraitItem, Type, Visibility};

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// The surface.
#[derive(Default)]
struct Surface {
    lines: BTreeSet<String>,
}

impl Surface {
    fn module(&mut self, source: &Source, module: &str, shown: &str) {
        for item in &source.modules[module] {
            match item {
                Item::Mod(one) if is_public(&one.vis) && !has(&one.attrs, "doc(hidden)") => {
                    let name = one.ident.to_string();
                    self.lines.insert(format!("{}: pub mod", join(shown, &name)));
                    self.module(source, &join(module, &name), &join(shown, &name));
                }
                Item::Use(one) if is_public(&one.vis) && !has(&one.attrs, "doc(hidden)") => {
                    for (path, name) in leaves(&one.tree) {
                        let (last, parents) = path.split_last().expect("a path");
                        let at = source.absolute(module, parents, &mut BTreeSet::new());
                        if let (Some(at), "*") = (&at, &name[..]) {
                            self.module(source, at, shown);
                            continue;
                        }
                        let there = at.and_then(|at| source.resolve(&at, last));
                        match there {
                            Some((at, defined)) if source.modules.contains_key(&join(&at, &defined)) => {
                                self.module(source, &join(&at, &defined), &join(shown, &name));
                            }
                            Some((at, defined)) => self.item(source, &at, &defined, &join(shown, &name)),
                            None => {
                                let text = format!("{}: pub use {}", join(shown, &name), path.join("::"));
                                self.lines.insert(text);
                            }
                        }
                    }
                }
                other => {
                    if let Some(name) = public_name(other) {
                        self.item(source, module, &name, &join(shown, &name));
                    }
                }
            }
        }
    }

    fn item(&mut self, source: &Source, module: &str, name: &str, shown: &str) {
        for item in &source.modules[module] {
            if public_name(item).as_deref() != Some(name) {
                continue;
            }
            let mut line = |text: String| {
                self.lines.insert(format!("{shown}: {text}"));
            };
            match item {
                Item::Fn(one) => line(format!("pub {}", tidy(&one.sig))),
                Item::Const(one) => line(format!("pub const {}", tidy(&one.ty))),
                Item::Static(one) => line(format!("pub static {}", tidy(&one.ty))),
                Item::Type(one) => line(format!("pub type{} = {}", tidy(&one.generics), tidy(&one.ty))),
                Item::Trait(one) => {
                    let above = tidy(&one.supertraits);
                    let above = if above.is_empty() { above } else { format!(": {above}") };
                    line(format!("pub trait{}{above}", tidy(&one.generics)));
                    for inner in &one.items {
                        match inner {
                            TraitItem::Fn(function) if has(&function.attrs, "doc(hidden)") => {}
                            TraitItem::Fn(function) => line(tidy(&function.sig)),
                            TraitItem::Macro(_) | TraitItem::Verbatim(_) => {}
                            other => line(tidy(other)),
                        }
                    }
                }
                Item::Struct(one) => {
                    line(format!("pub struct{}", tidy(&one.generics)));
                    for field in public_fields(&one.fields) {
                        line(format!("pub {field}"));
                    }
                }
                Item::Enum(one) => {
                    line(format!("pub enum{}", tidy(&one.generics)));
                    for variant in &one.variants {
                        let mut bare = variant.clone();
                        bare.attrs.clear();
                        bare.fields.iter_mut().for_each(|field| field.attrs.clear());
                        line(tidy(bare));
                    }
                }
                _ => {}
            }
            if let Item::Struct(syn::ItemStruct { attrs, .. }) | Item::Enum(syn::ItemEnum { attrs, .. }) = item {
                for derive in attrs.iter().filter(|one| one.path().is_ident("derive")) {
                    let names = tidy(&derive.meta);
                    let names = names.trim_start_matches("derive(").trim_end_matches(')');
                    names.split(", ").for_each(|one| line(format!("impl {one}")));
                }
            }
            if matches!(item, Item::Struct(_) | Item::Enum(_) | Item::Trait(_) | Item::Type(_)) {
                self.implementations(source, module, name, shown);
            }
        }
    }

    fn implementations(&mut self, source: &Source, module: &str, name: &str, shown: &str) {
        let here = (module.to_owned(), name.to_owned());
        for (at, items) in &source.modules {
            let implementations = items.iter().filter_map(|item| match item {
                Item::Impl(one) if !has(&one.attrs, "cfg(test)") => Some(one),
                _ => None,
            });
            for one in implementations {
                let is_its = subject(one).is_some_and(|name| source.resolve(at, &name).as_ref() == Some(&here));
                if !is_its {
                    continue;
                }
                if let Some((path, _)) = &one.trait_ {
                    self.lines.insert(format!("{shown}: impl {}", tidy(path)));
                    continue;
                }
                for inner in &one.items {
                    let text = match inner {
                        ImplItem::Fn(function) if is_public(&function.vis) && !has(&function.attrs, "doc(hidden)") => {
                            format!("{shown}::{}: pub {}", function.sig.ident, tidy(&function.sig))
                        }
                        ImplItem::Const(constant) if is_public(&constant.vis) => {
                            format!("{shown}::{}: pub const {}", constant.ident, tidy(&constant.ty))
                        }
                        _ => continue,
                    };
                    self.lines.insert(text);
                }
            }
        }
    }
}

fn public_fields(fields: &Fields) -> Vec<String> {
    let public = fields.iter().enumerate();
    let public = public.filter(|(_, field)| is_public(&field.vis) && !has(&field.attrs, "doc(hidden)"));
    let shown = public.map(|(i, field)| {
        let name = field.ident.as_ref().map_or(i.to_string(), ToString::to_string);
        format!("{name}: {}", tidy(&field.ty))
    });
    shown.collect()
}

/// The name of the type that something is implemented for.
fn subject(one: &ItemImpl) -> Option<String> {
    match &*one.self_ty {
        Type::Path(path) if path.path.segments.len() == 1 => Some(path.path.segments[0].ident.to_string()),
        _ => None,
    }
}

fn public_name(item: &Item) -> Option<String> {
    let (visibility, attributes, name) = match item {
        Item::Struct(one) => (&one.vis, &one.attrs, &one.ident),
        Item::Enum(one) => (&one.vis, &one.attrs, &one.ident),
        Item::Trait(one) => (&one.vis, &one.attrs, &one.ident),
        Item::Type(one) => (&one.vis, &one.attrs, &one.ident),
        Item::Fn(one) => (&one.vis, &one.attrs, &one.sig.ident),
        Item::Const(one) => (&one.vis, &one.attrs, &one.ident),
        Item::Static(one) => (&one.vis, &one.attrs, &one.ident),
        _ => return None,
    };
    (is_public(visibility) && !has(attributes, "doc(hidden)")).then(|| name.to_string())
}

fn surface() -> Surface {
    let source = Source::of_the_workspace();
    let mut surface = Surface::default();
    surface.module(&source, "", "");
    surface.module(&source, "lanesmith_hdl", "hdl");
    surface.module(&source, "lanesmith_units", "units");
    // Exported macros are at the root wherever they stand.
    for items in source.modules.values() {
        let macros = items.iter().filter_map(|item| match item {
            Item::Macro(one) if has(&one.attrs, "macro_export") && !has(&one.attrs, "doc(hidden)") => {
                one.ident.as_ref()
            }
            _ => None,
        });
        surface.lines.extend(macros.map(|name| format!("{name}!: macro")));
    }
    surface
}

#[test]
fn the_public_surface_is_what_the_snapshot_says() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("testbench/public_api.txt");
    let found: String = surface().lines.iter().map(|line| format!("{line}\n")).collect();
    if env::var_os("LANESMITH_UPDATE").is_some() {
        fs::write(&file, &found).expect("writable");
    }
    let snapshot = fs::read_to_string(&file).expect("readable");
    let (found, snapshot): (BTreeSet<&str>, BTreeSet<&str>) = (found.lines().collect(), snapshot.lines().collect());
    let (more, less): (Vec<_>, Vec<_>) = (
        found.difference(&snapshot).collect(),
        snapshot.difference(&found).collect(),
    );
    assert!(
        more.is_empty() && less.is_empty(),
        "the public surface is not that of testbench/public_api.txt; LANESMITH_UPDATE=1 writes it again\nnew: {more:#?}\ngone: {less:#?}"
    );
    assert!(found.len() > 100, "{}", found.len());
}
