//! Runs programs on simulated RISC-V cores.

fn main() -> std::process::ExitCode {
    cores::cli::main()
}
