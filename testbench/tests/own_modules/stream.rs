//! Streams with valid and ready, and who may use what is shared.

use super::harness::{Own, accepted};
use lanesmith::hdl::prelude::*;

/// Takes a word while the receiver waits, so that `ready` is a register.
#[derive(LogicBlock, Default)]
struct SkidBuffer {
    clock: Signal<In, Clock>,
    in_valid: Signal<In, Bit>,
    in_data: Signal<In, Bits<8>>,
    in_ready: Signal<Out, Bit>,
    out_valid: Signal<Out, Bit>,
    out_data: Signal<Out, Bits<8>>,
    out_ready: Signal<In, Bit>,
    held: DFF<Bits<8>>,
    full: DFF<Bit>,
}

impl Logic for SkidBuffer {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, held, full);
        self.in_ready.next = !self.full.q.val();
        self.out_valid.next = self.in_valid.val() | self.full.q.val();
        self.out_data.next = self.in_data.val();
        if self.full.q.val() {
            self.out_data.next = self.held.q.val();
            if self.out_ready.val() {
                self.full.d.next = false;
            }
        } else if self.in_valid.val() & !self.out_ready.val() {
            self.held.d.next = self.in_data.val();
            self.full.d.next = true;
        }
    }
}

lanesmith::top!(SkidBuffer {
    clock,
    in_valid,
    in_data,
    in_ready,
    out_valid,
    out_data,
    out_ready
});

/// One stage with back-pressure.
#[derive(LogicBlock, Default)]
struct PipeStage {
    clock: Signal<In, Clock>,
    upstream_valid: Signal<In, Bit>,
    upstream: Signal<In, Bits<12>>,
    upstream_ready: Signal<Out, Bit>,
    downstream_valid: Signal<Out, Bit>,
    downstream: Signal<Out, Bits<12>>,
    downstream_ready: Signal<In, Bit>,
    valid: DFF<Bit>,
    data: DFF<Bits<12>>,
}

impl Logic for PipeStage {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, valid, data);
        self.upstream_ready.next = self.downstream_ready.val() || !self.valid.q.val();
        if self.upstream_ready.val() {
            self.valid.d.next = self.upstream_valid.val();
            self.data.d.next = self.upstream.val() ^ bits::<12>(0x5a5);
        }
        self.downstream_valid.next = self.valid.q.val();
        self.downstream.next = self.data.q.val();
    }
}

lanesmith::top!(PipeStage {
    clock,
    upstream_valid,
    upstream,
    upstream_ready,
    downstream_valid,
    downstream,
    downstream_ready
});

/// Words of 16 bits become two bytes.
#[derive(LogicBlock, Default)]
struct Narrower {
    clock: Signal<In, Clock>,
    valid: Signal<In, Bit>,
    word: Signal<In, Bits<16>>,
    ready: Signal<Out, Bit>,
    byte_valid: Signal<Out, Bit>,
    byte: Signal<Out, Bits<8>>,
    high: DFF<Bits<8>>,
    second: DFF<Bit>,
}

impl Logic for Narrower {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, high, second);
        self.ready.next = !self.second.q.val();
        self.byte_valid.next = self.second.q.val() | self.valid.val();
        if self.second.q.val() {
            self.byte.next = self.high.q.val();
            self.second.d.next = false;
        } else {
            self.byte.next = self.word.val().get_bits::<8>(0);
            self.high.d.next = self.word.val().get_bits::<8>(8);
            self.second.d.next = self.valid.val();
        }
    }
}

lanesmith::top!(Narrower {
    clock,
    valid,
    word,
    ready,
    byte_valid,
    byte
});

/// Four bytes become a word.
#[derive(LogicBlock, Default)]
struct Widener {
    clock: Signal<In, Clock>,
    valid: Signal<In, Bit>,
    byte: Signal<In, Bits<8>>,
    word: Signal<Out, Bits<32>>,
    word_valid: Signal<Out, Bit>,
    shift: DFF<Bits<32>>,
    count: DFF<Bits<2>>,
    done: DFF<Bit>,
}

impl Logic for Widener {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, shift, count, done);
        self.done.d.next = false;
        if self.valid.val() {
            self.shift.d.next = (self.shift.q.val() << 8) | bit_cast::<32, 8>(self.byte.val());
            self.count.d.next = self.count.q.val() + 1;
            self.done.d.next = self.count.q.val().all();
        }
        self.word.next = self.shift.q.val();
        self.word_valid.next = self.done.q.val();
    }
}

lanesmith::top!(Widener {
    clock,
    valid,
    byte,
    word,
    word_valid
});

/// The lowest request wins.
#[derive(LogicBlock, Default)]
struct PriorityArbiter {
    request: Signal<In, Bits<6>>,
    grant: Signal<Out, Bits<6>>,
    index: Signal<Out, Bits<3>>,
    any: Signal<Out, Bit>,
}

impl Logic for PriorityArbiter {
    #[hdl_gen]
    fn update(&mut self) {
        self.grant.next = self.request.val() & (bits::<6>(0) - self.request.val());
        self.any.next = self.request.val().any();
        if self.request.val().get_bit(0) {
            self.index.next = 0.into();
        } else if self.request.val().get_bit(1) {
            self.index.next = 1.into();
        } else if self.request.val().get_bit(2) {
            self.index.next = 2.into();
        } else if self.request.val().get_bit(3) {
            self.index.next = 3.into();
        } else if self.request.val().get_bit(4) {
            self.index.next = 4.into();
        } else {
            self.index.next = 5.into();
        }
    }
}

lanesmith::top!(PriorityArbiter {
    request,
    grant,
    index,
    any
});

/// Whoever was served last waits for all others.
#[derive(LogicBlock, Default)]
struct RoundRobin {
    clock: Signal<In, Clock>,
    request: Signal<In, Bits<4>>,
    grant: Signal<Out, Bits<4>>,
    mask: DFF<Bits<4>>,
    masked: Signal<Local, Bits<4>>,
}

impl Logic for RoundRobin {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, mask);
        self.masked.next = self.request.val() & self.mask.q.val();
        if self.masked.val().any() {
            self.grant.next = self.masked.val() & ((!self.masked.val()) + 1);
        } else {
            self.grant.next = self.request.val() & ((!self.request.val()) + 1);
        }
        if self.grant.val().any() {
            self.mask.d.next = !((self.grant.val() - 1) | self.grant.val());
        }
    }
}

lanesmith::top!(RoundRobin { clock, request, grant });

/// Tokens drip into a bucket; packets take them out.
#[derive(LogicBlock, Default)]
struct TokenBucket {
    clock: Signal<In, Clock>,
    packet: Signal<In, Bit>,
    cost: Signal<In, Bits<3>>,
    pass: Signal<Out, Bit>,
    tokens: Signal<Out, Bits<5>>,
    bucket: DFF<Bits<5>>,
    drip: Signal<Local, Bits<5>>,
}

impl Logic for TokenBucket {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, bucket);
        self.pass.next = self.packet.val() && bit_cast::<5, 3>(self.cost.val()) <= self.bucket.q.val();
        self.drip.next = self.bucket.q.val() + !self.bucket.q.val().all();
        self.bucket.d.next = self.drip.val();
        if self.pass.val() {
            self.bucket.d.next = self.bucket.q.val() - bit_cast::<5, 3>(self.cost.val());
        }
        self.tokens.next = self.bucket.q.val();
    }
}

lanesmith::top!(TokenBucket {
    clock,
    packet,
    cost,
    pass,
    tokens
});

/// The mean of the last four samples.
#[derive(LogicBlock, Default)]
struct MovingAverage {
    clock: Signal<In, Clock>,
    valid: Signal<In, Bit>,
    sample: Signal<In, Bits<10>>,
    mean: Signal<Out, Bits<10>>,
    taps: [DFF<Bits<10>>; 4],
    sum: DFF<Bits<12>>,
}

impl Logic for MovingAverage {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, sum);
        for i in 0..4 {
            self.taps[i].clock.next = self.clock.val();
            self.taps[i].d.next = self.taps[i].q.val();
        }
        if self.valid.val() {
            self.taps[0].d.next = self.sample.val();
            for i in 1..4 {
                self.taps[i].d.next = self.taps[i - 1].q.val();
            }
            self.sum.d.next =
                self.sum.q.val() + bit_cast::<12, 10>(self.sample.val()) - bit_cast::<12, 10>(self.taps[3].q.val());
        }
        self.mean.next = self.sum.q.val().get_bits::<10>(2);
    }
}

lanesmith::top!(MovingAverage {
    clock,
    valid,
    sample,
    mean
});

/// Sends only with credits, which come back later.
#[derive(LogicBlock)]
struct Credits {
    clock: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    want: Signal<In, Bit>,
    give_back: Signal<In, Bit>,
    send: Signal<Out, Bit>,
    left: Signal<Out, Bits<3>>,
    credits: DFFWithInit<Bits<3>>,
}

impl Credits {
    fn with_credits(credits: u64) -> Self {
        Credits {
            clock: Default::default(),
            reset: Default::default(),
            want: Default::default(),
            give_back: Default::default(),
            send: Default::default(),
            left: Default::default(),
            credits: DFFWithInit::new(credits.into()),
        }
    }
}

impl Logic for Credits {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, credits);
        self.send.next = self.want.val() && self.credits.q.val() > 0;
        if self.send.val() && !self.give_back.val() {
            self.credits.d.next = self.credits.q.val() - 1;
        } else if self.give_back.val() && !self.send.val() && self.credits.q.val() != 7 {
            self.credits.d.next = self.credits.q.val() + 1;
        }
        if self.reset.val() {
            self.credits.d.next = 4.into();
        }
        self.left.next = self.credits.q.val();
    }
}

lanesmith::top!(Credits {
    clock,
    reset,
    want,
    give_back,
    send,
    left
});

pub const MODULES: &[Own] = &[
    accepted("skid buffer", || Box::new(SkidBuffer::default())),
    accepted("pipeline stage with back-pressure", || Box::new(PipeStage::default())),
    accepted("word to bytes", || Box::new(Narrower::default())),
    accepted("bytes to word", || Box::new(Widener::default())),
    accepted("priority arbiter", || Box::new(PriorityArbiter::default())),
    accepted("round-robin arbiter", || Box::new(RoundRobin::default())),
    accepted("token bucket", || Box::new(TokenBucket::default())),
    accepted("moving average", || Box::new(MovingAverage::default())),
    accepted("credit counter", || Box::new(Credits::with_credits(5))),
];
