//! `lanesmith ptx` on small modules, and the mistakes that `run` and `explain` find in kernels and their arguments.

use crate::program::{cases, has, lanesmith, lanesmith_line};
use crate::ptx_kernel::{self, ARGUMENTS};
use serde_json::Value;
use std::fs;
use std::path::Path;

const MODULE: &str = "\
// A small module
.version 8.4
.target sm_80
.address_size 64
.global .align 4 .b8 table[8];
.func (.reg .b32 y) twice(.reg .b32 x) {
    add.u32 y, x, x;
    ret;
}
.visible .entry k(.param .u64 out)
.maxntid 32, 1, 1
{
    .reg .b32 r<4>;
    .reg .pred p;
    .reg .f32 f;
    .shared .u32 sum[2];
again:
    vadd4.u32.u32.u32 r1, r2, r3, r1;
    call (r2), twice, (r1);
    setp.ne.u32 p, r2, 0;
    @p bra again;
    sin.approx.f32 f, f;
    ret;
}
";

const SUMMARY: &str = "\
m.ptx: PTX 8.4, target sm_80, addresses of 64 bits, 24 lines
.global table 8 bytes, line 5

.func twice, line 6: 2 instructions
  results     .reg .b32 y
  parameters  .reg .b32 x
  registers   2 .b32
 opcode   count  line
 add.u32      1     7  executed
 ret          1     8  executed

.visible .entry k, line 10: 6 instructions
  parameters  .param .u64 out
  directives  .maxntid 32, 1, 1
  registers   4 .b32, 1 .f32, 1 .pred
  variables   .shared sum 8 bytes, line 16
  labels      again line 17, used in 21
  calls       twice, line 19
 opcode             count  line
 vadd4.u32.u32.u32      1    18  on video_alu
 call                   1    19  executed
 setp.ne.u32            1    20  executed
 bra                    1    21  executed
 sin.approx.f32         1    22  not executed: 1 approximation whose result depends on the chip
 ret                    1    23  executed
";

const COMPACT: &str = "
      5:1  .global .align 4 .b8 table[8]
      6:1  .func twice
      6:8    .reg .b32 y
     6:27    .reg .b32 x
      7:5    add.u32 y, x, x
      8:5    ret
     10:1  .entry k
    10:19    .param .u64 out
     11:1    .maxntid 32, 1, 1
     13:5    .reg .b32 r<4>
     14:5    .reg .pred p
     15:5    .reg .f32 f
     16:5    .shared .u32 sum[2]
     17:1    again:
     18:5    vadd4.u32.u32.u32 r1, r2, r3, r1
     19:5    call (r2), twice, (r1)
     20:5    setp.ne.u32 p, r2, 0
     21:5    @p bra again
     22:5    sin.approx.f32 f, f
     23:5    ret
";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("m.ptx"), MODULE).expect("writable");
    folder
}

/// What a command prints that succeeds.
fn printed(folder: &Path, line: &str) -> String {
    let (status, out, err) = lanesmith_line(folder, line);
    assert_eq!((status, err.as_str()), (0, ""), "{line}: {out}");
    out
}

#[test]
fn a_module_is_summed_up_listed_printed_and_shown_as_a_tree() {
    let folder = folder();
    let show = |line: &str| printed(folder.path(), line);
    assert_eq!(show("ptx m.ptx"), SUMMARY);
    assert!(
        show("ptx --compact m.ptx").ends_with(COMPACT),
        "{}",
        show("ptx --compact m.ptx")
    );
    has(
        show("ptx --tree m.ptx"),
        &[
            "    function 10:1\n      body 12:1\n        statements\n          registers 13:5 0..1\n",
            "          instruction 18:5\n            modifiers `.u32` 18:10\n",
            "                name\n                  symbol\n                    register 0 1\n                  word `r1` 18:23\n",
        ],
    );
    let text = show("ptx --print m.ptx");
    fs::write(folder.path().join("again.ptx"), &text).expect("writable");
    assert_eq!(show("ptx --print again.ptx"), text);
    assert!(text.contains("    @p bra again;\n") && !text.contains("//"), "{text}");
}

/// Checks the places of all words of a tree; the result is their number.
fn words(node: &Value) -> usize {
    let inner = match node {
        Value::Array(nodes) => nodes.iter().map(words).sum(),
        Value::Object(fields) => fields.values().map(words).sum(),
        _ => 0,
    };
    let Some(text) = node.get("text").and_then(Value::as_str) else {
        return inner;
    };
    let at = |i: usize| node["span"][i].as_u64().expect("a place") as usize;
    assert_eq!(&MODULE[at(0)..at(1)], text);
    inner + 1
}

#[test]
fn json_has_summary_and_tree_and_each_word_has_its_place() {
    let folder = folder();
    let json = printed(folder.path(), "ptx --json m.ptx");
    assert_eq!(printed(folder.path(), "ptx -o m.json m.ptx"), SUMMARY);
    assert_eq!(fs::read_to_string(folder.path().join("m.json")).expect("a file"), json);
    let report: Value = serde_json::from_str(&json).expect("JSON");
    let module = &report["modules"][0];
    let kernel = &module["summary"]["functions"][1];
    assert_eq!((&kernel["name"], &kernel["instructions"]), (&"k".into(), &6.into()));
    assert_eq!(kernel["labels"][0]["used_in"], serde_json::json!([21]));
    assert_eq!(kernel["opcodes"][0]["detail"], "video_alu");
    assert!(words(&module["tree"]) > 50, "{}", words(&module["tree"]));
}

#[test]
fn errors_underline_their_place_and_do_not_hide_other_modules() {
    let folder = folder();
    let wrong = MODULE
        .replace("r2, r3, r1;", "r2, r9, q;")
        .replace("setp.ne.u32 p,", "setp.ne.u33 p,");
    fs::write(folder.path().join("wrong.ptx"), wrong).expect("writable");
    let (status, out, err) = lanesmith_line(folder.path(), "ptx wrong.ptx m.ptx absent.ptx");
    assert_eq!((status, out.as_str()), (2, SUMMARY), "{err}");
    let place = "\
  --> wrong.ptx:18:31
   |
18 |     vadd4.u32.u32.u32 r1, r2, r9, q;
   |                               ^^ ";
    has(
        err,
        &[
            "`r9` is outside its range",
            place,
            "wrong.ptx:18:35",
            "cannot read absent.ptx",
        ],
    );
    let wrong = MODULE.replace("setp.ne.u32 p,", "setp.ne.u33 p,");
    fs::write(folder.path().join("wrong.ptx"), wrong).expect("writable");
    let (status, out, err) = lanesmith_line(folder.path(), "ptx --json wrong.ptx m.ptx");
    assert_eq!((status, out.as_str()), (2, ""));
    has(err, &["wrong.ptx:20:12", "`.u32`"]);
}

#[test]
fn latin_1_in_comments_and_a_byte_order_mark_are_read_and_other_bytes_are_refused() {
    let folder = folder();
    for (bytes, place) in [
        (&b"\xef\xbb\xbf.version 8.0\n.target sm_80\n"[..], None),
        (b"// caf\xe9\n.version 8.0\n.target sm_80\n", None),
        (
            b".version 8.0\n.target sm_80\n.global .u32 caf\xe9;\n",
            Some("b.ptx:3:17"),
        ),
        (b"\0", Some("b.ptx:1:1")),
        (b".version 8.0\n.target sm_80\n/* ", Some("b.ptx:3:1")),
    ] {
        fs::write(folder.path().join("b.ptx"), bytes).expect("writable");
        let (status, _, err) = lanesmith_line(folder.path(), "ptx b.ptx");
        assert_eq!(status, if place.is_some() { 2 } else { 0 }, "{err}");
        has(err, place.as_slice());
    }
}

#[test]
fn the_page_about_an_opcode_has_its_forms() {
    let page = printed(Path::new("."), "ptx --opcode vabsdiff4");
    has(
        page,
        &[
            "PTX ISA, section \"",
            "vabsdiff4.int32.int32.int32{.(sat|add)} d., ra.-, rb.-, rc\n",
            "A unit executes it",
        ],
    );
}

#[test]
fn wrong_arguments_of_a_run_are_refused_with_what_is_expected() {
    let folder = ptx_kernel::folder("vadd4.u32.u32.u32 r1, r30, r31, r30;");
    for (name, text) in [
        (
            "two.ptx",
            ".version 8.0\n.target sm_80\n.entry first() { ret; }\n.entry second() { ret; }\n",
        ),
        ("none.ptx", ".version 8.0\n.target sm_80\n"),
        ("p.s", "$r1 <- 5\n"),
        ("f.hex", "12 1g"),
    ] {
        fs::write(folder.path().join(name), text).expect("writable");
    }
    let table = "
run two.ptx => 2: choose one with --entry: first, second
run two.ptx --entry frist => 2: no kernel `frist`: did you mean `first`? Expected one of first, second
run two.ptx --entry x => 2: no kernel `x`: expected one of first, second
run none.ptx => 2: none.ptx: no kernel in it
run two.ptx --entry first --engine native => 2: the kernel has no instruction of a unit
run k.ptx --arg out=zeros:16 --arg y=0 => 2: there is no argument for `x`
run k.ptx --arg out=zeros:16 --arg x=one => 2: --arg x: `one` is not a number
run k.ptx --arg x=4294967296 => 2: 4294967296 does not fit into the 32 bits of .u32
run k.ptx --arg x=-2147483649 => 2: -2147483649 does not fit into the 32 bits of .u32
run k.ptx --arg z=1 => 2: --arg z: k has no such parameter: expected one of the parameters out, x, y
run k.ptx --arg x => 2: `x` is not NAME=VALUE
run k.ptx --arg out=@absent => 2: cannot read absent
run k.ptx --arg out=@f.hex => 2: f.hex:1:4
run k.ptx --arg x=1 --arg x=2 => 2: --arg x: set twice
run k.ptx ARGUMENTS --dump ot=o.bin => 2: did you mean `out`?
run k.ptx ARGUMENTS --dump out => 2: `out` is not NAME=FILE
run k.ptx ARGUMENTS --grid 0 => 2: expected a whole number, 1 to
run k.ptx ARGUMENTS --grid 1,2,3,4 => 2: at most three
run k.ptx ARGUMENTS --block 33,32 => 2: 1056 threads in a block
run k.ptx ARGUMENTS --limit 5 => 2: more than 5 instructions
run k.ptx ARGUMENTS --gaps always => 2: --gaps: the golden model has no hardware
run k.ptx ARGUMENTS --trace => 2: --trace is for Brew programs
run p.s --arg x=5 => 2: --arg is for PTX kernels
run p.s --dump x=y => 2: --dump is for PTX kernels
run p.s --grid 2 => 2: --grid is for PTX kernels
explain vadd4.u32.u32.u32 --grid 2 => 2: --grid launches a kernel: it needs --program
explain --program k.ptx --a 1 => 2: cannot be used with
ptx --opcode vabsdif => 2: did you mean `vabsdiff`?
ptx --opcode add k.ptx => 2: cannot be used with
ptx --tree --print k.ptx => 2: cannot be used with
ptx => 2: <FILE>
";
    cases(folder.path(), &table.replace("ARGUMENTS", ARGUMENTS));
}

#[test]
fn a_kernel_that_needs_options_of_hardware_names_them() {
    for (text, options, expected) in [
        ("vset4.u32.u32.lt r1, r2, r3, r4", "", "hardware with --vset"),
        ("dp4a.u32.u32 r1, r2, r3, r4", "", "hardware with --dot"),
        (
            "vadd4.u32.u32.u32 r1, r2.b0000, r3, r4",
            "--no-selectors",
            "hardware without --no-selectors",
        ),
        (
            "vset2.u32.u32.lt.add r1, r2, r3, r4",
            "--no-vop2 --no-accumulate",
            "hardware with --vset without --no-accumulate without --no-vop2",
        ),
    ] {
        let folder = ptx_kernel::folder(&format!("{text};"));
        let (status, _, err) = ptx_kernel::run(folder.path(), &format!("--engine native --module video_alu {options}"));
        assert_eq!(status, 2, "{text}");
        has(err, &[expected]);
    }
}

#[test]
fn a_wrong_access_names_thread_instruction_and_address() {
    let folder = ptx_kernel::folder("");
    let (status, out, err) = ptx_kernel::run(folder.path(), "--grid 2 --block 3");
    assert_eq!((status, out.as_str()), (2, ""));
    has(
        err,
        &[
            "thread (1,0,0) of block (0,0,0)",
            "0x1000000010 is out of bounds",
            "k.ptx:8:1",
            "`out` from 0x1000000000",
        ],
    );
}

#[test]
fn instructions_that_are_not_executed_are_summed_up_by_cause_before_anything_runs() {
    let folder = ptx_kernel::folder(
        ".reg .f32 f; .reg .f64 e<3>;\nsin.approx.f32 f, f;\nadd.f64 e1, e1, e1;\nmul.f64 e1, e1, e1;\nlg2.approx.f32 f, f;",
    );
    for command in [
        format!("run k.ptx {ARGUMENTS}"),
        format!("explain --program k.ptx {ARGUMENTS}"),
    ] {
        let (status, out, err) = lanesmith_line(folder.path(), &command);
        assert_eq!(
            (status, out.as_str(), err.matches("error:").count()),
            (2, "", 2),
            "{err}"
        );
        let causes = [
            "`k` has 2 approximations",
            "k.ptx:8:1",
            "`k` has 2 instructions on doubles",
            "k.ptx:9:1",
        ];
        has(err, &causes);
    }
}

#[test]
fn a_run_reports_its_buffers_units_and_hardware_as_json() {
    let folder = ptx_kernel::folder("vadd4.u32.u32.u32 r1, r30, r31, r30;");
    let run = |options: &str| {
        let (status, out, err) = ptx_kernel::run(folder.path(), &format!("{options} --json"));
        assert_eq!((status, err.as_str()), (0, ""), "{out}");
        serde_json::from_str::<Value>(&out).expect("JSON alone")
    };
    let golden = run("");
    assert_eq!((&golden["entry"], &golden["instructions"]), (&"k".into(), &8.into()));
    let buffers = serde_json::json!([{"name": "out", "bytes": 16, "changed": true}]);
    let units = serde_json::json!([{"unit": "video_alu", "instructions": 1}]);
    assert_eq!(
        (&golden["buffers"], &golden["units"], &golden["hardware"]),
        (&buffers, &units, &Value::Null)
    );
    let native = run("--engine native --seed 7 --stalls heavy --vcd k.vcd");
    let hardware = &native["hardware"];
    assert_eq!((&hardware["engine"], &hardware["seed"]), (&"native".into(), &7.into()));
    assert_eq!(
        (&hardware["stalls"], &hardware["mismatch"]),
        (&"heavy".into(), &Value::Null)
    );
    assert_eq!(
        (&hardware["instructions"], &hardware["waves"]),
        (&1.into(), &"k.vcd".into())
    );
    assert_eq!(native["buffers"], golden["buffers"]);
}

#[test]
fn buffers_and_variables_come_from_files_and_go_to_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = ".version 8.0\n.target sm_80\n.address_size 64\n.global .b8 table[5] = {1, 2, 3, 4, 5};\n.entry k(.param .u64 b) {\n\
        .reg .b64 d<3>; .reg .b32 r; ld.param.u64 d1, [b]; ld.global.u32 r, [table]; st.global.u32 [d1+4], r; st.global.u8 [table+4], r; ret; }";
    fs::write(folder.path().join("k.ptx"), text).expect("writable");
    fs::write(folder.path().join("b.hex"), "01020304\n5 DEADbeef\n").expect("writable");
    fs::write(folder.path().join("t.bin"), [9, 8, 7, 6, 5]).expect("writable");
    let read = |name: &str| fs::read(folder.path().join(name)).expect(name);
    let out = printed(
        folder.path(),
        "run k.ptx --arg b=@b.hex --dump b=o.hex --dump table=t.hex",
    );
    has(
        out,
        &[
            "b: 12 bytes: 0x01020304 0x04030201 0xdeadbeef\n",
            "table: 5 bytes: 0x04030201 0x01\n",
        ],
    );
    assert_eq!(read("o.hex"), b"01020304 04030201 deadbeef\n");
    assert_eq!(read("t.hex"), b"04030201 00000001\n");
    printed(
        folder.path(),
        "run k.ptx --arg b=@b.hex --arg table=@t.bin --dump b=o.bin --dump table=t2.bin",
    );
    assert_eq!(read("o.bin"), [4, 3, 2, 1, 9, 8, 7, 6, 0xef, 0xbe, 0xad, 0xde]);
    assert_eq!(read("t2.bin"), [9, 8, 7, 6, 9]);
    // The kernel stores the byte that the variable has been given there.
    fs::write(folder.path().join("sevens.bin"), [7; 5]).expect("writable");
    let out = printed(folder.path(), "run k.ptx --arg b=@b.hex --arg table=@sevens.bin");
    has(out, &["table: 5 bytes, not changed: 0x07070707 0x07\n"]);
    let (status, _, err) = lanesmith(
        folder.path(),
        &["run", "k.ptx", "--arg", "b=@b.hex", "--arg", "table=zeros:4"],
    );
    assert_eq!(status, 2, "{err}");
}
