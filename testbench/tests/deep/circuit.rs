//! Edits of a flat design by the names of its nets, with logic and registers of their own.

use crate::seeded::named;
use lanesmith::netlist::{
    BinaryOp, Design, ExprId, Flat, Module, ModuleId, NetId, NetKind, NetlistRegister, Reset, ResetStyle, UnaryOp,
};

/// A flat design that is being edited.
pub struct Circuit {
    module: Module,
}

/// A register that an edit adds. Nothing else knows its name, so that claims meet it in any state.
#[derive(Clone, Copy)]
pub struct State {
    register: usize,
    /// What it holds.
    pub q: ExprId,
}

/// The design after `edit`. Nets keep their numbers, so that the names of the hierarchy hold.
pub fn edited(flat: &Flat, edit: impl FnOnce(&mut Circuit)) -> Flat {
    let mut circuit = Circuit {
        module: flat.module.clone(),
    };
    edit(&mut circuit);
    let design = Design {
        modules: vec![circuit.module],
        top: ModuleId(0),
    };
    let mut edited = Flat::new(&design).unwrap();
    edited.scope = flat.scope.clone();
    edited
}

impl Circuit {
    fn find(&self, name: &str) -> NetId {
        named(&self.module, name)
    }

    /// The input that resets.
    fn reset_port(&self) -> NetId {
        let nets = &self.module.nets;
        let port = nets.iter().position(|net| net.name == "reset" || net.name == "reset_n");
        NetId(port.expect("a reset") as u32)
    }

    /// The clock resets.
    pub fn resets(&mut self) -> ExprId {
        let port = self.reset_port();
        let is_low = self.module.nets[port.0 as usize].name == "reset_n";
        let value = self.module.read(port);
        if is_low { self.not(value) } else { value }
    }

    /// The value of a net.
    pub fn net(&mut self, name: &str) -> ExprId {
        let net = self.find(name);
        self.module.read(net)
    }

    pub fn slice(&mut self, x: ExprId, lo: u32, width: u32) -> ExprId {
        self.module.slice(x, lo, width)
    }

    pub fn constant(&mut self, width: u32, value: u64) -> ExprId {
        self.module.constant(width, value)
    }

    pub fn not(&mut self, x: ExprId) -> ExprId {
        self.module.unary(UnaryOp::Not, x)
    }

    /// `+`, `^`, `==`, `&` or `|`.
    pub fn binary(&mut self, operator: &str, [x, y]: [ExprId; 2]) -> ExprId {
        let op = match operator {
            "+" => BinaryOp::Add,
            "^" => BinaryOp::Xor,
            "==" => BinaryOp::Eq,
            "&" => BinaryOp::And,
            "|" => BinaryOp::Or,
            _ => panic!("no operator {operator}"),
        };
        self.module.binary(op, x, y)
    }

    pub fn width(&self, x: ExprId) -> u32 {
        self.module.width(x)
    }

    pub fn mux(&mut self, select: ExprId, then: ExprId, otherwise: ExprId) -> ExprId {
        self.module.mux(select, then, otherwise)
    }

    pub fn concat(&mut self, parts: &[ExprId]) -> ExprId {
        self.module.concat(parts)
    }

    /// A register that `reset` clears if it is to, and that keeps 0 until [`Circuit::load`] says what it loads.
    pub fn state(&mut self, width: u32, cleared: bool) -> State {
        let name = format!("deep_{}", self.module.nets.len());
        let net = self.module.net(name, width, NetKind::Wire, "");
        let clock = self.find("clock");
        let reset = self.reset_port();
        let style = ResetStyle {
            asynchronous: false,
            active_low: self.module.nets[reset.0 as usize].name == "reset_n",
        };
        let d = self.constant(width, 0);
        self.module.registers.push(NetlistRegister {
            clock,
            q: net,
            d,
            enable: None,
            reset: cleared.then_some(Reset {
                net: reset,
                style,
                value: 0,
            }),
        });
        State {
            register: self.module.registers.len() - 1,
            q: self.module.read(net),
        }
    }

    pub fn load(&mut self, state: State, d: ExprId) {
        self.module.registers[state.register].d = d;
    }

    /// `x` so many clocks later.
    pub fn delayed(&mut self, x: ExprId, clocks: u32, cleared: bool) -> ExprId {
        (0..clocks).fold(x, |x, _| {
            let state = self.state(self.module.width(x), cleared);
            self.load(state, x);
            state.q
        })
    }

    /// A counter of the clocks in which `event` holds, modulo 2^width; reset clears it.
    pub fn counter(&mut self, width: u32, event: ExprId) -> ExprId {
        let state = self.state(width, true);
        let one = self.constant(width, 1);
        let more = self.binary("+", [state.q, one]);
        let next = self.mux(event, more, state.q);
        self.load(state, next);
        state.q
    }

    /// The number of clocks since `event` last held, up to 2^width - 1; reset clears it.
    pub fn since(&mut self, width: u32, event: ExprId) -> ExprId {
        let state = self.state(width, true);
        let one = self.constant(width, 1);
        let more = self.binary("+", [state.q, one]);
        let full = self.constant(width, u64::MAX >> (64 - width));
        let is_full = self.binary("==", [state.q, full]);
        let next = self.mux(is_full, state.q, more);
        let zero = self.constant(width, 0);
        let next = self.mux(event, zero, next);
        self.load(state, next);
        state.q
    }

    /// 1 from the clock after `event` until reset.
    pub fn sticky(&mut self, event: ExprId) -> ExprId {
        let state = self.state(1, true);
        let next = self.binary("|", [state.q, event]);
        self.load(state, next);
        state.q
    }

    /// What drives a net: its assignment, or the input of its register.
    pub fn driver(&self, name: &str) -> ExprId {
        let net = self.find(name);
        let assign = self.module.assigns.iter().find(|(target, _)| *target == net);
        assign.map_or_else(|| self.module.registers[self.register_of(name)].d, |(_, value)| *value)
    }

    /// Replaces what drives a net.
    pub fn drive(&mut self, name: &str, change: impl FnOnce(&mut Self, ExprId) -> ExprId) {
        let net = self.find(name);
        if let Some(i) = self.module.assigns.iter().position(|(target, _)| *target == net) {
            self.module.assigns[i].1 = change(self, self.module.assigns[i].1);
        } else {
            let i = self.register_of(name);
            self.module.registers[i].d = change(self, self.module.registers[i].d);
        }
    }

    fn register_of(&self, name: &str) -> usize {
        let net = self.find(name);
        let register = self.module.registers.iter().position(|register| register.q == net);
        register.unwrap_or_else(|| panic!("{name} is no register"))
    }

    /// The register behind a net.
    pub fn register(&mut self, name: &str) -> &mut NetlistRegister {
        let i = self.register_of(name);
        &mut self.module.registers[i]
    }

    /// The register loads also where `condition` holds, there `value`.
    pub fn overwrite(&mut self, name: &str, condition: ExprId, value: ExprId) {
        self.drive(name, |c, old| c.mux(condition, value, old));
        if let Some(enable) = self.register(name).enable {
            let enable = self.binary("|", [enable, condition]);
            self.register(name).enable = Some(enable);
        }
    }

    /// The register file is written also where `condition` holds: there `register` gets `value`.
    pub fn write(&mut self, condition: ExprId, register: ExprId, value: ExprId) {
        let write = self.module.memories[0].writes[0].clone();
        let enable = self.binary("|", [write.enable, condition]);
        let address = self.mux(condition, register, write.address);
        let data = self.mux(condition, value, write.data);
        let port = &mut self.module.memories[0].writes[0];
        (port.enable, port.address, port.data) = (enable, address, data);
    }
}
