//! The timing diagrams of the documentation: `docs/timing/NAME.json` (WaveDrom) holds what a run shows, `NAME.svg` is drawn from it.

use crate::program::lanesmith_line;
use crate::waves::read;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fmt::Write;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use wellen::simple::Waveform;

/// How a signal is drawn.
enum Shape<'a> {
    /// A line.
    Bit,
    /// Hexadecimal digits in cycles in which this signal is 1.
    Hex(&'a str),
    /// Names from this filter file in such cycles.
    Names(&'a str, &'a str),
}
use Shape::{Bit, Hex, Names};

/// A diagram: its file, the command with waves in `w.vcd`, the cycles, the rows, and the pages that show it.
struct Diagram {
    name: &'static str,
    command: &'static str,
    cycles: Range<u64>,
    /// A line for each row: its name, the signal, and the signal that says when it has a value. Without one it is a bit, with a filter
    /// file before it the values have names.
    rows: &'static str,
    page: &'static str,
}

const DIAGRAMS: [Diagram; 5] = [
    Diagram {
        name: "video_alu",
        command: "simulate --random 100 --gaps heavy --seed 2",
        cycles: 7..17,
        rows: "\
in_valid video_alu.in_valid
in_ready video_alu.in_ready
instruction request.instruction instruction video_alu.in_valid
in_tag video_alu.in_tag video_alu.in_valid
out_valid video_alu.out_valid
out_ready video_alu.out_ready
out_tag video_alu.out_tag video_alu.out_valid
out_d video_alu.out_d video_alu.out_valid
expected response.expected video_alu.out_valid",
        page: "video-alu.md",
    },
    Diagram {
        name: "riscv_pcpi",
        command: "simulate --module riscv_pcpi --random 100 --seed 7",
        cycles: 10..19,
        rows: "\
pcpi_valid riscv_pcpi.pcpi_valid
pcpi_insn riscv_pcpi.pcpi_insn riscv_pcpi.pcpi_valid
instruction request.instruction instruction riscv_pcpi.pcpi_valid
pcpi_wait riscv_pcpi.pcpi_wait
pcpi_ready riscv_pcpi.pcpi_ready
pcpi_wr riscv_pcpi.pcpi_wr
pcpi_rd riscv_pcpi.pcpi_rd riscv_pcpi.pcpi_ready
expected response.expected riscv_pcpi.pcpi_ready",
        page: "riscv-picorv32.md",
    },
    Diagram {
        name: "riscv_cfu",
        command: "simulate --module riscv_cfu --random 100 --gaps heavy --stalls heavy --seed 5",
        cycles: 2..10,
        rows: "\
cmd_valid riscv_cfu.cmd_valid
cmd_ready riscv_cfu.cmd_ready
instruction request.instruction instruction riscv_cfu.cmd_valid
rsp_valid riscv_cfu.rsp_valid
rsp_ready riscv_cfu.rsp_ready
rsp_payload_outputs_0 riscv_cfu.rsp_payload_outputs_0 riscv_cfu.rsp_valid
expected response.expected riscv_cfu.rsp_valid",
        page: "riscv-vexriscv.md",
    },
    Diagram {
        name: "riscv_cv_x_if",
        command: "simulate --module riscv_cv_x_if --random 100 --seed 7",
        cycles: 2..10,
        rows: "\
issue_valid riscv_cv_x_if.issue_valid
issue_ready riscv_cv_x_if.issue_ready
instruction request.instruction instruction riscv_cv_x_if.issue_valid
issue_req_id riscv_cv_x_if.issue_req_id riscv_cv_x_if.issue_valid
issue_resp_accept riscv_cv_x_if.issue_resp_accept
commit_valid riscv_cv_x_if.commit_valid
commit_id riscv_cv_x_if.commit_id riscv_cv_x_if.commit_valid
result_valid riscv_cv_x_if.result_valid
result_id riscv_cv_x_if.result_id riscv_cv_x_if.result_valid
result_data riscv_cv_x_if.result_data riscv_cv_x_if.result_valid
expected response.expected riscv_cv_x_if.result_valid",
        page: "riscv-cv32e40x.md",
    },
    Diagram {
        name: "brew_datapath",
        command: "run sim/programs/luma.s --engine native",
        cycles: 2..8,
        rows: "\
in_valid brew_datapath.in_valid
in_ready brew_datapath.in_ready
offered offered.instruction instruction brew_datapath.in_valid
retire_valid brew_datapath.retire_valid
retiring retiring.instruction instruction brew_datapath.retire_valid
retire_register brew_datapath.retire_register expected.write
retire_value brew_datapath.retire_value expected.write
expected expected.value expected.write",
        page: "brew.md",
    },
];

/// WaveDrom's tree.
#[derive(Serialize)]
struct Picture {
    signal: Vec<Row>,
    head: Head,
    config: Config,
}

#[derive(Serialize)]
struct Row {
    name: &'static str,
    wave: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    data: Vec<String>,
}

#[derive(Serialize)]
struct Head {
    text: String,
    /// The number of the first cycle.
    tick: u64,
}

#[derive(Serialize)]
struct Config {
    hscale: u32,
}

/// The diagram as a run shows it today.
fn drawn(diagram: &Diagram) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let waves = folder.path().join("w.vcd");
    let line = format!("{} --vcd {}", diagram.command, waves.display());
    let (status, _, said) = lanesmith_line(Path::new("."), &line);
    assert_eq!(status, 0, "{said}");
    let mut reader = wellen::simple::read(&waves).expect("a readable VCD");
    let mut longest = 0;
    let mut signal = vec![Row {
        name: "clock",
        wave: "p".to_owned() + &".".repeat((diagram.cycles.end - diagram.cycles.start - 1) as usize),
        data: vec![],
    }];
    for line in diagram.rows.lines() {
        let words: Vec<&'static str> = line.split(' ').collect();
        let (name, path, shape) = match words[..] {
            [name, path] => (name, path, Bit),
            [name, path, valid] => (name, path, Hex(valid)),
            [name, path, subject, valid] => (name, path, Names(subject, valid)),
            _ => panic!("{line}"),
        };
        let row = row(&mut reader, (name, path, &shape), diagram.cycles.clone(), folder.path());
        longest = row.data.iter().map(String::len).chain([longest]).max().unwrap_or(0);
        signal.push(row);
    }
    let expected = signal.last().expect("a row");
    assert!(!expected.data.is_empty(), "{}: no result is shown", diagram.name);
    let picture = Picture {
        signal,
        head: Head {
            text: format!("lanesmith {} --vcd w.vcd", diagram.command),
            tick: diagram.cycles.start,
        },
        // A cycle has 40 units for each, a character some 6.
        config: Config {
            hscale: (longest as u32 * 6 + 20).div_ceil(40).max(1),
        },
    };
    serde_json::to_string_pretty(&picture).expect("JSON") + "\n"
}

/// The names of values; long ones are spread over several filter files, with a dot where a name has no further part.
fn names(folder: &Path, subject: &str) -> HashMap<u64, String> {
    let mut names: HashMap<u64, String> = HashMap::new();
    let files = [format!("w.{subject}.txt")].into_iter();
    let files = files.chain((2..).map(|part| format!("w.{subject}{part}.txt")));
    for text in files.map_while(|file| fs::read_to_string(folder.join(file)).ok()) {
        for (value, part) in text.lines().skip(1).filter_map(|line| line.split_once(' ')) {
            let value = u64::from_str_radix(value, 16).expect("digits");
            let name = names.entry(value).or_default();
            match part {
                "\u{a0}" => {}
                part if name.is_empty() => name.push_str(part),
                part => *name += &format!(" {part}"),
            }
        }
    }
    names
}

fn row(
    waves: &mut Waveform,
    (name, path, shape): (&'static str, &str, &Shape),
    cycles: Range<u64>,
    folder: &Path,
) -> Row {
    let names = match shape {
        Names(subject, _) => names(folder, subject),
        _ => HashMap::new(),
    };
    let mut row = Row {
        name,
        wave: String::new(),
        data: vec![],
    };
    let mut last = None;
    for cycle in cycles {
        let mut at = |path: &str| read(waves, &format!("testbench.{path}"), cycle);
        let shown = match shape {
            Bit => Some(at(path).to_string()),
            Hex(valid) => (at(valid) != 0).then(|| format!("{:x}", at(path))),
            Names(_, valid) => (at(valid) != 0).then(|| names[&at(path)].clone()),
        };
        if last.as_ref() == Some(&shown) {
            row.wave.push('.');
            continue;
        }
        match (&shown, shape) {
            (Some(bit), Bit) => row.wave += bit,
            (Some(text), _) => {
                row.wave.push('=');
                row.data.push(text.clone());
            }
            (None, _) => row.wave.push('x'),
        }
        last = Some(shown);
    }
    row
}

fn file(name: &str, extension: &str) -> PathBuf {
    Path::new("docs/timing").join(format!("{name}.{extension}"))
}

#[test]
fn timing_diagrams_show_what_runs_show_today() {
    for diagram in &DIAGRAMS {
        let (path, today) = (file(diagram.name, "json"), drawn(diagram));
        if std::env::var_os("LANESMITH_UPDATE").is_some() {
            fs::write(&path, &today).expect("written");
        }
        let committed = fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(committed, today, "{}: LANESMITH_UPDATE=1 writes it", path.display());
    }
}

#[test]
fn pictures_are_drawn_from_the_timing_diagrams_and_pages_show_them() {
    for diagram in &DIAGRAMS {
        let json = fs::read(file(diagram.name, "json")).expect("a diagram");
        let digest = Sha256::digest(&json).iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        });
        let path = file(diagram.name, "svg");
        let picture = fs::read_to_string(&path).expect("a picture");
        assert!(
            picture.starts_with(&format!("<!-- drawn from JSON with SHA-256 {digest} -->\n<svg ")),
            "{}: python docs/pictures/draw.py draws it",
            path.display()
        );
        let page = fs::read_to_string(Path::new("docs").join(diagram.page)).expect("a page");
        let link = format!("](timing/{}.svg)", diagram.name);
        assert!(page.contains(&link), "{} does not show {link}", diagram.page);
    }
}
