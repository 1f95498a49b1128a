//! Waves: what a viewer reads is what the engine gave.

use crate::model::{Faulty, Model, Plant, port};
use crate::skip::skipped;
use lanesmith::sim::testbench::{Profile, TrafficSettings};
use lanesmith::sim::wave::{DumpedWaves, Keep, PERIOD, View, gtkw, surfer};
use lanesmith::sim::{Engine, InstanceScope, Variable};
use lanesmith::unit::Job;
use lanesmith::unit::pipelined::{self, HANDSHAKE, Independent, Pipelined};
use lanesmith::units::video::Video;
use lanesmith::units::video::rtl::VideoConfig;
use lanesmith::units::video::testbench::RandomCases;
use std::cell::RefCell;
use std::path::Path;
use std::process::Command;
use std::rc::Rc;
use wellen::simple::Waveform;

/// Watched values of a cycle, by variable index.
type Row = Vec<(usize, u64)>;

/// Notes what it gives, cycle by cycle.
struct Noting<E> {
    inner: E,
    rows: Rc<RefCell<Vec<Row>>>,
}

impl<E: Engine> Engine for Noting<E> {
    fn name(&self) -> &'static str {
        self.inner.name()
    }
    fn ports(&self) -> &[lanesmith::sim::Port] {
        self.inner.ports()
    }
    fn set(&mut self, port: usize, value: u64) {
        self.inner.set(port, value);
    }
    fn get(&self, port: usize) -> u64 {
        self.inner.get(port)
    }
    fn settle(&mut self) {
        self.inner.settle();
    }
    fn tick(&mut self) {
        let row = self
            .inner
            .ports()
            .iter()
            .enumerate()
            .map(|(i, _)| (i, self.inner.watch(i)));
        self.rows.borrow_mut().push(row.collect());
        self.inner.tick();
    }
    fn hierarchy(&self) -> InstanceScope {
        self.inner.hierarchy()
    }
    fn watch(&self, variable: usize) -> u64 {
        self.inner.watch(variable)
    }
}

/// Runs `count` random instructions and dumps to `path`; returns what the engine gave as well.
fn dump(path: &Path, engine: impl Engine + 'static, keep: Keep, count: usize) -> (DumpedWaves, Vec<Row>) {
    let rows = Rc::new(RefCell::new(Vec::new()));
    let hierarchy = engine.hierarchy();
    let engine = Box::new(Noting {
        inner: engine,
        rows: rows.clone(),
    });
    assert_eq!(engine.hierarchy(), hierarchy);
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
    let verdict = pipelined::run(Video::alu(config), engine, &job, &mut source).expect("files");
    (verdict.dumped.expect("waves"), rows.take())
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

/// All variables of a scope with their full names.
fn names(scope: &InstanceScope, prefix: &str) -> Vec<(String, Variable)> {
    let path = format!("{prefix}.{}", scope.name);
    let own = scope
        .variables
        .iter()
        .map(|net| (format!("{path}.{}", net.name), net.clone()));
    let inner = scope.children.iter().flat_map(|child| names(child, &path));
    own.chain(inner).collect()
}

#[test]
fn a_window_read_back_equals_what_the_engine_gave() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("window.vcd");
    let (dumped, rows) = dump(&path, Model::new(2), Keep::Window(30..60), 100);
    assert_eq!(dumped.cycles, 30..60);
    let mut waves = wellen::simple::read(&path).expect("a readable VCD");
    let mut compared = 0;
    for cycle in 30..60 {
        assert_eq!(read(&mut waves, "testbench.cycle", cycle), cycle);
        for (name, net) in names(&Model::new(2).hierarchy(), "testbench") {
            if net.name == "clock" {
                assert_eq!(read(&mut waves, &name, cycle), 1);
                continue;
            }
            assert_eq!(
                read(&mut waves, &name, cycle),
                rows[cycle as usize][net.index].1,
                "{name}, cycle {cycle}"
            );
            compared += 1;
        }
    }
    assert_eq!(compared, 30 * 13);
    assert_eq!(waves.time_table().first(), Some(&(30 * PERIOD)));
    assert_eq!(waves.time_table().last(), Some(&(60 * PERIOD)));
}

#[test]
fn the_last_cycles_end_with_the_mismatch_which_is_marked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("last.vcd");
    let (dumped, rows) = dump(
        &path,
        Faulty::new(Model::new(2), Plant::Corrupt, 40),
        Keep::Last(50),
        100,
    );
    let end = rows.len() as u64;
    assert_eq!(dumped.cycles, end - 50..end);
    let mut waves = wellen::simple::read(&path).expect("a readable VCD");
    let wrong: Vec<u64> = dumped
        .cycles
        .filter(|cycle| read(&mut waves, "testbench.response.mismatch", *cycle) != 0)
        .collect();
    // Corrupted once, and for good while it stalled; the cycle of the transfer comes last.
    let cycle = *wrong.last().expect("a mismatch");
    assert_eq!(rows[cycle as usize][port::OUT_VALID].1, 1);
    assert_eq!(rows[cycle as usize][port::OUT_READY].1, 1);
    let save = std::fs::read_to_string(dumped.gtkw.expect("a file beside the dump")).expect("a save file");
    assert!(save.contains(&format!("*-4.800000 {} -1", cycle * PERIOD)), "{save}");
}

/// The number behind `key` in a save file.
fn setting(save: &str, key: &str) -> f64 {
    let rest = save.split_once(key).unwrap_or_else(|| panic!("{key} in {save}")).1;
    let word = rest.split([' ', '\n']).next().expect("a word");
    word.parse().unwrap_or_else(|_| panic!("{key} {word}"))
}

#[test]
fn gtkwave_opens_at_a_late_mismatch_on_every_screen() {
    let folder = tempfile::tempdir().expect("a folder");
    for (extension, result) in [("vcd", 40), ("fst", 90)] {
        let path = folder.path().join("late").with_extension(extension);
        let engine = Faulty::new(Model::new(2), Plant::Corrupt, result);
        let (dumped, _) = dump(&path, engine, Keep::Last(1000), 100);
        let save = std::fs::read_to_string(dumped.gtkw.expect("a file beside the dump")).expect("a save file");
        let [start, width, names] = ["[timestart] ", "[size] ", "[signals_width] "].map(|key| setting(&save, key));
        let zoom = setting(&save, "\n*-");
        let marker: f64 = save
            .split_once(&format!("*-{zoom:.6} "))
            .expect("a marker")
            .1
            .split(' ')
            .next()
            .and_then(|time| time.parse().ok())
            .expect("a time");
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
        assert!(start <= end - 3840.0 * pixel, "{extension}: {start} of {end}");
        assert!(dumped.cycles.end * PERIOD < end as u64);
    }
}

#[test]
fn a_mismatch_outside_the_window_is_no_marker() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("window.vcd");
    let engine = Faulty::new(Model::new(2), Plant::Corrupt, 40);
    let (dumped, _) = dump(&path, engine, Keep::Window(0..20), 100);
    let save = std::fs::read_to_string(dumped.gtkw.expect("a file beside the dump")).expect("a save file");
    assert!(
        save.contains("[timestart] 0\n") && save.contains("\n*-4.800000 -1 "),
        "{save}"
    );
}

#[test]
fn the_column_of_signals_has_room_for_names_and_values_at_the_marker() {
    let view = view();
    let filters = ["w.instruction.txt", "w.types.txt", "w.mode.txt"].map(String::from);
    let [without, with] = [None, Some(70)].map(|marker| gtkw::save_file(&view, "w.gtkw", "w.vcd", &filters, 0, marker));
    let [column, wide] = [&without, &with].map(|save| setting(save, "[signals_width] "));
    // Eight pixels are a character there: the longest name, and `=` with the longest value.
    assert!(column >= 8.0 * "instruction[6:0]".len() as f64, "{column}");
    assert!(wide - column >= 8.0 * "=vabsdiff4".len() as f64, "{column} {wide}");
    let [window, wider] = [&without, &with].map(|save| setting(save, "[size] "));
    assert_eq!(wider - window, wide - column);
}

#[test]
fn selected_elements_are_blank_without_a_result_in_both_formats() {
    let folder = tempfile::tempdir().expect("a folder");
    for extension in ["vcd", "fst"] {
        let path = folder.path().join("elements").with_extension(extension);
        dump(&path, Model::new(2), Keep::Window(0..200), 100);
        let mut waves = wellen::simple::read(&path).expect("readable waves");
        let blank = (0..100).filter(|cycle| {
            let text = bits(&mut waves, "testbench.response.va", *cycle);
            let is_none = read(&mut waves, "testbench.response.instruction", *cycle) == 64;
            assert_eq!(text == "z".repeat(32), is_none, "cycle {cycle}: {text}");
            is_none
        });
        assert!((10..90).contains(&blank.count()));
    }
}

#[test]
fn decoded_signals_are_numbers_that_agree_with_the_ports() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("decoded.vcd");
    let (_, rows) = dump(&path, Model::new(2), Keep::Window(0..80), 60);
    let mut waves = wellen::simple::read(&path).expect("a readable VCD");
    let (mut asked, mut answered) = (0, 0);
    for (cycle, row) in rows.iter().enumerate().take(80) {
        let mut decoded = |name: &str| read(&mut waves, &format!("testbench.{name}"), cycle as u64);
        let control = (row[port::IN_VALID].1 != 0).then_some(row[port::IN_CONTROL].1);
        for field in (Video::SIGNALS.fields)() {
            let expected = control.map_or(field.none(), |control| field.value(control));
            assert_eq!(decoded(&format!("request.{}", field.name)), expected);
        }
        asked += u64::from(control.is_some());
        if row[port::OUT_VALID].1 == 0 {
            assert_eq!(decoded("response.instruction"), 64);
        } else {
            assert_eq!(decoded("response.expected"), row[port::OUT_D].1);
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
    let instructions = gtkw::filter_file(&view.names[0]);
    assert!(
        instructions.contains("00 vadd4\n") && instructions.contains("0d vmax2\n"),
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

#[test]
fn surfer_gets_the_same_names() {
    let view = view();
    let mapping = surfer::mapping_file(&view.names[2]);
    assert!(
        mapping.starts_with("Name = lanesmith_video_alu_mode\nBits = 6\n00 merge\n"),
        "{mapping}"
    );
    assert!(
        mapping.contains("08 .sat\n") && mapping.ends_with("20 -\n"),
        "{mapping}"
    );
    let commands = surfer::command_file(&view, &(0..1000), Some(7));
    assert!(
        commands.contains("variable_add testbench.request.mode\nitem_set_format lanesmith_video_alu_mode\n"),
        "{commands}"
    );
    // Surfer sets the format of the item with the focus, and moves the focus to an added item only from another one.
    assert!(
        commands.starts_with("divider_add Clock\nitem_focus a\nvariable_add "),
        "{commands}"
    );
    assert_eq!(commands.matches("item_focus").count(), 1);
    assert!(
        commands.ends_with("\nitem_unfocus\nzoom_fit\nzoom_in\nzoom_in\nzoom_in\nzoom_in\nzoom_in\ncursor_set 70\n"),
        "{commands}"
    );
}
