//! Widgets that have a netlist: SPI.

use super::Accepted;
use super::wrapper::wrap;
use lanesmith::hdl_gen;
use rust_hdl::prelude::*;

type Byte = Bits<8>;

wrap!(
    Spi: SPIMaster<8>, clocks: [clock],
    inputs: {
        bit_count: Bits<16> = [bits_outbound], data_outbound: Byte = [data_outbound],
        start_send: Bit = [start_send], continued: Bit = [continued_transaction], miso: Bit = [wires.miso],
    },
    outputs: {
        data_inbound: Byte = [data_inbound], transfer_done: Bit = [transfer_done], busy: Bit = [busy],
        mosi: Bit = [wires.mosi], msel: Bit = [wires.msel], mclk: Bit = [wires.mclk],
    },
);
wrap!(
    DynamicSpi: SPIMasterDynamicMode<8>, clocks: [clock],
    inputs: {
        bit_count: Bits<16> = [bits_outbound], data_outbound: Byte = [data_outbound],
        start_send: Bit = [start_send], continued: Bit = [continued_transaction], miso: Bit = [wires.miso],
    },
    outputs: {
        data_inbound: Byte = [data_inbound], transfer_done: Bit = [transfer_done], busy: Bit = [busy],
        mosi: Bit = [wires.mosi], msel: Bit = [wires.msel], mclk: Bit = [wires.mclk],
    },
);

/// Behind a master: rust-hdl's simulation panics where more bits come than there are.
#[derive(LogicBlock)]
pub struct SpiSlave {
    clock: Signal<In, Clock>,
    sent: Signal<In, Byte>,
    start_send: Signal<In, Bit>,
    busy: Signal<Out, Bit>,
    received: Signal<Out, Byte>,
    answer: Signal<In, Byte>,
    start_answer: Signal<In, Bit>,
    slave_busy: Signal<Out, Bit>,
    slave_received: Signal<Out, Byte>,
    slave_done: Signal<Out, Bit>,
    count: Constant<Bits<16>>,
    master: SPIMaster<8>,
    widget: SPISlave<8>,
}

impl SpiSlave {
    fn top() -> Box<dyn lanesmith::rtl::Top> {
        Box::new(SpiSlave {
            clock: Signal::default(),
            sent: Signal::default(),
            start_send: Signal::default(),
            busy: Signal::default(),
            received: Signal::default(),
            answer: Signal::default(),
            start_answer: Signal::default(),
            slave_busy: Signal::default(),
            slave_received: Signal::default(),
            slave_done: Signal::default(),
            count: Constant::new(8.into()),
            master: SPIMaster::new(spi(false, false)),
            widget: SPISlave::new(spi(false, false)),
        })
    }
}

impl Logic for SpiSlave {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, master, widget);
        SPIWiresMaster::join(&mut self.master.wires, &mut self.widget.wires);
        self.master.bits_outbound.next = self.count.val();
        self.master.data_outbound.next = self.sent.val();
        self.master.start_send.next = self.start_send.val();
        self.master.continued_transaction.next = false;
        self.busy.next = self.master.busy.val();
        self.received.next = self.master.data_inbound.val();
        self.widget.disabled.next = false;
        self.widget.start_send.next = self.start_answer.val();
        self.widget.data_outbound.next = self.answer.val();
        self.widget.bits.next = self.count.val();
        self.widget.continued_transaction.next = false;
        self.slave_busy.next = self.widget.busy.val();
        self.slave_received.next = self.widget.data_inbound.val();
        self.slave_done.next = self.widget.transfer_done.val();
    }
}

lanesmith::top!(SpiSlave {
    clock,
    sent,
    start_send,
    busy,
    received,
    answer,
    start_answer,
    slave_busy,
    slave_received,
    slave_done
});

wrap!(
    Masters: MuxMasters<2, 1>, clocks:,
    inputs: {
        sel: Bits<1> = [sel], miso: Bit = [to_bus.miso],
        mosi0: Bit = [from_masters[0].mosi], msel0: Bit = [from_masters[0].msel], mclk0: Bit = [from_masters[0].mclk],
        mosi1: Bit = [from_masters[1].mosi], msel1: Bit = [from_masters[1].msel], mclk1: Bit = [from_masters[1].mclk],
    },
    outputs: {
        mosi: Bit = [to_bus.mosi], msel: Bit = [to_bus.msel], mclk: Bit = [to_bus.mclk],
        miso0: Bit = [from_masters[0].miso], miso1: Bit = [from_masters[1].miso],
    },
);
wrap!(
    Slaves: MuxSlaves<2, 1>, clocks:,
    inputs: {
        sel: Bits<1> = [sel], miso0: Bit = [to_slaves[0].miso], miso1: Bit = [to_slaves[1].miso],
        mosi: Bit = [from_master.mosi], msel: Bit = [from_master.msel], mclk: Bit = [from_master.mclk],
    },
    outputs: {
        miso: Bit = [from_master.miso],
        mosi0: Bit = [to_slaves[0].mosi], msel0: Bit = [to_slaves[0].msel], mclk0: Bit = [to_slaves[0].mclk],
        mosi1: Bit = [to_slaves[1].mosi], msel1: Bit = [to_slaves[1].msel], mclk1: Bit = [to_slaves[1].mclk],
    },
);

fn spi(cpha: bool, cpol: bool) -> SPIConfig {
    SPIConfig {
        clock_speed: 4800,
        cs_off: true,
        mosi_off: false,
        speed_hz: 100,
        cpha,
        cpol,
    }
}

pub const ACCEPTED: &[Accepted] = &[
    Accepted {
        name: "`SPIMaster`",
        make: || Spi::top(SPIMaster::new(spi(true, false))),
    },
    Accepted {
        name: "`SPIMasterDynamicMode`",
        make: || DynamicSpi::top(SPIMasterDynamicMode::new(spi(false, true).into())),
    },
    Accepted {
        name: "`SPISlave`",
        make: SpiSlave::top,
    },
    Accepted {
        name: "`MuxMasters`",
        make: || Masters::top(MuxMasters::default()),
    },
    Accepted {
        name: "`MuxSlaves`",
        make: || Slaves::top(MuxSlaves::default()),
    },
];
