//! Modules in modules: arrays, interfaces, constants, sharing.

use super::pair::compare;
use crate::block::block;
use lanesmith::comment;
use lanesmith::hdl_gen;
use lanesmith::netlist::{Design, NetKind, lower};
use rust_hdl::prelude::*;

fn modules(design: &Design) -> Vec<&str> {
    design.modules.iter().map(|module| module.name.as_str()).collect()
}

fn ports(design: &Design, module: &str) -> Vec<String> {
    let module = design
        .modules
        .iter()
        .find(|candidate| candidate.name == module)
        .expect("the module");
    module.ports().map(|(_, net)| net.name.clone()).collect()
}

#[derive(LogicBlock)]
struct Lane {
    a: Signal<In, Bits<8>>,
    b: Signal<In, Bits<8>>,
    carry_in: Signal<In, Bit>,
    sum: Signal<Out, Bits<8>>,
    carry: Signal<Out, Bit>,
    wide: Signal<Local, Bits<9>>,
    carries: Constant<bool>,
}

impl Lane {
    fn new(carries: bool) -> Self {
        Lane {
            a: Default::default(),
            b: Default::default(),
            carry_in: Default::default(),
            sum: Default::default(),
            carry: Default::default(),
            wide: Default::default(),
            carries: Constant::new(carries),
        }
    }
}

impl Logic for Lane {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module lane: One byte of the sum.");
        comment!("port sum: The byte.");
        self.wide.next = bit_cast::<9, 8>(self.a.val()) + bit_cast::<9, 8>(self.b.val());
        if self.carries.val() {
            self.wide.next = bit_cast::<9, 8>(self.a.val())
                + bit_cast::<9, 8>(self.b.val())
                + bit_cast::<9, 1>(self.carry_in.val().into());
        }
        self.sum.next = bit_cast::<8, 9>(self.wide.val());
        self.carry.next = self.wide.val().get_bit(8) & self.carries.val();
    }
}

#[derive(LogicBlock)]
struct Lanes {
    a: Signal<In, Bits<32>>,
    b: Signal<In, Bits<32>>,
    sum: Signal<Out, Bits<32>>,
    lane: [Lane; 4],
}

impl Lanes {
    fn new(carries: bool) -> Self {
        Lanes {
            a: Default::default(),
            b: Default::default(),
            sum: Default::default(),
            lane: std::array::from_fn(|_| Lane::new(carries)),
        }
    }
}

impl Logic for Lanes {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..4 {
            self.lane[i].a.next = self.a.val().get_bits::<8>(i * 8);
            self.lane[i].b.next = self.b.val().get_bits::<8>(i * 8);
        }
        self.lane[0].carry_in.next = false;
        for i in 0..3 {
            self.lane[i + 1].carry_in.next = self.lane[i].carry.val();
        }
        self.sum.next = (bit_cast::<32, 8>(self.lane[3].sum.val()) << 24)
            | (bit_cast::<32, 8>(self.lane[2].sum.val()) << 16)
            | (bit_cast::<32, 8>(self.lane[1].sum.val()) << 8)
            | bit_cast::<32, 8>(self.lane[0].sum.val());
    }
}

lanesmith::top!(Lanes { a, b, sum });

#[test]
fn arrays_of_modules_are_indexed_by_loops() {
    compare(Lanes::new(true), 200);
    compare(Lanes::new(false), 200);
}

#[test]
fn equal_modules_are_one_and_unused_ports_go() {
    let design = lower(&Lanes::new(true)).unwrap();
    // The last lane has no carry to give.
    assert_eq!(modules(&design), ["lane", "lane_2", "top"]);
    assert_eq!(ports(&design, "lane"), ["a", "b", "carry_in", "sum", "carry"]);
    assert_eq!(ports(&design, "lane_2"), ["a", "b", "carry_in", "sum"]);
    let lane = &design.modules[0];
    assert_eq!(lane.doc, "One byte of the sum.");
    assert_eq!(
        lane.ports().find(|(_, net)| net.name == "sum").unwrap().1.doc,
        "The byte."
    );
    let design = lower(&Lanes::new(false)).unwrap();
    assert_eq!(modules(&design), ["lane", "top"]);
    assert_eq!(ports(&design, "lane"), ["a", "b", "sum"]);
}

#[test]
fn the_netlist_of_a_block_is_always_the_same() {
    let text = |design: Design| {
        format!(
            "{:?}",
            design.modules.iter().map(|m| (&m.nets, m.exprs())).collect::<Vec<_>>()
        )
    };
    assert_eq!(
        text(lower(&Lanes::new(true)).unwrap()),
        text(lower(&Lanes::new(true)).unwrap())
    );
}

#[derive(LogicBlock)]
struct Configured {
    a: Signal<In, Bits<8>>,
    unused: Signal<In, Bit>,
    b: Signal<Out, Bits<8>>,
    helper: Lane,
    step: Constant<Bits<8>>,
    helped: Constant<bool>,
}

impl Configured {
    fn new(helped: bool) -> Self {
        Configured {
            a: Default::default(),
            unused: Default::default(),
            b: Default::default(),
            helper: Lane::new(true),
            step: Constant::new(5.into()),
            helped: Constant::new(helped),
        }
    }
}

impl Logic for Configured {
    #[hdl_gen]
    fn update(&mut self) {
        self.helper.a.next = self.a.val();
        self.helper.b.next = self.step.val();
        self.helper.carry_in.next = self.unused.val();
        self.b.next = self.a.val() + self.step.val();
        if self.helped.val() {
            self.b.next = self.helper.sum.val();
        }
    }
}

lanesmith::top!(Configured { a, unused, b });

#[test]
fn what_is_configured_away_leaves_no_trace_but_the_ports_of_the_top() {
    compare(Configured::new(true), 100);
    compare(Configured::new(false), 100);
    let design = lower(&Configured::new(false)).unwrap();
    assert_eq!(modules(&design), ["top"]);
    let top = design.top_module();
    assert_eq!(ports(&design, "top"), ["a", "unused", "b"]);
    assert!(top.nets.iter().all(|net| net.kind != NetKind::Wire) && top.instances.is_empty());
}

block!(Tells { a: In Bits<8>, half: Out Bits<8>, y: Out Bits<8> });

impl Logic for Tells {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module tells: What is read inside.");
        self.half.next = self.a.val() >> 1;
        self.y.next = self.half.val() + self.half.val();
    }
}

block!(Ignores { a: In Bits<8>, y: Out Bits<8> } { tells: Tells });

impl Logic for Ignores {
    #[hdl_gen]
    fn update(&mut self) {
        self.tells.a.next = self.a.val();
        self.y.next = self.tells.y.val();
    }
}

#[test]
fn an_output_that_only_its_own_module_reads_is_no_port() {
    let design = lower(&Ignores::default()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(ports(&design, "tells"), ["a", "y"]);
    compare(Ignores::default(), 20);
}
