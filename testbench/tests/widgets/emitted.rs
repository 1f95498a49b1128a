//! What an event simulator, in which registers start unknown, sees of rust-hdl's flip-flops.

use super::{accepted, netlist};
use crate::lowering::text::available;
use lanesmith::verilog::{Banner, emit};
use std::process::Command;

const BENCH: &str = "
module bench;
  reg clock = 0;
  wire reset;
  top dut(clock, reset);
  initial begin
    #1 $display(\"%b\", reset);
    repeat (600) #1 clock = !clock;
    #1 $display(\"%b\", reset);
  end
endmodule
";

#[test]
fn a_flip_flop_of_rust_hdl_starts_at_0_in_emitted_verilog() {
    if !available() {
        return;
    }
    let widget = accepted()
        .find(|widget| widget.name == "`AutoReset`")
        .expect("the widget");
    let (design, _) = netlist(&*(widget.make)()).expect("a netlist");
    let text: String = emit(&design, &Banner::default())
        .into_iter()
        .map(|file| file.text)
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let (source, program) = (folder.path().join("bench.v"), folder.path().join("bench.vvp"));
    std::fs::write(&source, format!("{text}{BENCH}")).unwrap();
    let compiled = Command::new("iverilog")
        .args(["-g2005", "-o"])
        .args([&program, &source])
        .status()
        .unwrap();
    assert!(compiled.success(), "{text}");
    let shown = Command::new("vvp").arg("-n").arg(&program).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&shown.stdout), "1\n0\n", "{text}");
}
