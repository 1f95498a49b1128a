//! The tables in `docs/brew.md` are those of the instruction table.

use lanesmith::units::brew::isa::{instruction_table, operation_names, type_names, type_table};

#[test]
fn the_tables_of_the_brew_page_are_generated_from_the_instruction_table() {
    let path = format!("{}/docs/brew.md", env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(&path).unwrap();
    let mut wanted = page.clone();
    for (name, table) in [("types", type_table()), ("instructions", instruction_table())] {
        let begin = format!("<!-- {name} -->\n");
        let start = wanted.find(&begin).expect(&begin) + begin.len();
        let end = start + wanted[start..].find("<!-- end -->").expect("the table's end");
        wanted.replace_range(start..end, &table);
    }
    if std::env::var_os("LANESMITH_UPDATE").is_some() {
        std::fs::write(&path, &wanted).unwrap();
    }
    assert!(
        page == wanted,
        "docs/brew.md is outdated: run this test once with LANESMITH_UPDATE=1"
    );
}

#[test]
fn names_for_waves_cover_every_type_and_operation() {
    assert_eq!(type_names().len(), 9);
    assert_eq!(type_names()[8], (9, "fp16x2".to_owned()));
    assert!(operation_names().contains(&(18, "SignedLess".to_owned())));
}
