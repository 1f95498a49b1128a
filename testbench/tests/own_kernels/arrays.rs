//! Arrays of signals and blocks, and interfaces.

use super::checked;
use lanesmith::hdl::{self, prelude::*};
use std::time::{Duration, Instant};

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

/// Words of which signals choose one to add to, and one to show.
#[hdl_module]
struct Counters<const N: usize> {
    clock: Signal<In, Clock>,
    add: Signal<In, Bits<10>>,
    show: Signal<In, Bits<10>>,
    shown: Signal<Out, Bits<8>>,
    #[default(std::array::from_fn(|_| DFF::default()))]
    words: [DFF<Bits<8>>; N],
}

impl<const N: usize> Logic for Counters<N> {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..N {
            self.words[i].clock.next = self.clock.val();
            self.words[i].d.next = self.words[i].q.val();
        }
        self.words[self.add.val().index()].d.next = self.words[self.add.val().index()].q.val() + 1;
        self.shown.next = self.words[self.show.val().index()].q.val();
    }
}

#[test]
fn eight_times_as_many_elements_do_not_take_eight_times_eight_times_as_long_to_lower() {
    fn time<const N: usize>() -> Duration {
        let block = Box::new(Counters::<N>::default());
        let run = || {
            let start = Instant::now();
            hdl::lower(&*block).expect("a netlist");
            start.elapsed()
        };
        (0..3).map(|_| run()).min().expect("a run")
    }
    let (few, many) = (time::<128>(), time::<1024>());
    assert!(many < few * 24, "128: {few:?}, 1024: {many:?}");
}
