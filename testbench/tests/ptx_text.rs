//! The PTX front end: texts in a module and alone, diagnostics, and the tables of `docs/ptx.md`. `agreement.rs` compares the verdicts
//! with NVIDIA's.

use crate::page;
use lanesmith::ptx::tree::{Item, Module};
use lanesmith::ptx::{Instruction, Mode, OPCODES, PtxInstruction, Registers, parse};
use lanesmith::text::diagnostic::Diagnostic;
use lanesmith::units::video::encoding::{CODES, FIELDS};
use lanesmith::units::video::vectors::legality::DECLARATIONS;

fn rows(file: &str) -> Vec<csv::StringRecord> {
    let path = format!("{}/src/units/vectors/{file}", env!("CARGO_MANIFEST_DIR"));
    let mut reader = csv::Reader::from_path(path).unwrap();
    reader.records().map(Result::unwrap).collect()
}

fn legality() -> Vec<(String, bool)> {
    let of = |(file, count)| {
        let rows = rows(file);
        assert_eq!(rows.len(), count);
        rows.into_iter().map(|row| (row[0].to_string(), &row[1] == "yes"))
    };
    [
        ("ptx_legality.csv", 483),
        ("ptx_vset_legality.csv", 180),
        ("ptx_dp_legality.csv", 72),
        ("ptx_packed_legality.csv", 60),
        ("ptx_packed_more_legality.csv", 243),
    ]
    .into_iter()
    .flat_map(of)
    .collect()
}

fn registers() -> Registers<'static> {
    Registers::parse(DECLARATIONS).unwrap()
}

/// The module with a kernel of this body, on line 3.
fn module(body: &str) -> String {
    format!(".version 9.2 .target sm_120f .address_size 64\n.entry k() {{ {DECLARATIONS}\n{body}\n}}")
}

/// The instructions of units in the kernel of a module, each with its line.
fn units(source: &str) -> Result<Vec<(usize, PtxInstruction)>, Vec<Diagnostic>> {
    let (module, _) = Module::read(source)?;
    let Some(Item::Function(kernel)) = module.items.last() else {
        panic!("no kernel: {source}");
    };
    let line = |start: u32| source[..start as usize].matches('\n').count() + 1;
    let units = kernel
        .instructions()
        .into_iter()
        .filter_map(|one| Some((line(one.span.start), one.unit.as_deref()?.clone())));
    Ok(units.collect())
}

#[test]
fn verdicts_in_a_whole_module_are_those_of_the_single_instruction() {
    let registers = registers();
    for (text, _) in legality() {
        match (parse(&text, Some(&registers)), units(&module(&format!("{text}\n;")))) {
            (Ok(single), Ok(units)) => assert_eq!(units, [(3, PtxInstruction::Video(single))], "{text}"),
            (Err(_), Err(_)) => {}
            verdicts => panic!("{text}: {verdicts:?}"),
        }
    }
}

#[test]
fn printing_and_parsing_again_gives_the_same_instruction_on_every_row_of_all_files() {
    let legal = legality().into_iter().filter(|row| row.1).map(|row| row.0);
    let results = ["ptx_vop.csv", "ptx_vset.csv", "ptx_dp.csv", "ptx_packed.csv"];
    let results = results.into_iter().flat_map(rows);
    let results = results.map(|row| row[0].to_string());
    let mut count = 0;
    for text in legal.chain(results) {
        let instruction = parse(&text, None).unwrap();
        let printed = instruction.to_string();
        let again = parse(&printed, None).unwrap();
        assert_eq!(again, instruction, "{text} -> {printed}");
        assert_eq!(again.to_string(), printed);
        count += 1;
    }
    println!("{count} texts");
    assert!(count > 20_160 + 12_000 + 4_000);
}

#[test]
fn fields_follow_the_digits_with_the_leftmost_digit_for_the_highest_lane() {
    let Instruction {
        mode, mask, asel, bsel, ..
    } = parse("vadd4.s32.s32.u32.sat r1.b31, r2.b7412, r3.b1024, r4", None).unwrap();
    assert_eq!((mode, mask), (Mode::Saturate, 0b1010));
    assert_eq!((asel, bsel), ([2, 1, 4, 7], [4, 2, 0, 1]));
}

#[test]
fn every_prefix_of_a_legal_text_and_every_changed_character_gets_a_verdict_without_a_panic() {
    let legal = "@!p vabsdiff4.s32.u32.s32.sat r1.b320, r2.b7412, r3.b0123, r4; // é\n/* */";
    for end in (0..=legal.len()).filter(|end| legal.is_char_boundary(*end)) {
        check_span(&legal[..end]);
    }
    for (at, old) in legal.char_indices() {
        for new in ['.', ',', ';', '"', '/', '*', '{', '<', '9', 'b', '\n', '\0', '€'] {
            check_span(&format!("{}{new}{}", &legal[..at], &legal[at + old.len_utf8()..]));
        }
    }
}

fn check_span(text: &str) {
    if let Err(error) = parse(text, None) {
        assert!(text.get(error.span.clone()).is_some(), "{text:?}: {error:?}");
        error.render("line", text, false);
    }
    let text = module(text);
    for error in Module::read(&text).err().into_iter().flatten() {
        assert!(text.get(error.span.clone()).is_some(), "{text:?}: {error:?}");
    }
}

#[test]
fn the_tables_of_the_ptx_page_are_those_of_the_encoding_and_of_the_checks() {
    let mut operations =
        "| `op` | bits that are 1 | operation | exact result of a lane |\n| --- | --- | --- | --- |\n".to_owned();
    for code in CODES {
        let row = code.operation.row();
        let formula = row.formula.replace('|', "\\|");
        let set = code.set.iter().map(|field| format!("`{}`", field.name));
        let set = set.collect::<Vec<_>>().join(", ");
        let line = format!(
            "| {} | {set} | `{}{}` | `{formula}` |\n",
            code.op, row.mnemonic, row.modifier
        );
        operations += &line.replace("|  |", "| |");
    }
    let mut sections: Vec<(&str, Vec<String>)> = vec![];
    for opcode in OPCODES.iter() {
        let name = format!("`{}`", opcode.name);
        match sections.iter_mut().find(|(section, _)| *section == opcode.section) {
            Some((_, names)) => names.push(name),
            None => sections.push((opcode.section, vec![name])),
        }
    }
    let mut opcodes = "| section of the PTX manual | opcodes |\n| --- | --- |\n".to_owned();
    for (section, names) in sections {
        opcodes += &format!("| {section} | {} |\n", names.join(" "));
    }
    page::has_tables("docs/ptx.md", &[("operations", operations), ("opcodes", opcodes)]);
}

#[test]
fn the_ptx_page_lists_every_field_and_the_texts_where_we_differ_from_ptxas() {
    let page = include_str!("../../docs/ptx.md");
    for field in FIELDS {
        let bits = match field.bits {
            1 => field.lo.to_string(),
            bits => format!("{}:{}", field.lo + bits - 1, field.lo),
        };
        let row = format!("| {bits} | `{}` |", field.name);
        assert!(page.contains(&row), "{row}");
    }
    for row in rows("ptx_legality.csv")
        .iter()
        .filter(|row| row[2].contains("'.b1024'"))
    {
        let text = &row[0];
        assert!(page.contains(&format!("| `{text}` | refused | accepted |")), "{text}");
    }
}
