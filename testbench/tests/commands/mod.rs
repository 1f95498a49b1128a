//! The command line: what the commands print on good and bad input, and their exit status.

mod check;
mod control_words;
mod explain;
mod help;
mod lists;
mod options;
mod programs;
mod ptx;
mod simulate;
