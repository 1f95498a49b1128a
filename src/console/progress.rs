//! Progress of long work: a bar on a terminal, silence in a pipe.

use super::say::is_quiet;
use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};
use std::time::Duration;

/// The library's default bar; hidden with `--quiet`.
pub fn plain(steps: u64) -> ProgressBar {
    match is_quiet() {
        true => ProgressBar::hidden(),
        false => ProgressBar::new(steps),
    }
}

/// A bar that goes away when it is finished or dropped.
fn styled(steps: u64, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("a template");
    plain(steps).with_finish(ProgressFinish::AndClear).with_style(style)
}

/// A bar of `steps` steps with a label; goes away when it is finished or dropped.
pub fn bar(label: &str, steps: u64) -> ProgressBar {
    styled(steps, "{msg} {wide_bar} {human_pos}/{human_len} {eta}").with_message(label.to_owned())
}

/// A bar that counts claims and names the latest one; its length is not known yet.
pub fn claims() -> ProgressBar {
    styled(0, "{pos} of {len} claims: {wide_msg}")
}

/// A label behind a spinner, for work without countable steps.
pub fn label(text: String) -> ProgressBar {
    let bar = styled(0, "{spinner} {wide_msg} {elapsed}").with_message(text);
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}
