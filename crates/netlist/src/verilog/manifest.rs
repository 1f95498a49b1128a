//! The manifest beside the Verilog, as JSON: files, the command that wrote them, configuration and ports.

use super::{Banner, EmittedFile, whole_ports};
use crate::{Design, Net, NetKind};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The version of the manifest format; incremented by changes that affect readers.
pub const FORMAT_VERSION: u32 = 2;

/// The manifest of a design.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// [`FORMAT_VERSION`].
    pub format_version: u32,
    /// Name and version of the generator.
    pub tool: String,
    /// The top module.
    pub top: String,
    /// The prefix of all module names, without the `_` after it.
    #[serde(default)]
    pub prefix: String,
    /// Description of the top module.
    pub description: String,
    /// The command line that writes the files again.
    pub command: String,
    /// The licence of the files, as an SPDX expression.
    pub licence: String,
    /// The configuration.
    pub parameters: Vec<Parameter>,
    /// Cycles from operands to result, if it is constant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latency: Option<u32>,
    /// The top module's ports, in order.
    pub ports: Vec<ManifestPort>,
    /// The Verilog files, children before their parents.
    pub files: Vec<FileHash>,
    /// The other written files, except the manifest.
    #[serde(default)]
    pub beside: Vec<FileHash>,
}

/// A parameter of the hardware, with its value in this configuration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parameter {
    /// Name.
    pub name: String,
    /// The value: a number, a truth value or a word.
    pub value: serde_json::Value,
    /// Its meaning and its values.
    pub meaning: String,
}

/// A port of the top module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManifestPort {
    /// Name.
    pub name: String,
    /// `input` or `output`.
    pub direction: String,
    /// Width in bits.
    pub width: u32,
    /// Its meaning.
    pub meaning: String,
}

/// A file with its contents' hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileHash {
    /// File name, relative to the manifest.
    pub name: String,
    /// SHA-256 of the contents, in hexadecimal digits.
    pub sha256: String,
}

impl FileHash {
    /// The hash of a file's contents.
    pub fn new(name: impl Into<String>, contents: &[u8]) -> Self {
        let digest = Sha256::digest(contents);
        FileHash {
            name: name.into(),
            sha256: digest.iter().map(|byte| format!("{byte:02x}")).collect(),
        }
    }
}

impl Manifest {
    /// The manifest of a design's Verilog files.
    pub fn new(
        design: &Design,
        files: &[EmittedFile],
        banner: &Banner,
        parameters: Vec<Parameter>,
        latency: Option<u32>,
    ) -> Self {
        let top = design.top_module();
        let hash = |file: &EmittedFile| FileHash::new(&file.name, file.text.as_bytes());
        Manifest {
            format_version: FORMAT_VERSION,
            tool: banner.tool.clone(),
            top: top.name.clone(),
            prefix: String::new(),
            description: top.doc.clone(),
            command: banner.command.clone(),
            licence: banner.licence.clone(),
            parameters,
            latency,
            ports: ports(design),
            files: files.iter().map(hash).collect(),
            beside: vec![],
        }
    }

    /// The manifest's file name.
    pub fn file_name(&self) -> String {
        format!("{}.json", self.top)
    }

    /// The manifest as a file, `TOP.json`.
    pub fn file(&self) -> EmittedFile {
        let text = serde_json::to_string_pretty(self).expect("strings and numbers");
        EmittedFile::new(self.file_name(), format!("{text}\n"))
    }
}

/// The ports of a design's top module, in order.
pub fn ports(design: &Design) -> Vec<ManifestPort> {
    let port = |net: Net| ManifestPort {
        name: net.name,
        direction: if net.kind == NetKind::Input { "input" } else { "output" }.into(),
        width: net.width,
        meaning: net.doc,
    };
    let top = design.top_module();
    let named = top.ports().map(|(id, net)| Net {
        name: top.text_names.get(&id).unwrap_or(&net.name).clone(),
        ..net.clone()
    });
    let named: Vec<Net> = named.collect();
    whole_ports(&named).into_iter().map(port).collect()
}
