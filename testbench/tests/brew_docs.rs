//! The tables in `docs/brew.md` are those of the instruction table.

use lanesmith::units::brew::isa::{Arithmetic, ExceptionRule, INSTRUCTIONS, InstructionRow, TYPES, TypeRule};

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

/// The table of instructions in Markdown, one row for each row of [`INSTRUCTIONS`].
fn instruction_table() -> String {
    let head = "| words | assembly | effect | type of `$rD` | invalid |\n| --- | --- | --- | --- | --- |\n";
    head.to_owned() + &INSTRUCTIONS.iter().map(line).collect::<String>()
}

fn line(row: &InstructionRow) -> String {
    let words: Vec<String> = row.pattern.split(' ').map(|word| format!("0x{word}")).collect();
    let spellings: Vec<String> = row.spellings.iter().map(|spelling| code(spelling.text)).collect();
    let exception = match (row.exceptions, row.types) {
        (ExceptionRule::Never, _) => "",
        (ExceptionRule::Reserved, TypeRule::OfB) => "if `$rB` has a reserved type",
        (ExceptionRule::Reserved, _) => "if `$rA` has a reserved type",
        (ExceptionRule::Float, TypeRule::OfB) => "if `$rB` has a reserved or float type",
        (ExceptionRule::Float, _) => "if `$rA` has a reserved or float type",
        (ExceptionRule::AboveTypes, _) => "if `$rA` is above 15",
        (ExceptionRule::Always, _) => "always",
    };
    let kind = match (row.exceptions, row.types) {
        (ExceptionRule::Always, _) => "",
        (_, TypeRule::OfA) => "of `$rA`",
        (_, TypeRule::OfB) => "of `$rB`",
        (_, TypeRule::Kept) => "unchanged",
        (_, TypeRule::Int32) => "INT32",
        (_, TypeRule::FromX) => "set by the instruction",
    };
    let cells = [
        &code(&words.join(" ")),
        &spellings.join("<br>"),
        row.sentence,
        kind,
        exception,
    ];
    format!("| {} |\n", cells.map(str::trim).join(" | "))
}

/// Text as code in a table's cell, where a bar would end the cell.
fn code(text: &str) -> String {
    format!("`{}`", text.replace('|', "\\|"))
}

/// The table of types in Markdown.
fn type_table() -> String {
    let lines = TYPES.iter().filter_map(|row| {
        let (name, lanes, bits) = (row.name?, row.lanes, row.lane_bits());
        let arithmetic = match row.arithmetic {
            Arithmetic::Wrap => "wraps".to_owned(),
            Arithmetic::Unsigned => format!("clips to 0 … {}", (1u64 << bits) - 1),
            Arithmetic::Signed => format!("clips to -{} … {}", 1u64 << (bits - 1), (1u64 << (bits - 1)) - 1),
            Arithmetic::Float => format!("IEEE 754 binary{bits}"),
            Arithmetic::Reserved => return None,
        };
        Some(format!(
            "| {} | `{name}` | {lanes} x {bits} | {arithmetic} |\n",
            row.code
        ))
    });
    "| code | name | lanes | arithmetic |\n| --- | --- | --- | --- |\n".to_owned() + &lines.collect::<String>()
}
