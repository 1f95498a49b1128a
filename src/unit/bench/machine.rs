//! The machine of a measurement.

use lanesmith_sim::verilator;
use serde::Serialize;
use std::process::Command;

/// A machine and its tools.
#[derive(Clone, Debug, Serialize)]
pub struct HostMachine {
    /// The name of the processor, or else its architecture.
    pub cpu: String,
    /// Logical processors that this process may use.
    pub cores: usize,
    /// The operating system.
    pub os: String,
    /// The tools' own version lines; tools that are missing are absent.
    pub tools: Vec<String>,
}

impl HostMachine {
    /// This machine.
    pub fn here() -> Self {
        let lanesmith = lanesmith_text::tool();
        let cranelift = format!("Cranelift {}", lanesmith_sim::native::CRANELIFT_VERSION);
        let compiler = || {
            let output = Command::new("g++").arg("--version").output().ok()?;
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            text.lines().next().map(str::to_owned)
        };
        let tools = [Some(lanesmith), Some(cranelift), verilator::version().ok(), compiler()];
        HostMachine {
            cpu: cpu().unwrap_or_else(|| std::env::consts::ARCH.to_owned()),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            os: std::env::consts::OS.to_owned(),
            tools: tools.into_iter().flatten().collect(),
        }
    }
}

fn cpu() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
