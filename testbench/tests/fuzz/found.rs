//! What fuzzing has found, one fact at a time.

use std::process::Command;

use lanesmith::units::recognise;
use lanesmith::vectors::{Evaluator, Table, VectorReport};

/// The error about a vector file, without colours; none if it can be checked.
fn refusal(contents: &str) -> Option<String> {
    let table = Table::parse("x.csv".into(), contents.as_bytes().to_vec()).unwrap();
    let kind = recognise(&table).unwrap();
    let error = (kind.check)(&table, Evaluator::Golden, &mut VectorReport::new(1)).err()?;
    Some(anstream::adapter::strip_str(&error.0).to_string())
}

#[test]
fn text_behind_the_closing_quote_of_a_cell_is_found_in_the_file() {
    for cell in ["\"\"\u{feff}yes", "\"no\"é", "\"a\"\"\"€\"\"", "\"a\""] {
        let error = refusal(&format!("instruction,accepted,reason\nvadd4,{cell},\n")).unwrap();
        assert!(error.contains("x.csv:2:8\n"), "{cell}: {error}");
    }
}

#[test]
fn a_row_of_another_length_is_drawn_where_it_differs_behind_line_ends_within_quotes() {
    for (row, place) in [
        ("a,\"b\nc\",d,e", "3:6"),
        ("a,\"b\nc\"", "3:3"),
        ("a,\"b\r\rc\",d,e\r", "2:12"),
    ] {
        let table = Table::parse("x.csv".into(), format!("x,y,z\n{row}").into_bytes());
        let error = anstream::adapter::strip_str(&table.unwrap_err().0).to_string();
        assert!(error.contains(&format!("x.csv:{place}\n")), "{row:?}: {error}");
    }
}

#[test]
fn a_byte_order_mark_belongs_to_the_cell_unless_the_file_begins_with_it() {
    let error = refusal("word,length,status\n\u{feff}1132,1,ok\n").unwrap();
    assert!(error.contains("x.csv:2:1\n"), "{error}");
    assert_eq!(refusal("\u{feff}word,length,status\n1132,1,ok\n"), None);
}

#[test]
fn a_plus_sign_is_no_hexadecimal_digit() {
    for cells in ["+132,1,ok", "1132 +132,1,ok"] {
        let error = refusal(&format!("word,length,status\n{cells}\n")).unwrap();
        assert!(error.contains("these are no words"), "{error}");
    }
    for cells in [
        "1432,+,00000001,0,00000001,0,00000002",
        "1432,0,+0000001,0,00000001,0,00000002",
    ] {
        let error = refusal(&format!("words,a_type,a,b_type,b,d_type,d\n{cells}\n")).unwrap();
        assert!(error.contains("not a number of the right width"), "{error}");
    }
}

#[test]
fn a_vector_cannot_have_the_type_that_no_register_has() {
    let error = refusal("words,a_type,a,b_type,b,d_type,d\n1432,f,00000001,0,00000001,0,00000002\n").unwrap();
    assert!(error.contains("x.csv:2:6\n") && error.contains("0 to e"), "{error}");
}

#[test]
fn the_first_hundred_errors_of_an_assembly_file_are_drawn_and_the_others_counted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.s");
    std::fs::write(&path, "$r15 <- $r1\n".repeat(250)).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_lanesmith"))
        .arg("asm")
        .arg(&path)
        .output()
        .unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(errors.matches("there is no register").count(), 100, "{errors}");
    assert!(errors.ends_with("error: 150 more errors\n"), "{errors}");
}
