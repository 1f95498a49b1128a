//! One module for all instances of equal structure.

use super::ir::{Design, Module, ModuleId};
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

/// Makes a design of modules of which the last is the top and children come before parents. Modules without an
/// instance are left out.
pub fn share(modules: Vec<Module>) -> Design {
    let mut used = HashSet::from([modules.len() - 1]);
    for (i, module) in modules.iter().enumerate().rev() {
        if used.contains(&i) {
            used.extend(module.instances.iter().map(|instance| instance.module.0 as usize));
        }
    }
    let top_name = modules.last().map(|module| module.name.clone()).unwrap_or_default();
    let mut shared: Vec<Module> = Vec::new();
    let mut known: HashMap<String, ModuleId> = HashMap::new();
    let mut names: HashSet<String> = HashSet::from([top_name.to_lowercase()]);
    let mut ids: HashMap<usize, ModuleId> = HashMap::new();
    let top = modules.len() - 1;
    for (i, mut module) in modules.into_iter().enumerate().filter(|(i, _)| used.contains(i)) {
        for instance in &mut module.instances {
            instance.module = ids[&(instance.module.0 as usize)];
        }
        let id = match known.entry(structure(&module)) {
            Entry::Occupied(known) => {
                // Where instances name the values or positions of a net otherwise, the shared module names none.
                let first = &mut shared[known.get().0 as usize];
                first
                    .enumerations
                    .retain(|net, names| module.enumerations.get(net) == Some(names));
                first
                    .positions
                    .retain(|position, name| module.positions.get(position) == Some(name));
                *known.get()
            }
            Entry::Vacant(place) => {
                if i != top {
                    module.name = unused(&mut names, &module.name);
                }
                shared.push(module);
                *place.insert(ModuleId(shared.len() as u32 - 1))
            }
        };
        ids.insert(i, id);
    }
    let top = ids[&top];
    Design { modules: shared, top }
}

/// Everything about a module, as a key.
fn structure(module: &Module) -> String {
    let Module {
        name,
        doc,
        nets,
        assigns,
        registers,
        memories,
        instances,
        starts,
        cell,
        ..
    } = module;
    let contents = (name, doc, nets, assigns, registers, memories, instances, starts, cell);
    format!("{contents:?} {:?}", module.exprs())
}

fn unused(names: &mut HashSet<String>, base: &str) -> String {
    let numbered = (2..).map(|count| format!("{base}_{count}"));
    let mut candidates = std::iter::once(base.to_string()).chain(numbered);
    // Each module has a file of its name, and some file systems do not distinguish the case of letters.
    candidates
        .find(|name| names.insert(name.to_lowercase()))
        .unwrap_or_default()
}
