//! Names that mean something to Verilog and to its tools, or that meet there.

use super::harness::{Own, accepted, refused};
use lanesmith::hdl::{self, prelude::*};
use std::collections::BTreeSet;

/// Names that differ in the case of a letter alone.
#[derive(LogicBlock, Default)]
#[allow(non_snake_case)]
struct Cases {
    a: Signal<In, Bits<4>>,
    A: Signal<In, Bits<4>>,
    sum: Signal<Out, Bits<4>>,
    Sum: Signal<Out, Bits<4>>,
}

impl Logic for Cases {
    #[hdl_gen]
    fn update(&mut self) {
        self.sum.next = self.a.val() + self.A.val();
        self.Sum.next = self.a.val() - self.A.val();
    }
}

lanesmith::top!(Cases { a, A, sum, Sum });

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
foreign_letters!(ForeignBlock { größe: DFF<Bits<8>> });
foreign_letters!(ForeignField { pair: Signal<In, Pair> });

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

/// synopsys translate_off
#[hdl_module]
struct Directives {
    /// verilator lint_off WIDTH
    x: Signal<In, Bits<4>>,
    /// Synthesis translate_off
    y: Signal<Out, Bits<4>>,
    /// pragma: translate_off
    #[default(Commented::default())]
    inner: Commented,
}

/// A line that is broken so that a tool's name begins the next line, which is as long as this: .. verilator lint_off
#[hdl_module]
struct Commented {
    #[doc = "One line\rendmodule"]
    x: Signal<In, Bits<4>>,
    #[doc = "vcs\u{7} coverage off"]
    y: Signal<Out, Bits<4>>,
}

impl Logic for Commented {
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

pub const MODULES: &[Own] = &[
    accepted("names that differ in case", || Box::new(Cases::default())),
    accepted("names that others reserve", || Box::new(Reserved::default())).text(&[
        " endclass_,",
        " process_,",
        " bool_,",
        " unique0_,",
        " s_until_,",
        " float_,",
        " sc_in_,",
        " register_,",
        " ordinary,",
        "wire set;",
    ]),
    refused(
        "a port with a foreign letter",
        || Box::new(ForeignPort::default()),
        "top: größe: names in Verilog have only the letters a to z, A to Z, digits and `_`",
    ),
    refused(
        "a block with a foreign letter",
        || Box::new(ForeignBlock::default()),
        "top: größe.d: names in Verilog have only the letters a to z, A to Z, digits and `_`",
    ),
    refused(
        "a field with a foreign letter",
        || Box::new(ForeignField::default()),
        "top: pair.größe: names in Verilog have only the letters a to z, A to Z, digits and `_`",
    ),
    refused(
        "two ports of one name",
        || Box::new(MeetingPorts::default()),
        "top: lane_1: the port lane.1 has the same name in Verilog, lane_1: rename one of them",
    ),
    accepted("comments like directives", || Box::new(Directives::default())).text(&[
        "\n// - synopsys translate_off\n",
        "\n  // - verilator lint_off WIDTH\n",
        "\n  // - Synthesis translate_off\n",
        "\n  // One line endmodule\n",
        "\n  // - vcs coverage off\n",
        "\n// - verilator lint_off\n",
    ]),
    accepted("modules that differ in case", || Box::new(Twins::default())),
];

#[test]
fn files_of_modules_differ_in_more_than_the_case_of_letters() {
    let files = hdl::emit(&hdl::lower(&Twins::default()).expect("a netlist"));
    let names: BTreeSet<String> = files.iter().map(|file| file.name.to_lowercase()).collect();
    assert_eq!(names.len(), files.len(), "{names:?}");
}
