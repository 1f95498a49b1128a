use lanesmith_gates::{Gates, equal, map::Design, text};
use lanesmith_netlist::{Flat, ResetStyle};
use lanesmith_prove::{Expected, Limits, reader};
use lanesmith_text::sources::SourceText;
use std::time::{Duration, Instant};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (folder, netlist, device) = (&args[1], &args[2], &args[3]);
    let list = std::fs::read_dir(folder).unwrap().find_map(|e| { let p = e.unwrap().path(); (p.extension()? == "f").then_some(p) }).unwrap();
    let top = list.file_stem().unwrap().to_string_lossy().to_string();
    let sources: Vec<SourceText> = std::fs::read_to_string(&list).unwrap().lines().filter(|l| l.ends_with(".v")).map(|l| SourceText { name: l.into(), text: std::fs::read_to_string(format!("{folder}/{l}")).unwrap() }).collect();
    let t = Instant::now();
    let design = reader::read(&sources, &top, &[]).unwrap();
    let flat = Flat::new(&design).unwrap();
    let low = flat.port("reset_n").is_some();
    let style = ResetStyle { asynchronous: false, active_low: low };
    let expected = Expected::new(style, &design);
    let source = std::fs::read_to_string(netlist).unwrap();
    let text = match text::read(&source) { Ok(t) => t, Err(e) => { println!("{}", e.render(netlist, &source, false)); return } };
    let _ = device;
    let gates = match Gates::new(text, &expected) { Ok(g) => g, Err(lanesmith_gates::Problem::Refused(e)) => { println!("{}", e.render(netlist, &source, false)); return }, Err(e) => { println!("{e:?}"); return } };
    let (port, active) = style.port(true);
    println!("read {:.2}", t.elapsed().as_secs_f64());
    let d = Design { flat: &flat, reset: flat.port(port).is_some().then_some((port, active)) };
    let limits = Limits { time: Duration::from_secs(args.get(4).and_then(|s| s.parse().ok()).unwrap_or(120)), ..Limits::default() };
    let c = equal::compare(&gates, &d, limits, 1);
    println!("{} {:?}", netlist, c);
    println!("total {:.2}", t.elapsed().as_secs_f64());
}
