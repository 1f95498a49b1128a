//! Waves: VCD or FST with the design's hierarchy, and views for GTKWave and Surfer.

#[cfg(feature = "native")]
mod aliases;
mod files;
#[cfg(feature = "native")]
mod fst;
pub mod gtkw;
mod nets;
mod recorder;
mod stream;
pub mod surfer;
mod vcd;
mod view;

pub use files::{Dump, DumpedWaves, WaveFormat, names};
pub use nets::net_row;
pub use recorder::{Keep, WaveRecorder};
pub use stream::{BLANK, PERIOD, ROOT};
pub use view::{Helper, LINE, SignalGroup, SignalRow, ValueFormat, ValueNames, View, clock, ports, rows, rows_of};
