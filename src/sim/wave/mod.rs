//! Waves: VCD with the real hierarchy, and what viewers need to show it well.

mod files;
pub mod gtkw;
mod nets;
mod recorder;
pub mod surfer;
mod vcd;
mod view;

pub use files::{Dump, Dumped, names};
pub use nets::net_row;
pub use recorder::{Helper, Keep, Recorder};
pub use vcd::{PERIOD, ROOT};
pub use view::{Format, Group, Names, Row, View};
