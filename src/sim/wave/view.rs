//! The initial view of a waveform viewer, independent of the viewer.

use crate::sim::{Engine, Port, PortDirection};
use std::borrow::Cow;

/// The display format of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueFormat {
    /// One bit as a line.
    Bit,
    /// Binary digits.
    Binary,
    /// Hexadecimal digits.
    Hex,
    /// Decimal, unsigned.
    Decimal,
    /// By name: index into [`View::names`].
    Names(usize),
}

/// The characters of a name that views show completely.
pub const LINE: usize = 27;

/// Names for the values of a signal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueNames {
    /// The hardware that uses the names, one word; part of a file name.
    pub unit: Cow<'static, str>,
    /// The subject of the names, one word; part of a file name.
    pub subject: Cow<'static, str>,
    /// The signal's width in bits.
    pub width: u32,
    /// Value and name.
    pub entries: Vec<(u64, String)>,
}

/// A row of a view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignalRow {
    /// Dotted path below `testbench`.
    pub path: String,
    /// Width in bits.
    pub width: u32,
    /// Its format.
    pub format: ValueFormat,
}

/// A named group of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignalGroup {
    /// Heading.
    pub name: String,
    /// Unfolded at first.
    pub open: bool,
    /// Rows from top to bottom.
    pub rows: Vec<SignalRow>,
}

/// A whole view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// Groups from top to bottom.
    pub groups: Vec<SignalGroup>,
    /// The name tables that rows refer to.
    pub names: Vec<ValueNames>,
    /// A port or helper, as its path below `testbench`, and its value in cycles without a result. The first result is visible at first.
    pub result: Option<(String, u64)>,
}

impl View {
    /// A group of the given rows, then the input ports and the output ports under the headings `ports`.
    pub fn with_ports(engine: &dyn Engine, (name, rows): (&str, Vec<SignalRow>), ports: [&str; 2]) -> Self {
        let top = engine.hierarchy().name;
        let row = |port: &Port| {
            let format = if port.width == 1 {
                ValueFormat::Bit
            } else {
                ValueFormat::Hex
            };
            SignalRow::new(format!("{top}.{}", port.name), port.width, format)
        };
        let facing = |direction| {
            let ports = engine.ports().iter().filter(move |port| port.direction == direction);
            ports.map(row).collect()
        };
        let [inputs, outputs] = ports;
        let groups = [
            (name, rows),
            (inputs, facing(PortDirection::Input)),
            (outputs, facing(PortDirection::Output)),
        ];
        View {
            groups: groups
                .into_iter()
                .map(|(name, rows)| SignalGroup {
                    name: name.to_owned(),
                    open: true,
                    rows,
                })
                .collect(),
            names: vec![],
            result: None,
        }
    }
}

impl SignalRow {
    /// A row; 1-bit signals are best shown with [`ValueFormat::Bit`].
    pub fn new(path: impl Into<String>, width: u32, format: ValueFormat) -> Self {
        SignalRow {
            path: path.into(),
            width,
            format,
        }
    }
}
