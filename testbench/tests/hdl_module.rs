//! `hdl_module`: what the declaration of a block says is in its netlist, and its ports can be set and read.

use lanesmith::hdl::{self, prelude::*};
use lanesmith::netlist::{Design, NetKind};
use lanesmith::rtl::TopPort;

/// Name, width and direction of each port, with its documentation.
fn documented(design: &Design, module: &str) -> Vec<(String, String)> {
    let module = design.modules.iter().find(|one| one.name == module);
    let ports = module.expect("the module").ports();
    ports.map(|(_, port)| (port.name.clone(), port.doc.clone())).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    let owned = |(name, doc): &(&str, &str)| (name.to_string(), doc.to_string());
    expected.iter().map(owned).collect()
}

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Step {
    Idle,
    Busy,
}

/// A request.
#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct)]
struct Request {
    /// Where to.
    address: Bits<8>,
    /// What the unit does:
    step: Step,
}

#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct)]
struct Pair {
    /// Never shown: the field around it speaks.
    low: Bits<4>,
    high: Bits<4>,
}

#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct)]
struct Outer {
    inner: Request,
    /// Both.
    pair: Pair,
}

/// Keeps the last request,
/// or a constant.
///
/// This paragraph is for readers of the source.
#[hdl_module]
struct RequestKeeper {
    /// Rising edge.
    clock: Signal<In, Clock>,
    request: Signal<In, Request>,
    /// The request of the port as a whole.
    whole: Signal<In, Request>,
    #[part(address = "Somewhere else.")]
    other: Signal<In, Request>,
    nested: Signal<In, Outer>,
    /// Each of them.
    #[part(1 = "The second.")]
    many: [Signal<In, Bit>; 3],
    each: [Signal<In, Request>; 2],
    /// Address of the last request,
    /// a clock late.
    ///
    /// It starts at the offset.
    last: Signal<Out, Bits<8>>,
    /// Local signals are not documented.
    sum: Signal<Local, Bits<8>>,
    held: Register<Bits<8>>,
    offset: Constant<Bits<8>>,
    #[default(Constant::new(3.into()))]
    chosen: Constant<Bits<8>>,
}

impl Logic for RequestKeeper {
    #[hdl_gen]
    fn update(&mut self) {
        self.held.clock.next = self.clock.val();
        self.held.reset.next = false;
        self.held.enable.next = self.many[0].val() & self.many[1].val() & self.many[2].val();
        self.sum.next = self.request.val().address + self.whole.val().address + self.other.val().address;
        self.held.d.next = self.sum.val() + self.nested.val().inner.address + self.each[1].val().address;
        if (self.request.val().step == Step::Busy) | (self.whole.val().step == Step::Busy) {
            self.held.d.next = bit_cast::<8, 4>(self.nested.val().pair.low + self.nested.val().pair.high);
        }
        if (self.other.val().step == Step::Busy)
            | (self.nested.val().inner.step == Step::Busy)
            | (self.each[0].val().step == Step::Busy)
        {
            self.held.d.next = self.each[0].val().address;
        }
        if self.each[1].val().step == Step::Busy {
            self.held.d.next = self.offset.val();
        }
        self.last.next = self.held.q.val() + self.chosen.val();
    }
}

#[test]
fn the_first_paragraphs_of_doc_comments_document_the_module_and_its_ports() {
    let design = hdl::check(RequestKeeper::default, 200, 1).expect("agreement");
    assert_eq!(design.modules[0].name, "request_keeper");
    assert_eq!(design.modules[0].doc, "Keeps the last request, or a constant.");
    let step = "What the unit does: 0 Idle, 1 Busy.";
    assert_eq!(
        documented(&design, "request_keeper"),
        pairs(&[
            ("clock", "Rising edge."),
            ("request_address", "Where to."),
            ("request_step", step),
            ("whole_address", "The request of the port as a whole."),
            ("whole_step", "The request of the port as a whole."),
            ("other_address", "Somewhere else."),
            ("other_step", step),
            ("nested_inner_address", "Where to."),
            ("nested_inner_step", step),
            ("nested_pair_low", "Both."),
            ("nested_pair_high", "Both."),
            ("many_0", "Each of them."),
            ("many_1", "The second."),
            ("many_2", "Each of them."),
            ("each_0_address", "Where to."),
            ("each_0_step", step),
            ("each_1_address", "Where to."),
            ("each_1_step", step),
            ("last", "Address of the last request, a clock late."),
        ])
    );
    let mut nets = design.modules[0].nets.iter();
    assert!(nets.all(|net| net.kind != NetKind::Wire || net.doc.is_empty()));
    // A constant has the value of its attribute.
    let text = &hdl::emit(&design)[0].text;
    assert!(
        text.contains("held_q + 8'h3") || text.contains("held_q + 8'd3"),
        "{text}"
    );
}

#[derive(LogicInterface, Default)]
#[join = "Taker"]
struct Giver {
    data: Signal<Out, Bits<8>>,
    ready: Signal<In, Bit>,
}

#[derive(LogicInterface, Default)]
#[join = "Giver"]
struct Taker {
    data: Signal<In, Bits<8>>,
    ready: Signal<Out, Bit>,
}

/// Hands on.
#[hdl_module(name = "handing_on")]
struct Hands<T: Synth, const N: usize> {
    /// The value.
    value: Signal<In, T>,
    /// The value again.
    again: Signal<Out, T>,
    bits: Signal<In, Bits<N>>,
    inverted: Signal<Out, Bits<N>>,
    /// From the side.
    #[ports(data, ready)]
    taker: Taker,
    /// To the side.
    #[ports(data, ready)]
    r#giver: Giver,
}

impl<T: Synth, const N: usize> Logic for Hands<T, N> {
    #[hdl_gen]
    fn update(&mut self) {
        self.again.next = self.value.val();
        self.inverted.next = !self.bits.val();
        self.giver.data.next = self.taker.data.val();
        self.taker.ready.next = self.giver.ready.val();
    }
}

#[test]
fn ports_are_in_the_order_of_the_fields_and_can_be_set_and_read() {
    let mut block = Hands::<Request, 5>::default();
    let ports = block.ports();
    let of = |port: &TopPort| (port.path.clone(), port.width, port.is_input);
    let paths: Vec<_> = ports.iter().map(of).collect();
    let expected = [
        ("value$address", 8, true),
        ("value$step", 1, true),
        ("again$address", 8, false),
        ("again$step", 1, false),
        ("bits", 5, true),
        ("inverted", 5, false),
        ("taker$data", 8, true),
        ("taker$ready", 1, false),
        ("giver$data", 8, false),
        ("giver$ready", 1, true),
    ];
    assert_eq!(
        paths,
        expected.map(|(path, width, input)| (path.to_owned(), width, input))
    );
    block.set_port("value$address", 77);
    block.set_port("bits", 3);
    block.set_port("taker$data", 9);
    block.connect_all();
    block.update_all();
    block.update_all();
    let values = ["again$address", "inverted", "giver$data", "nothing"].map(|path| block.port_value(path));
    assert_eq!(values, [77, 0x1c, 9, 0]);

    let design = hdl::check(Hands::<Request, 5>::default, 100, 1).expect("agreement");
    assert_eq!(design.modules[0].name, "handing_on");
    let documented = documented(&design, "handing_on");
    for port in [
        ("again_step", "The value again."),
        ("inverted", ""),
        ("giver_ready", "To the side."),
    ] {
        assert!(documented.contains(&pairs(&[port])[0]), "{documented:?}");
    }
}

#[hdl_module(no_default, no_top)]
struct Module {
    a: Signal<In, Bits<8>>,
    /// Told here.
    y: Signal<Out, Bits<8>>,
}

lanesmith::top!(Module { a, y });

// One's own, though it could be derived.
#[allow(clippy::derivable_impls)]
impl Default for Module {
    fn default() -> Self {
        Module {
            a: Signal::default(),
            y: Signal::default(),
        }
    }
}

impl Logic for Module {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val();
    }
}

#[test]
fn default_and_ports_may_be_ones_own() {
    let design = hdl::check(Module::default, 10, 1).expect("agreement");
    // A keyword of Verilog is no name of a module.
    assert_eq!(design.modules[0].name, "module_");
    let docs = documented(&design, "module_");
    assert_eq!(docs, pairs(&[("a", ""), ("y", "Told here.")]));
}
