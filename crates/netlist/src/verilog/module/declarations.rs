//! Parameters, ports, constants, nets and memories of a module.

use super::reads::Reads;
use super::{Writer, declaration, range};
use crate::verilog::expression::{code, constant};
use crate::verilog::whole_ports;
use crate::{Net, NetId, NetKind};
use std::collections::HashSet;

impl Writer<'_> {
    pub(super) fn parameters(&mut self, parameters: &[(NetId, &Net)], settings: &[(String, String)]) {
        let last = parameters.len() + settings.len() - 1;
        let comma = |i: usize| if i < last { "," } else { "" };
        for (i, (_, net)) in parameters.iter().enumerate() {
            self.comment(2, &net.doc);
            let (name, zero) = (declaration("parameter", net.width, &net.name), constant(net.width, 0));
            self.line(2, &format!("{name} = {zero}{}", comma(i)));
        }
        for (i, (name, text)) in settings.iter().enumerate() {
            self.comment(2, "The same in every instance.");
            self.line(
                2,
                &format!("parameter {name} = \"{text}\"{}", comma(parameters.len() + i)),
            );
        }
    }

    pub(super) fn ports(&mut self, ports: &[(NetId, &Net)]) {
        let stored: HashSet<&str> = (self.stored.iter())
            .map(|id| &self.legal.module.net_ref(*id).name[..])
            .collect();
        let ports = whole_ports(ports.iter().map(|(_, net)| *net));
        let range_width = ports.iter().map(|net| range(net.width).len()).max().unwrap_or(0);
        for (i, net) in ports.iter().enumerate() {
            self.comment(2, &net.doc);
            let direction = match (net.kind, stored.contains(&net.name[..])) {
                (NetKind::Input, _) => "input  wire",
                (_, false) => "output wire",
                (_, true) => "output reg ",
            };
            let comma = if i + 1 < ports.len() { "," } else { "" };
            let range = format!("{:range_width$}", range(net.width));
            let gap = if range.is_empty() { "" } else { " " };
            self.line(2, &format!("{direction}{gap}{range} {}{comma}", net.name));
        }
    }

    /// The named constants that are read.
    pub(super) fn constants(&mut self, reads: &Reads) {
        let mut group = None;
        for constant in &reads.named {
            let (name, value) = (&constant.identifier, constant.value);
            if group.replace(&constant.group[0]) != Some(&constant.group[0]) {
                self.line(0, "");
            }
            let text = match constant.width {
                Some(width) => format!("{} = {}", declaration("localparam", width, name), code(width, value)),
                None => format!("localparam {name} = {value}"),
            };
            self.line(2, &format!("{text};"));
        }
    }

    pub(super) fn declarations(&mut self) {
        let nets = self.legal.module.nets[..self.legal.own_nets].iter().enumerate();
        let nets = nets.map(|(i, net)| (NetId(i as u32), net));
        let inner = |(id, net): &(NetId, &Net)| net.kind == NetKind::Wire && !self.legal.dropped.contains(id);
        let wires: Vec<(NetId, &Net)> = nets.filter(inner).collect();
        if !wires.is_empty() {
            self.line(0, "");
        }
        for (id, net) in wires {
            self.comment(2, &net.doc);
            let kind = if self.stored.contains(&id) { "reg" } else { "wire" };
            self.line(2, &format!("{};", declaration(kind, net.width, &net.name)));
        }
        for memory in self.legal.memories.iter().map(|part| &part.content) {
            let word = declaration("reg", memory.width, &memory.name);
            self.line(2, &format!("{word} [0:{}];", memory.depth - 1));
        }
    }
}
