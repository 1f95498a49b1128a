//! Instances of other modules.

use super::{Writer, is_parameter, settings};
use crate::verilog::expression::expression;
use crate::verilog::layout::Doc;
use crate::{Instance, NetId};

impl Writer<'_> {
    pub(super) fn instance(&mut self, instance: &Instance) {
        let child = self.design.module(instance.module);
        let connection = |port: NetId| {
            let input = instance.inputs.iter().find(|(child, _)| *child == port);
            let output = instance.outputs.iter().find(|(child, _)| *child == port);
            match (input, output) {
                (Some((_, value)), _) => expression(&self.legal.module, *value),
                (_, Some((_, net))) => Doc::text(self.legal.module.net_ref(*net).name.clone()),
                _ => Doc::text(""),
            }
        };
        let (parameters, ports): (Vec<_>, Vec<_>) = child.ports().partition(|(id, _)| is_parameter(child, *id));
        let values = parameters
            .iter()
            .map(|(id, net)| format!(".{} ({})", net.name, connection(*id).render(6, 6)));
        let texts = settings(child)
            .iter()
            .map(|(name, text)| format!(".{name} (\"{text}\")"));
        let values: Vec<String> = values.chain(texts).collect();
        let values = match values.is_empty() {
            true => String::new(),
            false => format!("#({}) ", values.join(", ")),
        };
        let longest = ports.iter().map(|(_, net)| net.name.len()).max().unwrap_or(0);
        let mut lines = Vec::new();
        for (i, (id, port)) in ports.iter().enumerate() {
            let start = format!("    .{:longest$} (", port.name);
            let comma = if i + 1 < ports.len() { "," } else { "" };
            lines.push(format!("{start}{}){comma}", connection(*id).render(6, start.len())));
        }
        self.line(2, &format!("{} {values}{} (", child.name, instance.name));
        for line in lines {
            self.line(0, &line);
        }
        self.line(2, ");");
    }
}
