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

/// A bar of `steps` steps with a label; goes away when it is finished or dropped.
pub fn bar(label: &str, steps: u64) -> ProgressBar {
    let bar = plain(steps).with_finish(ProgressFinish::AndClear);
    let style = ProgressStyle::with_template("{msg} {wide_bar} {human_pos}/{human_len} {eta}");
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar.set_message(label.to_owned());
    bar
}

/// A bar that counts claims and names the latest one; its length is not known yet.
pub fn claims() -> ProgressBar {
    let bar = plain(0).with_finish(ProgressFinish::AndClear);
    let style = ProgressStyle::with_template("{pos} of {len} claims: {wide_msg}");
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar
}

/// A label behind a spinner, for work without countable steps.
pub fn label(text: String) -> ProgressBar {
    let bar = plain(0).with_finish(ProgressFinish::AndClear);
    if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg} {elapsed}") {
        bar.set_style(style);
    }
    bar.set_message(text);
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}
