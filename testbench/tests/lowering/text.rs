//! Combinational Verilog through iverilog.

use std::fmt::Write;
use std::process::Command;

/// Whether iverilog is installed; says so if not.
pub fn available() -> bool {
    crate::emission::available("iverilog")
}

/// The outputs of module `top` for each row of inputs; `None` if iverilog refuses the text. Unknown bits make the
/// value `u64::MAX`, which no output of these tests has.
pub fn run(
    text: &str,
    names: &[String],
    widths: &[u32],
    is_output: &[bool],
    stimulus: &[Vec<u64>],
) -> Option<Vec<Vec<u64>>> {
    let mut bench = format!("{text}\nmodule bench;\n");
    for i in 0..names.len() {
        let kind = if is_output[i] { "wire" } else { "reg" };
        writeln!(bench, "{kind} [{}:0] p{i};", widths[i] - 1).unwrap();
    }
    let connections: Vec<String> = names
        .iter()
        .enumerate()
        .map(|(i, name)| format!(".\\{name} (p{i})"))
        .collect();
    writeln!(bench, "top dut({});\ninitial begin", connections.join(", ")).unwrap();
    let inputs: Vec<usize> = (0..names.len()).filter(|i| !is_output[*i]).collect();
    let outputs: Vec<String> = (0..names.len())
        .filter(|i| is_output[*i])
        .map(|i| format!("p{i}"))
        .collect();
    let format = vec!["%h"; outputs.len()].join(" ");
    for row in stimulus {
        for (i, value) in inputs.iter().zip(row) {
            write!(bench, "p{i} = {}'h{value:x}; ", widths[*i]).unwrap();
        }
        writeln!(bench, "#1 $display(\"{format}\", {});", outputs.join(", ")).unwrap();
    }
    bench.push_str("end\nendmodule\n");
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("bench.v");
    let program = folder.path().join("bench.vvp");
    std::fs::write(&source, bench).unwrap();
    let compiled = Command::new("iverilog")
        .arg("-g2005")
        .arg("-o")
        .args([&program, &source])
        .output()
        .unwrap();
    if !compiled.status.success() {
        return None;
    }
    let shown = Command::new("vvp").arg("-n").arg(&program).output().unwrap();
    let shown = String::from_utf8(shown.stdout).unwrap();
    let number = |word: &str| u64::from_str_radix(word, 16).unwrap_or(u64::MAX);
    Some(
        shown
            .lines()
            .map(|line| line.split_whitespace().map(number).collect())
            .collect(),
    )
}
