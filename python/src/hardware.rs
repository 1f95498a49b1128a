//! Modules and configurations, and writing their files.

use lanesmith::prove::ProofSubject;
use lanesmith::unit::folder::{self, Folder};
use lanesmith::unit::{Emission, Extra, OptionForm, Prefix, Refusal, Selection};
use lanesmith::units::{self, UNITS};
use serde_json::{Value, json};
use std::path::Path;

/// All modules with their options.
pub fn modules() -> Value {
    let option = |one: &lanesmith::unit::ConfigOption| {
        let (expected, default) = match one.form {
            OptionForm::Count { default, .. } => (one.expected(), json!(default)),
            OptionForm::Word { words, .. } => (one.expected(), json!(words[0].0)),
            OptionForm::Part { .. } | OptionForm::Extra { .. } => ("True or False".to_owned(), json!(false)),
        };
        json!({ "name": keyword(one.option), "help": one.help, "expected": expected, "default": default })
    };
    let module = |entry: &&units::UnitEntry| {
        let options: Vec<Value> = entry.options.iter().map(option).collect();
        json!({ "name": entry.module.name, "description": entry.module.description, "options": options })
    };
    UNITS.iter().map(module).collect()
}

/// The shipped configurations, or all that regressions run.
pub fn configurations(shipped: bool) -> Value {
    let all = if shipped {
        units::shipped()
    } else {
        units::configurations()
    };
    let one = |selection: Selection| {
        let options = selection.options().into_iter().filter_map(|option| {
            let option = option.trim_start_matches("--");
            let (name, word) = option.split_once(' ').unwrap_or((option, ""));
            let value = match word {
                "" => json!(true),
                word => word.parse::<u32>().map_or_else(|_| json!(word), Value::from),
            };
            (name != "module").then(|| (keyword(name), value))
        });
        let mut options: serde_json::Map<String, Value> = options.collect();
        let mut emission = Emission::from(selection);
        let extras = Extra::SHIPPED.into_iter().filter(|_| shipped);
        for extra in extras.filter(|extra| emission.add(*extra).is_ok()) {
            options.insert(keyword(extra.option()), json!(true));
        }
        json!({ "name": selection.name(), "module": selection.module().name, "options": options })
    };
    all.into_iter().map(one).collect()
}

/// An option's name in Python.
fn keyword(option: &str) -> String {
    option.replace('-', "_")
}

/// Writes a module's files into a folder. Options: their names on the command line and their words.
pub fn generate(
    path: &Path,
    module: &str,
    options: &[(String, String)],
    prefix: Option<&str>,
    force: bool,
) -> Result<Value, Refusal> {
    let entry = units::entry(module).ok_or_else(|| {
        let names: Vec<&str> = UNITS.iter().map(|entry| entry.module.name).collect();
        Refusal::new(format_args!(
            "there is no module `{module}`: expected one of {}",
            names.join(", ")
        ))
    })?;
    let is_extra = |name: &str| Extra::ALL.into_iter().find(|extra| extra.option() == name);
    let (added, chosen): (Vec<_>, Vec<_>) = (options.iter().map(|(name, word)| (&name[..], &word[..])))
        .partition(|(name, word)| word.is_empty() && is_extra(name).is_some());
    let selection = Selection::of_options(entry, chosen).map_err(Refusal::new)?;
    let prefix = prefix.map(str::parse::<Prefix>).transpose();
    let prefix = prefix.map_err(|why| Refusal::new(format_args!("prefix: {why}")))?;
    let mut emission = Emission::new(selection, prefix.unwrap_or_default());
    for extra in added.into_iter().filter_map(|(name, _)| is_extra(name)) {
        emission.add(extra).map_err(Refusal::new)?;
    }
    let folder = Folder::new(&emission, path)?;
    let notes = folder::write(std::slice::from_ref(&folder), vec![], force)?;
    let files = folder.files().iter().map(|file| &file.name[..]);
    Ok(json!({ "name": emission.name(), "files": files.collect::<Vec<_>>(), "notes": notes }))
}
