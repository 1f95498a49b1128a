use super::*;

/// A module with a port for everything, and `items` in it.
fn module(items: &str) -> String {
    format!(
        "module t (\n  input  wire clock,\n  input  wire [7:0] a,\n  input  wire [7:0] b,\n  output wire [7:0] q\n);\n{items}\nendmodule\n"
    )
}

#[test]
fn every_shipped_file_is_accepted() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("rtl_out");
    let mut count = 0;
    for folder in std::fs::read_dir(root)
        .unwrap()
        .flatten()
        .filter(|entry| entry.path().is_dir())
    {
        for file in std::fs::read_dir(folder.path()).unwrap().flatten() {
            let name = file.file_name().into_string().unwrap();
            if name.ends_with(".v") && !name.ends_with("_tb.v") {
                let text = std::fs::read_to_string(file.path()).unwrap();
                assert_eq!(check(&text), [], "{}", file.path().display());
                count += 1;
            }
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn what_people_write_by_hand_is_accepted() {
    for items in [
        "reg [7:0] s_q;\nalways @(posedge clock) begin : hold\n if (a == 8'd3) s_q <= b; else s_q[3:0] <= b[7:4];\nend\nassign q = s_q;",
        "reg [7:0] r;\nalways @* begin\n r = a;\n case (b[1:0])\n 2'b00, 2'b01: r = a + b;\n 2'd2: begin r = r - 1; end\n default: ;\n endcase\nend\nassign q = r;",
        "reg [7:0] r;\nalways @(*) r = a[0] ? b : a;\nassign q = r;",
        "reg r;\nalways @(posedge clock or negedge b) if (!b) r <= 1'b0; else r <= a[0];\nassign q = {8{r}};",
        "reg [7:0] m [0:15];\nalways @(posedge clock) if (a[7]) m[a[3:0]] <= b;\nassign q = m[b[3:0]];",
        "genvar i;\ngenerate for (i = 0; i < 8; i = i + 1) begin : bits assign q[i] = a[7 - i]; end endgenerate",
        "localparam WIDTH = 8;\nwire [WIDTH-1:0] sum = a + b;\nassign q = sum / 8'd4 % 3;",
        "other #(.WIDTH (8), .KIND (2)) inner (.a (a), .b (b), .q (q));",
        "CCU2C #(.INIT0 (16'h96aa), .INJECT1_0 (\"NO\"), .INJECT1_1 (\"NO\")) inner (.A0 (a), .S0 (q));",
        "// what synthesis tools make of it is documented\nassign q = $signed(a) >>> 1; /* a verilator run */",
        "`timescale 1ns / 1ps\nassign q = 8 'h f0 & a[3 -: 4];",
    ] {
        assert_eq!(check(&module(items)), [], "{items}");
    }
    assert_eq!(
        check("module t #(parameter W = 8) (output wire q); assign q = 1'b0; endmodule"),
        []
    );
}

#[test]
fn text_that_tools_read_differently_is_refused_at_its_place() {
    let cases = [
        // Conditional compilation, and orders to tools.
        ("`ifdef YOSYS\nassign q = a;\n`else\nassign q = b;\n`endif", "`ifdef"),
        ("`ifndef SYNTHESIS\nassign q = a;\n`endif", "`ifndef"),
        ("`ifdef VERILATOR\n`endif", "`ifdef"),
        ("`define Q a\nassign q = `Q;", "`define"),
        ("`include \"more.v\"", "`include"),
        ("`undef YOSYS", "`undef"),
        ("`celldefine", "`celldefine"),
        ("`default_nettype tri0", "`default_nettype"),
        ("assign q = `SOMETHING;", "`SOMETHING;"),
        (
            "// synthesis translate_off\nassign q = a;\n// synthesis translate_on",
            "// synthesis translate_off",
        ),
        ("// synopsys translate_off", "// synopsys translate_off"),
        ("//synopsys translate_off", "//synopsys translate_off"),
        ("/* synopsys translate_off */", "/* synopsys translate_off "),
        ("/*synthesis translate_off*/", "/*synthesis translate_off"),
        ("// pragma translate_off", "// pragma translate_off"),
        ("// Synopsys Translate_Off", "// Synopsys Translate_Off"),
        ("// rtl_synthesis off", "// rtl_synthesis off"),
        ("// exemplar translate_off", "// exemplar translate_off"),
        ("// cadence synthesis_off", "// cadence synthesis_off"),
        ("// my own: translate_off", "// my own: translate_off"),
        ("/* verilator lint_off WIDTH */", "/* verilator lint_off WIDTH "),
        (
            "always @* case (a) // synopsys full_case parallel_case\n 8'd1: q = b; endcase",
            "// synopsys full_case parallel_case",
        ),
        (
            "always @* case (a) /* parallel_case */ 8'd1: q = b; endcase",
            "/* parallel_case ",
        ),
        ("(* full_case *) assign q = a;", "("),
        ("(* keep *) wire w;", "("),
        ("(* init = 1 *) reg r;", "("),
        // Values at power-up.
        ("reg [7:0] r = 8'd0;", "="),
        ("reg [7:0] s, r = 8'd0;", "="),
        ("reg r;\ninitial r = 1'b0;", "initial"),
        // Unknown values.
        ("assign q = 8'bx;", "8'bx"),
        ("assign q = 8'b1x10;", "8'b1x10"),
        ("assign q = 8'bz;", "8'bz"),
        ("assign q = 8'hzz;", "8'hzz"),
        ("assign q = 8'b????0000;", "8'b????0000"),
        ("assign q = 8'dx;", "8'dx"),
        ("assign q = a === b;", "==="),
        ("assign q = a !== b;", "!=="),
        ("assign q = a / b;", "/"),
        ("assign q = a % b;", "%"),
        ("assign q = a / 0;", "/"),
        ("assign q = a / (4);", "/"),
        ("assign q = a % 8'h00;", "%"),
        ("assign q = a ** b;", "**"),
        ("always @* casez (a) 8'b1: q = b; endcase", "casez"),
        ("always @* casex (a) 8'b1: q = b; endcase", "casex"),
        // Drivers.
        ("inout wire [7:0] p;", "inout"),
        ("tri [7:0] w;", "tri"),
        ("wand w;", "wand"),
        ("wor w;", "wor"),
        ("tri1 w;", "tri1"),
        ("supply0 w;", "supply0"),
        ("trireg w;", "trireg"),
        ("assign (strong1, pull0) q = a;", "strong1"),
        ("bufif1 (q, a, b);", "bufif1"),
        ("or (q[0], a[0], b[0]);", "or"),
        // Time.
        ("assign #5 q = a;", "#"),
        ("assign #(5) q = a;", "#"),
        ("wire #3 w = a[0];", "#"),
        ("always #5 r = ~r;", "#"),
        ("always @(posedge clock) r <= #1 a;", "#"),
        ("always @(posedge clock) #1 r <= a;", "#"),
        ("always @(posedge clock) begin : late #(5) r <= a; end", "#"),
        ("always @(posedge clock) @(negedge clock) r <= a;", "@"),
        ("always r <= a;", "r"),
        ("always @(posedge clock) wait (a) r <= b;", "wait"),
        ("specify (a => q) = 5; endspecify", "specify"),
        ("always @(posedge clock) fork r <= a; join", "fork"),
        ("event e;", "event"),
        ("always @(posedge clock) -> e;", "->"),
        // Processes that simulators run at other times, or in another order.
        ("always @(a) r = a + b;", "a"),
        ("always @(a or b) r = a + b;", "a"),
        ("always @(a, b) r = a + b;", "a"),
        ("always @(posedge clock or a) r <= a;", "a"),
        ("always @* r = 8'd1;", "always"),
        ("always @* begin q = t; t = a; end", "t"),
        ("always @* t = t + a;", "t"),
        ("always @* begin if (a[0]) r = t[0]; t = b; end", "t"),
        ("always @(posedge clock) r = a;", "="),
        ("always @(posedge clock) begin s <= r; if (a) r = a; end", "="),
        ("always @* r <= a;", "<="),
        (
            "always @(posedge clock) for (i = 0; i < 4; i = i + 1) m[i] <= a;",
            "for",
        ),
        ("always @(posedge clock) assign r = a;", "assign"),
        ("always @(posedge clock) begin reg s; s <= a; end", "reg"),
        ("always @(posedge clock) $display(a);", "$display"),
        ("always_comb r = a;", "always_comb"),
        ("always_ff @(posedge clock) r <= a;", "always_ff"),
        // What is left to tools in other ways.
        ("function f; input x; f = x; endfunction", "function"),
        ("task t; endtask", "task"),
        ("integer i;", "integer"),
        ("real r;", "real"),
        ("defparam inner.W = 3;", "defparam"),
        ("assign q = inner.hidden;", "."),
        ("other inner (.*);", ".*"),
        ("other inner (.a, .q);", "."),
        ("assign \\q.a = a;", "\\q.a"),
        ("wire logic;", "logic"),
        ("wire bit;", "bit"),
        ("assign q = $random;", "$random"),
        ("assign q = $anyconst;", "$anyconst"),
        ("\\$dff #(.WIDTH (1)) r (.CLK (clock));", "\\$dff"),
        ("$_DFF_P_ r (.C (clock));", "$_DFF_P_"),
        ("assign q = \"a\";", "\"a\""),
        ("other inner (.a (\"NO\"));", "\"NO\""),
        ("other #(.KIND ({\"NO\"})) inner (.a (a));", "\"NO\""),
        ("other #(.KIND (\"N O\")) inner (.a (a));", "\"N O\""),
        ("other #(.KIND (\"\")) inner (.a (a));", "\"\""),
        ("assign q = 3.5;", "3.5"),
        ("assign q = 4'd16;", "4'd16"),
        ("assign q = 8'h1ff;", "8'h1ff"),
        ("assign q = 4294967296;", "4294967296"),
        ("assign q = 8'b12;", "8'b12"),
        ("assign q = {0{a}};", "{"),
        ("wire é;", "é"),
        ("/* no end", "/*"),
        ("assert (a);", "assert"),
        ("config c; endconfig", "config"),
        ("primitive p (o, i); endprimitive", "primitive"),
    ];
    assert!(cases.len() > 100);
    for (items, offending) in cases {
        let text = module(items);
        let errors = check(&text);
        let found = errors.iter().map(|error| &text[error.span.clone()]);
        assert!(
            found.clone().any(|found| found == offending),
            "{items}: {:?}",
            found.collect::<Vec<_>>()
        );
        let (line, _) = errors[0].position(&text);
        let lines = text[..text.find(items).unwrap()].matches('\n').count() + 1;
        assert!(
            (lines..=lines + items.matches('\n').count()).contains(&line),
            "{items}: line {line}"
        );
    }
    let header = "module t (output reg q = 1'b0);\nendmodule\n";
    assert_eq!(&header[check(header)[0].span.clone()], "=");
}

#[test]
fn the_documentation_lists_every_keyword_and_function_that_is_accepted() {
    let page = include_str!("../../../docs/proofs.md");
    let row = |name: &str| -> Vec<&str> {
        let line = page
            .lines()
            .find(|line| line.starts_with(&format!("| {name} |")))
            .expect(name);
        line.split('`').skip(1).step_by(2).collect()
    };
    let mut words: Vec<&str> = ACCEPTED.to_vec();
    words.push("always");
    words.extend(IN_ALWAYS.iter().map(|(word, _)| *word));
    words.sort();
    assert_eq!(row("keywords"), words);
    assert_eq!(row("functions"), FUNCTIONS);
}

#[test]
fn no_text_breaks_the_reader() {
    for text in [
        "",
        "always",
        "always @",
        "always @(",
        "always @(posedge",
        "always @*",
        "always @* begin",
        "always @* if",
        "always @* if (",
        "always @* case (a)",
        "always @* case (a) b",
        "always @* {",
        "always @* a[",
        "always @* begin :",
        "#",
        "'",
        "8'",
        "8's",
        "`",
        "\\",
        "$",
        "/",
        "(",
        "(*",
        "\"",
        "reg",
        ".",
        "1'b",
        "é",
        "always @* a = b ? c",
        "module m #(",
        "/",
        "a / 8'q",
    ] {
        check(text);
    }
    let deep = format!("always @* {}", "begin ".repeat(100_000));
    assert!(!check(&deep).is_empty());
    assert_eq!(
        first_error("x.v", "module m;\n  initial a = 1;\nendmodule\n").unwrap(),
        "x.v:2:3: `initial` is not accepted; expected synthesis may ignore initial values, and a proof begins with any value"
    );
}
