//! `lanesmith man`.

use super::{Arguments, CommandOutcome, Failure, Run, say};
use clap::{Args, Command, CommandFactory};
use clap_mangen::Man as Page;
use lanesmith::console::tuned;
use lanesmith::files;
use std::path::PathBuf;

/// Writes the manual pages, one for each subcommand
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 success, 2 the pages cannot be written.

Examples:
  lanesmith man --out ~/.local/share/man/man1
  lanesmith man --out man && man man/lanesmith-simulate.1")]
pub(super) struct Man {
    /// The folder for the pages; created if it does not exist
    #[arg(long, value_name = "DIR", value_parser = super::out::folder())]
    out: PathBuf,
}

impl Run for Man {
    fn run(self) -> Result<CommandOutcome, Failure> {
        let mut command = tuned(Arguments::command()).disable_help_subcommand(true);
        command.build();
        let mut pages = Vec::new();
        add(command, &mut pages)?;
        let pages: Vec<(PathBuf, &[u8])> = (pages.iter())
            .map(|(name, text)| (self.out.join(name), &text[..]))
            .collect();
        files::write_set(&pages)?;
        say(format_args!("{}: {} pages written", self.out.display(), pages.len()))?;
        Ok(CommandOutcome::Success)
    }
}

/// Adds the page of a command and those of its subcommands.
fn add(command: Command, pages: &mut Vec<(String, Vec<u8>)>) -> Result<(), Failure> {
    for subcommand in command.get_subcommands() {
        add(subcommand.clone(), pages)?;
    }
    let page = Page::new(command);
    let mut text = Vec::new();
    page.render(&mut text).map_err(Failure::new)?;
    pages.push((page.get_filename(), text));
    Ok(())
}
