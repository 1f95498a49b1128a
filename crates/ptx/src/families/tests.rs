use crate::check::table;
use crate::tree::{Item, Module};
use crate::{PermuteInstruction, PtxFamily, PtxInstruction, Registers, family, parse};

/// All types, so that a wrong register is wrong because of its type.
const DECLARATIONS: &str = ".reg .u32 r<8>; .reg .s32 s<8>; .reg .b32 w<8>; .reg .f32 f<8>; .reg .u8 y<8>; .reg .u16 h<8>; \
                            .reg .s16 i<8>; .reg .b16 v<8>; .reg .u64 rd<8>; .reg .s64 sd<8>; .reg .b64 bd<8>; .reg .pred p, q;";

#[test]
fn verdicts_are_those_of_nvidias_assembler_by_itself_and_in_a_module_but_for_the_selector_b1024() {
    let registers = Registers::parse(DECLARATIONS).expect("declarations");
    let (mut wrong, mut exceptions) = (vec![], 0);
    for file in ["", "_vset", "_dp", "_packed", "_packed_more", "_scalar"] {
        for row in table(&format!("src/units/vectors/ptx{file}_legality.csv")) {
            let (text, accepted) = (&row[0], &row[1] == "yes");
            let module =
                format!(".version 9.2 .target sm_120a .address_size 64\n.entry k() {{ {DECLARATIONS}\n{text}\n; }}");
            let single = PtxInstruction::parse(text, Some(&registers));
            let module = Module::read(&module).map(|(module, _)| match module.items.last() {
                Some(Item::Function(function)) => function.instructions()[0].unit.as_deref().cloned(),
                _ => None,
            });
            let is_exception = row[2].contains("'.b1024'") && file != "_scalar";
            exceptions += usize::from(is_exception);
            if single.is_ok() != (accepted || is_exception) {
                wrong.push(format!("{row:?} {single:?}"));
            }
            if single.is_ok() != module.is_ok()
                || single.is_ok() && single.as_ref().ok() != module.as_ref().ok().and_then(Option::as_ref)
            {
                wrong.push(format!("in a module: {row:?} {single:?} {module:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} {}", wrong.len(), wrong.join("\n"));
    assert_eq!(exceptions, 2);
}

#[test]
fn printing_and_parsing_again_gives_the_same_instruction_on_every_row_of_all_files() {
    let mut count = 0;
    for file in ["ptx_vop", "ptx_vset", "ptx_dp", "ptx_packed", "ptx_scalar", "prmt"] {
        for row in table(&format!("src/units/vectors/{file}.csv")) {
            let instruction = PtxInstruction::parse(&row[0], None).expect(&row[0]);
            let printed = instruction.to_string();
            assert_eq!(PtxInstruction::parse(&printed, None), Ok(instruction), "{printed}");
            count += 1;
        }
    }
    assert_eq!(count, 20_160 + 12_000 + 4_000 + 540 + 12_000 + 504);
}

#[test]
fn a_text_is_of_the_family_of_its_first_instruction() {
    for (text, wanted) in [
        ("prmt.b32 r1, r2, r3, r4", Some(PtxFamily::Permute)),
        (
            "L: { .reg .b32 x; @!p prmt .b32.f4e x, x, x, x; }",
            Some(PtxFamily::Permute),
        ),
        ("prmt", Some(PtxFamily::Permute)),
        ("vadd4.u32.u32.u32 prmt, r2, r3, r4", Some(PtxFamily::Video)),
        ("// prmt\n@prmt varvg2 r1", Some(PtxFamily::Video)),
        ("min.relu.s8x4 r1, r2, r3", Some(PtxFamily::Video)),
        ("@p vset.u32.u32.lt r1, r2, r3", Some(PtxFamily::Scalar)),
        ("min.s32 r1, r2, r3", None),
        ("vote2.sync r1", Some(PtxFamily::Video)),
        ("", None),
    ] {
        assert_eq!(family(text), wanted, "{text:?}");
    }
}

#[test]
fn texts_have_one_form_when_printed() {
    for (text, printed) in [
        (
            "@!p prmt.b32.ecl %d, 0x80, b$1, -1 ; ",
            "@!p prmt.b32.ecl %d, 128, b$1, 4294967295",
        ),
        (
            "prmt.rc16.b32 d, WARP_SZ, 2*(3+4), 0x1ffffffff",
            "prmt.b32.rc16 d, 32, 14, 4294967295",
        ),
        ("dp4a .u32.s32 r1, 0x10, - 1,r4", "dp4a.u32.s32 r1, 16, 4294967295, r4;"),
        ("dp4a.s32.s32 r1, -r2, -r3, -1", "dp4a.s32.s32 r1, r2, r3, 4294967295;"),
        (
            " @ !p  vadd4 .sat.s32 .s32.u32.sat r1.b31 , r2.b7412,r3.b0123/* */,r4",
            "@!p vadd4.s32.s32.u32.sat r1.b31, r2.b7412, r3.b0123, r4;",
        ),
        (
            "L1: vmin2.u32.add.s32.u32 %d.h10, %a.h10, %b.h32, %c;",
            "vmin2.u32.s32.u32.add %d, %a, %b, %c;",
        ),
        (
            "{ .reg .b32 z; { L: vset2.add.u32.ne.s32 r1.h1, r2.h10, r3.h32, r4; } M: }",
            "vset2.u32.s32.ne.add r1.h1, r2, r3, r4;",
        ),
        (
            "vavrg2.s32.s32.s32 r1,-r2,-r3.h00,r4",
            "vavrg2.s32.s32.s32 r1, r2, r3.h00, r4;",
        ),
        ("neg.s8x4 d, a", "neg.s8x4 d, a;"),
        ("max.s16x2.relu d, -a, - b", "vmax2.u32.s32.s32.sat d, a, b, a;"),
        (
            "vmad.shr7.sat.u32.s32.po.u32 r1, r2.h1, 017, WARP_SZ",
            "vmad.u32.s32.u32.po.sat.shr7 r1, r2.h1, 15, 32;",
        ),
        (
            "vmad.u32.s32.u32 r1, -r2.h1, r3, 5",
            "vmad.u32.s32.u32 r1, -r2.h1, r3, 5;",
        ),
        (
            "vset.u32.ge.max.u32 r1, r2, r3, r4",
            "vset.u32.u32.ge.max r1, r2, r3, r4;",
        ),
        (
            "vshl.u32.u32.u32.wrap r1.b2, r2, r3, 7",
            "vshl.u32.u32.u32.wrap r1.b2, r2, r3, 7;",
        ),
        ("vadd.u32.u32.u32 r1, r2, r3", "vadd.u32.u32.u32 r1, r2, r3;"),
    ] {
        let read =
            PtxInstruction::parse(text, None).unwrap_or_else(|error| panic!("{}", error.render("x", text, false)));
        assert_eq!(read.to_string(), printed);
    }
}

#[test]
fn mistakes_are_told_at_their_places() {
    let mut wrong = vec![];
    let registers = Registers::parse(DECLARATIONS).expect("declarations");
    for (text, place, message, expected) in [
        (
            "varvg4.u32.u32.u32 r1, r2, r3, r4",
            "varvg4",
            "is not an opcode",
            "`vavrg4`",
        ),
        (
            "vadd4.u32.u8.u32 r1, r2, r3, r4",
            ".u8",
            "does not fit `vadd4.u32`",
            "`.u32`",
        ),
        ("vadd4.u32.u32 r1, r2, r3, r4", ".u32", "lacks a modifier", "`.s32`"),
        (
            "vadd4.u32.u32.u32.sat.add r1, r2, r3, r4",
            ".add",
            "does not fit",
            "no further",
        ),
        ("vset4.u32.u32 r1, r2, r3, r4", ".u32", "lacks a modifier", "`.lt`"),
        (
            "dp2a .lo.u32.u32 r1, r2, r3, r4",
            "dp2a",
            "without its half",
            "in one word",
        ),
        (
            "dp4a.u32.u32 r1, r2, r3.b0, r4",
            ".b0",
            "operand 3 is a register with a selector",
            "a register or constant",
        ),
        (
            "dp4a.u32.u32 r1, r2, 1.5, r4",
            "1.5",
            "operand 3 is a floating",
            "for `.u32`",
        ),
        ("dp4a.u32.u32 5, r2, r3, r4", "5", "operand 1", "a register"),
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
            ".h10",
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
            "4 digits",
        ),
        (
            "vadd4.u32.u32.u32 r1, r2, r3.b11555555, r4",
            ".b11555555",
            "has 8 digits",
            "4 digits",
        ),
        (
            "vadd2.u32.u32.u32 r1, r2, r3, r4.h10",
            ".h10",
            "with a selector",
            "a register",
        ),
        ("vadd2.u32.u32.u32 r1, r2, r3", "", "lacks operand 4", "a register"),
        ("vadd2.u32.u32.u32 r1, r2, r3, r4, r5", "r5", "no operand 5", "rb.-, rc"),
        (
            "vadd2.u32.u32.u32 r1, -r2, r3, r4",
            "-r2",
            "one of a and b",
            "both or neither",
        ),
        (
            "vadd2.u32.u32.u32 r1, -r2, -r3, -r4",
            "-r4",
            "with a sign",
            "a register",
        ),
        ("vadd2.u32.u32.u32 r1, r2, 17, r4", "17", "not a register", "a register"),
        ("vadd2.u32.u32.u32 r1, r2, bd3, r4", "bd3", "of type `.b64`", "`.u32`"),
        ("vadd2.u32.u32.u32 r1, r2, r3, r99", "r99", "outside its range", "`r7`"),
        (
            "@r2 vadd2.u32.u32.u32 r1, r2, r3, r4",
            "r2",
            "not a predicate",
            "`.pred`",
        ),
        (
            "@ vadd2.u32.u32.u32 r1, r2, r3, r4",
            "@ vadd2",
            "without a predicate",
            "a predicate register",
        ),
        ("add.u8x4 w1, w2, r3", "r3", "of type `.u32`", "`.b32`"),
        ("neg.s8x4 w1, -w2", "-w2", "with a sign", "of type `.b32`"),
        ("neg.s8x4 w1, w2, w3", "w3", "no operand 3", "neg.s8x4 d, ra"),
        (
            "vadd.u32.u32.u32 r1.b0, r2, r3",
            "",
            "`vadd` lacks operand 4",
            "or constant",
        ),
        (
            "vadd.u32.u32.u32 r1, 5.b0, r3",
            ".b0",
            "a part of something",
            "or constant",
        ),
        ("vadd.u32.u32.u32 r1, r2.b4, r3", ".b4", "not a part", ".h1"),
        (
            "vmad.u32.u32.u32.po r1, -r2, r3, r4",
            "vmad.u32.u32.u32.po",
            "beside a negated",
            "either",
        ),
        (
            "vmad.u32.u32.u32 r1, -r2, r3, -r4",
            "-r4",
            "a negated c",
            "before a or b",
        ),
        (
            "vadd.u32.u32.u32.add r1.b0, r2, r3, r4",
            ".b0",
            "beside a secondary",
            "alone",
        ),
        (
            "add.u32 r1, r2, r3",
            "add.u32",
            "not an instruction that a unit",
            "vadd4",
        ),
        (
            "vadd2.u32.u32.u32 r1, r2, r3, r4; x",
            "x",
            "a second instruction",
            "exactly one",
        ),
        ("{ vadd2.u32.u32.u32 r1, r2, r3, r4; ", "{", "not closed", "`}`"),
        ("vadd2.u32.u32.u32 r1, r2, r3, r4; }", "}", "closes nothing", "as many"),
        ("{ vadd2.u32.u32.u32 r1, r2, r3, r4 }", "", "`;` is missing", "`;`"),
        (
            "@p { prmt.b32 r1, r2, r3, r4; }",
            "@p",
            "a guard before a block",
            "each instruction",
        ),
        ("é .visible", "é", "unexpected `é`", ""),
        ("sub.u16x2 w1, w2, w3", ".u16x2", "does not fit `sub`", "`.u8x4`"),
        ("neg.s16x2 w1, w2", ".s16x2", "does not fit `neg`", "`.s8x4`"),
        (
            "min.relu.u8x4 w1, w2, w3",
            ".u8x4",
            "does not fit `min.relu`",
            "`.s8x4`",
        ),
        ("add.u8x4.s8x4 w1, w2, w3", ".s8x4", "does not fit `add.u8x4`", "`.sat`"),
        (
            "add.u8x4 w1, w2, 5",
            "5",
            "operand 3 is not a register",
            "of type `.b32`",
        ),
        ("add.u8x4 w1, w2", "", "lacks operand 3", "of type `.b32`"),
        (
            "add.u8x4 w1.b3, w2, w3",
            ".b3",
            "a register with a selector",
            "a register",
        ),
        (
            "add.u8x4. sat w1, w2, w3",
            ".",
            "unexpected `.`",
            "directly after its dot",
        ),
        (
            "vadd4.u32.sat.u32.add.u32 r1, r2, r3, r4",
            ".add",
            "does not fit `vadd4.u32.sat.u32`",
            "`.s32`",
        ),
        ("vset4.u32.lt.u32.ge r1, r2, r3, r4", ".ge", "does not fit", "`.add`"),
        (
            "prmt.b32.f4f r1, r2, r3, r4",
            ".f4f",
            "does not fit `prmt.b32`",
            "did you mean `.f4e`?",
        ),
        (
            "vshl.u32.u32.s32.wrap r1, r2, r3",
            ".s32",
            "does not fit `vshl.u32.u32`",
            "`.u32`",
        ),
        (
            "vshl.u32.u32.u32 r1, r2, r3",
            ".u32",
            "lacks a modifier",
            "one of `.clamp` `.wrap`",
        ),
        ("vadd2.u32.u32.u32 r1.h0.h1, r2, r3, r4", "", "`;` is missing", "`;`"),
        (
            "vadd2.u32.u32.u32 {r1}, r2, r3, r4",
            "{r1}",
            "operand 1 is not a register",
            "a register",
        ),
        ("{ }", "", "the end of the text", "vadd4"),
        (
            "{ vadd2.u32.u32.u32 r1, r2, r3, r4; };",
            ";",
            "an empty statement",
            "no `;`",
        ),
        (" // nothing\n", "", "the end of the text", "prmt"),
    ] {
        let error = PtxInstruction::parse(text, Some(&registers)).expect_err(text);
        let is_right = &text[error.span.clone()] == place && error.message.contains(message);
        if !is_right || !error.expected.contains(expected) {
            wrong.push(format!("{text}: {} {error:?}", &text[error.span.clone()]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for (text, place) in [
        (".reg .u32 a, a;", "a"),
        (".reg .u32 r<x>;", "x"),
        (".reg .u32 r1 r2;", ""),
        ("mov;", "mov"),
        ("/*", "/*"),
    ] {
        let error = Registers::parse(text).expect_err(text);
        assert_eq!(&text[error.span.clone()], place, "{text}: {error:?}");
    }
}

#[test]
fn registers_of_blocks_hide_those_around_them() {
    let registers = Registers::parse(".reg .b32 r<5>;").expect("a declaration");
    for (text, accepted) in [
        ("{ .reg .s32 z; vadd4.u32.u32.u32 z, r2, r3, r4; }", true),
        (
            "{ .reg .s64 z; { .reg .s32 z; vadd4.u32.u32.u32 z, r2, r3, r4; } }",
            true,
        ),
        ("{ { .reg .s64 r2; } vadd4.u32.u32.u32 r1, r2, r3, r4; }", true),
        ("{ .reg .s64 r2; vadd4.u32.u32.u32 r1, r2, r3, r4; }", false),
    ] {
        assert_eq!(parse(text, Some(&registers)).is_ok(), accepted, "{text}");
    }
    let error = parse("@p vmad.s32.s32.s32.shr7 r1, r2, r3, r4", None).expect_err("a scalar video instruction");
    assert_eq!(error.message, "`vmad.s32.s32.s32.shr7` is not a SIMD video instruction");
    assert_eq!(error.span, 3..24);
    assert!(PermuteInstruction::parse("vadd4.u32.u32.u32 r1, r2, r3, r4", None).is_err());
}
