//! Names of users' modules in Verilog: reserved ones, some that Verilog cannot have, two that meet, and comments like directives.

use crate::hdl_memories::lint;
use lanesmith::hdl::prelude::*;
use lanesmith::hdl::{self, Error};

fn refusal(block: &impl Block) -> String {
    hdl::lower(block).expect_err("it is refused").to_string()
}

/// The names of the ports of the top module.
fn ports(design: &hdl::Design) -> Vec<String> {
    design.top_module().ports().map(|(_, net)| net.name.clone()).collect()
}

/// Names of SystemVerilog, of its classes, of Verilog-AMS, C++ and SystemC.
#[hdl_module]
struct Reserved {
    clock: Signal<In, Clock>,
    endclass: Signal<In, Bit>,
    process: Signal<In, Bit>,
    bool: Signal<In, Bit>,
    unique0: Signal<In, Bit>,
    s_until: Signal<In, Bit>,
    float: Signal<In, Bit>,
    sc_in: Signal<In, Bit>,
    register: Signal<Out, Bit>,
    ordinary: Signal<Out, Bit>,
    always_ff: Signal<Local, Bit>,
    /// Inside the module Verilator knows no C++.
    set: Signal<Local, Bit>,
    endchecker: DFF<Bit>,
    mailbox: Inverter,
    /// The name that lanesmith has for bits that nobody reads.
    unused_ok: Inverter,
    spare: Signal<In, Bit>,
}

#[hdl_module]
struct Inverter {
    semaphore: Signal<In, Bit>,
    union: Signal<Out, Bit>,
}

impl Logic for Inverter {
    #[hdl_gen]
    fn update(&mut self) {
        self.union.next = !self.semaphore.val();
    }
}

impl Logic for Reserved {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, endchecker);
        self.always_ff.next = self.endclass.val() ^ self.process.val() ^ self.bool.val();
        self.set.next = self.unique0.val() & self.s_until.val() | self.float.val() & self.sc_in.val();
        self.mailbox.semaphore.next = self.always_ff.val() ^ self.set.val();
        self.endchecker.d.next = self.mailbox.union.val() & !self.set.val();
        self.register.next = self.endchecker.q.val() ^ self.always_ff.val();
        self.unused_ok.semaphore.next = self.set.val();
        self.ordinary.next = self.unused_ok.union.val();
    }
}

#[test]
fn reserved_names_have_an_underscore_more_and_linters_accept_them() {
    let design = hdl::check(Reserved::default(), 500, 1).unwrap_or_else(|error| panic!("{error}"));
    let expected = [
        "clock",
        "endclass_",
        "process_",
        "bool_",
        "unique0_",
        "s_until_",
        "float_",
        "sc_in_",
        "register_",
        "ordinary",
        "spare",
    ];
    assert_eq!(ports(&design), expected);
    assert_eq!(lint(&design), "");
    let text: String = hdl::emit(&design).into_iter().map(|file| file.text).collect();
    assert!(text.contains("wire set;"), "{text}");
    // The names of the fields still serve.
    let mut simulation = hdl::simulate(&design).expect("an engine");
    simulation.set("endclass", 1).expect("an input");
    simulation.set("float", 1).expect("an input");
}

#[derive(LogicStruct, Copy, Clone, Debug, PartialEq, Default)]
struct Pair {
    plain: Bits<4>,
    größe: Bits<4>,
}

macro_rules! foreign_letters {
    ($name:ident { $field:ident: $kind:ty }) => {
        #[hdl_module]
        struct $name {
            x: Signal<In, Bits<8>>,
            y: Signal<Out, Bits<8>>,
            $field: $kind,
        }

        impl Logic for $name {
            #[hdl_gen]
            fn update(&mut self) {
                self.y.next = self.x.val();
            }
        }
    };
}

foreign_letters!(ForeignPort { größe: Signal<In, Bits<8>> });
foreign_letters!(ForeignLocal { größe: Signal<Local, Bits<8>> });
foreign_letters!(ForeignBlock { größe: DFF<Bits<8>> });
foreign_letters!(ForeignField { pair: Signal<In, Pair> });

#[test]
fn names_with_letters_that_verilog_has_not_are_refused() {
    for (error, name) in [
        (refusal(&ForeignPort::default()), "foreign_port: größe: "),
        (refusal(&ForeignLocal::default()), "foreign_local: größe: "),
        (refusal(&ForeignBlock::default()), "foreign_block: größe."),
        (refusal(&ForeignField::default()), "foreign_field: pair.größe: "),
    ] {
        assert!(error.starts_with(name), "{error}");
        assert!(
            error.contains("names in Verilog have only the letters a to z"),
            "{error}"
        );
    }
}

#[hdl_module]
struct MeetingPorts {
    lane: [Signal<In, Bits<4>>; 2],
    lane_1: Signal<In, Bits<4>>,
    y: Signal<Out, Bits<4>>,
}

impl Logic for MeetingPorts {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.lane[0].val() ^ self.lane[1].val() & self.lane_1.val();
    }
}

#[test]
fn ports_of_the_top_module_that_would_have_one_name_are_refused() {
    assert_eq!(
        refusal(&MeetingPorts::default()),
        "meeting_ports: lane_1: the port lane.1 has the same name in Verilog, lane_1: rename one of them"
    );
}

/// A block whose registers a parent may take for those of another.
#[hdl_module]
struct Count {
    clock: Signal<In, Clock>,
    step: Signal<In, Bits<4>>,
    total: Signal<Out, Bits<4>>,
    sum: DFF<Bits<4>>,
}

impl Logic for Count {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, sum);
        self.sum.d.next = self.sum.q.val() + self.step.val();
        self.total.next = self.sum.q.val();
    }
}

/// Registers and instances whose names meet in Verilog. `right` is for the block that is wrong.
macro_rules! lanes {
    ($name:ident) => {
        #[hdl_module]
        struct $name {
            clock: Signal<In, Clock>,
            x: Signal<In, Bits<4>>,
            y: Signal<Out, Bits<4>>,
            lane: [DFF<Bits<4>>; 1],
            lane_0: DFF<Bits<4>>,
            part: [Count; 1],
            part_0: Count,
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
        self.part[0].clock.next = self.clock.val();
        self.part_0.clock.next = self.clock.val();
        self.lane[0].d.next = self.x.val();
        self.lane_0.d.next = !self.x.val();
        self.part[0].step.next = 1.into();
        self.part_0.step.next = self.lane_0.q.val();
        self.y.next = self.lane[0].q.val() ^ (self.part[0].total.val() + self.part_0.total.val());
    }
}

/// Holds another value in `lane_0` than it says, and shows what it should.
impl Logic for FalseLanes {
    fn update(&mut self) {
        let (clock, x) = (self.clock.val(), self.x.val());
        self.lane[0].clock.next = clock;
        self.lane_0.clock.next = clock;
        self.part[0].clock.next = clock;
        self.part_0.clock.next = clock;
        self.right.clock.next = clock;
        self.lane[0].d.next = x;
        self.lane_0.d.next = x;
        self.right.d.next = !x;
        self.part[0].step.next = 1.into();
        self.part_0.step.next = self.right.q.val();
        self.y.next = self.lane[0].q.val() ^ (self.part[0].total.val() + self.part_0.total.val());
    }

    fn connect(&mut self) {
        self.y.connect();
        self.lane[0].clock.connect();
        self.lane[0].d.connect();
        self.lane_0.clock.connect();
        self.lane_0.d.connect();
        self.right.clock.connect();
        self.right.d.connect();
        for part in [&mut self.part[0], &mut self.part_0] {
            part.clock.connect();
            part.step.connect();
        }
    }

    fn hdl(&self) -> Verilog {
        Lanes::default().hdl()
    }
}

#[test]
fn check_keeps_registers_apart_whose_names_meet_in_verilog() {
    hdl::check(Lanes::default(), 500, 1).unwrap_or_else(|error| panic!("{error}"));
    let error = hdl::check(FalseLanes::default(), 500, 1).expect_err("a difference");
    let Error::Disagrees { port, .. } = &error else {
        panic!("{error}")
    };
    assert_eq!(port, "top.lane_0.q");
}

/// synopsys translate_off
#[hdl_module]
struct Directives {
    /// verilator lint_off WIDTH
    x: Signal<In, Bits<4>>,
    /// Synthesis translate_off
    y: Signal<Out, Bits<4>>,
    /// pragma: translate_off
    #[default(Inner::default())]
    inner: Inner,
}

/// A line that is broken so that a tool's name begins the next line, which is as long as this: .. verilator lint_off
#[hdl_module]
struct Inner {
    #[doc = "One line\rendmodule"]
    x: Signal<In, Bits<4>>,
    #[doc = "vcs\u{7} coverage off"]
    y: Signal<Out, Bits<4>>,
}

impl Logic for Inner {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = !self.x.val();
    }
}

impl Logic for Directives {
    #[hdl_gen]
    fn update(&mut self) {
        self.inner.x.next = self.x.val() + 1;
        self.y.next = self.inner.y.val();
    }
}

#[test]
fn comments_that_begin_like_directives_of_tools_are_none() {
    let design = hdl::check(Directives::default(), 100, 1).unwrap_or_else(|error| panic!("{error}"));
    let files = hdl::emit(&design);
    let text: String = files.iter().map(|file| file.text.as_str()).collect();
    assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text:?}");
    for line in [
        "// - synopsys translate_off",
        "  // - verilator lint_off WIDTH",
        "  // - Synthesis translate_off",
        "  // One line endmodule",
        "  // - vcs coverage off",
        "// - verilator lint_off",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
    assert_eq!(lint(&design), "");
}

mod twins {
    use super::*;

    #[hdl_module(name = "Twin")]
    pub struct Capital {
        pub x: Signal<In, Bits<4>>,
        pub y: Signal<Out, Bits<4>>,
    }

    impl Logic for Capital {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = !self.x.val();
        }
    }

    #[hdl_module(name = "twin")]
    pub struct Small {
        pub x: Signal<In, Bits<4>>,
        pub y: Signal<Out, Bits<4>>,
    }

    impl Logic for Small {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.x.val() + 1;
        }
    }
}

#[hdl_module]
struct Twins {
    x: Signal<In, Bits<4>>,
    y: Signal<Out, Bits<4>>,
    capital: twins::Capital,
    small: twins::Small,
}

impl Logic for Twins {
    #[hdl_gen]
    fn update(&mut self) {
        self.capital.x.next = self.x.val();
        self.small.x.next = self.capital.y.val();
        self.y.next = self.small.y.val();
    }
}

#[test]
fn files_of_modules_differ_in_more_than_the_case_of_letters() {
    let design = hdl::lower(&Twins::default()).expect("a netlist");
    let mut files: Vec<String> = hdl::emit(&design)
        .into_iter()
        .map(|file| file.name.to_lowercase())
        .collect();
    let count = files.len();
    files.sort();
    files.dedup();
    assert_eq!(files.len(), count, "{files:?}");
}
