//! `lanesmith board`.

use super::configuration::{Configuration, OnBoards};
use super::flow::{deliver, execute, installed, megahertz, store};
use super::number::whole;
use super::{CommandOutcome, Failure, Run, say};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use lanesmith::board::{BOARDS, Board, self_test};
use lanesmith::files::{self, Scratch};
use lanesmith::rtl::board::MOST_INSTRUCTIONS;
use lanesmith::unit::Emission;
use lanesmith::verilog::{Banner, EmittedFile, emit};
use std::fs;
use std::path::{Path, PathBuf};

/// Makes a bitstream with a self-test of a unit for an FPGA board
///
/// The design offers pseudo-random instructions to the unit, and compares the signature of the results with that of the golden model.
/// A serial line (115200 baud, 8N1) and two LEDs show the result. yosys, nextpnr and icepack or ecppack make the bitstream, as
/// installed programs or as the yowasp packages of the Python Package Index. docs/board.md describes design and boards.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 files written; 2 bad input, a tool is missing, or the design does not fit the device or its clock.

Examples:
  lanesmith board --board icebreaker --out icebreaker
  lanesmith board --board ulx3s --vset --dot --out ulx3s
  lanesmith board --board icebreaker --module byte_permute --sources-only --out rtl")]
pub(super) struct BoardCommand {
    /// The board
    #[arg(long, value_name = "BOARD", value_parser = board())]
    board: &'static Board,
    /// The folder for Verilog, constraints, netlist and bitstream; created if it does not exist
    #[arg(long, value_name = "DIR", default_value = "board", value_parser = super::out::folder())]
    out: PathBuf,
    /// Replaces files in the folder that have other contents
    #[arg(long)]
    force: bool,
    /// Number of instructions
    #[arg(long, value_name = "N", default_value_t = 1 << 20, value_parser = whole::<u32>(1..=MOST_INSTRUCTIONS.into()))]
    instructions: u32,
    /// Lets yosys use the multipliers of the device
    #[arg(long)]
    dsp: bool,
    /// Writes Verilog and constraints only, for which no tool is needed
    #[arg(long, conflicts_with = "dsp")]
    sources_only: bool,
    #[command(flatten)]
    configuration: Configuration<OnBoards>,
}

fn board() -> impl TypedValueParser<Value = &'static Board> {
    let value = |board: &Board| PossibleValue::new(board.name).help(board.description);
    PossibleValuesParser::new(BOARDS.iter().map(value)).map(|name| {
        BOARDS
            .iter()
            .find(|board| board.name == name)
            .expect("one of the values")
    })
}

impl Run for BoardCommand {
    fn run(self) -> Result<CommandOutcome, Failure> {
        files::check_folder(&self.out)?;
        let selection = self.configuration.selection()?;
        let tools = (!self.sources_only).then(|| Tools::find(self.board)).transpose()?;
        let (design, signature) = self_test(&selection, self.board, self.instructions).map_err(Failure::new)?;
        let banner = Emission::from(selection).banner();
        let options = format!(
            "lanesmith board --board {} --instructions {}",
            self.board.name, self.instructions
        );
        let banner = Banner {
            command: banner.command.replacen("lanesmith generate", &options, 1),
            ..banner
        };
        let mut written = emit(&design, &banner);
        let (name, text) = self.board.constraints();
        let text = banner.text().replace("//", "#") + &text;
        written.push(EmittedFile {
            name: name.into(),
            text,
        });
        let folder = Scratch::new().map_err(Failure::new)?;
        for file in &written {
            store(&folder.path().join(&file.name), &file.text)?;
        }
        let mut contents: Vec<(String, Vec<u8>)> = vec![];
        let mut lines = vec![format!("{} results, signature {signature:010x}", self.instructions)];
        if let Some(tools) = tools {
            lines.push(tools.implement(self.board, folder.path(), &written, self.dsp)?);
            for name in ["board_netlist.v", bitstream(self.board)] {
                contents.push((name.into(), fs::read(folder.path().join(name)).map_err(Failure::new)?));
            }
        }
        contents.extend(written.into_iter().map(|file| (file.name, file.text.into_bytes())));
        deliver(&self.out, &contents, self.force)?;
        say!(
            "{}: {} on {}, {} files written",
            self.out.display(),
            selection.name(),
            self.board.name,
            contents.len()
        )?;
        lines.iter().try_for_each(say)?;
        Ok(CommandOutcome::Success)
    }
}

/// The file for the programmer.
fn bitstream(board: &Board) -> &'static str {
    match board.family {
        "ice40" => "board.bin",
        _ => "board.bit",
    }
}

/// The programs for a board.
struct Tools {
    synthesis: String,
    route: String,
    pack: String,
}

impl Tools {
    /// Error: one is missing.
    fn find(board: &Board) -> Result<Self, Failure> {
        let route = format!("nextpnr-{}", board.family);
        let pack = if board.family == "ice40" { "icepack" } else { "ecppack" };
        let find = |name: &str| installed(name).map(|installed| installed.program);
        Ok(Tools {
            synthesis: find("yosys")?,
            route: find(&route)?,
            pack: find(pack)?,
        })
    }

    /// Synthesises the files in a folder, places, routes and packs; a line with cells and clock. Error: what a tool says.
    fn implement(&self, board: &Board, folder: &Path, files: &[EmittedFile], dsp: bool) -> Result<String, Failure> {
        let family = board.family;
        let sources = files.iter().filter(|file| file.name.ends_with(".v"));
        let read: String = sources.map(|file| format!("read_verilog {}; ", file.name)).collect();
        let dsp = if dsp && family == "ice40" {
            "-dsp "
        } else if !dsp && family == "ecp5" {
            "-nodsp "
        } else {
            ""
        };
        let script =
            format!("{read}synth_{family} {dsp}-top board -json board.json; write_verilog -noattr board_netlist.v");
        execute(folder, &self.synthesis, &["-q", "-p", &script])?;
        let (constraints, _) = board.constraints();
        let (kind, routed) = match family {
            "ice40" => ("--pcf", ["--asc", "board.asc"]),
            _ => ("--lpf", ["--textcfg", "board.config"]),
        };
        let mut options = board.device.to_vec();
        let frequency = board.megahertz.to_string();
        options.extend([
            "--freq",
            &frequency,
            "--seed",
            "1",
            "--json",
            "board.json",
            kind,
            constraints,
        ]);
        options.extend(routed);
        let log = execute(folder, &self.route, &options)?;
        execute(folder, &self.pack, &[routed[1], bitstream(board)])?;
        Ok(summary(&log, board))
    }
}

/// Cells and clock of nextpnr's log.
fn summary(log: &str, board: &Board) -> String {
    let cells = [
        "ICESTORM_LC",
        "ICESTORM_RAM",
        "ICESTORM_DSP",
        "TRELLIS_COMB",
        "DP16KD",
        "MULT18X18D",
    ];
    let count = |cell: &&str| {
        let line = log.lines().find(|line| line.contains(&format!("{cell}:")))?;
        let words: Vec<&str> = line.split_whitespace().collect();
        let at = words.iter().position(|word| word.trim_end_matches(':') == *cell)?;
        Some(format!("{cell} {} {}", words.get(at + 1)?, words.get(at + 2)?))
    };
    let mut found: Vec<String> = cells.iter().filter_map(count).collect();
    let reached = megahertz(log).map_or("unknown".to_owned(), |clock| format!("{clock:.2} MHz"));
    found.push(format!("clock {reached} of {} MHz", board.megahertz));
    found.join(", ")
}
