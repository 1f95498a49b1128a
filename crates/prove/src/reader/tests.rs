use super::*;
use std::path::Path;

fn source(text: &str) -> SourceText {
    SourceText {
        name: "t.v".into(),
        text: text.into(),
    }
}

/// A module with some ports, and `items` in it.
fn module(items: &str) -> String {
    format!(
        "`default_nettype none\nmodule t (\n  input  wire clock,\n  input  wire reset,\n  input  wire [7:0] a,\n  input  wire [7:0] b,\n  \
         output wire [7:0] q,\n  output reg  r\n);\n{items}\nendmodule\n"
    )
}

fn read_one(text: &str) -> Result<Design, Box<Refused>> {
    read(&[source(text)], "t", &[])
}

#[test]
fn every_shipped_file_is_in_the_language() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rtl_out");
    let mut count = 0;
    for folder in std::fs::read_dir(root).unwrap().flatten() {
        let lists = std::fs::read_dir(folder.path()).into_iter().flatten().flatten();
        for list in lists
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|end| end == "f"))
        {
            let names = std::fs::read_to_string(&list).unwrap();
            let text = |name: &str| source(&std::fs::read_to_string(folder.path().join(name)).unwrap());
            let sources: Vec<SourceText> = names.lines().map(text).collect();
            let top = list.file_stem().unwrap().to_str().unwrap();
            count += read(&sources, top, &[]).unwrap().modules.len();
        }
    }
    assert!(count > 100, "{count}");
}

/// Drivers of the outputs of [`module`].
const REST: &str = "assign q = a;\nalways @(posedge clock) r <= b[0];";

#[test]
fn what_the_grammar_has_is_read() {
    let whole = [
        "wire [7:0] sum = a + b + 8'd3;\nassign q = sum;\nalways @(posedge clock) r <= &{a, b, 8'h0f};",
        "localparam TOP = 7;\nlocalparam [1:0] STATE_ON = 2'd1;\nassign q = {a[TOP], a[TOP:1]} ^ {6'h0, STATE_ON};\n\
         always @(posedge clock) if (reset) r <= 1'b0; else if (a[7]) begin r <= b[0]; end",
        "assign q = (a < b) ? a : (a == b) ? ~a : {2{b[3:0]}};\nalways @(posedge clock) begin r <= ^a; if (b[0]) r <= 1'b1; end",
        "assign q = a >> b[2:0];\nalways @* begin case (a[1:0]) 2'b00, 2'b01: r = 1'b1; 2'b10: r = b[0]; default: r = 1'b0; endcase end",
        "reg [7:0] m [0:15];\nalways @(posedge clock) if (a[7]) m[a[3:0]] <= b;\nassign q = m[b[3:0]];\nalways @(posedge clock) r <= r;",
        "reg [7:0] m [0:3];\nreg [7:0] d;\nalways @(posedge clock) begin m[a[1:0]] <= b; d <= m[b[1:0]]; end\nassign q = d;\n\
         always @(posedge clock or posedge reset) begin if (reset) r <= 1'b1; else r <= a[0]; end",
        "part p (.x (a), .y (q));\nalways @(posedge clock) if (!reset) r <= a[0];\nendmodule\nmodule part (input wire [7:0] x, output wire \
         [7:0] y);\nassign y = ~x; // a `comment`",
    ];
    for items in whole {
        let design = read_one(&module(items)).unwrap_or_else(|refused| panic!("{items}: {refused}"));
        lanesmith_netlist::Flat::new(&design).unwrap_or_else(|error| panic!("{items}: {error}"));
    }
}

#[test]
fn a_later_assignment_of_a_process_wins_and_a_branch_that_sets_nothing_holds() {
    let design = read_one(&module(
        "assign q = a;\nalways @(posedge clock) begin if (a[0]) r <= 1'b1; if (a[1]) r <= 1'b0; else if (a[2]) r <= b[0]; end",
    ));
    let flat = lanesmith_netlist::Flat::new(&design.unwrap()).unwrap();
    let machine = crate::machine::NetlistMachine(&flat);
    for (a, b, before, after) in [
        (1, 0, 0, 1),
        (3, 1, 1, 0),
        (5, 0, 1, 0),
        (4, 1, 0, 1),
        (0, 1, 1, 1),
        (0, 1, 0, 0),
    ] {
        use crate::machine::TransitionSystem;
        use lanesmith_algebra::Edge;
        let word = |value: u32| (0..8).map(|bit| Edge::Constant(value >> bit & 1 != 0)).collect();
        let inputs = [("a".to_owned(), word(a)), ("b".to_owned(), word(b))].into();
        let (_, next) = machine.step(&inputs, &[Edge::Constant(before == 1)]);
        assert!(
            matches!(next[0], Edge::Constant(bit) if bit == (after == 1)),
            "{a} {b} {before}"
        );
    }
}

#[test]
fn text_outside_the_language_is_refused_at_its_place() {
    // What stands beside drivers of all outputs, and the offending text in it.
    let beside = [
        // Directives, attributes, comments that tools obey, characters.
        ("`ifdef YOSYS\n`endif", "`ifdef"),
        ("`define Q a", "`define"),
        ("`include \"more.v\"", "\""),
        ("`timescale 1ns / 1ps", "/"),
        ("`celldefine", "`celldefine"),
        ("wire [7:0] w = `SOMETHING;", "`SOMETHING"),
        ("(* keep *) wire w;", "("),
        ("wire \\a.b ;", "\\"),
        ("wire é;", "é"),
        ("/* a comment */", "/"),
        ("// synthesis translate_off", "// synthesis"),
        ("//synopsys translate_off", "//synopsys"),
        ("// Synopsys Translate_Off", "// Synopsys"),
        ("// pragma: translate_off", "// pragma:"),
        ("// verilator lint_off WIDTH", "// verilator"),
        ("// rtl_synthesis off", "// rtl_synthesis"),
        ("// a comment\rassign q = b;", "\r"),
        ("// a comment \\", "\\"),
        ("wire w = a[0];\u{c}", "\u{c}"),
        // Values at power-up, unknown values.
        ("reg x = 1'b0;", "="),
        ("initial r = 1'b0;", "initial"),
        ("wire w = 1'bx;", "1'bx"),
        ("wire w = 1'bz;", "1'bz"),
        ("wire [3:0] w = 4'b1?10;", "4'b1"),
        ("wire w = a === b;", "="),
        // Literals: a width, and a value that fits.
        ("wire [3:0] w = 4'd16;", "4'd16"),
        ("wire [7:0] w = 8'h1ff;", "8'h1ff"),
        ("wire [7:0] w = 8'b12;", "8'b12"),
        ("wire [7:0] w = 8'sd1;", "8'sd1"),
        ("wire [7:0] w = 1;", "1"),
        ("wire [7:0] w = a + 1;", "1"),
        ("wire [7:0] w = 4294967296;", "4294967296"),
        ("wire [7:0] w = 'h1;", "'"),
        ("wire [7:0] w = 8 'h1;", "'"),
        ("wire [7:0] w = \"a\";", "\"a\""),
        ("wire [7:0] w = 3.5;", "3"),
        ("wire [7:0] w = 8'h1_0;", "_0"),
        // Widths.
        ("wire [7:0] w = a[3:0];", "a[3:0]"),
        ("wire [3:0] w = a;", "a"),
        ("wire [8:0] w = a + b;", "a + b"),
        ("wire [7:0] w = a + b[3:0];", "a + b[3:0]"),
        ("wire w = a == b[3:0];", "a == b[3:0]"),
        ("wire [7:0] w = a ? b : a;", "a"),
        ("wire [7:0] w = a[0] ? b : a[3:0];", "b : a[3:0]"),
        ("wire w = a[8];", "8"),
        ("wire [3:0] w = a[8:5];", "8:5"),
        ("wire [1:0] w = a[0:1];", "0:1"),
        ("wire [1:0] w = a[7 +: 2];", "7 +: 2"),
        ("wire w = a[b[2:0]];", "b"),
        ("wire [71:0] w;", "71"),
        ("wire [7:1] w;", "1"),
        ("wire w = a[63:0];", "63:0"),
        ("wire w = |{0{a}};", "{0{a}"),
        // Signs and operators that tools interpret differently.
        ("wire signed [7:0] w = a;", "signed"),
        ("parameter signed P = 0;", "parameter"),
        ("localparam signed Q = 4'd15;", "signed"),
        ("localparam Q = 4'd15 + 4'd1;", "4'd15"),
        ("localparam [3:0] Q = 15;", "15"),
        ("localparam Q = 64;", "64"),
        ("wire [7:0] w = $signed(a) >>> 1;", "$"),
        ("wire [7:0] w = a / b;", "/"),
        ("wire [7:0] w = a % b;", "%"),
        ("wire [7:0] w = a ** b;", "*"),
        ("wire [7:0] w = a >>> 1'b1;", ">"),
        ("wire [7:0] w = -a;", "-"),
        ("wire w = !a[0];", "!"),
        ("wire w = a[0] && b[0];", "&"),
        ("wire w = ~&a;", "&"),
        // Precedence.
        ("wire [7:0] w = a & b | a;", "|"),
        ("wire [7:0] w = a - b - a;", "-"),
        ("wire [7:0] w = a * b * a;", "*"),
        ("wire [7:0] w = a == b ? a : b;", "a == b"),
        ("wire w = a < b == r;", "=="),
        // Declarations and drivers.
        ("wire w;", "w"),
        ("wire u;\nassign u = u2;", "u2"),
        ("wire w = w2;\nwire w2 = a[0];", "w2"),
        ("wire w = w;", "w"),
        ("wire a = b[0];", "a"),
        ("wire u, v;", ","),
        ("reg x;", "x"),
        ("reg x;\nassign x = a[0];", "x"),
        ("wire w;\nalways @(posedge clock) w <= a[0];", "w"),
        ("assign q = a;", "q"),
        ("assign a = b;", "a"),
        ("assign r = a[0];", "r"),
        ("wire [7:0] w;\nassign w[3:0] = a[3:0];", "["),
        ("wire [3:0] u;\nwire [3:0] v;\nassign {u, v} = a;", "{"),
        ("assign #5 q = a;", "#"),
        ("assign (strong1, pull0) q = a;", "("),
        ("wire logic = a[0];", "logic"),
        ("wire bit = a[0];", "bit"),
        ("wire always = a[0];", "always"),
        ("inout wire x;", "inout"),
        ("tri w;", "tri"),
        ("supply0 w;", "supply0"),
        ("integer i;", "integer"),
        ("genvar i;", "genvar"),
        ("generate endgenerate", "generate"),
        ("function f; input x; f = x; endfunction", "function"),
        ("task t; endtask", "task"),
        ("defparam inner.W = 3;", "defparam"),
        ("specify endspecify", "specify"),
        ("wire w = inner.hidden;", "inner"),
        ("wire w = $random;", "$"),
        // Instances.
        ("other p (.x (a));", "other"),
        ("t p (.clock (clock));", "t"),
        ("bufif1 (q, a, b);", "bufif1"),
        ("or (q[0], a[0], b[0]);", "or"),
        // Processes.
        ("reg x;\nalways @* x = a[0];", "x"),
        ("reg x;\nalways @* begin if (a[0]) x = b[0]; end", "if"),
        (
            "reg x;\nalways @* begin case (1'b1) 1'b1: x = a[0]; default: x = 1'b0; endcase end",
            "1'b1",
        ),
        (
            "localparam C = 1'b1;\nreg x;\nalways @* begin case (C) 1'b1: x = a[0]; default: x = 1'b0; endcase end",
            "C",
        ),
        (
            "reg x;\nalways @* begin case (a[0]) 1'b1: x = b[0]; endcase end",
            "endcase",
        ),
        (
            "reg x;\nreg y;\nalways @* begin case (a[0]) 1'b1: x = b[0]; default: y = b[0]; endcase end",
            "y",
        ),
        (
            "reg x;\nalways @* begin case (a[0]) 1'b1: x = b[0]; 1'b1: x = b[1]; default: x = 1'b0; endcase end",
            "1'b1",
        ),
        (
            "reg x;\nalways @* begin case (a) 1'b1: x = b[0]; default: x = 1'b0; endcase end",
            "1'b1",
        ),
        (
            "reg x;\nalways @* begin casez (a[0]) 1'b1: x = b[0]; default: x = 1'b0; endcase end",
            "casez",
        ),
        ("reg x;\nalways @(a or b) x = a[0];", "a"),
        ("reg x;\nalways @(negedge clock) x <= a[0];", "negedge"),
        ("reg x;\nalways @(posedge clock) x = a[0];", "="),
        ("reg x;\nalways @(posedge clock) x <= #1 a[0];", "#"),
        ("reg x;\nwire c = ~clock;\nalways @(posedge c) x <= a[0];", "c"),
        ("reg x;\nalways @(posedge a) x <= b[0];", "a"),
        ("always @(posedge clock) r <= a[0];", "r"),
        ("reg x;\nalways @(posedge clock) x <= a;", "a"),
        ("reg x;\nalways @(posedge clock) if (a) x <= b[0];", "a"),
        (
            "reg x;\nalways @(posedge clock) for (x = 0; x < 1; x = x + 1) x <= a[0];",
            "for",
        ),
        ("reg x;\nalways @(posedge clock) $display(a);", "$"),
        ("reg x;\nalways @(posedge clock or posedge reset) x <= a[0];", "x"),
        (
            "reg x;\nalways @(posedge clock or posedge reset) begin if (a[0]) x <= 1'b0; else x <= a[0]; end",
            "a",
        ),
        (
            "reg x;\nalways @(posedge clock or posedge reset) begin if (reset) x <= a[1]; else x <= a[0]; end",
            "x",
        ),
        (
            "reg x;\nreg y;\nalways @(posedge clock or posedge reset) begin if (reset) x <= 1'b0; else y <= a[0]; end",
            "x",
        ),
        ("reg x;\nalways_ff @(posedge clock) x <= a[0];", "always_ff"),
        ("reg x;\nalways @(posedge clock) begin : named x <= a[0]; end", ":"),
        // Memories.
        ("reg [7:0] m [0:3];\nwire [7:0] w = m[a[1:0]];", "m"),
        ("reg [7:0] m [0:3];\nwire [7:0] w;\nassign w = m[a[2:0]];", "a[2:0]"),
        ("reg [7:0] m [0:3];\nwire [7:0] w;\nassign w = m[3];", "3"),
        ("reg [7:0] m [0:3];\nwire [7:0] w;\nassign w = m[a[1:0] + b[1:0]];", "+"),
        ("reg [7:0] m [0:3];\nalways @(posedge clock) m[a[1:0]] <= b;", "m"),
        ("reg [7:0] m [3:0];", "3"),
        (
            "reg [7:0] m [0:3];\nwire [7:0] w;\nassign w = m[a[1:0]];\nalways @(posedge clock) m[a[1:0]] <= b;\n\
          always @(posedge clock) m[b[1:0]] <= a;",
            "m",
        ),
        ("assert (a);", "assert"),
        ("assign q = a", "assign"),
    ];
    assert!(beside.len() > 130, "{}", beside.len());
    for (items, offending) in beside {
        let text = module(&format!("{items}\n{REST}"));
        let Err(refused) = read_one(&text) else {
            panic!("{items} is read");
        };
        let found = &text[refused.diagnostic.span.clone()];
        assert_eq!(found, offending, "{items}: {refused}");
    }
}

#[test]
fn modules_twice_missing_in_a_circle_or_of_a_device_are_refused_by_name() {
    let refusal = |text: &str| read_one(text).expect_err("refused").to_string();
    let leaf = "module t (input wire a, output wire b);\nassign b = a;\nendmodule\n";
    let whole = format!("module t (input wire a, output wire b);\nendmodule\n{leaf}");
    assert!(refusal(&whole).starts_with("t.v:3:8: a second module `t`"));
    assert!(refusal("module u (input wire a, output wire b);\nassign b = a;\nendmodule\n").contains("no module `t`"));
    let circle = "module t (input wire a, output wire b);\nu i (.a (a), .b (b));\nendmodule\nmodule u (input wire a, output wire b);\nt i (.a \
                  (a), .b (b));\nendmodule\n";
    assert!(refusal(circle).contains("contain each other"));
    let open = "module t (input wire a, output wire b);\nu i (.a (a));\nassign b = a;\nendmodule\nmodule u (input wire a, input wire c);\nendmodule\n";
    assert!(
        refusal(open).starts_with("t.v:2:3: `c` is not connected"),
        "{}",
        refusal(open)
    );
    let narrow = "module t (input wire [3:0] a, output wire b);\nu i (.a (a[2:0] + a[3:1]), .b (b));\nendmodule\nmodule u (input wire [2:0] \
                  a, output wire b);\nassign b = &a;\nendmodule\n";
    assert!(
        refusal(narrow).starts_with("t.v:2:17: unexpected `+`"),
        "{}",
        refusal(narrow)
    );
    assert!(read(&[], "t", &[]).is_err());
}

#[test]
fn no_text_breaks_the_reader() {
    let texts = [
        "",
        "module",
        "module t",
        "module t (",
        "endmodule",
        "`",
        "\"",
        "module endmodule endmodule",
        "é",
        "module t ( endmodule",
    ];
    for text in texts {
        assert!(read_one(text).is_err(), "{text}");
    }
    let good = module(REST);
    for end in 0..good.len() - 1 {
        assert!(
            read_one(&good[..end]).is_err() || end > good.rfind("endmodule").unwrap() + 8,
            "{end}"
        );
    }
    for (open, close) in [("(", ")"), ("{", "}"), ("begin ", "end ")] {
        let deep = match open {
            "begin " => format!(
                "assign q = a;\nalways @(posedge clock) {}r <= a[0];{}",
                open.repeat(100_000),
                close.repeat(100_000)
            ),
            _ => format!("assign q = {}a{};", open.repeat(100_000), close.repeat(100_000)),
        };
        assert!(read_one(&module(&deep)).is_err());
    }
    for many in ["r ? b : ", "a + "] {
        let long = format!(
            "assign q = {}a;\nalways @(posedge clock) r <= a[0];",
            many.repeat(100_000)
        );
        assert!(read_one(&module(&long)).is_err());
    }
}
