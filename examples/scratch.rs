use lanesmith::rtl::video::{self, Config};
use lanesmith::verilog::{Banner, emit};
fn main() {
    let var = |name: &str| std::env::var(name).unwrap_or_default();
    for latency in var("LATENCY").split(',').map(|l| l.parse().unwrap()) {
        let config = Config {
            selectors: var("NOSEL").is_empty(),
            accumulate: var("NOACC").is_empty(),
            dual: var("NODUAL").is_empty(),
            ..Config::full(latency)
        };
        for (name, design) in [("core", video::core_design(&config)), ("alu", video::design(&config))] {
            let design = match design {
                Ok(d) => d,
                Err(e) => panic!("{e}"),
            };
            let text: String = emit(&design, &Banner::default()).into_iter().map(|f| f.text).collect();
            std::fs::write(format!("{}/{name}{latency}.v", var("OUT_V")), text).unwrap();
        }
    }
}
