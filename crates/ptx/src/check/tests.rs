use crate::opcodes::{OPCODES, bind, rows};
use crate::tree::{Item, Module};
use crate::{check, form};
use lanesmith_text::diagnostic::Diagnostic;

pub(crate) const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");

fn file(path: &str) -> Vec<u8> {
    std::fs::read(format!("{ROOT}{path}")).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The rows of a CSV file without its header.
pub(crate) fn table(path: &str) -> Vec<Vec<String>> {
    let text = String::from_utf8(file(path)).expect("UTF-8");
    let (mut rows, mut row, mut cell, mut quoted) = (vec![], vec![], String::new(), false);
    for c in text.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut cell)),
            '\n' if !quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            _ => cell.push(c),
        }
    }
    rows.split_off(1)
}

fn errors(text: &str) -> Vec<Diagnostic> {
    let checked = Module::parse(text).and_then(|mut module| check(&mut module).map(|_| ()));
    checked.err().unwrap_or_default()
}

const HEAD: &str = ".version 9.5\n.target sm_120a\n.address_size 64\n";

/// A kernel with an instruction.
fn kernel(instruction: &str) -> String {
    format!(
        "{HEAD}.global .u32 g;\n.shared .u32 s;\n.func (.reg .b32 y) f(.reg .b32 x) {{ ret; }}\n.entry k(.param .u64 a) {{\n\
         .reg .b32 r<8>; .reg .b64 q<8>; .reg .f32 f<8>; .reg .pred p<8>; .reg .u16 h<8>;\nL: {instruction}\nret; }}\n"
    )
}

#[test]
fn instructions_are_accepted_and_refused_as_by_nvidias_assembler() {
    let module = String::from_utf8(file("src/units/vectors/ptx_opcodes_legality.ptx")).expect("UTF-8");
    let mut wrong = vec![];
    for row in table("src/units/vectors/ptx_opcodes_legality.csv") {
        let [instruction, target, version, accepted, reason] = &row[..] else {
            panic!("{row:?}");
        };
        let text = module.replace("TARGET", target).replace("VERSION", version);
        let found = errors(&text.replace("INSTRUCTION", instruction));
        if found.is_empty() != (accepted == "yes") {
            wrong.push(format!(
                "{instruction} ({target}, {version}): {reason} {:?}",
                found.first()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn errors_name_the_wrong_part_and_the_right_one() {
    for (instruction, part, expected) in [
        ("ad.u32 r1, r2, r3;", "ad", "`add`"),
        ("add.u33 r1, r2, r3;", ".u33", "`.u32`"),
        ("add r1, r2, r3;", "add", "`.u32`"),
        ("mul.s32.lo r1, r2, r3;", ".lo", "`.lo` nearer to the opcode"),
        ("add.u32 r1, f2, r3;", "f2", "for `.u32`"),
        ("add.u32 r1, r2, 1.5;", "1.5", "for `.u32`"),
        ("add.u32 r1, r2;", "", "for `.u32`"),
        ("add.u32 r1, r2, r3, r4;", "r4", "add"),
        ("ld.global.u32 r1, [s];", "s", "an address"),
        ("ld.global.u32 r1, [r1];", "r1", "an address"),
        ("bar.sync 16;", "16", "constants below 16"),
        ("@r1 ret;", "r1", "`.pred`"),
        ("bra f;", "f", "a label"),
        ("call (r1), f, (r2, r3);", "(r2, r3)", "1 arguments"),
        ("call (r1), k, (r2);", "k", "a function"),
        ("prmt.b64 r1, r2, r3, r4;", ".b64", "one of `.b32` `.f4e`"),
        ("wgmma.fence.sync.aligned;", "wgmma", "`.target sm_90a`"),
    ] {
        let text = kernel(instruction);
        let found = errors(&text);
        let [error] = &found[..] else {
            panic!("{instruction}: {found:?}");
        };
        assert_eq!(&text[error.span.clone()], part, "{instruction}: {error:?}");
        assert!(error.expected.contains(expected), "{instruction}: {error:?}");
    }
}

#[test]
fn constants_that_lose_bits_are_remarked_and_others_are_not() {
    for (instruction, remark) in [
        ("add.u32 r1, r2, 0x1ffffffff;", Some("the instruction takes 0xffffffff")),
        ("add.u32 r1, r2, -5;", None),
        ("add.s32 r1, r2, 4294967295;", None),
        ("add.u16 h1, h2, 65536;", Some("the instruction takes 0x0")),
        (
            "dp4a.u32.u32 r1, r2, 4294967297, r3;",
            Some("the instruction takes 0x1"),
        ),
        ("mov.u64 q1, 0xffffffffffffffff;", None),
    ] {
        let text = kernel(instruction);
        let remarks = Module::read(&text).map(|(_, remarks)| remarks).expect(instruction);
        assert_eq!(
            remarks.len(),
            usize::from(remark.is_some()),
            "{instruction}: {remarks:?}"
        );
        let message = remarks.first().map_or("", |remark| &remark.message);
        assert!(message.contains(remark.unwrap_or("")), "{instruction}: {message}");
    }
}

#[test]
fn instructions_of_units_have_their_unit_and_all_have_their_form() {
    let text = kernel(
        "{ add.u32 r1, r2, r3; @p1 vadd4.u32.u32.u32 r1, r2, r3, r4; prmt.b32 r1, r2, 1, f3; }\nadd.u8x4 r1, r2, r3;",
    );
    let (module, _) = Module::read(&text).expect("a correct module");
    let Some(Item::Function(kernel)) = module.items.last() else {
        panic!("a kernel is last");
    };
    let found: Vec<_> = kernel
        .instructions()
        .into_iter()
        .map(|instruction| {
            (
                instruction.unit.as_ref().map(|unit| unit.to_string()),
                form(instruction).expect("a form").1.syntax,
            )
        })
        .collect();
    let unit = |text: &str| Some(text.to_owned());
    assert_eq!(found[0], (None, "add.int d, a, b"));
    assert_eq!(found[1].0, unit("@p1 vadd4.u32.u32.u32 r1, r2, r3, r4;"));
    assert_eq!(
        found[2],
        (
            unit("prmt.b32 r1, r2, 1, f3"),
            "prmt.b32{.(f4e|b4e|rc8|ecl|ecr|rc16)} d, a, b, c"
        )
    );
    assert_eq!(
        found[3],
        (
            unit("vadd4.u32.u32.u32 r1, r2, r3, r2;"),
            "add{.sat}.(u8x4|s8x4) d, ra-, rb- @120a/9.2"
        )
    );
}

#[test]
fn an_opcode_tells_the_members_of_the_sets_that_its_forms_name() {
    let names = |name: &str| rows(name)[0].sets().into_keys().collect::<Vec<_>>();
    assert_eq!(names("add"), ["int", "int3264"]);
    assert_eq!(names("exit"), [""; 0]);
    assert_eq!(rows("add")[0].sets()["int3264"], "u32 s32 u64 s64");
}

#[test]
fn every_form_of_the_table_is_found_by_its_first_modifiers() {
    for opcode in OPCODES.iter() {
        assert!(
            !opcode.section.is_empty() && opcode.summary.ends_with('.'),
            "{}",
            opcode.name
        );
        for form in &opcode.forms {
            assert_eq!(form.opcode(), opcode.name, "{}", form.syntax);
            let first = |slot: &crate::opcodes::Slot| slot.choices[0].name.replace('#', "8");
            let modifiers: Vec<String> = form.slots.iter().map(first).collect();
            let modifiers: Vec<&str> = modifiers.iter().map(String::as_str).collect();
            let found =
                bind(rows(opcode.name), &modifiers).unwrap_or_else(|misfit| panic!("{}: {misfit:?}", form.syntax));
            assert!(
                found.iter().any(|bound| bound.form.syntax == form.syntax),
                "{}",
                form.syntax
            );
        }
    }
}
