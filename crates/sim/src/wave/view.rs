//! The initial view of a waveform viewer, independent of the viewer.

use crate::{Engine, Port, PortDirection};
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

impl ValueFormat {
    /// A line for one bit, else hexadecimal digits.
    pub fn of_width(width: u32) -> Self {
        match width {
            1 => ValueFormat::Bit,
            _ => ValueFormat::Hex,
        }
    }
}

/// A signal that the testbench computes and that is recorded beside the hardware's nets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Helper {
    /// Its scope below `testbench`.
    pub scope: &'static str,
    /// Its name.
    pub name: String,
    /// Its width in bits, 1 to 64.
    pub width: u32,
    /// The format in which views show it.
    pub format: ValueFormat,
}

impl Helper {
    /// A helper.
    pub fn new(scope: &'static str, name: impl Into<String>, width: u32, format: ValueFormat) -> Self {
        let name = name.into();
        Helper {
            scope,
            name,
            width,
            format,
        }
    }
}

/// The characters of a name that views show completely.
pub const LINE: usize = 27;

/// Names for the values of a signal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueNames {
    /// The subject of the names, one word; part of a file name.
    pub subject: Cow<'static, str>,
    /// The signal's width in bits.
    pub width: u32,
    /// Value and name; an empty name for a value that views show as nothing.
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
    /// The name that views show in place of the signal's.
    pub label: Option<String>,
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
        let facing = |direction| rows_of(engine, |port| port.direction == direction);
        let [inputs, outputs] = ports;
        let groups = [
            (name, rows),
            (inputs, facing(PortDirection::Input)),
            (outputs, facing(PortDirection::Output)),
        ];
        View {
            groups: groups.map(|(name, rows)| SignalGroup::new(name, true, rows)).into(),
            ..View::default()
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
            label: None,
        }
    }
}

impl From<&Helper> for SignalRow {
    fn from(helper: &Helper) -> Self {
        SignalRow::new(format!("{}.{}", helper.scope, helper.name), helper.width, helper.format)
    }
}

/// Rows of the ports of the top module with these names, in their order.
pub fn ports(engine: &dyn Engine, names: &[&str]) -> Vec<SignalRow> {
    let named = |name: &&str| rows_of(engine, |port| port.name == **name);
    names.iter().flat_map(named).collect()
}

/// Rows of some ports of the top module.
pub fn rows_of(engine: &dyn Engine, is_wanted: impl Fn(&Port) -> bool) -> Vec<SignalRow> {
    let top = engine.hierarchy().name;
    let wanted = engine.ports().iter().filter(|port| is_wanted(port));
    let row = |port: &Port| {
        let format = ValueFormat::of_width(port.width);
        SignalRow::new(format!("{top}.{}", port.name), port.width, format)
    };
    wanted.map(row).collect()
}

/// Rows of the testbench's signals in a scope.
pub fn rows(helpers: &[Helper], scope: &str) -> Vec<SignalRow> {
    let own = helpers.iter().filter(|helper| helper.scope == scope);
    own.map(SignalRow::from).collect()
}

/// Clock, cycle counter and reset.
pub fn clock(engine: &dyn Engine) -> SignalGroup {
    let mut rows = vec![
        SignalRow::new("clock", 1, ValueFormat::Bit),
        SignalRow::new("cycle", 32, ValueFormat::Decimal),
    ];
    rows.extend(rows_of(engine, |port| port.name.starts_with("reset")));
    SignalGroup::open("Clock", rows)
}

impl SignalGroup {
    /// A group that is unfolded at first.
    pub fn open(name: &str, rows: Vec<SignalRow>) -> Self {
        SignalGroup::new(name, true, rows)
    }

    /// A group, which may be unfolded at first.
    pub fn new(name: &str, open: bool, rows: Vec<SignalRow>) -> Self {
        let name = name.to_owned();
        SignalGroup { name, open, rows }
    }
}
