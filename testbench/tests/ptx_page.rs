//! The table of opcodes in `docs/ptx.md` is that of the checks.

use lanesmith::ptx::OPCODES;

#[test]
fn the_ptx_page_lists_all_opcodes_by_section() {
    let path = format!("{}/docs/ptx.md", env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(&path).unwrap();
    let mut sections: Vec<(&str, Vec<&str>)> = vec![];
    for opcode in OPCODES.iter() {
        match sections.iter_mut().find(|(section, _)| *section == opcode.section) {
            Some((_, names)) => names.push(opcode.name),
            None => sections.push((opcode.section, vec![opcode.name])),
        }
    }
    let rows = sections.iter().map(|(section, names)| {
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        format!("| {section} | {} |\n", names.join(" "))
    });
    let table = format!(
        "| section of the PTX manual | opcodes |\n| --- | --- |\n{}",
        rows.collect::<String>()
    );
    let (before, rest) = page.split_once("<!-- opcodes -->\n").expect("the table");
    let (_, after) = rest.split_once("<!-- end -->").expect("the table's end");
    let wanted = format!("{before}<!-- opcodes -->\n{table}<!-- end -->{after}");
    if std::env::var_os("LANESMITH_UPDATE").is_some() {
        std::fs::write(&path, &wanted).unwrap();
    }
    assert!(
        page == wanted,
        "docs/ptx.md is outdated: run this test once with LANESMITH_UPDATE=1"
    );
}
