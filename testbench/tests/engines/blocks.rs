//! rust-hdl blocks: their own update functions against the engines that run their netlist.

use super::{native, verilated};
use lanesmith::hdl_gen;
use lanesmith::netlist::{Design, NetKind, ResetStyle, lower};
use lanesmith::rtl::leaf::{Memory, Register, Stage};
use lanesmith::sim::rust_hdl::RustHdl;
use lanesmith::sim::testbench::Random;
use lanesmith::sim::{Engine, InstanceScope, PortDirection};
use lanesmith::units::video::rtl as video;
use lanesmith::units::video::rtl::VideoConfig;
use lanesmith::{comment, top};
use rust_hdl::prelude::*;
use std::collections::HashMap;

/// Every kind of leaf.
#[derive(LogicBlock)]
struct Leaves {
    clock: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    enable: Signal<In, Bit>,
    address: Signal<In, Bits<3>>,
    d: Signal<In, Bits<36>>,
    plain: Signal<Out, Bits<36>>,
    cleared: Signal<Out, Bits<36>>,
    staged: Signal<Out, Bits<36>>,
    wired: Signal<Out, Bits<36>>,
    now: Signal<Out, Bits<36>>,
    later: Signal<Out, Bits<36>>,
    plain_register: Register<Bits<36>>,
    cleared_register: Register<Bits<36>>,
    stage: Stage<Bits<36>>,
    wire_stage: Stage<Bits<36>>,
    words: Memory<Bits<36>, 3, 1>,
    held_words: Memory<Bits<36>, 3, 1>,
}

top!(Leaves {
    clock,
    reset,
    enable,
    address,
    d,
    plain,
    cleared,
    staged,
    wired,
    now,
    later
});

impl Leaves {
    fn new(style: ResetStyle) -> Self {
        Leaves {
            clock: Signal::default(),
            reset: Signal::default(),
            enable: Signal::default(),
            address: Signal::default(),
            d: Signal::default(),
            plain: Signal::default(),
            cleared: Signal::default(),
            staged: Signal::default(),
            wired: Signal::default(),
            now: Signal::default(),
            later: Signal::default(),
            plain_register: Register::default(),
            cleared_register: Register::new(style, 0x9_8765_4321_u64.into()),
            stage: Stage::new(true),
            wire_stage: Stage::new(false),
            words: Memory::asynchronous(5),
            held_words: Memory::synchronous(8),
        }
    }
}

impl Logic for Leaves {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module leaves: Every kind of leaf.");
        self.plain_register.clock.next = self.clock.val();
        self.cleared_register.clock.next = self.clock.val();
        self.stage.clock.next = self.clock.val();
        self.wire_stage.clock.next = self.clock.val();
        self.words.clock.next = self.clock.val();
        self.held_words.clock.next = self.clock.val();
        self.plain_register.reset.next = self.reset.val();
        self.cleared_register.reset.next = self.reset.val();
        self.plain_register.enable.next = self.enable.val();
        self.cleared_register.enable.next = self.enable.val();
        self.stage.enable.next = self.enable.val();
        self.wire_stage.enable.next = self.enable.val();
        self.plain_register.d.next = self.d.val();
        self.cleared_register.d.next = self.plain_register.q.val() ^ self.d.val();
        self.stage.d.next = self.cleared_register.q.val();
        self.wire_stage.d.next = self.stage.q.val() + self.d.val();
        self.words.write_enable.next = self.enable.val();
        self.words.write_address.next = self.address.val();
        self.words.write_data.next = self.d.val();
        self.words.read_enable[0].next = true;
        self.words.read_address[0].next = self.address.val();
        self.held_words.write_enable.next = true;
        self.held_words.write_address.next = self.address.val();
        self.held_words.write_data.next = self.d.val();
        self.held_words.read_enable[0].next = self.enable.val();
        self.held_words.read_address[0].next = self.address.val();
        self.plain.next = self.plain_register.q.val();
        self.cleared.next = self.cleared_register.q.val();
        self.staged.next = self.stage.q.val();
        self.wired.next = self.wire_stage.q.val();
        self.now.next = self.words.read_data[0].val();
        self.later.next = self.held_words.read_data[0].val();
    }
}

/// Runs engines side by side on random inputs after a reset of a few cycles; the first one is right.
fn agree(engines: &mut [Box<dyn Engine>], cycles: u64, seed: u64, style: ResetStyle) {
    let mut random = Random::new(seed);
    let ports = engines[0].ports().to_vec();
    for engine in &engines[1..] {
        assert_eq!(engine.ports(), ports, "{}", engine.name());
    }
    for cycle in 0..cycles {
        for (i, port) in ports
            .iter()
            .enumerate()
            .filter(|(_, port)| port.direction == PortDirection::Input)
        {
            let value = match port.name.as_str() {
                "reset" | "reset_n" => u64::from((cycle < 3 || random.one_in(50)) != style.active_low),
                _ if port.width == 1 => u64::from(!random.one_in(4)),
                _ if random.flag() => random.bits() & u64::from(random.operand()),
                _ => random.bits(),
            };
            engines.iter_mut().for_each(|engine| engine.set(i, value));
        }
        engines.iter_mut().for_each(|engine| engine.settle());
        let (first, others) = engines.split_first_mut().expect("an engine");
        for engine in others {
            for (i, port) in ports.iter().enumerate() {
                let (name, at) = (engine.name(), &port.name);
                assert_eq!(engine.get(i), first.get(i), "{name}: {at}, cycle {cycle}, seed {seed}");
            }
            engine.tick();
        }
        first.tick();
    }
}

const STYLES: [ResetStyle; 4] = {
    const fn style(asynchronous: bool, active_low: bool) -> ResetStyle {
        ResetStyle {
            asynchronous,
            active_low,
        }
    }
    [
        style(false, false),
        style(false, true),
        style(true, false),
        style(true, true),
    ]
};

#[test]
fn leaves_do_in_rust_hdl_what_their_netlist_does() {
    for (seed, style) in (1..).zip(STYLES) {
        let design = lower(&Leaves::new(style)).unwrap_or_else(|error| panic!("{error}"));
        let mut engines = vec![native(&design, false), native(&design, true)];
        engines.push(Box::new(RustHdl::new(Box::new(Leaves::new(style)))));
        agree(&mut engines, 2000, seed, style);
    }
}

fn alu(config: &VideoConfig) -> (Design, Box<dyn Engine>) {
    let design = video::design(config).unwrap_or_else(|error| panic!("{error}"));
    let top = video::alu(config).unwrap_or_else(|error| panic!("{error}"));
    (design, Box::new(RustHdl::new(top)))
}

#[test]
fn all_engines_agree_on_the_video_alu_in_every_cycle() {
    for latency in 0..=VideoConfig::MAX_LATENCY {
        for (i, style) in STYLES.into_iter().enumerate() {
            let config = VideoConfig {
                reset: style,
                ..VideoConfig::full(latency)
            };
            let (design, rust_hdl) = alu(&config);
            let mut engines = vec![native(&design, false), native(&design, true), rust_hdl];
            // Verilator takes seconds for a design, so it runs two of them.
            if (latency, i) == (3, 0) || (latency, i) == (2, 3) {
                engines.extend(verilated(&design));
            }
            agree(&mut engines, 200, u64::from(latency), style);
        }
    }
}

/// Every watchable net by its path.
fn paths(scope: &InstanceScope, prefix: &str, found: &mut HashMap<String, (u32, usize)>) {
    for variable in &scope.variables {
        found.insert(format!("{prefix}{}", variable.name), (variable.width, variable.index));
    }
    for child in &scope.children {
        paths(child, &format!("{prefix}{}.", child.name), found);
    }
}

#[test]
fn the_ports_can_be_watched_under_their_names_in_every_engine() {
    let (design, rust_hdl) = alu(&VideoConfig::full(3));
    let mut engines = vec![native(&design, false), native(&design, true), rust_hdl];
    engines.extend(verilated(&design));
    for mut engine in engines {
        let mut found = HashMap::new();
        paths(&engine.hierarchy(), "", &mut found);
        engine.set(engine.port("in_a"), 0x1234_5678);
        engine.settle();
        for (i, port) in engine.ports().iter().enumerate() {
            let (width, index) = found[&port.name];
            assert_eq!(
                (width, engine.watch(index)),
                (port.width, engine.get(i)),
                "{}",
                engine.name()
            );
        }
        assert_eq!(engine.watch(found["in_a"].1), 0x1234_5678);
    }
}

#[test]
fn a_traced_netlist_shows_every_net_of_every_instance() {
    let (design, _) = alu(&VideoConfig::full(3));
    let engine = native(&design, true);
    let mut found = HashMap::new();
    paths(&engine.hierarchy(), "", &mut found);
    fn count(design: &Design, module: &lanesmith::netlist::Module) -> usize {
        let named = module
            .nets
            .iter()
            .filter(|net| net.kind != NetKind::Input || net.name != "clock");
        let children = module
            .instances
            .iter()
            .map(|instance| count(design, design.module(instance.module)));
        named.count() + children.sum::<usize>()
    }
    assert_eq!(found.len(), count(&design, design.top_module()));
}
