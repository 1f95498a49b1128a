//! The names and documentation of a module and its ports, from the block's declaration.

use super::LowerError;
use super::names::{is_identifier, kind_of, module_name};
use super::scope::Wires;
use super::tree::{BlockNode, error};
use crate::ir::{Cell, Module, NetId, NetKind};
use crate::kernel::Kernel;

/// Names and documents a module.
pub fn document(
    node: &BlockNode,
    tree: &Kernel,
    wires: &[(String, Wires)],
    module: &mut Module,
) -> Result<(), LowerError> {
    module.name = kind_of(&node.name);
    declaration(node, tree, wires, module)?;
    for (i, net) in module.nets.iter_mut().enumerate() {
        // A text that ends with a colon is followed by the codes of the port's enumeration.
        if let Some(names) = module.enumerations.get(&NetId(i as u32))
            && net.doc.ends_with(':')
        {
            let codes = names.values.iter().map(|(code, name)| format!("{code} {name}"));
            net.doc = format!("{} {}.", net.doc, codes.collect::<Vec<_>>().join(", "));
        }
    }
    if module.cell.is_some() {
        // Vendors write the names of ports in capitals.
        let ports = module.nets.iter_mut().filter(|net| net.kind != NetKind::Wire);
        ports.for_each(|net| net.name = net.name.to_uppercase());
    }
    Ok(())
}

/// What [`hdl_module`](crate::hdl_module) found.
fn declaration(
    node: &BlockNode,
    tree: &Kernel,
    wires: &[(String, Wires)],
    module: &mut Module,
) -> Result<(), LowerError> {
    let known = &tree.documentation;
    if known.type_name.is_empty() {
        return Ok(());
    }
    let name = match known.name {
        "" => module_name(known.type_name),
        name => name.to_owned(),
    };
    entitle(node, module, known.family, &name, known.doc)?;
    for (name, wires) in wires {
        let below = |field: &str| {
            let rest = name.strip_prefix(field)?;
            (rest.is_empty() || rest.starts_with('$')).then_some(rest)
        };
        let field = known.fields.iter().find_map(|field| Some((field, below(field.name)?)));
        let Some((field, rest)) = field else {
            continue;
        };
        for (part, net) in &wires.nets {
            let port = &mut module.nets[net.0 as usize];
            if port.kind == NetKind::Wire {
                continue;
            }
            port.doc = field.at(&format!("{rest}{}", part.suffix)).to_owned();
            if let Some(cell) = module.cell.as_mut().filter(|_| field.is_parameter) {
                cell.parameters.insert(*net);
            }
        }
    }
    Ok(())
}

/// Name and purpose of the module, which is a cell if there is a family of devices. Then texts of the cell's parameters follow the
/// name: `CCU2C INJECT1_0=NO`.
fn entitle(node: &BlockNode, module: &mut Module, family: &str, name: &str, doc: &str) -> Result<(), LowerError> {
    let is_cell = !family.is_empty();
    // Only a cell's name may have parameters behind it.
    let (own, parameters) = match name.split_once(char::is_whitespace) {
        Some((own, parameters)) if is_cell => (own, parameters),
        _ => (name, ""),
    };
    if !is_identifier(own) {
        let message = format!("{own:?} can't name a Verilog module");
        return Err(error(node, "", "", message));
    }
    let mut settings = Vec::new();
    for word in parameters.split_whitespace() {
        let setting = word
            .split_once('=')
            .filter(|(name, text)| is_identifier(name) && is_identifier(text));
        let Some((parameter, text)) = setting else {
            let message = format!("{word:?} gives no parameter of {own} a text, as in \"INJECT1_0=NO\"");
            return Err(error(node, "", "", message));
        };
        settings.push((parameter.to_owned(), text.to_owned()));
    }
    module.name = own.to_owned();
    module.doc = doc.to_owned();
    module.cell = is_cell.then(|| Cell {
        family: family.to_owned(),
        settings,
        ..Cell::default()
    });
    Ok(())
}
