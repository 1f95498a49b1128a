use std::process::ExitCode;

fn main() -> ExitCode {
    lanesmith::cli::main()
}
