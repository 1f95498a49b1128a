//! Arrays of signals and blocks, and interfaces.

use super::checked;
use lanesmith::hdl::prelude::*;

#[derive(LogicBlock, Default)]
struct RegisterFile {
    clock: Signal<In, Clock>,
    write: Signal<In, Bit>,
    address: Signal<In, Bits<3>>,
    data: Signal<In, Bits<16>>,
    read: Signal<Out, Bits<16>>,
    all: [Signal<Out, Bits<16>>; 8],
    words: [DFF<Bits<16>>; 8],
}

impl Logic for RegisterFile {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..8 {
            self.words[i].clock.next = self.clock.val();
            self.words[i].d.next = self.words[i].q.val();
            self.all[i].next = self.words[i].q.val();
        }
        if self.write.val() {
            self.words[self.address.val().index()].d.next = self.data.val();
        }
        self.read.next = self.words[self.address.val().index()].q.val();
    }
}

lanesmith::top!(RegisterFile {
    clock,
    write,
    address,
    data,
    read,
    all
});

#[test]
fn a_signal_chooses_an_element_that_is_read_or_written() {
    let design = checked(RegisterFile::default());
    let ports = design.top_module().ports().map(|(_, port)| port.name.as_str());
    assert!(ports.collect::<Vec<_>>().contains(&"all_7"));
}

#[derive(Clone, Debug, Default, LogicInterface)]
#[join = "Sink"]
struct Source {
    data: Signal<Out, Bits<8>>,
    valid: Signal<Out, Bit>,
    ready: Signal<In, Bit>,
}

#[derive(Clone, Debug, Default, LogicInterface)]
#[join = "Source"]
struct Sink {
    data: Signal<In, Bits<8>>,
    valid: Signal<In, Bit>,
    ready: Signal<Out, Bit>,
}

#[derive(LogicBlock, Default)]
struct Doubler {
    input: Sink,
    output: Source,
}

impl Logic for Doubler {
    #[hdl_gen]
    fn update(&mut self) {
        self.output.data.next = self.input.data.val() << 1;
        self.output.valid.next = self.input.valid.val();
        self.input.ready.next = self.output.ready.val();
    }
}

#[derive(LogicBlock, Default)]
struct Twice {
    input: Sink,
    output: Source,
    first: Doubler,
    second: Doubler,
}

impl Logic for Twice {
    #[hdl_gen]
    fn update(&mut self) {
        Sink::link(&mut self.input, &mut self.first.input);
        Source::join(&mut self.first.output, &mut self.second.input);
        Source::link(&mut self.output, &mut self.second.output);
    }
}

lanesmith::top!(Twice {
    input { data, valid, ready },
    output { data, valid, ready },
});

#[test]
fn ports_may_be_interfaces() {
    let design = checked(Twice::default());
    let ports: Vec<&str> = design
        .top_module()
        .ports()
        .map(|(_, port)| port.name.as_str())
        .collect();
    assert_eq!(
        ports,
        [
            "input_data",
            "input_valid",
            "input_ready",
            "output_data",
            "output_valid",
            "output_ready"
        ]
    );
}
