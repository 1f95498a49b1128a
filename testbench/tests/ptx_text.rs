//! The PTX front end against NVIDIA's verdicts, and its diagnostics.

use lanesmith::ptx::tree::{Item, Module};
use lanesmith::ptx::{Instruction, Mode, PtxInstruction, Registers, parse};
use lanesmith::text::diagnostic::Diagnostic;
use lanesmith::units::video::encoding::{CODES, FIELDS};
use lanesmith::units::video::vectors::legality::DECLARATIONS;

fn rows(file: &str) -> Vec<csv::StringRecord> {
    let path = format!("{}/testbench/vectors/{file}", env!("CARGO_MANIFEST_DIR"));
    let mut reader = csv::Reader::from_path(path).unwrap();
    reader.records().map(Result::unwrap).collect()
}

fn legality() -> Vec<(String, bool, String)> {
    let of = |(file, count)| {
        let rows = rows(file);
        assert_eq!(rows.len(), count);
        rows.into_iter()
            .map(|row| (row[0].to_string(), &row[1] == "yes", row[2].to_string()))
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

#[test]
fn every_verdict_is_ptxas_own_but_for_the_b1024_rows() {
    let registers = registers();
    let mut exceptions = 0;
    for (text, accepted, reason) in legality() {
        let verdict = parse(&text, Some(&registers));
        if reason.contains("'.b1024'") {
            exceptions += 1;
            assert!(!accepted && verdict.is_ok(), "{text}");
        } else {
            assert_eq!(verdict.is_ok(), accepted, "{text}: {verdict:?}");
        }
    }
    assert_eq!(exceptions, 2);
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
    for (text, ..) in legality() {
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
fn the_table_of_operation_codes_on_the_page_is_generated() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/ptx.md");
    let page = std::fs::read_to_string(path).expect("the page");
    let mut table =
        "| `op` | bits that are 1 | operation | exact result of a lane |\n| --- | --- | --- | --- |\n".to_owned();
    for code in CODES {
        let row = code.operation.row();
        let formula = row.formula.replace('|', "\\|");
        let set = code.set.iter().map(|name| format!("`{name}`"));
        let set = set.collect::<Vec<_>>().join(", ");
        let line = format!(
            "| {} | {set} | `{}{}` | `{formula}` |\n",
            code.op, row.mnemonic, row.modifier
        );
        table += &line.replace("|  |", "| |");
    }
    let (before, rest) = page.split_once("<!-- operations -->\n").expect("the table");
    let (_, after) = rest.split_once("<!-- end -->").expect("the table's end");
    let wanted = format!("{before}<!-- operations -->\n{table}<!-- end -->{after}");
    if std::env::var_os("LANESMITH_UPDATE").is_some() {
        std::fs::write(path, &wanted).expect("writable");
    }
    assert!(
        page == wanted,
        "docs/ptx.md is outdated: run this test once with LANESMITH_UPDATE=1"
    );
}

#[test]
fn the_documentation_lists_every_field_and_the_texts_where_we_differ_from_ptxas() {
    let page = include_str!("../../docs/ptx.md");
    for field in FIELDS {
        let high = field.lo + field.bits - 1;
        let bits = if field.bits == 1 {
            high.to_string()
        } else {
            format!("{high}:{}", field.lo)
        };
        assert!(
            page.contains(&format!("| {bits} | `{}` |", field.name)),
            "{}",
            field.name
        );
    }
    for (text, _, _) in legality().iter().filter(|row| row.2.contains("'.b1024'")) {
        assert!(page.contains(&format!("| `{text}` | refused | accepted |")), "{text}");
    }
}
