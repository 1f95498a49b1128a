//! `lanesmith header`.

use super::configuration::{Configuration, Emitted, Scope, WithCompanions};
use super::{CommandOutcome, Failure, Run, check_files, failure, text};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use lanesmith::files;
use lanesmith::unit::{Companion, CompanionText, Emission, Selection};
use lanesmith::units::COMPANIONS;
use lanesmith::verilog::Manifest;
use std::fmt::Display;
use std::path::{Path, PathBuf};

/// Writes a C header of the SIMD video instructions for RISC-V cores, software for packed instructions that a unit lacks, or the
/// control word for C or SystemVerilog
///
/// The header for RISC-V cores is for one unit: give the options of its Verilog, or its manifest. It declares a function for every
/// instruction of the unit, such as lanesmith_vabsdiff4_u32_u32_u32_add or, of the P extension, lanesmith_psadd_b; and for custom
/// instructions lanesmith_check(), which compares the header with the unit in the core. Without a RISC-V compiler, or with LANESMITH_PORTABLE defined, the functions are portable C. docs/riscv.md
/// describes the instructions, docs/riscv-p.md packed instructions, docs/ptx.md the control word.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 success, 2 bad input, or a file that cannot be read or written.

Examples:
  lanesmith header --module riscv_pcpi --vset --dot -o lanesmith.h
  lanesmith header --manifest rtl/riscv_pcpi.json -o lanesmith.h
  lanesmith header --module riscv_cv_x_if --vset --dot --rs3 -o lanesmith.h
  lanesmith header --module riscv_pcpi --encoding p --dot --vxsat -o lanesmith.h
  lanesmith header --module riscv_pcpi --prefix left --opcode custom-2 -o left.h
  lanesmith header --format p-emulation --manifest rtl/riscv_pcpi.json -o p_emulation.c
  lanesmith header --format sv-package -o lanesmith_control_pkg.sv
  lanesmith header | riscv64-unknown-elf-gcc -march=rv32i -mabi=ilp32 -ffreestanding -x c -c -o /dev/null -")]
pub(super) struct Header {
    /// The text to write
    #[arg(long, value_name = "FORMAT", value_parser = format(), default_value = DEFAULT)]
    format: &'static Companion,
    /// Begins the names in the header with NAME instead of `lanesmith`, so that a program can include the headers of several units
    #[arg(long, value_name = "NAME", value_parser = prefix)]
    prefix: Option<String>,
    /// The file for the text
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    #[command(flatten)]
    unit: Described<WithCompanions>,
}

/// The unit that a manifest describes, or else the options. Flatten this into a subcommand.
#[derive(Args)]
pub(super) struct Described<S: Scope> {
    /// Takes the unit's options from this manifest of `lanesmith generate` [default: from the command line]
    #[arg(long, value_name = "FILE")]
    manifest: Option<PathBuf>,
    #[command(flatten)]
    configuration: Configuration<S>,
}

fn format() -> impl TypedValueParser<Value = &'static Companion> {
    let value = |one: &Companion| PossibleValue::new(one.name).help(one.help);
    PossibleValuesParser::new(COMPANIONS.map(value)).map(|name| named(&name))
}

/// The beginning of names. Without `_` and capitals no name of one header is a name of another one.
fn prefix(text: &str) -> Result<String, String> {
    let rest = text.strip_prefix(|first: char| first.is_ascii_lowercase());
    let is_rest = |rest: &str| rest.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    match rest.is_some_and(is_rest) {
        true => Ok(text.to_owned()),
        false => Err("expected a lower-case letter, then lower-case letters and digits".to_owned()),
    }
}

/// The text of this name, which is one of the values.
fn named(name: &str) -> &'static Companion {
    let mut all = COMPANIONS.into_iter();
    all.find(|one| one.name == name).expect("one of the values")
}

/// The format without --format.
const DEFAULT: &str = "riscv";

impl<S: Scope> Described<S> {
    /// An error if a manifest and options select a unit.
    pub(super) fn check(&self) -> Result<(), Failure> {
        if self.manifest.is_some() && self.configuration.is_given() {
            let why =
                "the manifest selects module and configuration: leave out --module and the configuration's options";
            return Err(Failure::new(why));
        }
        Ok(())
    }

    /// Whether the command line selects a unit.
    fn is_given(&self) -> bool {
        self.manifest.is_some() || self.configuration.is_given()
    }

    /// The selected unit.
    pub(super) fn selection(&self) -> Result<Selection, Failure> {
        let Some(path) = &self.manifest else {
            return self.configuration.selection();
        };
        let (_, emission) = described(path, read_manifest(path)?)?;
        Ok(*emission.selection())
    }
}

/// The manifest in a file.
pub(super) fn read_manifest(path: &Path) -> Result<Manifest, Failure> {
    let text = text::read(path)?;
    serde_json::from_str(&text).map_err(|error| cannot_read(path, error))
}

/// The design that a manifest describes.
pub(super) fn described<P: AsRef<Path>>(path: P, manifest: Manifest) -> Result<(P, Emission), Failure> {
    let emission = Emitted::of_command(&manifest.command);
    let emission = emission.map_err(|error| cannot_read(path.as_ref(), format_args!("its command: {error}")))?;
    Ok((path, emission))
}

/// The error about a file that cannot be read.
pub(super) fn cannot_read(path: &Path, why: impl Display) -> Failure {
    failure!("cannot read {}: {why}", path.display())
}

impl Run for Header {
    fn run(self) -> Result<CommandOutcome, Failure> {
        check_files(&self.unit.manifest, [&self.output])?;
        let format = self.format;
        let name = format.name;
        self.unit.check()?;
        if self.prefix.is_some() && format.with_prefix.is_none() {
            return Err(failure!("--format {name} has no prefix: leave out --prefix"));
        }
        let text = match format.text {
            CompanionText::Fixed(_) if self.unit.is_given() => {
                return Err(failure!(
                    "--format {name} is the same for every configuration: leave out --manifest, --module and their options"
                ));
            }
            CompanionText::Fixed(write) => write(),
            CompanionText::Configured { modules, text: write } => {
                let selection = self.unit.selection()?;
                let module = selection.module().name;
                if !modules.contains(&module) {
                    return Err(failure!("{module} has no header of format {name}"));
                }
                let options = selection.options().join(" ");
                let form = (name != DEFAULT).then(|| format!("--format {name} "));
                let prefix = self.prefix.as_ref().map(|prefix| format!("--prefix {prefix} "));
                let [form, prefix] = [form, prefix].map(Option::unwrap_or_default);
                let command = format!("lanesmith header {form}{prefix}{options}");
                write(&selection, &command).map_err(Failure::new)?
            }
        };
        let text = match self.prefix.as_ref().zip(format.with_prefix) {
            Some((prefix, with_prefix)) => with_prefix(&text, prefix),
            None => text,
        };
        files::write(&self.output, text.as_bytes())?;
        Ok(CommandOutcome::Success)
    }
}
