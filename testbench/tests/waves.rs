//! Waves: what a viewer reads is what the engine gave.

use crate::model::{Faulty, Model, Plant};
use crate::skip::skipped;
use lanesmith::sim::Engine;
use lanesmith::sim::testbench::{Profile, TrafficSettings};
use lanesmith::sim::wave::{DumpedWaves, Keep, PERIOD, View, gtkw};
use lanesmith::unit::Job;
use lanesmith::unit::pipelined::{self, HANDSHAKE, Independent, Pipelined};
use lanesmith::units::video::Video;
use lanesmith::units::video::rtl::VideoConfig;
use lanesmith::units::video::testbench::RandomCases;
use std::path::Path;
use std::process::Command;
use wellen::simple::Waveform;

/// Runs `count` random instructions and dumps to `path`.
fn dump(path: &Path, engine: impl Engine + 'static, keep: Keep, count: usize) -> DumpedWaves {
    let job = Job {
        waves: Some((path, keep)),
        ..Job::new(TrafficSettings {
            gaps: Profile::Rare,
            stalls: Profile::Heavy,
            seed: 9,
        })
    };
    let config = VideoConfig::full(2);
    let mut source = Independent(RandomCases::new(config, 9).take(count));
    let verdict = pipelined::run(Video::alu(config), Box::new(engine), &job, &mut source).expect("files");
    verdict.dumped.expect("waves")
}

/// The view of the ALU's waves.
fn view() -> View {
    pipelined::view::<Video>(&Model::new(2), &HANDSHAKE)
}

/// The value of the variable with this full name in `cycle`, read in the middle of its first half.
pub fn read(waves: &mut Waveform, name: &str, cycle: u64) -> u64 {
    u64::from_str_radix(&bits(waves, name, cycle), 2).expect("no unknown bits")
}

/// The same in digits.
pub fn bits(waves: &mut Waveform, name: &str, cycle: u64) -> String {
    let at = waves.time_table().partition_point(|time| *time <= cycle * PERIOD + 1) - 1;
    let (scopes, name) = name.rsplit_once('.').expect("a scope");
    let scopes: Vec<&str> = scopes.split('.').collect();
    let variable = waves
        .hierarchy()
        .lookup_var(&scopes, name)
        .unwrap_or_else(|| panic!("no {name}"));
    let signal = waves.hierarchy()[variable].signal_ref();
    waves.load_signals(&[signal]);
    let signal = waves.get_signal(signal).expect("a loaded signal");
    let offset = signal.get_offset(at as u32).expect("a value");
    signal.get_value_at(&offset, 0).to_bit_string().expect("bits")
}

#[test]
fn a_window_has_its_cycles_and_the_clock_under_all_of_its_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("window.vcd");
    let dumped = dump(&path, Model::new(2), Keep::Window(30..60), 100);
    assert_eq!(dumped.cycles, 30..60);
    let mut waves = wellen::simple::read(&path).expect("a readable VCD");
    for cycle in 30..60 {
        assert_eq!(read(&mut waves, "testbench.cycle", cycle), cycle);
        for name in ["clock", "video_alu.clock", "video_alu.core.clock"] {
            assert_eq!(read(&mut waves, &format!("testbench.{name}"), cycle), 1);
        }
        // A net that two scopes show.
        let controls = ["in_control", "core.control"];
        let [port, inner] = controls.map(|name| read(&mut waves, &format!("testbench.video_alu.{name}"), cycle));
        assert_eq!(port, inner);
    }
    assert_eq!(waves.time_table().first(), Some(&(30 * PERIOD)));
    assert_eq!(waves.time_table().last(), Some(&(60 * PERIOD)));
}

#[test]
fn the_last_cycles_end_with_the_mismatch_which_is_marked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("last.vcd");
    let engine = Faulty::new(Model::new(2), Plant::Corrupt, 40);
    let dumped = dump(&path, engine, Keep::Last(50), 100);
    assert_eq!(dumped.cycles.end - dumped.cycles.start, 50);
    let mut waves = wellen::simple::read(&path).expect("a readable VCD");
    let wrong: Vec<u64> = dumped
        .cycles
        .filter(|cycle| read(&mut waves, "testbench.response.mismatch", *cycle) != 0)
        .collect();
    // Corrupted once, and for good while it stalled; the cycle of the transfer comes last.
    let cycle = *wrong.last().expect("a mismatch");
    for name in ["out_valid", "out_ready"] {
        assert_eq!(read(&mut waves, &format!("testbench.video_alu.{name}"), cycle), 1);
    }
    let save = std::fs::read_to_string(dumped.gtkw.expect("a file beside the dump")).expect("a save file");
    assert!(save.contains(&format!("*-4.800000 {} -1", cycle * PERIOD)), "{save}");
}

/// The number behind `key` in a save file.
pub fn setting(save: &str, key: &str) -> f64 {
    let rest = save.split_once(key).unwrap_or_else(|| panic!("{key} in {save}")).1;
    let word = rest.split([' ', '\n']).next().expect("a word");
    word.parse().unwrap_or_else(|_| panic!("{key} {word}"))
}

#[test]
fn gtkwave_opens_at_a_late_mismatch_on_every_screen() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("late.vcd");
    let engine = Faulty::new(Model::new(2), Plant::Corrupt, 90);
    let dumped = dump(&path, engine, Keep::Last(1000), 100);
    let save = std::fs::read_to_string(dumped.gtkw.expect("a file beside the dump")).expect("a save file");
    let [start, width, names] = ["[timestart] ", "[size] ", "[signals_width] "].map(|key| setting(&save, key));
    let zoom = setting(&save, "\n*-");
    let marker = setting(&save, &format!("*-{zoom:.6} "));
    // GTKWave takes 200 pixels for this time, cut to an integer.
    let pixel = zoom.exp2().floor() / 200.0;
    // The window's frames and the tree take less than 130 pixels.
    let page = (width - names - 130.0) * pixel;
    let cycle = PERIOD as f64;
    assert!(
        start > 0.0 && start <= marker && marker + cycle <= start + page,
        "{save}"
    );
    // GTKWave opens at 0 if less than a page follows the start.
    let waves = wellen::simple::read(&path).expect("readable waves");
    let end = *waves.time_table().last().expect("a time") as f64;
    assert!(start <= end - 3840.0 * pixel, "{start} of {end}");
    assert!(dumped.cycles.end * PERIOD < end as u64);
}

#[test]
fn a_mismatch_outside_the_window_is_no_marker() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("window.vcd");
    let engine = Faulty::new(Model::new(2), Plant::Corrupt, 40);
    let dumped = dump(&path, engine, Keep::Window(0..20), 100);
    let save = std::fs::read_to_string(dumped.gtkw.expect("a file beside the dump")).expect("a save file");
    assert_eq!(
        [setting(&save, "[timestart] "), setting(&save, "*-4.800000 ")],
        [0.0, -1.0]
    );
}

#[test]
fn decoded_signals_agree_with_the_ports_and_are_blank_without_a_result() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("decoded.vcd");
    dump(&path, Model::new(2), Keep::Window(0..80), 60);
    let mut waves = wellen::simple::read(&path).expect("a readable VCD");
    let (mut asked, mut answered) = (0, 0);
    for cycle in 0..60 {
        let mut decoded = |name: &str| read(&mut waves, &format!("testbench.{name}"), cycle);
        let d = decoded("video_alu.out_d");
        let control = (decoded("video_alu.in_valid") != 0).then(|| decoded("video_alu.in_control"));
        for field in (Video::SIGNALS.fields)() {
            let expected = control.map_or(field.none(), |control| field.value(control));
            assert_eq!(decoded(&format!("request.{}", field.name)), expected);
        }
        asked += u64::from(control.is_some());
        if decoded("video_alu.out_valid") == 0 {
            assert_eq!(decoded("response.instruction"), 64);
            let text = bits(&mut waves, "testbench.response.va", cycle);
            assert_eq!(text, "z".repeat(32), "cycle {cycle}");
        } else {
            assert_eq!(decoded("response.expected"), d);
            assert_eq!(decoded("response.mismatch"), 0);
            answered += 1;
        }
    }
    assert!(asked > 20 && answered > 20, "{asked} {answered}");
}

#[test]
fn vcd2fst_takes_the_dump() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("waves.vcd");
    dump(&path, Model::new(2), Keep::Last(100), 50);
    let fst = folder.path().join("waves.fst");
    let Ok(output) = Command::new("vcd2fst").arg(&path).arg(&fst).output() else {
        skipped("vcd2fst not found");
        return;
    };
    assert!(output.status.success(), "{output:?}");
    let mut compressed = wellen::simple::read(&fst).expect("a readable FST");
    let mut plain = wellen::simple::read(&path).expect("a readable VCD");
    for name in [
        "testbench.response.expected",
        "testbench.video_alu.core.control",
        "testbench.cycle",
    ] {
        assert_eq!(bits(&mut compressed, name, 20), bits(&mut plain, name, 20), "{name}");
    }
}

#[test]
fn the_gtkwave_save_file_is_this_text() {
    let view = view();
    let filters = ["w.instruction.txt", "w.types.txt", "w.mode.txt"].map(String::from);
    let text = gtkw::save_file(&view, "w.gtkw", "w.vcd", &filters, 0, None);
    assert_eq!(text, include_str!("waves/expected.gtkw"));
    // At a marker the column of signals is wider, because it shows their values; eight pixels are a character there.
    let marked = gtkw::save_file(&view, "w.gtkw", "w.vcd", &filters, 0, Some(70));
    for key in ["[signals_width] ", "[size] "] {
        let wider = setting(&marked, key) - setting(&text, key);
        assert!(wider >= 8.0 * "=vabsdiff4".len() as f64, "{key}{wider}");
    }
    let instructions = gtkw::filter_file(&view.names[0]);
    assert!(
        instructions.contains("00 vadd4\n") && instructions.contains("0D vmax2\n"),
        "{instructions}"
    );
    assert!(gtkw::filter_file(&view.names[1]).contains("20 u u s\n"));
}

#[test]
fn every_row_of_the_view_is_in_the_dump() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rows.vcd");
    dump(&path, Model::new(2), Keep::Last(10), 20);
    let waves = wellen::simple::read(&path).expect("a readable VCD");
    let hierarchy = waves.hierarchy();
    let declared: Vec<(String, Option<u32>)> = hierarchy
        .all_vars()
        .map(|var| (hierarchy[var].full_name(hierarchy), hierarchy[var].length(hierarchy)))
        .collect();
    for row in view().groups.iter().flat_map(|group| &group.rows) {
        let wanted = (format!("testbench.{}", row.path), Some(row.width));
        assert!(declared.contains(&wanted), "{wanted:?}");
    }
}
