//! A block and its netlist side by side: no branch is passed over in silence.

use crate::block::block;
use lanesmith::hdl::prelude::*;
use lanesmith::hdl::{self, CheckOptions, CheckReport, Error, Open, Reached};
use lanesmith::netlist::Branch;
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

fn report(top: impl Top + 'static) -> CheckReport {
    hdl::check_report(top, &CheckOptions::default()).unwrap_or_else(|error| panic!("{error}"))
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
    let report = report(Safe::default());
    println!("{report}");
    assert!(report.open().is_empty(), "{report}");
    assert!(count(&report, &Reached::BySolver) >= 5, "{report}");
    assert!(report.clocks > 1000);
    let states = &report.states[0];
    assert_eq!((report.states.len(), states.register.as_str()), (1, "top.state"));
    assert_eq!(states.reached, ["Shut", "One", "Two", "Open"]);
    assert_eq!(states.missing, ["Broken"]);
    // Nothing leads to the last state: that is proved.
    let unreachable: Vec<&Branch> = report
        .branches
        .iter()
        .filter(|(_, reached)| *reached == Reached::Unreachable)
        .map(|(branch, _)| branch)
        .collect();
    assert_eq!(unreachable.len(), 1, "{report}");
    let place = unreachable[0].place.as_ref().expect("a place");
    assert_eq!(place.line, line("            Step::Broken => {"));
    let text = report.to_string();
    assert!(text.contains("unreachable: top: "), "{text}");
    assert!(text.contains("top.state was never Broken"), "{text}");
    hdl::check(Safe::default(), 100, 1).unwrap_or_else(|error| panic!("{error}"));
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
    hdl::check_report(Safe::default(), &options).unwrap_or_else(|error| panic!("{error}"));
    assert!(!waves.exists(), "waves of a run in which nothing is wrong");
    let error = hdl::check_report(FalseSafe::default(), &options).expect_err("a difference");
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
    let error = hdl::check_report(Safe::default(), &nowhere).expect_err("no folder");
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
    let error = hdl::check(Blink::default(), 100, 1).expect_err("not compared");
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
    assert_eq!(report(Blink::default()).open().len(), 1);
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
fn a_branch_that_only_power_up_leads_to_needs_a_new_block() {
    let error = hdl::check(Once::default(), 100, 1).expect_err("not compared");
    let Error::NotReached(open) = &error else {
        panic!("{error}")
    };
    assert_eq!(open.branches.len(), 1, "{error}");
    let inputs = vec![vec![("code".to_owned(), 0x123456)]];
    assert_eq!(open.branches[0].1, Open::FromPowerUp(inputs));
    assert!(error.to_string().contains("check_runs"), "{error}");
    let report = hdl::check_runs(Once::default, &CheckOptions::default()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(
        (report.open().len(), count(&report, &Reached::BySolver)),
        (0, 1),
        "{report}"
    );
}

block!(Turn { clock: In Clock, go: In Bit, y: Out Bits<4> } { count: DFF<Bits<2>> });

impl Logic for Turn {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, count);
        self.y.next = 0.into();
        match self.count.q.val().index() {
            0 => {
                self.count.d.next = 1.into();
            }
            1 => {
                if self.go.val() {
                    self.count.d.next = 2.into();
                }
            }
            2 => {
                self.count.d.next = 0.into();
                self.y.next = 7.into();
            }
            _ => {
                self.y.next = 15.into();
            }
        }
    }
}

#[test]
fn a_branch_that_no_inputs_take_is_proved_unreachable_and_no_error() {
    hdl::check(Turn::default(), 200, 1).unwrap_or_else(|error| panic!("{error}"));
    let report = report(Turn::default());
    assert_eq!(count(&report, &Reached::Unreachable), 1, "{report}");
    // Without time nothing is proved and nothing found.
    let options = CheckOptions {
        search_time: Duration::ZERO,
        ..CheckOptions::default()
    };
    let late = hdl::check_report(Turn::default(), &options).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(
        late.open().iter().map(|(_, why)| why).collect::<Vec<_>>(),
        [&Open::Time],
        "{late}"
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
    let error = hdl::check(Panics::default(), 100, 1).expect_err("index 7");
    let Error::Panics {
        clock,
        message,
        place,
        trace,
        ..
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
    hdl::check(Sum::default(), 100, 1).unwrap_or_else(|error| panic!("{error}"));
    let other = std::thread::spawn(|| hdl::check(Panics::default(), 100, 1).is_err());
    assert!(other.join().expect("no panic"));
}

block!(Both { clock: In Clock, a: In Bits<16>, b: In Bits<16>, y: Out Bits<2> } { seen: DFF<Bit> });

impl Logic for Both {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, seen);
        self.y.next = 0.into();
        if (self.a.val() == 0xbeef) & (self.b.val() == 0xcafe) {
            self.seen.d.next = true;
        } else if self.seen.q.val() & (self.a.val() == 0x1234) {
            self.y.next = 1.into();
        } else if self.a.val() > self.b.val() {
            self.y.next = 2.into();
        }
    }
}

#[test]
fn the_same_seed_checks_the_same_and_both_outcomes_of_each_if_are_branches() {
    let [one, other] = [(); 2].map(|()| report(Both::default()));
    assert_eq!(one.branches, other.branches);
    assert_eq!(one.clocks, other.clocks);
    assert_eq!(one.branches.len(), 6, "{one}");
    assert!(one.open().is_empty(), "{one}");
    assert!(count(&one, &Reached::BySolver) >= 2, "{one}");
}

block!(Deep { clock: In Clock, a: In Bits<8>, code: In Bits<32>, y: Out Bits<8> } { kept: DFF<Bits<8>> });

impl Logic for Deep {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, kept);
        if self.a.val().all() {
            self.kept.d.next = self.kept.q.val() + 1;
        }
        self.y.next = 0.into();
        if self.code.val() == 0xdeadbeef_u64 {
            self.y.next = self.kept.q.val();
        }
    }
}

block!(FalseDeep { clock: In Clock, a: In Bits<8>, code: In Bits<32>, y: Out Bits<8> } { kept: DFF<Bits<8>> });

liar!(FalseDeep says Deep, y; |it| {
    it.kept.clock.next = it.clock.val();
    it.kept.d.next = it.kept.q.val();
    if it.a.val().all() {
        // One step too many at 77, which an output shows only at a code of 32 bits.
        let step: u64 = if it.kept.q.val() == 77 { 2 } else { 1 };
        it.kept.d.next = it.kept.q.val() + step;
    }
    it.y.next = 0.into();
    if it.code.val() == 0xdeadbeef_u64 {
        it.y.next = it.kept.q.val();
    }
});

#[test]
fn a_difference_in_a_register_that_no_output_shows_is_found() {
    hdl::check(Deep::default(), 1000, 1).unwrap_or_else(|error| panic!("{error}"));
    let error = hdl::check(FalseDeep::default(), 1000, 1).expect_err("a difference");
    let Error::Disagrees {
        port, kernel, netlist, ..
    } = &error
    else {
        panic!("{error}")
    };
    assert_eq!((port.as_str(), *kernel, *netlist), ("top.kept.q", 79, 78));
}

/// A register that an asynchronous reset, active at 0, sets to 9.
#[derive(LogicBlock)]
struct Nine {
    clock: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    d: Signal<In, Bits<4>>,
    y: Signal<Out, Bits<4>>,
    state: Register<Bits<4>>,
}

impl Logic for Nine {
    #[hdl_gen]
    fn update(&mut self) {
        self.state.clock.next = self.clock.val();
        self.state.reset.next = self.reset.val();
        self.state.enable.next = self.d.val().any();
        self.state.d.next = self.d.val();
        self.y.next = self.state.q.val();
    }
}

lanesmith::top!(Nine { clock, reset, d, y });

#[test]
fn registers_with_every_kind_of_reset_are_compared_from_power_up() {
    for flags in 0..4 {
        let style = ResetStyle {
            asynchronous: flags & 1 != 0,
            active_low: flags & 2 != 0,
        };
        for seed in 1..20 {
            let nine = Nine {
                clock: Signal::default(),
                reset: Signal::default(),
                d: Signal::default(),
                y: Signal::default(),
                state: Register::new(style, 9.into()),
            };
            hdl::check(nine, 100, seed).unwrap_or_else(|error| panic!("{style:?}, seed {seed}: {error}"));
        }
    }
}

#[test]
fn the_default_options_are_those_of_the_page() {
    let page = include_str!("../../docs/own-module.md");
    let CheckOptions {
        clocks,
        seed,
        search_clocks,
        search_time,
        waves,
    } = CheckOptions::default();
    assert_eq!(waves, None);
    for row in [
        format!("| `clocks`, `seed` | {clocks}, {seed} |"),
        format!("| `search_clocks` | {search_clocks} |"),
        format!("| `search_time` | {} seconds |", search_time.as_secs()),
    ] {
        assert!(page.contains(&row), "{row}");
    }
}
