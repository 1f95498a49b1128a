//! The golden Brew machine against the specification's vectors and the author's simulator.

use super::brew_isa::rows;
use lanesmith::golden::brew::{Machine, Typed};
use lanesmith::isa::brew::{Arithmetic, TYPES};

/// `$r1` after the instruction of a row, or `None` for an invalid instruction. `$r2` is A, `$r3` is B.
fn outcome(row: &csv::StringRecord) -> Option<Typed> {
    let words = row[0].split(' ').map(|word| u16::from_str_radix(word, 16).unwrap());
    let mut machine = Machine::new(words.collect());
    for (register, column) in [(2, 1), (3, 3)] {
        if !row[column].is_empty() {
            let code = u8::from_str_radix(&row[column], 16).unwrap();
            let value = u32::from_str_radix(&row[column + 1], 16).unwrap();
            machine.registers[register] = Typed { value, code };
        }
    }
    let before = machine.registers;
    let retire = machine.step().expect("all words are there");
    assert!(machine.rest().is_empty(), "{row:?}: all words are one instruction");
    if retire.exception {
        assert_eq!(machine.registers, before, "{row:?}: an exception changes nothing");
        return None;
    }
    assert_eq!((retire.register, retire.value), (1, machine.registers[1].value));
    Some(machine.registers[1])
}

fn expected(row: &csv::StringRecord) -> Option<Typed> {
    (&row[6] != "invalid").then(|| Typed {
        value: u32::from_str_radix(&row[6], 16).unwrap(),
        code: u8::from_str_radix(&row[5], 16).unwrap(),
    })
}

#[test]
fn every_row_of_the_page_vectors_gives_the_demanded_register_or_exception() {
    let rows = rows("brew_page.csv");
    assert_eq!(rows.len(), 12_000);
    for row in rows {
        assert_eq!(outcome(&row), expected(&row), "{row:?}");
    }
}

/// NaN lanes as the quiet NaN, whatever their sign and payload: the simulator's are its host's.
fn with_quiet_nans(register: Typed) -> Typed {
    let kind = TYPES[usize::from(register.code)];
    let nan = |value: u32, infinity: u32, sign: u32| value & !sign > infinity;
    let value = match (kind.arithmetic, kind.lanes) {
        (Arithmetic::Float, 1) if nan(register.value, 0x7f80_0000, 1 << 31) => 0x7fc0_0000,
        (Arithmetic::Float, 2) => [0, 16].iter().fold(0, |word, lo| {
            let lane = register.value >> lo & 0xffff;
            word | if nan(lane, 0x7c00, 0x8000) { 0x7e00 } else { lane } << lo
        }),
        _ => register.value,
    };
    Typed { value, ..register }
}

#[test]
fn the_authors_simulator_agrees_in_all_rows_that_follow_the_page_and_in_no_other() {
    let (mut agree, mut deviate) = (0, 0);
    for row in rows("brew_alu.csv") {
        let (found, theirs) = (outcome(&row), expected(&row).unwrap());
        let same = if row[8].split(';').any(|note| note == "nan") {
            found.map(with_quiet_nans) == Some(with_quiet_nans(theirs))
        } else {
            found == Some(theirs)
        };
        match &row[7] {
            "yes" => assert!(same, "{row:?}: {found:?}"),
            _ => assert!(!same, "{row:?}: marked as deviating from the page"),
        }
        *if same { &mut agree } else { &mut deviate } += 1;
    }
    assert_eq!((agree, deviate), (18_259, 6_254));
}
