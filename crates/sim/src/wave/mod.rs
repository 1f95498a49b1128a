//! Waves: VCD with the design's hierarchy, and views for GTKWave.

mod files;
pub mod gtkw;
mod nets;
mod recorder;
mod vcd;
mod view;

pub use self::vcd::{BLANK, PERIOD, ROOT};
pub use files::{Dump, DumpedWaves, names};
pub use nets::net_row;
pub use recorder::{Keep, WaveRecorder};
pub use view::{Helper, LINE, SignalGroup, SignalRow, ValueFormat, ValueNames, View, clock, ports, rows, rows_of};
