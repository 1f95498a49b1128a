//! Pictures, sound and motion.

use super::harness::{Own, accepted};
use lanesmith::hdl::prelude::*;

/// Sync pulses of a small picture: 20 by 6 with borders.
#[derive(LogicBlock, Default)]
struct VideoSync {
    clock: Signal<In, Clock>,
    enable: Signal<In, Bit>,
    hsync: Signal<Out, Bit>,
    vsync: Signal<Out, Bit>,
    visible: Signal<Out, Bit>,
    x: Signal<Out, Bits<5>>,
    y: Signal<Out, Bits<3>>,
    column: DFF<Bits<5>>,
    row: DFF<Bits<3>>,
}

impl Logic for VideoSync {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, column, row);
        if self.enable.val() {
            if self.column.q.val() == 23 {
                self.column.d.next = 0.into();
                if self.row.q.val() == 7 {
                    self.row.d.next = 0.into();
                } else {
                    self.row.d.next = self.row.q.val() + 1;
                }
            } else {
                self.column.d.next = self.column.q.val() + 1;
            }
        }
        self.hsync.next = (self.column.q.val() >= 21) & (self.column.q.val() < 23);
        self.vsync.next = self.row.q.val() == 7;
        self.visible.next = (self.column.q.val() < 20) & (self.row.q.val() < 6);
        self.x.next = self.column.q.val();
        self.y.next = self.row.q.val();
    }
}

lanesmith::top!(VideoSync {
    clock,
    enable,
    hsync,
    vsync,
    visible,
    x,
    y
});

/// Lights a matrix of 4 by 8, a row at a time.
#[derive(LogicBlock, Default)]
struct MatrixScan {
    clock: Signal<In, Clock>,
    write: Signal<In, Bit>,
    row: Signal<In, Bits<2>>,
    pattern: Signal<In, Bits<8>>,
    columns: Signal<Out, Bits<8>>,
    rows: Signal<Out, Bits<4>>,
    picture: [DFF<Bits<8>>; 4],
    divider: DFF<Bits<4>>,
}

impl Logic for MatrixScan {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, divider);
        self.divider.d.next = self.divider.q.val() + 1;
        self.columns.next = 0.into();
        for i in 0..4 {
            self.picture[i].clock.next = self.clock.val();
            self.picture[i].d.next = self.picture[i].q.val();
            if self.write.val() && self.row.val().index() == i {
                self.picture[i].d.next = self.pattern.val();
            }
            if self.divider.q.val().get_bits::<2>(2).index() == i {
                self.columns.next = self.picture[i].q.val();
            }
        }
        self.rows.next = bits::<4>(1) << self.divider.q.val().get_bits::<2>(2);
    }
}

lanesmith::top!(MatrixScan {
    clock,
    write,
    row,
    pattern,
    columns,
    rows
});

/// Brightness of a colour: 77 R + 150 G + 29 B, by shifts.
#[derive(LogicBlock, Default)]
struct Luma {
    red: Signal<In, Bits<8>>,
    green: Signal<In, Bits<8>>,
    blue: Signal<In, Bits<8>>,
    luma: Signal<Out, Bits<8>>,
    weighted: Signal<Local, Bits<32>>,
}

impl Logic for Luma {
    #[hdl_gen]
    fn update(&mut self) {
        self.weighted.next = bit_cast::<16, 8>(self.red.val()) * bits::<16>(77)
            + bit_cast::<16, 8>(self.green.val()) * bits::<16>(150)
            + bit_cast::<16, 8>(self.blue.val()) * bits::<16>(29);
        self.luma.next = self.weighted.val().get_bits::<8>(8);
    }
}

lanesmith::top!(Luma { red, green, blue, luma });

/// Four steps of a motor, both ways, whole and half.
#[derive(LogicBlock, Default)]
struct Stepper {
    clock: Signal<In, Clock>,
    step: Signal<In, Bit>,
    backwards: Signal<In, Bit>,
    half: Signal<In, Bit>,
    coils: Signal<Out, Bits<4>>,
    phase: DFF<Bits<3>>,
}

impl Logic for Stepper {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, phase);
        if self.step.val() {
            if self.backwards.val() {
                self.phase.d.next = self.phase.q.val() - 1;
                if !self.half.val() {
                    self.phase.d.next = self.phase.q.val() - 2;
                }
            } else {
                self.phase.d.next = self.phase.q.val() + 1;
                if !self.half.val() {
                    self.phase.d.next = self.phase.q.val() + 2;
                }
            }
        }
        match self.phase.q.val().index() {
            0 => self.coils.next = bits::<4>(0b0001),
            1 => self.coils.next = bits::<4>(0b0011),
            2 => self.coils.next = bits::<4>(0b0010),
            3 => self.coils.next = bits::<4>(0b0110),
            4 => self.coils.next = bits::<4>(0b0100),
            5 => self.coils.next = bits::<4>(0b1100),
            6 => self.coils.next = bits::<4>(0b1000),
            _ => self.coils.next = bits::<4>(0b1001),
        }
    }
}

lanesmith::top!(Stepper {
    clock,
    step,
    backwards,
    half,
    coils
});

/// A square tone whose volume falls.
#[derive(LogicBlock, Default)]
struct Tone {
    clock: Signal<In, Clock>,
    strike: Signal<In, Bit>,
    period: Signal<In, Bits<6>>,
    sample: Signal<Out, Bits<8>>,
    phase: DFF<Bits<6>>,
    level: DFF<Bit>,
    volume: DFF<Bits<8>>,
}

impl Logic for Tone {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, phase, level, volume);
        self.phase.d.next = self.phase.q.val() + 1;
        if self.phase.q.val() >= self.period.val() {
            self.phase.d.next = 0.into();
            self.level.d.next = !self.level.q.val();
            self.volume.d.next = self.volume.q.val() - (self.volume.q.val() >> 3);
        }
        if self.strike.val() {
            self.volume.d.next = 0xff.into();
        }
        self.sample.next = 0.into();
        if self.level.q.val() {
            self.sample.next = self.volume.q.val();
        }
    }
}

lanesmith::top!(Tone {
    clock,
    strike,
    period,
    sample
});

/// Adds noise before it cuts bits off.
#[derive(LogicBlock, Default)]
struct Dither {
    clock: Signal<In, Clock>,
    sample: Signal<In, Bits<12>>,
    out: Signal<Out, Bits<8>>,
    noise: LFSRSimple,
    sum: Signal<Local, Bits<13>>,
}

impl Logic for Dither {
    #[hdl_gen]
    fn update(&mut self) {
        self.noise.clock.next = self.clock.val();
        self.noise.strobe.next = true;
        self.sum.next =
            bit_cast::<13, 12>(self.sample.val()) + bit_cast::<13, 4>(self.noise.num.val().get_bits::<4>(3));
        self.out.next = self.sum.val().get_bits::<8>(4);
        if self.sum.val().get_bit(12) {
            self.out.next = 0xff.into();
        }
    }
}

lanesmith::top!(Dither { clock, sample, out });

/// Between two clocks.
#[derive(LogicBlock, Default)]
struct Crossing {
    clock: Signal<In, Clock>,
    other: Signal<In, Clock>,
    write: Signal<In, Bit>,
    data: Signal<In, Bits<8>>,
    read: Signal<In, Bit>,
    word: Signal<Out, Bits<8>>,
    empty: Signal<Out, Bit>,
    fifo: AsynchronousFIFO<Bits<8>, 3, 4, 1>,
}

impl Logic for Crossing {
    #[hdl_gen]
    fn update(&mut self) {
        self.fifo.write_clock.next = self.clock.val();
        self.fifo.read_clock.next = self.other.val();
        self.fifo.data_in.next = self.data.val();
        self.fifo.write.next = self.write.val();
        self.fifo.read.next = self.read.val();
        self.word.next = self.fifo.data_out.val();
        self.empty.next = self.fifo.empty.val();
    }
}

lanesmith::top!(Crossing {
    clock,
    other,
    write,
    data,
    read,
    word,
    empty
});

pub const MODULES: &[Own] = &[
    accepted("video sync", || Box::new(VideoSync::default())),
    accepted("LED matrix", || Box::new(MatrixScan::default())),
    accepted("luma", || Box::new(Luma::default())),
    accepted("stepper motor", || Box::new(Stepper::default())),
    accepted("decaying tone", || Box::new(Tone::default())),
    accepted("dither with rust-hdl's LFSR", || Box::new(Dither::default())),
    accepted("asynchronous FIFO", || Box::new(Crossing::default())),
];
