//! Widgets that have no netlist.

use super::Refused;
use super::sdram::timings;
use rust_hdl::prelude::*;
use rust_hdl::widgets::accum::Accum;
use rust_hdl::widgets::registered_edge_tristate::RegisteredEdgeTristate;

type Byte = Bits<8>;

pub const REFUSED: &[Refused] = &[
    Refused {
        name: "`SDRAMFIFOController`",
        make: || {
            let (timings, buffer) = (timings(), OutputBuffer::Wired);
            Box::new(SDRAMFIFOController::<5, 5, 4, 16, 12>::new(3, timings, buffer))
        },
    },
    Refused {
        name: "`Accum`",
        make: || Box::new(Accum::<8, 16, 4>::new(10)),
    },
    Refused {
        name: "`MultiplyAccumulateSymmetricFiniteImpulseResponseFilter`",
        make: || {
            Box::new(MultiplyAccumulateSymmetricFiniteImpulseResponseFilter::<3>::new(&[
                1, 2, 1,
            ]))
        },
    },
    Refused {
        name: "`OpenDrainBuffer`",
        make: || Box::new(OpenDrainBuffer::default()),
    },
    Refused {
        name: "`TristateBuffer`",
        make: || Box::new(TristateBuffer::<Byte>::default()),
    },
    Refused {
        name: "`RegisteredEdgeTristate`",
        make: || Box::new(RegisteredEdgeTristate::<8>::default()),
    },
    Refused {
        name: "`I2CTestBus`",
        make: || Box::new(I2CTestBus::<2>::default()),
    },
];
