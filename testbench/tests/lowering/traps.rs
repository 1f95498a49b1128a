//! Kernels that pass rust-hdl's own checks and whose pasted Verilog is wrong: ours is right.
//!
//! Each kernel runs in Rust, through iverilog as rust-hdl pastes it, as our netlist, and through iverilog as we emit it.

use super::constructs::kernel;
use super::pair::{Pair, Random};
use super::text::{available, run};
use lanesmith::netlist::lower_trusted as lower;
use lanesmith::rtl::Top;
use lanesmith::sim::Engine;
use lanesmith::sim::rust_hdl::RustHdl;
use lanesmith::verilog::{Banner, emit};
use rust_hdl::prelude::*;

const VECTORS: usize = 2000;

/// What rust-hdl's text does.
#[derive(Debug, PartialEq)]
enum Pasted {
    /// iverilog takes it; so many vectors come out wrong.
    Wrong(usize),
    /// iverilog refuses it.
    Refused,
}

/// Checks our netlist and our text against the kernel on all vectors; `None` without iverilog.
fn pasted<T: Top + Default + 'static>() -> Option<Pasted> {
    let mut block = T::default();
    block.connect_all();
    let text = generate_verilog(&block);
    let mut netlist = Pair::new(&block);
    let mut kernel = RustHdl::new(Box::new(T::default()));
    let ports = kernel.ports().to_vec();
    let mut random = Random::Seed(7);
    let (mut stimulus, mut expected) = (Vec::new(), Vec::new());
    for _ in 0..VECTORS {
        let mut row = Vec::new();
        for (i, port) in ports.iter().enumerate() {
            if !netlist.is_output(&port.name) {
                let value = random.word(port.width);
                kernel.set(i, value);
                netlist.set(&port.name, value);
                row.push(value);
            }
        }
        kernel.settle();
        netlist.settle();
        let outputs = ports
            .iter()
            .enumerate()
            .filter(|(_, port)| netlist.is_output(&port.name));
        let values: Vec<u64> = outputs.clone().map(|(i, _)| kernel.get(i)).collect();
        let ours: Vec<u64> = outputs.map(|(_, port)| netlist.get(&port.name)).collect();
        assert_eq!(ours, values, "the netlist for inputs {row:x?}");
        stimulus.push(row);
        expected.push(values);
    }
    if !available() {
        return None;
    }
    let design = lower(&block).unwrap();
    let emitted: String = emit(&design, &Banner::default())
        .into_iter()
        .map(|file| file.text)
        .collect();
    let names: Vec<String> = design.top_module().ports().map(|(_, net)| net.name.clone()).collect();
    let is_output: Vec<bool> = ports.iter().map(|port| netlist.is_output(&port.name)).collect();
    let widths: Vec<u32> = ports.iter().map(|port| port.width).collect();
    let wrong = |text: &str, names: &[String]| {
        let rows = run(text, names, &widths, &is_output, &stimulus)?;
        Some(
            rows.iter()
                .zip(&expected)
                .filter(|(row, expected)| row != expected)
                .count(),
        )
    };
    assert_eq!(wrong(&emitted, &names), Some(0), "our text:\n{emitted}");
    let fields: Vec<String> = ports.iter().map(|port| port.name.clone()).collect();
    Some(wrong(&text, &fields).map_or(Pasted::Refused, Pasted::Wrong))
}

macro_rules! trap {
    ($name:ident, $block:ty, $verdict:pat) => {
        #[test]
        fn $name() {
            if let Some(verdict) = pasted::<$block>() {
                assert!(matches!(verdict, $verdict), "rust-hdl's own text: {verdict:?}");
            }
        }
    };
}

kernel!(MaskCompare { a: In Bits<8>, b: In Bits<8>, y: Out Bit });

impl Logic for MaskCompare {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = false;
        if self.a.val() & self.b.val() == self.b.val() {
            self.y.next = true;
        }
    }
}

trap!(comparison_binds_looser_than_and, MaskCompare, Pasted::Wrong(1..));

kernel!(OrLess { a: In Bits<8>, b: In Bits<8>, y: Out Bit });

impl Logic for OrLess {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = false;
        if self.a.val() | self.b.val() < self.b.val() {
            self.y.next = true;
        }
    }
}

trap!(comparison_binds_looser_than_or, OrLess, Pasted::Wrong(1..));

kernel!(WidenedSum { a: In Bits<8>, b: In Bits<8>, y: Out Bits<16> });

impl Logic for WidenedSum {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = bit_cast::<16, 8>(self.a.val() + self.b.val());
    }
}

trap!(a_sum_wraps_before_it_is_widened, WidenedSum, Pasted::Wrong(1..));

kernel!(WidenedDifference { a: In Bits<8>, b: In Bits<8>, y: Out Bits<16> });

impl Logic for WidenedDifference {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = bit_cast::<16, 8>(self.a.val() - self.b.val());
    }
}

trap!(
    a_difference_wraps_before_it_is_widened,
    WidenedDifference,
    Pasted::Wrong(1..)
);

kernel!(WidenedShift { a: In Bits<8>, y: Out Bits<16> });

impl Logic for WidenedShift {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = bit_cast::<16, 8>(self.a.val() << 4);
    }
}

trap!(
    a_shift_loses_bits_before_it_is_widened,
    WidenedShift,
    Pasted::Wrong(1..)
);

kernel!(WidenedNot { a: In Bits<8>, y: Out Bits<16> });

impl Logic for WidenedNot {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = bit_cast::<16, 8>(!self.a.val());
    }
}

trap!(
    a_complement_is_taken_before_it_is_widened,
    WidenedNot,
    Pasted::Wrong(VECTORS)
);

kernel!(AddedFlag { a: In Bits<8>, f: In Bit, y: Out Bits<8> });

impl Logic for AddedFlag {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val() + bit_cast::<8, 1>((!self.f.val()).into());
    }
}

trap!(an_inverted_flag_stays_one_bit, AddedFlag, Pasted::Wrong(VECTORS));

kernel!(Average { a: In Bits<8>, y: Out Bits<8> });

impl Logic for Average {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = (self.a.val() + 1) >> 1;
    }
}

trap!(a_literal_does_not_widen_a_sum, Average, Pasted::Wrong(1..));

kernel!(Successor { a: In Bits<8>, b: In Bits<8>, y: Out Bit });

impl Logic for Successor {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val() + 1 == bits::<8>(0);
    }
}

trap!(a_literal_does_not_widen_a_comparison, Successor, Pasted::Wrong(1..));

kernel!(DoubleSlice { a: In Bits<8>, y: Out Bit });

impl Logic for DoubleSlice {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val().get_bits::<4>(2).get_bit(1);
    }
}

trap!(a_slice_of_a_slice_is_one, DoubleSlice, Pasted::Refused);

kernel!(SliceOfSum { a: In Bits<8>, b: In Bits<8>, y: Out Bits<4> });

impl Logic for SliceOfSum {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = (self.a.val() + self.b.val()).get_bits::<4>(2);
    }
}

trap!(a_sum_can_be_sliced, SliceOfSum, Pasted::Refused);

kernel!(Keyword { real: In Bits<8>, integer: Out Bits<8> });

impl Logic for Keyword {
    #[hdl_gen]
    fn update(&mut self) {
        self.integer.next = !self.real.val();
    }
}

trap!(fields_may_be_called_like_verilog_keywords, Keyword, Pasted::Refused);

#[derive(LogicBlock, Default)]
struct Nested {
    a: Signal<In, Bits<8>>,
    cell: [[Signal<Local, Bits<8>>; 2]; 2],
    y: Signal<Out, Bits<8>>,
}

impl Logic for Nested {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..2 {
            for j in 0..2 {
                self.cell[i][j].next = self.a.val() + 1;
            }
        }
        self.cell[1][0].next = self.a.val() + 2;
        self.y.next = self.cell[1][0].val();
    }
}

lanesmith::top!(Nested { a, y });

trap!(arrays_of_arrays_are_indexed_twice, Nested, Pasted::Refused);

mod near {
    use super::*;
    #[derive(Copy, Clone, PartialEq, Debug, LogicState)]
    pub enum Mode {
        Off,
        On,
    }
}

mod far {
    use super::*;
    #[derive(Copy, Clone, PartialEq, Debug, LogicState)]
    pub enum Mode {
        On,
        Slow,
        Off,
    }
}

#[derive(LogicBlock, Default)]
struct Inner {
    a: Signal<In, Bit>,
    mode: Signal<Local, far::Mode>,
    y: Signal<Out, Bit>,
}

impl Logic for Inner {
    #[hdl_gen]
    fn update(&mut self) {
        self.mode.next = far::Mode::Slow;
        if self.a.val() {
            self.mode.next = far::Mode::Off;
        }
        self.y.next = self.mode.val() == far::Mode::Off;
    }
}

#[derive(LogicBlock, Default)]
struct TwoEnums {
    a: Signal<In, Bit>,
    inner: Inner,
    mode: Signal<Local, near::Mode>,
    y: Signal<Out, Bits<4>>,
}

impl Logic for TwoEnums {
    #[hdl_gen]
    fn update(&mut self) {
        self.inner.a.next = self.a.val();
        self.mode.next = near::Mode::On;
        if self.inner.y.val() {
            self.mode.next = near::Mode::Off;
        }
        match self.mode.val() {
            near::Mode::Off => self.y.next = 5.into(),
            near::Mode::On => self.y.next = 9.into(),
        }
    }
}

lanesmith::top!(TwoEnums { a, y });

// Path-qualified variants, and two enums of one name in different modules.
#[test]
fn enums_are_told_apart_by_module_and_named_by_path() {
    if let Some(verdict) = pasted::<TwoEnums>() {
        assert_ne!(verdict, Pasted::Wrong(0), "rust-hdl's own text");
    }
}

const OFFSET: u64 = 3;

kernel!(RustConstant { a: In Bits<8>, y: Out Bits<8> });

impl Logic for RustConstant {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val() + OFFSET;
    }
}

kernel!(Latch { f: In Bit, a: In Bits<8>, y: Out Bits<8> });

impl Logic for Latch {
    #[hdl_gen]
    fn update(&mut self) {
        if self.f.val() {
            self.y.next = self.a.val();
        }
    }
}

/// The pasted text, if rust-hdl's checks let it pass.
fn text_of<T: Block + Default>() -> String {
    let mut block = T::default();
    block.connect_all();
    generate_verilog(&block)
}

#[test]
fn a_rust_constant_is_an_error_of_ours_and_a_broken_name_of_theirs() {
    let error = lower(&RustConstant::default()).expect_err("a name that is no signal");
    assert_eq!(error.expression, "OFFSET");
    if available() {
        let text = text_of::<RustConstant>();
        let names = ["a", "y"].map(String::from);
        assert_eq!(run(&text, &names, &[8, 8], &[false, true], &[vec![1]]), None);
    }
}

#[test]
fn a_missing_default_is_an_error_of_ours_and_unknown_in_theirs() {
    assert!(lower(&Latch::default()).is_err());
    if available() {
        let text = text_of::<Latch>();
        let names = ["f", "a", "y"].map(String::from);
        let shown = run(&text, &names, &[1, 8, 8], &[false, false, true], &[vec![0, 5]]);
        assert_eq!(shown, Some(vec![vec![u64::MAX]]));
    }
}
