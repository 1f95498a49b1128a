//! `lanesmith completions`.

use super::stdout::stdout;
use super::{Arguments, CommandOutcome, Failure, Run};
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use std::io::Write;

/// Prints a completion script for a shell
///
/// The script completes subcommands, options, files, and the names of modules, configurations, engines and kernels.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 success, 2 bad input.

Examples:
  lanesmith completions bash > ~/.local/share/bash-completion/completions/lanesmith
  lanesmith completions fish > ~/.config/fish/completions/lanesmith.fish")]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

impl Run for Completions {
    fn run(self) -> Result<CommandOutcome, Failure> {
        // Written in one piece: the generator itself panics when the reader goes away.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Arguments::command(), "lanesmith", &mut script);
        stdout().write_all(&script)?;
        Ok(CommandOutcome::Success)
    }
}
