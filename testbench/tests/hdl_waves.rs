//! Waves of modules that are not of this crate.

#[path = "../../examples/own_waves.rs"]
#[allow(dead_code)]
mod own_waves;

use crate::block::block;
use crate::waves::read;
use lanesmith::hdl::prelude::*;
use lanesmith::hdl::{self, Simulation};

#[test]
fn the_example_of_waves_sends_its_bytes_and_leaves_files_in_which_phases_have_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let file =
        |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap_or_else(|why| panic!("{name}: {why}"));
    let bytes = [0x5a, 0xff, 0x01];
    let (gtkw, line) = own_waves::record(folder.path(), &bytes).unwrap_or_else(|why| panic!("{why}"));
    let framed = bytes.iter().flat_map(|byte| {
        let bits = (0..8).map(move |i| u64::from(byte >> i & 1));
        [0].into_iter().chain(bits).chain([1])
    });
    assert_eq!(line, framed.collect::<Vec<_>>());
    assert_eq!(gtkw, Some(folder.path().join("transmitter.gtkw")));
    assert_eq!(
        file("transmitter.Phase.txt"),
        "# Phase\n0 Idle\n1 Start\n2 Data\n3 Stop\n"
    );
    let save = file("transmitter.gtkw");
    assert!(save.contains("^1 transmitter.Phase.txt\n"), "{save}");
    for row in [
        "clock",
        "cycle[31:0]",
        "transmitter.data[7:0]",
        "transmitter.line",
        "transmitter.phase_q[1:0]",
    ] {
        assert!(save.contains(&format!("\ntestbench.{row}\n")), "{row}: {save}");
    }
    let mut waves = wellen::simple::read(folder.path().join("transmitter.vcd")).expect("a readable VCD");
    let phases = (0..10).map(|cycle| read(&mut waves, "testbench.transmitter.phase_q", cycle));
    assert_eq!(phases.collect::<Vec<_>>(), [0, 1, 1, 1, 1, 2, 2, 2, 2, 2]);
}

#[hdl_module]
struct Adder {
    clock: Signal<In, Clock>,
    x: Signal<In, Bits<8>>,
    y: Signal<In, Bits<8>>,
    shifted: Signal<Out, Bits<8>>,
    total: DFF<Bits<8>>,
}

impl Logic for Adder {
    #[hdl_gen]
    fn update(&mut self) {
        self.total.clock.next = self.clock.val();
        self.total.d.next = self.total.q.val() + self.x.val() + self.y.val();
        self.shifted.next = self.total.q.val() >> 1;
    }
}

block!(Sums { clock: In Clock, a: In Bits<8>, y: Out Bits<8> } { product: Signal<Local, Bits<8>>, left: Adder, right: Adder });

impl Logic for Sums {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, left, right);
        self.product.next = self.a.val() & 0x3f;
        self.left.x.next = self.a.val();
        self.left.y.next = self.product.val();
        self.right.x.next = self.left.shifted.val();
        self.right.y.next = self.a.val() ^ self.product.val();
        self.y.next = self.right.shifted.val();
    }
}

fn sums() -> Simulation {
    let design = hdl::lower(&Sums::default()).expect("a netlist");
    hdl::simulate(&design).expect("an engine")
}

#[test]
fn every_inner_net_is_recorded_by_name_from_where_the_recording_begins_to_where_it_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("part");
    let (mut simulation, mut left, mut right) = (sums(), 0_u64, 0_u64);
    let mut expected = vec![];
    for cycle in 0..20_u64 {
        if cycle == 5 {
            simulation.record(&path).expect("a recording");
        }
        let a = cycle * 37 % 256;
        simulation.set("a", a).expect("an input");
        simulation.settle();
        assert_eq!(simulation.get("y"), Ok(right >> 1), "cycle {cycle}");
        expected.push([a, a & 0x3f, left, left >> 1, right, right >> 1]);
        if cycle == 12 {
            break;
        }
        simulation.tick();
        right = (right + (left >> 1) + (a ^ a & 0x3f)) & 0xff;
        left = (left + a + (a & 0x3f)) & 0xff;
    }
    let dumped = simulation.finish_recording().expect("files");
    // The values at the end are a cycle too.
    assert_eq!((dumped.file, dumped.cycles), (path.clone(), 5..13));
    let mut waves = wellen::simple::read(&path).expect("a readable VCD");
    let names = [
        "a",
        "product",
        "left.total_q",
        "left.shifted",
        "right.total_q",
        "right.shifted",
    ];
    for cycle in 5..13 {
        let found = names.map(|name| read(&mut waves, &format!("testbench.sums.{name}"), cycle));
        assert_eq!(found, expected[cycle as usize], "cycle {cycle}");
        assert_eq!(read(&mut waves, "testbench.cycle", cycle), cycle);
    }
    // It goes on without.
    simulation.tick();
    simulation.settle();
    assert_ne!(simulation.get("y"), Ok(0));
}

#[test]
fn a_recording_appears_also_where_the_simulation_is_dropped_and_replaces_an_older_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("dropped.vcd");
    std::fs::write(&path, "older").expect("writable");
    let mut simulation = sums();
    simulation.record(&path).expect("a recording");
    simulation.tick();
    assert_eq!(std::fs::read_to_string(&path).expect("the older file"), "older");
    drop(simulation);
    let mut waves = wellen::simple::read(&path).expect("a readable VCD");
    assert_eq!(read(&mut waves, "testbench.cycle", 1), 1);
}

#[test]
fn a_file_that_cannot_be_written_and_a_second_recording_are_errors() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    let mut simulation = sums();
    let none = simulation.finish_recording().expect_err("nothing is recorded");
    assert_eq!(none.to_string(), "no waves are being recorded: call record first");
    let refuses = |simulation: &mut Simulation, name: &str, wanted: &str| {
        let error = simulation.record(file(name)).expect_err("an error");
        let why = error.to_string();
        let begin = format!("cannot write {}: ", file(name).display());
        assert!(why.starts_with(&begin) && why.contains(wanted), "{why}");
    };
    refuses(&mut simulation, "nowhere/a.vcd", "there is no folder");
    refuses(&mut simulation, "a.txt", "waves are written as VCD");
    simulation.record(file("a.vcd")).expect("a recording");
    refuses(
        &mut simulation,
        "b.vcd",
        "waves are being recorded already: finish_recording ends that",
    );
    // What stands beside the file cannot be written in the end.
    std::fs::create_dir(file("a.gtkw")).expect("a folder");
    let why = simulation
        .finish_recording()
        .expect_err("a folder in the way")
        .to_string();
    assert!(why.starts_with("cannot write") && why.contains("a.gtkw"), "{why}");
    assert!(!file("a.vcd").exists() && !file("b.vcd").exists());
}

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Level {
    Low,
    High,
}

mod other {
    use lanesmith::hdl::prelude::*;

    #[derive(Copy, Clone, PartialEq, Debug, LogicState)]
    pub enum Level {
        Empty,
        Half,
        #[allow(dead_code)]
        Full,
    }
}

macro_rules! toggle {
    ($name:ident, $level:ty, $from:path, $to:path) => {
        #[hdl_module(name = "toggle")]
        struct $name {
            clock: Signal<In, Clock>,
            on: Signal<In, Bit>,
            is_on: Signal<Out, Bit>,
            level: DFF<$level>,
        }

        impl Logic for $name {
            #[hdl_gen]
            fn update(&mut self) {
                dff_setup!(self, clock, level);
                self.level.d.next = $from;
                if self.on.val() {
                    self.level.d.next = $to;
                }
                self.is_on.next = self.level.q.val() == $to;
            }
        }
    };
}

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Door {
    Open,
    Shut,
}

toggle!(Levels, Level, Level::Low, Level::High);
toggle!(Doors, Door, Door::Open, Door::Shut);
toggle!(Others, other::Level, other::Level::Empty, other::Level::Half);

block!(Mixed { clock: In Clock, on: In Bit, all: Out Bit } { own: DFF<Level>, levels: Levels, doors: Doors, others: Others });

impl Logic for Mixed {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, own);
        clock!(self, clock, levels, doors, others);
        self.own.d.next = Level::Low;
        if self.on.val() {
            self.own.d.next = Level::High;
        }
        self.levels.on.next = self.on.val();
        self.doors.on.next = self.on.val();
        self.others.on.next = self.on.val();
        self.all.next = (self.own.q.val() == Level::High)
            & self.levels.is_on.val()
            & self.doors.is_on.val()
            & self.others.is_on.val();
    }
}

#[test]
fn types_of_one_name_have_a_table_each_and_a_module_shared_by_several_types_has_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let design = hdl::lower(&Mixed::default()).expect("a netlist");
    let toggles = design.modules.iter().filter(|module| module.name.starts_with("toggle"));
    // The levels and the doors are one module, the others have wider values.
    assert_eq!(toggles.count(), 2);
    let mut simulation = hdl::simulate(&design).expect("an engine");
    simulation.record(folder.path().join("w.vcd")).expect("a recording");
    simulation.finish_recording().expect("files");
    let table = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a table");
    assert_eq!(table("w.Level.txt"), "# Level\n0 Low\n1 High\n");
    assert_eq!(table("w.Level_2.txt"), "# Level_2\n0 Empty\n1 Half\n2 Full\n");
    let save = table("w.gtkw");
    let named = |net: &str, filter: &str| save.contains(&format!("{filter}\n[color] 3\ntestbench.mixed.{net}\n"));
    assert!(named("own_q", "^1 w.Level.txt"), "{save}");
    assert!(named("others.level_q[1:0]", "^2 w.Level_2.txt"), "{save}");
    for net in ["levels.level_q", "doors.level_q"] {
        assert!(save.contains(&format!("testbench.mixed.{net}\n")), "{save}");
        assert!(!save.contains(&format!("[color] 3\ntestbench.mixed.{net}\n")), "{save}");
    }
}
