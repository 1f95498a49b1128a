//! Files as the user names them. `-` is standard input or output. A regular file appears under its name when it is complete;
//! devices and FIFOs are written to and never replaced. An interrupt ends running tools and leaves no temporary files.

mod broken_pipe;
mod clash;
mod error;
mod input;
mod interrupt;
mod output;
mod place;
mod temporary;
pub mod tool;

pub use broken_pipe::BrokenPipeTolerant;
pub use clash::check;
pub use error::FileError;
pub use input::{input_name, read, read_regular};
pub use interrupt::{OnInterrupt, remove_on_interrupt};
pub use output::{Output, stage, write, write_set};
pub use place::{check_folder, check_output, is_standard_output, is_stream};
pub use temporary::{Scratch, Temporary, is_temporary, remove_abandoned};

use std::path::Path;

/// The name for standard input and output.
const STANDARD: &str = "-";

/// The message about a FIFO, a device or a folder in the place of a regular file.
const NOT_REGULAR: &str = "it is not a regular file";

/// The folder of a file.
fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}
