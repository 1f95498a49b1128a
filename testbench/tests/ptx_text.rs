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

fn registers() -> Registers {
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
fn the_canonical_text_has_types_first_and_leaves_defaults_out() {
    for (text, canonical) in [
        (
            " @ !p  vadd4 .sat.s32 .s32.u32.sat r1.b31 , r2.b7412,r3.b0123/* */,r4",
            "@!p vadd4.s32.s32.u32.sat r1.b31, r2.b7412, r3.b0123, r4;",
        ),
        (
            "L1: vmin2.u32.add.s32.u32 %d.h10, %a.h10, %b.h32, %c;",
            "vmin2.u32.s32.u32.add %d, %a, %b, %c;",
        ),
        (
            "vadd4.u32.u32.u32 a, b.b7654, c.b3210, d",
            "vadd4.u32.u32.u32 a, b.b7654, c.b3210, d;",
        ),
        (
            "vset2.add.u32.ne.s32 r1.h1, r2.h10, r3.h32, r4",
            "vset2.u32.s32.ne.add r1.h1, r2, r3, r4;",
        ),
        ("dp4a .u32.s32 r1, 0x10, - 1,r4", "dp4a.u32.s32 r1, 16, 4294967295, r4;"),
        (
            "@p dp2a.hi.s32 .s32 r1, r2, 017, 5U",
            "@p dp2a.hi.s32.s32 r1, r2, 15, 5;",
        ),
    ] {
        assert_eq!(parse(text, None).unwrap().to_string(), canonical);
    }
}

#[test]
fn fields_follow_the_digits_with_the_leftmost_digit_for_the_highest_lane() {
    let Instruction {
        mode, mask, asel, bsel, ..
    } = parse("vadd4.s32.s32.u32.sat r1.b31, r2.b7412, r3.b1024, r4", None).unwrap();
    assert_eq!((mode, mask), (Mode::Saturate, 0b1010));
    assert_eq!((asel, bsel), ([2, 1, 4, 7], [4, 2, 0, 1]));
}

/// The offending text, the message and what is expected.
fn refusal(text: &str) -> (String, Diagnostic) {
    let error = parse(text, Some(&registers())).unwrap_err();
    (text[error.span.clone()].to_string(), error)
}

#[test]
fn each_diagnostic_names_the_part_and_underlines_exactly_what_is_wrong() {
    for (text, offending, message, expected) in [
        (
            "varvg4.u32.u32.u32 r1, r2, r3, r4",
            "varvg4",
            "`varvg4` is not a SIMD video",
            "`vavrg4`",
        ),
        (
            "VADD2.u32.u32.u32 r1, r2, r3, r4",
            "VADD2",
            "`VADD2` is not a SIMD video",
            "`vadd2`",
        ),
        ("vadd4.u32.u8.u32 r1, r2, r3, r4", ".u8", ".atype", "`.u32` or `.s32`"),
        ("vadd4.u32.u32 r1, r2, r3, r4", "", ".btype", "`.u32` or `.s32`"),
        (
            "vadd4.u32.u32.u32.s32 r1, r2, r3, r4",
            ".s32",
            "fourth type",
            "three types",
        ),
        (
            "vadd4.u32.u32.u32.foo r1, r2, r3, r4",
            ".foo",
            "`.foo` is not a modifier",
            "`.sat` or `.add`",
        ),
        (
            "vadd4.u32.sat.u32.add.u32 r1, r2, r3, r4",
            ".add",
            "exclude each other",
            "not both",
        ),
        (
            "vadd4.u32.add.u32.add.u32 r1, r2, r3, r4",
            ".add",
            "twice",
            "one `.add`",
        ),
        (
            "dp2a .lo.u32.u32 r1, r2, r3, r4",
            "dp2a",
            "without its half",
            "`dp2a.lo`",
        ),
        (
            "dp2a.u32.lo.u32 r1, r2, r3, r4",
            "dp2a",
            "without its half",
            "in one word",
        ),
        (
            "dp4a.u32.u32.lo r1, r2, r3, r4",
            ".lo",
            "not a modifier here",
            "no other modifier",
        ),
        ("dp4a.u32.u32 r1, r2, r3.b0, r4", ".b0", "takes no selector", "alone"),
        ("dp4a.u32.u32 r1, r2, 1.5, r4", "1.5", "not an integer", "octal"),
        ("dp4a.u32.u32 r1, r2, -r3, r4", "-", "operand b", "no sign"),
        ("dp4a.u32.u32 5, r2, r3, r4", "5", "operand d", "register"),
        ("vset4.u32.u32 r1, r2, r3, r4", "", "a comparison is missing", "`.lt`"),
        ("vset4.u32.lt r1, r2, r3, r4", "", ".btype (the second type)", "`.s32`"),
        ("vset4.u32.lt.u32.s32 r1, r2, r3, r4", ".s32", "third type", "two types"),
        (
            "vset4.u32.lt.u32.ge r1, r2, r3, r4",
            ".ge",
            "second comparison",
            "one comparison",
        ),
        (
            "vset4.u32.u32.lt.sat r1, r2, r3, r4",
            ".sat",
            "not a modifier here",
            "`.add`",
        ),
        ("vset4.u32.ls.u32 r1, r2, r3, r4", ".ls", ".btype", "a comparison"),
        (
            "vadd4.u32.u32.u32. sat r1, r2, r3, r4",
            ".",
            "dot without",
            "without white space",
        ),
        (
            "vadd4.u32.u32.u32 r1.b231, r2, r3, r4",
            "3",
            "mask of operand d",
            ".b3210",
        ),
        (
            "vadd2.u32.u32.u32 r1.h2, r2, r3, r4",
            "2",
            "no such lane",
            "one of .h0 .h1 .h10",
        ),
        (
            "vadd2.u32.u32.u32 r1.b1, r2, r3, r4",
            "b",
            "does not begin with `.h`",
            "one of .h0 .h1 .h10",
        ),
        (
            "vadd4.u32.u32.u32 r1, r2.b1158, r3, r4",
            "8",
            "selector of operand a",
            "4 digits 0 to 7",
        ),
        (
            "vadd4.u32.u32.u32 r1, r2, r3.b115, r4",
            ".b115",
            "has 3 digits",
            "4 digits 0 to 7",
        ),
        (
            "vadd2.u32.u32.u32 r1, r2, r3.H11, r4",
            "H",
            "selector of operand b of vadd2",
            "2 digits 0 to 3",
        ),
        (
            "vadd2.u32.u32.u32 r1.h0.h1, r2, r3, r4",
            ".h1",
            "second selector",
            "one selector",
        ),
        (
            "vadd2.u32.u32.u32 r1, r2, r3, r4.h10",
            ".h10",
            "operand c takes no selector",
            "register alone",
        ),
        ("vadd2.u32.u32.u32 r1, r2, r3", "", "operand c", "32-bit register"),
        (
            "vadd2.u32.u32.u32 r1, r2, r3, r4, r5",
            ",",
            "fifth operand",
            "four operands",
        ),
        ("vadd2.u32.u32.u32 r1, -r2, r3, r4", "-", "operand a", "no sign"),
        ("vadd2.u32.u32.u32 r1, r2, 17, r4", "17", "operand b", "no number"),
        ("vadd2.u32.u32.u32 {r1}, r2, 17, r4", "{", "operand d", "no vector"),
        ("vadd2.u32.u32.u32 r1 r2, r3, r4", "r2", "before operand a", "`,`"),
        ("vadd2.u32.u32.u32 r1, r2, bd3, r4", "bd3", "type .b64", "`.b32`"),
        ("vadd2.u32.u32.u32 r1, r2, r3, r99", "r99", "not declared", "`.b32`"),
        ("@r2 vadd2.u32.u32.u32 r1, r2, r3, r4", "r2", "type .u32", "predicate"),
        ("@z vadd2.u32.u32.u32 r1, r2, r3, r4", "z", "not declared", "predicate"),
        (
            "@ vadd2.u32.u32.u32 r1, r2, r3, r4",
            "vadd2",
            "is not a predicate register",
            "predicate",
        ),
        ("", "", "end of the text is not a SIMD video", "vadd"),
        ("vadd2.u32.u32.u32 r1, r2, r3, r4; x", "x", "follows", "nothing more"),
        ("/* vadd2", "/*", "not closed", "`*/`"),
    ] {
        let (span, error) = refusal(text);
        assert_eq!(span, offending, "{text}: {error:?}");
        assert!(error.message.contains(message), "{text}: {error:?}");
        assert!(error.expected.contains(expected), "{text}: {error:?}");
        assert!(error.render("line", text, false).contains(&error.message), "{text}");
    }
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
fn one_instruction_may_stand_in_blocks_and_a_second_one_is_refused() {
    let plain = parse("@p vadd4.u32.u32.u32 r1, r2, r3, r4", Some(&registers())).unwrap();
    for text in [
        "{ @p vadd4.u32.u32.u32 r1, r2, r3, r4; }",
        "L1: { L2: { .reg .b32 z; @p vadd4.u32.u32.u32 r1, r2, r3, r4; L3: } }",
        "{.reg .u32 r4;@p vadd4.u32.u32.u32 r1,r2,r3,r4;}",
    ] {
        assert_eq!(parse(text, None).as_ref(), Ok(&plain), "{text}");
        assert_eq!(parse(text, Some(&registers())).as_ref(), Ok(&plain), "{text}");
    }
    const ONE: &str = "vset2.u32.u32.lt r1, r2, r3, r4";
    for (text, place, message) in [
        (format!("{{ {ONE} }}"), "}", "`}` after the last operand"),
        (format!("{{ {ONE}; }};"), ";", "`;` follows the instruction"),
        (format!("@!p {{ {ONE}; }}"), "@!p", "a guard before a block"),
        ("{ }".into(), "}", "a block without an instruction"),
        (
            format!("{{ {ONE}; {ONE}; }}"),
            "vset2",
            "`vset2` follows the instruction",
        ),
        (format!("{{ {ONE}; ; }}"), ";", "`;` follows the instruction"),
        (format!("{{ {{ {ONE}; }}"), "{", "this brace is not closed"),
        (format!("{ONE}; }}"), "}", "`}` follows the instruction"),
        (
            format!(".reg .b32 z; {ONE}"),
            ".reg",
            "`.reg` is not a SIMD video instruction",
        ),
    ] {
        let error = parse(&text, None).unwrap_err();
        let found = (&text[error.span.clone()], error.message.as_str());
        assert_eq!(found, (place, message), "{text}");
        if place == "vset2" {
            assert_eq!(error.expected, "`}`: exactly one instruction is wanted here");
            assert_eq!(error.span.start, 2 + ONE.len() + 2);
        }
    }
    let declared = |text: &str| parse(text, Some(&Registers::parse(".reg .b32 r<5>;").unwrap()));
    assert!(declared("{ .reg .s32 z; vadd4.u32.u32.u32 z, r2, r3, r4; }").is_ok());
    assert!(declared("{ .reg .s64 z; { .reg .s32 z; vadd4.u32.u32.u32 z, r2, r3, r4; } }").is_ok());
    assert!(declared("{ { .reg .s64 r2; } vadd4.u32.u32.u32 r1, r2, r3, r4; }").is_err());
    let error = declared("{ .reg .s64 r2; vadd4.u32.u32.u32 r1, r2, r3, r4; }").unwrap_err();
    assert!(error.message.contains("of type .s64"), "{error:?}");
}

#[test]
fn signs_before_both_a_and_b_change_nothing_and_others_are_refused() {
    for (text, plain) in [
        (
            "vadd4.u32.u32.u32 r1.b31, -r2.b7654, - r3, r4",
            "vadd4.u32.u32.u32 r1.b31, r2.b7654, r3, r4",
        ),
        (
            "vavrg2.s32.s32.s32 r1,-r2,-r3.h00,r4",
            "vavrg2.s32.s32.s32 r1, r2, r3.h00, r4",
        ),
        ("vset2.s32.s32.lt r1, -r2, -r3, r4", "vset2.s32.s32.lt r1, r2, r3, r4"),
        ("dp4a.s32.s32 r1, -r2, -r3, -1", "dp4a.s32.s32 r1, r2, r3, -1"),
    ] {
        let registers = registers();
        assert_eq!(parse(text, Some(&registers)), parse(plain, Some(&registers)));
        assert!(parse(text, Some(&registers)).is_ok(), "{text}");
        let units = |text: &str| units(&module(&format!("{text};"))).expect(text);
        assert_eq!(units(text), units(plain));
    }
    for (text, column) in [
        ("vadd4.u32.u32.u32 r1, -r2, r3, r4", 23),
        ("vadd4.u32.u32.u32 r1, r2, -r3, r4", 27),
        ("vadd4.u32.u32.u32 r1, -r2, --r3, r4", 23),
        ("vadd4.u32.u32.u32 r1, -r2, -r3, -r4", 33),
        ("vadd4.u32.u32.u32 r1, -r2, -3, r4", 23),
        ("dp4a.u32.u32 r1, -r2, -3, r4", 18),
        ("vadd4.u32.u32.u32 -r1, -r2, -r3, r4", 19),
    ] {
        let error = parse(text, None).unwrap_err();
        assert_eq!(error.position(text), (1, column), "{text}: {error:?}");
        assert!(error.expected.contains("no sign unless"), "{text}: {error:?}");
    }
}

#[test]
fn instructions_beside_ours_in_the_manual_are_called_by_their_names() {
    for name in [
        "vadd.s32.s32.s32",
        "vsub.s32.s32.s32.sat",
        "vabsdiff.u32.u32.u32",
        "vmin.u32.u32.u32",
        "vmax.u32.u32.u32",
        "vshl.u32.u32.u32.clamp",
        "vshr.u32.u32.u32.wrap",
        "vset.u32.u32.lt",
        "vmad.s32.s32.s32.shr7",
    ] {
        let (span, error) = refusal(&format!("@p {name} r1, r2, r3, r4"));
        assert_eq!(span, name);
        assert_eq!(
            error.message,
            format!("`{name}` is a scalar video instruction, not a SIMD video instruction")
        );
    }
    for name in ["set.lt.s8x4", "set.ne.u16x2"] {
        let (span, error) = refusal(&format!("{name} r1, r2, r3"));
        assert_eq!(span, name);
        assert!(error.message.contains("is a packed comparison"), "{error:?}");
    }
    for name in [
        "add.u32",
        "vmadd.u32.u32.u32",
        "vavrg.u32.u32.u32",
        "mul.u8x4",
        "vadd8.u32",
    ] {
        let (_, error) = refusal(&format!("{name} r1, r2, r3, r4"));
        assert!(
            error.message.contains("is not a SIMD video instruction"),
            "{name}: {error:?}"
        );
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
