//! A block and its netlist side by side: no branch is passed over in silence.

use crate::block::block;
use crate::own_modules::state::Resets;
use lanesmith::hdl::prelude::*;
use lanesmith::hdl::{self, CheckOptions, CheckReport, Error, Open, Reached};
use std::time::Duration;

/// Another kernel that simulates otherwise than what it says of itself.
macro_rules! liar {
    ($name:ident says $honest:ident, $($output:ident),*; |$it:ident| $update:block) => {
        impl Logic for $name {
            fn update(&mut self) {
                let $it = self;
                $update
            }
            fn connect(&mut self) {
                $(self.$output.connect();)*
            }
            fn hdl(&self) -> Verilog {
                $honest::default().hdl()
            }
        }
    };
}

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Step {
    Shut,
    One,
    Two,
    Open,
    Broken,
}

block!(Safe { clock: In Clock, code: In Bits<12>, hold: In Bit, open: Out Bits<2> } { state: DFF<Step> });

impl Logic for Safe {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        self.open.next = 0.into();
        match self.state.q.val() {
            Step::Shut => {
                if self.code.val() == 0x123 {
                    self.state.d.next = Step::One;
                }
            }
            Step::One => {
                self.state.d.next = Step::Shut;
                if self.code.val() == 0x456 {
                    self.state.d.next = Step::Two;
                }
            }
            Step::Two => {
                self.state.d.next = Step::Shut;
                if self.code.val() == 0x789 {
                    self.state.d.next = Step::Open;
                }
            }
            Step::Open => {
                self.open.next = 1.into();
                if !self.hold.val() {
                    self.state.d.next = Step::Shut;
                }
            }
            Step::Broken => {
                self.open.next = 2.into();
            }
        }
    }
}

fn report<T: Top + 'static>(make: fn() -> T) -> CheckReport {
    hdl::check_report(make, &CheckOptions::default()).unwrap_or_else(|error| panic!("{error}"))
}

fn count(report: &CheckReport, how: &Reached) -> usize {
    report.branches.iter().filter(|(_, reached)| reached == how).count()
}

/// The line of this file that has a text.
fn line(text: &str) -> u32 {
    let lines = include_str!("hdl_check.rs").lines();
    let found: Vec<u32> = (1..)
        .zip(lines)
        .filter(|(_, line)| line.contains(text))
        .map(|(i, _)| i)
        .collect();
    found[0]
}

#[test]
fn branches_behind_three_codes_are_compared_by_inputs_that_the_solver_finds() {
    let report = report(Safe::default);
    assert!(report.open().is_empty(), "{report}");
    // Both outcomes of each `if`, and the arms of the `match`.
    assert_eq!(report.branches.len(), 13, "{report}");
    assert!(count(&report, &Reached::BySolver) >= 5, "{report}");
    assert!(report.clocks > 1000);
    // Nothing leads to the last state: that is proved.
    let mut branches = report.branches.iter();
    let (unreachable, _) = branches
        .find(|(_, reached)| *reached == Reached::Unreachable)
        .expect("one");
    let place = unreachable.place.as_ref().expect("a place");
    assert_eq!(place.line, line("            Step::Broken => {"));
    assert_eq!(count(&report, &Reached::Unreachable), 1, "{report}");
    assert!(report.to_string().contains("unreachable: top: "), "{report}");
    hdl::check(Safe::default, 100, 1).unwrap_or_else(|error| panic!("{error}"));
    // The same seed checks the same.
    let again = self::report(Safe::default);
    assert_eq!((&again.branches, again.clocks), (&report.branches, report.clocks));
    // Without time nothing is proved and nothing found.
    let options = CheckOptions {
        search_time: Duration::ZERO,
        ..CheckOptions::default()
    };
    let late = hdl::check_report(Safe::default, &options).unwrap_or_else(|error| panic!("{error}"));
    let open = late.open();
    assert!(
        !open.is_empty() && open.iter().all(|(_, why)| *why == Open::Time),
        "{late}"
    );
}

block!(FalseSafe { clock: In Clock, code: In Bits<12>, hold: In Bit, open: Out Bits<2> } { state: DFF<Step> });

liar!(FalseSafe says Safe, open; |it| {
    it.state.clock.next = it.clock.val();
    it.open.next = 0.into();
    let (state, code) = (it.state.q.val(), it.code.val());
    it.state.d.next = match (state, code.index()) {
        (Step::Shut, 0x123) => Step::One,
        (Step::One, 0x456) => Step::Two,
        (Step::Two, 0x789) => Step::Open,
        (Step::Open, _) => {
            // Not what Safe does: the hold counts for nothing.
            it.open.next = 1.into();
            Step::Shut
        }
        _ => Step::Shut,
    };
});

#[test]
fn a_difference_behind_three_codes_is_found_and_shown_with_its_inputs_and_waves() {
    let folder = tempfile::tempdir().expect("a folder");
    let waves = folder.path().join("safe.vcd");
    let options = CheckOptions {
        waves: Some(waves.clone()),
        ..CheckOptions::default()
    };
    hdl::check_report(Safe::default, &options).unwrap_or_else(|error| panic!("{error}"));
    assert!(!waves.exists(), "waves of a run in which nothing is wrong");
    let error = hdl::check_report(FalseSafe::default, &options).expect_err("a difference");
    let Error::Disagrees {
        port,
        clock,
        kernel,
        netlist,
        trace,
    } = &error
    else {
        panic!("{error}")
    };
    assert_eq!((port.as_str(), *kernel, *netlist), ("open", 0, 1), "{error}");
    assert_eq!(trace.len(), clock + 1);
    let code = |clock: usize| trace[clock].iter().find(|(name, _)| name == "code").expect("a port").1;
    assert!((3..*clock).any(|i| [code(i - 2), code(i - 1), code(i)] == [0x123, 0x456, 0x789]));
    let text = error.to_string();
    assert!(text.contains("left out here") && text.lines().count() < 40, "{text}");
    let vcd = std::fs::read_to_string(&waves).expect("waves");
    assert!(
        vcd.contains("netlist") && vcd.contains(&format!("#{}", 10 * clock)),
        "{vcd}"
    );
    let nowhere = CheckOptions {
        waves: Some(folder.path().join("none/safe.vcd")),
        ..CheckOptions::default()
    };
    let error = hdl::check_report(Safe::default, &nowhere).expect_err("no folder");
    assert!(
        matches!(&error, Error::Waves(why) if why.contains("there is no folder")),
        "{error}"
    );
}

block!(Blink { clock: In Clock, light: Out Bit } { count: DFF<Bits<24>>, on: DFF<Bit> });

impl Logic for Blink {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, count, on);
        self.count.d.next = self.count.q.val() + 1;
        if self.count.q.val() == 0xabcdef {
            self.on.d.next = !self.on.q.val();
        }
        self.light.next = self.on.q.val();
    }
}

#[test]
fn a_branch_that_nothing_decides_is_an_error_that_names_its_line_and_no_error_of_the_report() {
    let error = hdl::check(Blink::default, 100, 1).expect_err("not compared");
    let Error::NotReached(open) = &error else {
        panic!("{error}")
    };
    assert_eq!((open.clocks, open.branches.len()), (100, 1));
    let (branch, why) = &open.branches[0];
    assert_eq!(*why, Open::NotWithin { clocks: 32 });
    assert_eq!(
        branch.place.as_ref().expect("a place").line,
        line("if self.count.q.val() == 0xabcdef")
    );
    let text = error.to_string();
    assert!(
        text.contains("hdl_check.rs:") && text.contains("no inputs take it in 32 clocks"),
        "{text}"
    );
    assert!(text.contains("search_clocks"), "{text}");
    assert_eq!(report(Blink::default).open().len(), 1);
}

block!(Once { clock: In Clock, code: In Bits<24>, y: Out Bit } { later: DFF<Bit>, hit: DFF<Bit> });

impl Logic for Once {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, later, hit);
        self.later.d.next = true;
        if !self.later.q.val() & (self.code.val() == 0x123456) {
            self.hit.d.next = true;
        }
        self.y.next = self.hit.q.val();
    }
}

#[test]
fn a_branch_that_only_power_up_leads_to_is_taken_by_a_new_block() {
    let report = hdl::check_report(Once::default, &CheckOptions::default()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(
        (report.open().len(), count(&report, &Reached::BySolver)),
        (0, 1),
        "{report}"
    );
}

block!(Sum { clock: In Clock, i: In Bits<3>, y: Out Bits<8> } { last: DFF<Bits<3>> });

impl Logic for Sum {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, last);
        self.last.d.next = self.i.val();
        self.y.next = bit_cast::<8, 3>(self.last.q.val());
    }
}

block!(Panics { clock: In Clock, i: In Bits<3>, y: Out Bits<8> } { last: DFF<Bits<3>> });

liar!(Panics says Sum, y; |it| {
    it.last.clock.next = it.clock.val();
    it.last.d.next = it.i.val();
    let table: [u32; 7] = std::array::from_fn(|i| i as u32);
    it.y.next = (table[it.last.q.val().index()] as u64).into();
});

#[test]
fn a_kernel_that_panics_is_an_error_with_clock_and_inputs_and_other_threads_panic_as_ever() {
    let error = hdl::check(Panics::default, 100, 1).expect_err("index 7");
    let Error::Panics {
        clock,
        message,
        place,
        trace,
    } = &error
    else {
        panic!("{error}")
    };
    assert!(message.contains("the len is 7 but the index is 7"), "{message}");
    assert!(
        place.as_ref().is_some_and(|place| place.contains("hdl_check.rs:")),
        "{place:?}"
    );
    assert_eq!(trace.len(), clock + 1);
    let i = |clock: usize| trace[clock].iter().find(|(name, _)| name == "i").expect("a port").1;
    assert_eq!(i(*clock), 7);
    assert!(error.to_string().contains("panics in clock"), "{error}");
    // The next check is another one.
    hdl::check(Sum::default, 100, 1).unwrap_or_else(|error| panic!("{error}"));
    let other = std::thread::spawn(|| hdl::check(Panics::default, 100, 1).is_err());
    assert!(other.join().expect("no panic"));
}

/// Registers whose names meet in Verilog. `right` is for the block that is wrong.
macro_rules! lanes {
    ($name:ident) => {
        #[hdl_module]
        struct $name {
            clock: Signal<In, Clock>,
            x: Signal<In, Bits<4>>,
            y: Signal<Out, Bits<4>>,
            lane: [DFF<Bits<4>>; 1],
            lane_0: DFF<Bits<4>>,
            right: DFF<Bits<4>>,
        }
    };
}
lanes!(Lanes);
lanes!(FalseLanes);

impl Logic for Lanes {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, lane_0);
        self.lane[0].clock.next = self.clock.val();
        self.lane[0].d.next = self.x.val();
        self.lane_0.d.next = !self.x.val();
        self.y.next = self.lane[0].q.val() + self.lane_0.q.val();
    }
}

// Holds another value in `lane_0` than it says, and shows what it should.
liar!(FalseLanes says Lanes, y; |it| {
    let (clock, x) = (it.clock.val(), it.x.val());
    it.lane[0].clock.next = clock;
    it.lane_0.clock.next = clock;
    it.right.clock.next = clock;
    it.lane[0].d.next = x;
    it.lane_0.d.next = x;
    it.right.d.next = !x;
    it.y.next = it.lane[0].q.val() + it.right.q.val();
});

#[test]
fn a_difference_in_a_register_that_no_output_shows_is_found_under_its_own_name() {
    hdl::check(Lanes::default, 500, 1).unwrap_or_else(|error| panic!("{error}"));
    let error = hdl::check(FalseLanes::default, 500, 1).expect_err("a difference");
    let Error::Disagrees { port, .. } = &error else {
        panic!("{error}")
    };
    assert_eq!(port, "top.lane_0.q");
}

/// A register with a reset of any kind, which sets it to 9.
#[hdl_module]
struct Nine<const ASYNCHRONOUS: bool, const ACTIVE_LOW: bool> {
    clock: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    d: Signal<In, Bits<4>>,
    y: Signal<Out, Bits<4>>,
    #[default(Register::new(ResetStyle { asynchronous: ASYNCHRONOUS, active_low: ACTIVE_LOW }, 9.into()))]
    state: Register<Bits<4>>,
}

impl<const ASYNCHRONOUS: bool, const ACTIVE_LOW: bool> Logic for Nine<ASYNCHRONOUS, ACTIVE_LOW> {
    #[hdl_gen]
    fn update(&mut self) {
        self.state.clock.next = self.clock.val();
        self.state.reset.next = self.reset.val();
        self.state.enable.next = self.d.val().any();
        self.state.d.next = self.d.val();
        self.y.next = self.state.q.val();
    }
}

#[test]
fn registers_with_every_kind_of_reset_are_compared_from_power_up() {
    fn checked<T: Top + 'static>(make: fn() -> T, seed: u64) {
        hdl::check(make, 100, seed).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    }
    for seed in 1..5 {
        checked(Nine::<false, false>::default, seed);
        checked(Nine::<false, true>::default, seed);
        checked(Nine::<true, false>::default, seed);
        checked(Nine::<true, true>::default, seed);
        checked(Resets::default, seed);
    }
}
