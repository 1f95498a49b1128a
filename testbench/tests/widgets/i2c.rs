//! Widgets that have a netlist: I2C.

use super::Accepted;
use super::wrapper::wrap;
use lanesmith::hdl_gen;
use rust_hdl::prelude::*;
use rust_hdl::widgets::i2c::i2c_controller::{I2CController, I2CControllerCmd};
use rust_hdl::widgets::i2c::i2c_driver::{I2CDriver, I2CDriverCmd};
use std::time::Duration;

type Byte = Bits<8>;

wrap!(
    Target: I2CTarget, clocks: [clock],
    inputs: {
        sda: Bit = [i2c.sda.line_state], scl: Bit = [i2c.scl.line_state], active: Bit = [active],
        to_bus: Byte = [to_bus], write_enable: Bit = [write_enable],
    },
    outputs: {
        drive_sda: Bit = [i2c.sda.drive_low], drive_scl: Bit = [i2c.scl.drive_low], from_bus: Byte = [from_bus],
        bus_write: Bit = [bus_write], stop: Bit = [stop], ack: Bit = [ack], nack: Bit = [nack],
        write_ok: Bit = [write_ok],
    },
);

/// Commands are enumerations, which a top-level port can't have.
#[derive(LogicBlock)]
pub struct Driver {
    clock: Signal<In, Clock>,
    cmd: Signal<In, Bits<3>>,
    run: Signal<In, Bit>,
    sda: Signal<In, Bit>,
    scl: Signal<In, Bit>,
    drive_sda: Signal<Out, Bit>,
    drive_scl: Signal<Out, Bit>,
    busy: Signal<Out, Bit>,
    error: Signal<Out, Bit>,
    read_bit: Signal<Out, Bit>,
    read_valid: Signal<Out, Bit>,
    widget: I2CDriver,
}

impl Driver {
    fn top() -> Box<dyn lanesmith::rtl::Top> {
        Box::new(Driver {
            clock: Signal::default(),
            cmd: Signal::default(),
            run: Signal::default(),
            sda: Signal::default(),
            scl: Signal::default(),
            drive_sda: Signal::default(),
            drive_scl: Signal::default(),
            busy: Signal::default(),
            error: Signal::default(),
            read_bit: Signal::default(),
            read_valid: Signal::default(),
            widget: I2CDriver::new(i2c()),
        })
    }
}

impl Logic for Driver {
    #[hdl_gen]
    fn update(&mut self) {
        self.widget.clock.next = self.clock.val();
        match self.cmd.val().index() {
            1 => self.widget.cmd.next = I2CDriverCmd::SendStart,
            2 => self.widget.cmd.next = I2CDriverCmd::SendTrue,
            3 => self.widget.cmd.next = I2CDriverCmd::SendFalse,
            4 => self.widget.cmd.next = I2CDriverCmd::SendStop,
            5 => self.widget.cmd.next = I2CDriverCmd::GetBit,
            6 => self.widget.cmd.next = I2CDriverCmd::Restart,
            _ => self.widget.cmd.next = I2CDriverCmd::Noop,
        }
        self.widget.run.next = self.run.val();
        self.widget.i2c.sda.line_state.next = self.sda.val();
        self.widget.i2c.scl.line_state.next = self.scl.val();
        self.drive_sda.next = self.widget.i2c.sda.drive_low.val();
        self.drive_scl.next = self.widget.i2c.scl.drive_low.val();
        self.busy.next = self.widget.busy.val();
        self.error.next = self.widget.error.val();
        self.read_bit.next = self.widget.read_bit.val();
        self.read_valid.next = self.widget.read_valid.val();
    }
}

lanesmith::top!(Driver {
    clock,
    cmd,
    run,
    sda,
    scl,
    drive_sda,
    drive_scl,
    busy,
    error,
    read_bit,
    read_valid
});

/// Likewise.
#[derive(LogicBlock)]
pub struct Controller {
    clock: Signal<In, Clock>,
    cmd: Signal<In, Bits<3>>,
    run: Signal<In, Bit>,
    write_data_in: Signal<In, Byte>,
    sda: Signal<In, Bit>,
    scl: Signal<In, Bit>,
    drive_sda: Signal<Out, Bit>,
    drive_scl: Signal<Out, Bit>,
    busy: Signal<Out, Bit>,
    error: Signal<Out, Bit>,
    read_data_out: Signal<Out, Byte>,
    read_valid: Signal<Out, Bit>,
    ack: Signal<Out, Bit>,
    nack: Signal<Out, Bit>,
    widget: I2CController,
}

impl Controller {
    fn top() -> Box<dyn lanesmith::rtl::Top> {
        Box::new(Controller {
            clock: Signal::default(),
            cmd: Signal::default(),
            run: Signal::default(),
            write_data_in: Signal::default(),
            sda: Signal::default(),
            scl: Signal::default(),
            drive_sda: Signal::default(),
            drive_scl: Signal::default(),
            busy: Signal::default(),
            error: Signal::default(),
            read_data_out: Signal::default(),
            read_valid: Signal::default(),
            ack: Signal::default(),
            nack: Signal::default(),
            widget: I2CController::new(i2c()),
        })
    }
}

impl Logic for Controller {
    #[hdl_gen]
    fn update(&mut self) {
        self.widget.clock.next = self.clock.val();
        match self.cmd.val().index() {
            1 => self.widget.cmd.next = I2CControllerCmd::BeginWrite,
            2 => self.widget.cmd.next = I2CControllerCmd::Write,
            3 => self.widget.cmd.next = I2CControllerCmd::BeginRead,
            4 => self.widget.cmd.next = I2CControllerCmd::Read,
            5 => self.widget.cmd.next = I2CControllerCmd::EndTransmission,
            6 => self.widget.cmd.next = I2CControllerCmd::ReadLast,
            _ => self.widget.cmd.next = I2CControllerCmd::Noop,
        }
        self.widget.run.next = self.run.val();
        self.widget.write_data_in.next = self.write_data_in.val();
        self.widget.i2c.sda.line_state.next = self.sda.val();
        self.widget.i2c.scl.line_state.next = self.scl.val();
        self.drive_sda.next = self.widget.i2c.sda.drive_low.val();
        self.drive_scl.next = self.widget.i2c.scl.drive_low.val();
        self.busy.next = self.widget.busy.val();
        self.error.next = self.widget.error.val();
        self.read_data_out.next = self.widget.read_data_out.val();
        self.read_valid.next = self.widget.read_valid.val();
        self.ack.next = self.widget.ack.val();
        self.nack.next = self.widget.nack.val();
    }
}

lanesmith::top!(Controller {
    clock,
    cmd,
    run,
    write_data_in,
    sda,
    scl,
    drive_sda,
    drive_scl,
    busy,
    error,
    read_data_out,
    read_valid,
    ack,
    nack
});

/// On a bus with a controller: nobody else would find the address.
#[derive(LogicBlock)]
pub struct TestTarget {
    clock: Signal<In, Clock>,
    cmd: Signal<In, Bits<3>>,
    run: Signal<In, Bit>,
    addressed: Signal<In, Bit>,
    data: Signal<In, Byte>,
    sda: Signal<Out, Bit>,
    scl: Signal<Out, Bit>,
    driven: Signal<Out, Bit>,
    busy: Signal<Out, Bit>,
    read_data_out: Signal<Out, Byte>,
    read_valid: Signal<Out, Bit>,
    ack: Signal<Out, Bit>,
    nack: Signal<Out, Bit>,
    address: Constant<Byte>,
    controller: I2CController,
    widget: I2CTestTarget,
}

impl TestTarget {
    fn top() -> Box<dyn lanesmith::rtl::Top> {
        Box::new(TestTarget {
            clock: Signal::default(),
            cmd: Signal::default(),
            run: Signal::default(),
            addressed: Signal::default(),
            data: Signal::default(),
            sda: Signal::default(),
            scl: Signal::default(),
            driven: Signal::default(),
            busy: Signal::default(),
            read_data_out: Signal::default(),
            read_valid: Signal::default(),
            ack: Signal::default(),
            nack: Signal::default(),
            address: Constant::new(0x25.into()),
            controller: I2CController::new(i2c()),
            widget: I2CTestTarget::new(0x25),
        })
    }
}

impl Logic for TestTarget {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, controller, widget);
        match self.cmd.val().index() {
            1 => self.controller.cmd.next = I2CControllerCmd::BeginWrite,
            2 => self.controller.cmd.next = I2CControllerCmd::Write,
            3 => self.controller.cmd.next = I2CControllerCmd::BeginRead,
            4 => self.controller.cmd.next = I2CControllerCmd::Read,
            5 => self.controller.cmd.next = I2CControllerCmd::EndTransmission,
            6 => self.controller.cmd.next = I2CControllerCmd::ReadLast,
            _ => self.controller.cmd.next = I2CControllerCmd::Noop,
        }
        self.controller.run.next = self.run.val();
        self.controller.write_data_in.next = self.data.val();
        if self.addressed.val() {
            self.controller.write_data_in.next = self.address.val();
        }
        self.sda.next = !self.controller.i2c.sda.drive_low.val() & !self.widget.i2c.sda.drive_low.val();
        self.scl.next = !self.controller.i2c.scl.drive_low.val() & !self.widget.i2c.scl.drive_low.val();
        self.controller.i2c.sda.line_state.next = self.sda.val();
        self.controller.i2c.scl.line_state.next = self.scl.val();
        self.widget.i2c.sda.line_state.next = self.sda.val();
        self.widget.i2c.scl.line_state.next = self.scl.val();
        self.driven.next = self.widget.i2c.sda.drive_low.val();
        self.busy.next = self.controller.busy.val();
        self.read_data_out.next = self.controller.read_data_out.val();
        self.read_valid.next = self.controller.read_valid.val();
        self.ack.next = self.controller.ack.val();
        self.nack.next = self.controller.nack.val();
    }
}

lanesmith::top!(TestTarget {
    clock,
    cmd,
    run,
    addressed,
    data,
    sda,
    scl,
    driven,
    busy,
    read_data_out,
    read_valid,
    ack,
    nack
});

fn i2c() -> I2CConfig {
    I2CConfig {
        delay_time: Duration::from_millis(3),
        clock_speed_hz: 1000,
    }
}

pub const ACCEPTED: &[Accepted] = &[
    Accepted {
        name: "`I2CDriver`",
        make: Driver::top,
    },
    Accepted {
        name: "`I2CController`",
        make: Controller::top,
    },
    Accepted {
        name: "`I2CTarget`",
        make: || Target::top(I2CTarget::default()),
    },
    Accepted {
        name: "`I2CTestTarget`",
        make: TestTarget::top,
    },
];
