//! Waves: VCD with the design's hierarchy, and views for GTKWave and Surfer.

mod files;
pub mod gtkw;
mod recorder;
pub mod surfer;
mod vcd;
mod view;

pub use files::{Dump, Dumped, names};
pub use recorder::{Keep, Recorder};
pub use vcd::{Helper, PERIOD, ROOT};
pub use view::{Format, Group, Names, Row, View};
