//! The options that launch a PTX kernel.

use super::number::whole;
use super::{Failure, check_files, once, text};
use clap::Args;
use lanesmith::execution::{ArgumentValue, Launch};
use lanesmith::files;
use lanesmith::text::diagnostic::Diagnostic;
use std::path::{Path, PathBuf};

/// Set on each option: a heading of the group would also apply to the options after it.
const HEADING: &str = "PTX kernels";

/// Flatten this into a subcommand that runs kernels.
#[derive(Args)]
pub(super) struct LaunchOptions {
    /// The kernel [default: the only kernel of the module]
    #[arg(long, help_heading = HEADING, value_name = "NAME")]
    entry: Option<String>,
    /// The blocks of the grid in each dimension; Y and Z may be left out [default: 1,1,1]
    #[arg(long, help_heading = HEADING, value_name = "X,Y,Z", value_parser = dimensions)]
    grid: Option<[u32; 3]>,
    /// The threads of a block in each dimension; Y and Z may be left out [default: 1,1,1, or that of .reqntid]
    #[arg(long, help_heading = HEADING, value_name = "X,Y,Z", value_parser = dimensions)]
    block: Option<[u32; 3]>,
    /// The value of a kernel parameter: a number, such as 16, -1, 0x7f or 1.5; for a pointer @FILE, a buffer with the bytes of this file,
    /// or zeros:N, a buffer of N zero bytes. A file whose name ends in .hex has words of 32 bits in hexadecimal digits, the lowest byte
    /// of a word first in memory. NAME may also be a variable of the module in constant or global memory, whose contents are
    /// replaced; may be repeated
    #[arg(long = "arg", help_heading = HEADING, value_name = "NAME=VALUE|@FILE|zeros:N", value_parser = argument)]
    arguments: Vec<(String, Given)>,
    /// The bytes of dynamic shared memory of a block [default: 0]
    #[arg(long, help_heading = HEADING, value_name = "BYTES", value_parser = whole::<u32>(0..=1 << 20))]
    shared: Option<u32>,
    /// The most instructions that all threads execute together; more are an error [default: 10000000000]
    #[arg(long, help_heading = HEADING, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX))]
    limit: Option<u64>,
}

/// The value of an argument on the command line.
#[derive(Clone)]
enum Given {
    Number(String),
    File(PathBuf),
    Zeros(u32),
}

/// Reads `X`, `X,Y` or `X,Y,Z`.
fn dimensions(text: &str) -> Result<[u32; 3], String> {
    let parts: Result<Vec<u32>, String> = text.split(',').map(whole::<u32>(1..=u64::from(u32::MAX))).collect();
    let mut all = [1; 3];
    match parts? {
        parts if parts.len() <= 3 => all[..parts.len()].copy_from_slice(&parts),
        parts => return Err(format!("{} dimensions; expected at most three, X,Y,Z", parts.len())),
    }
    Ok(all)
}

/// Reads `NAME=VALUE`.
fn argument(text: &str) -> Result<(String, Given), String> {
    let (name, value) = text
        .split_once('=')
        .filter(|(name, value)| !name.is_empty() && !value.is_empty())
        .ok_or_else(|| format!("`{text}` is not NAME=VALUE, such as n=16, in=@in.bin or out=zeros:64"))?;
    let given = match (value.strip_prefix('@'), value.strip_prefix("zeros:")) {
        (Some(path), _) => Given::File(path.into()),
        (_, Some(count)) => Given::Zeros(whole::<u32>(1..=1 << 31)(count)?),
        _ => Given::Number(value.to_owned()),
    };
    Ok((name.to_owned(), given))
}

impl LaunchOptions {
    /// The first of these options on the command line.
    pub(super) fn given(&self) -> Option<&'static str> {
        let all = [
            (self.entry.is_some(), "--entry"),
            (self.grid.is_some(), "--grid"),
            (self.block.is_some(), "--block"),
            (!self.arguments.is_empty(), "--arg"),
            (self.shared.is_some(), "--shared"),
            (self.limit.is_some(), "--limit"),
        ];
        all.into_iter().find(|(is_given, _)| *is_given).map(|(_, name)| name)
    }

    /// Checks the files of a command, those of the arguments included.
    pub(super) fn check_files<'a>(
        &'a self,
        module: &'a Path,
        outputs: impl IntoIterator<Item = &'a Path>,
    ) -> Result<(), Failure> {
        let files = self.arguments.iter().filter_map(|(_, given)| match given {
            Given::File(path) => Some(path.as_path()),
            _ => None,
        });
        check_files([module].into_iter().chain(files), outputs)
    }

    /// The launch, with the contents of the files.
    pub(super) fn launch(&self) -> Result<Launch, Failure> {
        once("--arg", self.arguments.iter().map(|(name, _)| name))?;
        let value = |given: &Given| {
            Ok::<_, Failure>(match given {
                Given::Number(text) => ArgumentValue::Number(text.clone()),
                Given::Zeros(count) => ArgumentValue::Bytes(vec![0; *count as usize]),
                Given::File(path) => ArgumentValue::Bytes(contents(path)?),
            })
        };
        let arguments = self
            .arguments
            .iter()
            .map(|(name, given)| Ok((name.clone(), value(given)?)));
        Ok(Launch {
            entry: self.entry.clone(),
            grid: self.grid.unwrap_or([1; 3]),
            block: self.block,
            arguments: arguments.collect::<Result<_, Failure>>()?,
            shared: self.shared.unwrap_or(0),
            limit: self.limit.unwrap_or(10_000_000_000),
        })
    }
}

/// Whether a file has words in hexadecimal digits.
fn is_hex(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "hex")
}

/// The bytes of a buffer from its file.
fn contents(path: &Path) -> Result<Vec<u8>, Failure> {
    if !is_hex(path) {
        return Ok(files::read(path)?);
    }
    let text = text::read(path)?;
    let mut bytes = vec![];
    for word in text.split_ascii_whitespace() {
        let value = u32::from_str_radix(word, 16)
            .ok()
            .filter(|_| word.len() <= 8 && !word.starts_with('+'));
        let value = value.ok_or_else(|| {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            let error = Diagnostic::new(
                start..start + word.len(),
                format!("`{word}` is not a word of 32 bits"),
                "at most eight hexadecimal digits",
            );
            Failure::at(&files::input_name(path), &text, &error)
        })?;
        bytes.extend(value.to_le_bytes());
    }
    Ok(bytes)
}

/// Words in a line of a file of hexadecimal words.
const WORDS: usize = 8;

/// Writes a buffer to a file, as [`contents`] reads it. Zeros fill the last word of a file of hexadecimal words.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if !is_hex(path) {
        return Ok(files::write(path, bytes)?);
    }
    let word = |bytes: &[u8]| {
        let mut word = [0; 4];
        word[..bytes.len()].copy_from_slice(bytes);
        format!("{:08x}", u32::from_le_bytes(word))
    };
    let line = |bytes: &[u8]| bytes.chunks(4).map(word).collect::<Vec<_>>().join(" ") + "\n";
    Ok(files::write(
        path,
        bytes.chunks(4 * WORDS).map(line).collect::<String>().as_bytes(),
    )?)
}
