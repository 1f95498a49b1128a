//! Inner loops as a compiler writes them (`sim/programs/`), unedited, beside plain C versions of the same loops.

use crate::settings::first_seed;
use crate::skip::skipped;
use lanesmith::execution::PtxExecution;
use lanesmith::ptx::PtxModule;
use lanesmith::sim::testbench::Random;
use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The programs that have a C version in `testbench/ptx_programs/`.
const PROGRAMS: [&str; 11] = [
    "sad_search",
    "smith_waterman",
    "ray_box",
    "gemm_tail",
    "radix_digit",
    "colour_blend",
    "luma_shuffle",
    "histogram_bin",
    "threshold",
    "audio_mix",
    "yuv_to_rgb",
];

/// Random inputs of each program on the golden models, and those of them that also run on hardware.
const GOLDEN: usize = 500;
const HARDWARE: usize = 3;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A program, its parameters with the largest value of each, and the registers that it stores.
struct Kernel {
    name: &'static str,
    path: PathBuf,
    text: String,
    parameters: Vec<(String, u32)>,
    stored: Vec<String>,
}

impl Kernel {
    fn read(name: &'static str) -> Self {
        let path = root().join(format!("sim/programs/{name}.ptx"));
        let text = fs::read_to_string(&path).expect("a program");
        let parameter = |line: &str| {
            let (kind, name) = line.trim().strip_prefix(".param ")?.split_once(' ')?;
            let most = match kind {
                ".u8" => 0xff,
                ".u16" => 0xffff,
                ".u32" => u32::MAX,
                _ => return None,
            };
            Some((name.trim_end_matches(',').to_owned(), most))
        };
        let stored = |line: &str| {
            let (_, register) = line.trim().strip_prefix("st.global.u32 ")?.split_once(", ")?;
            Some(register.trim_end_matches(';').to_owned())
        };
        Kernel {
            parameters: text.lines().filter_map(parameter).collect(),
            stored: text.lines().filter_map(stored).collect(),
            name,
            path,
            text,
        }
    }

    /// Values of the parameters: any, or small ones, which meet conditions more often.
    fn inputs(&self, random: &mut Random) -> Vec<u32> {
        let kind = random.below(4);
        let value = |(_, most): &(String, u32)| {
            let any = random.bits() as u32;
            let value = match kind {
                0 => any,
                1 => any & 0x1f,
                2 => any & 0x0f0f_0f0f,
                _ => [0, u32::MAX, 0x7fff_ffff, 0x8000_0000, 0x80ff_7f01, any][random.below(6) as usize],
            };
            value & most
        };
        self.parameters.iter().map(value).collect()
    }

    /// The outputs of the C version.
    fn compiled(&self, folder: &Path, inputs: &[Vec<u32>]) -> Vec<Vec<u32>> {
        let sources = root().join("testbench/ptx_programs");
        let program = folder.join(self.name);
        let status = Command::new("cc")
            .args(["-O1", "-fwrapv", "-Wall", "-Werror", "-o"])
            .arg(&program)
            .args([
                format!("-DKERNEL={}", self.name),
                format!("-DINPUTS={}", self.parameters.len()),
                format!("-DOUTPUTS={}", self.stored.len()),
            ])
            .args([sources.join("main.c"), sources.join(format!("{}.c", self.name))])
            .status()
            .expect("a C compiler");
        assert!(status.success(), "{}", self.name);
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the compiled loop");
        let lines = inputs.iter().map(|inputs| words(inputs) + "\n").collect::<String>();
        let mut stdin = child.stdin.take().expect("piped");
        let writer = std::thread::spawn(move || stdin.write_all(lines.as_bytes()).expect("it reads"));
        let output = child.wait_with_output().expect("it ends");
        writer.join().expect("written");
        let text = String::from_utf8(output.stdout).expect("numbers");
        let numbers = |line: &str| line.split(' ').map(|word| word.parse().expect("a number")).collect();
        text.lines().map(numbers).collect()
    }

    /// The stored registers after execution by the golden models.
    fn golden(&self, module: &PtxModule, inputs: &[u32]) -> Vec<u32> {
        let initial = |name: &str| {
            let index = self.parameters.iter().position(|(parameter, _)| parameter == name);
            index.map(|index| inputs[index])
        };
        let execution = PtxExecution::new(module, initial).unwrap_or_else(|unset| panic!("{}: {unset:?}", self.name));
        let found = execution.registers();
        let values: HashMap<&str, u32> = found
            .filter_map(|(register, value)| Some((register.name.as_str(), value?)))
            .collect();
        self.stored.iter().map(|register| values[&register[..]]).collect()
    }

    /// The stored registers after a run of the command in its first lines on these inputs.
    fn hardware(&self, engine: &str, seed: u64, inputs: &[u32]) -> Vec<u32> {
        let comment = self.text.lines().nth(1).expect("a command");
        let options = comment
            .split_whitespace()
            .filter(|word| ["--vset", "--dot"].contains(word));
        let sets = self.parameters.iter().zip(inputs);
        let sets: Vec<String> = sets.map(|((name, _), value)| format!("{name}={value}")).collect();
        let output = Command::new(env!("CARGO_BIN_EXE_lanesmith"))
            .args(["simulate", "--engine", engine, "--seed", &seed.to_string(), "--program"])
            .arg(&self.path)
            .args(options)
            .args(["--set", &sets.join(",")])
            .output()
            .expect("a run");
        let (out, err) = (
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr),
        );
        assert!(
            output.status.success() && out.contains("no mismatch"),
            "{}: {out}{err}",
            self.name
        );
        let value = |register: &String| {
            let begin = format!("{register} = 0x");
            let line = out.lines().find_map(|line| line.strip_prefix(&begin));
            let digits = line.unwrap_or_else(|| panic!("{}: no {register} in {out}", self.name));
            u32::from_str_radix(digits, 16).expect("a number")
        };
        self.stored.iter().map(value).collect()
    }
}

fn words(values: &[u32]) -> String {
    let words: Vec<String> = values.iter().map(u32::to_string).collect();
    words.join(" ")
}

#[test]
fn unedited_inner_loops_give_the_results_of_their_c_versions_on_golden_and_on_hardware() {
    if Command::new("cc").arg("--version").output().is_err() {
        return skipped("no C compiler, cc");
    }
    let seed = first_seed();
    println!("LANESMITH_SEED={seed}");
    let folder = tempfile::tempdir().expect("a folder");
    let mut random = Random::new(seed);
    for name in PROGRAMS {
        let kernel = Kernel::read(name);
        let module = PtxModule::parse(&kernel.text).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        let inputs: Vec<Vec<u32>> = (0..GOLDEN).map(|_| kernel.inputs(&mut random)).collect();
        let wanted = kernel.compiled(folder.path(), &inputs);
        assert_eq!((wanted.len(), wanted[0].len()), (GOLDEN, kernel.stored.len()), "{name}");
        for (inputs, wanted) in inputs.iter().zip(&wanted) {
            assert_eq!(
                &kernel.golden(&module, inputs),
                wanted,
                "{name} {inputs:x?}, seed {seed}"
            );
        }
        let distinct: std::collections::HashSet<&Vec<u32>> = wanted.iter().collect();
        assert!(distinct.len() > GOLDEN / 20, "{name}: {}", distinct.len());
        for (i, (inputs, wanted)) in inputs.iter().zip(&wanted).take(HARDWARE).enumerate() {
            let engine = if i == 0 { "rust-hdl" } else { "native" };
            let got = kernel.hardware(engine, seed, inputs);
            assert_eq!(&got, wanted, "{name} on {engine} {inputs:x?}, seed {seed}");
        }
    }
}

#[test]
fn every_c_version_belongs_to_a_program_of_the_test() {
    let entries = fs::read_dir(root().join("testbench/ptx_programs")).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").path());
    let mut found: Vec<String> = names
        .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
        .filter(|name| name != "main")
        .collect();
    let mut wanted = PROGRAMS.map(str::to_owned);
    found.sort();
    wanted.sort();
    assert_eq!(found, wanted);
}
