//! Blocks that have no netlist because rust-hdl's own macro read their kernels, rust-hdl's widgets among them.

use lanesmith::hdl;
use rust_hdl::prelude::*;
use rust_hdl::widgets::registered_edge_tristate::RegisteredEdgeTristate;

const READ: &str = "rust_hdl's `hdl_gen` read this kernel, and loses match guards, the `=` of `..=` and `.index()`: where the block is written, use \
     lanesmith_hdl::prelude::* in place of rust_hdl::prelude::*; of rust_hdl's widgets only DFF, EdgeDFF, RAM, ROM and SyncROM have a netlist";
const TEXT: &str =
    "Verilog text without a kernel: lanesmith lowers such text only if it is a known leaf inside a block with a kernel";

macro_rules! block {
    ($name:ident { $($port:ident: $direction:ident $kind:ty),* } $({ $inner:ident: $inner_kind:ty })?) => {
        #[derive(LogicBlock, Default)]
        struct $name { $($port: Signal<$direction, $kind>,)* $($inner: $inner_kind,)? }
    };
}

block!(Plain { a: In Bits<8>, y: Out Bits<8> });

impl Logic for Plain {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val() + 1;
    }
}

block!(Queue { clock: In Clock, data: In Bits<8>, empty: Out Bit } { fifo: SynchronousFIFO<Bits<8>, 3, 4, 2> });

impl Logic for Queue {
    #[lanesmith::hdl_gen]
    fn update(&mut self) {
        self.fifo.clock.next = self.clock.val();
        self.fifo.data_in.next = self.data.val();
        self.fifo.write.next = true;
        self.fifo.read.next = false;
        self.empty.next = self.fifo.empty.val();
    }
}

#[test]
fn a_kernel_that_rust_hdls_own_macro_read_is_refused_with_the_import_to_change() {
    let refused: [(&dyn Block, String); 5] = [
        (&Plain::default(), format!("top: {READ}")),
        (&Queue::default(), format!("top.fifo: {READ}")),
        (
            &OpenDrainBuffer::default(),
            format!("top: `assign bus = control$drive_low ? 0 : 1'bz; …`: {TEXT}"),
        ),
        (
            &TristateBuffer::<Bits<8>>::default(),
            format!("top: `assign bus = write_enable ? write_data : 8'bz; …`: {TEXT}"),
        ),
        (
            &RegisteredEdgeTristate::<8>::default(),
            "top: black boxes and wrappers are not lowered".to_owned(),
        ),
    ];
    for (block, why) in refused {
        assert_eq!(hdl::lower(block).expect_err("no netlist").to_string(), why);
    }
}
