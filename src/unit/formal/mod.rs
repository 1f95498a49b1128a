//! A unit's rules as SystemVerilog assertions, with what SymbiYosys needs to check them.

use crate::OptionValues;
use lanesmith_netlist::verilog::{EmittedFile, ManifestPort, ports};
use lanesmith_netlist::{Design, ResetStyle};

/// The rules of an interface: a checker module in SystemVerilog with `$NAME` for what depends on the configuration.
#[derive(Clone, Copy, Debug)]
pub struct FormalRules {
    /// The module, without a head.
    pub text: fn(&OptionValues) -> &'static str,
    /// The values of its own names.
    pub values: fn(&OptionValues) -> Vec<(&'static str, u32)>,
    /// Clocks in which counterexamples and covered situations are searched.
    pub depth: fn(&OptionValues) -> u32,
    /// Whether property-directed reachability decides the rules for all clocks within a minute.
    pub provable: bool,
    /// Clocks up to the second one of a waiting result, if the value of that is computed anew in each clock. Provers do not decide
    /// such rules within minutes, so the value has a search of its own.
    pub recomputed: fn(&OptionValues) -> Option<u32>,
}

/// The rules of the valid/ready handshake that pipelined units share, for their parameter of the latency.
pub const HANDSHAKE: &str = include_str!("handshake.sv");

/// The module that the files check.
pub(super) struct FormalSubject<'a> {
    /// The top module.
    pub(super) top: &'a str,
    /// Its ports.
    pub(super) ports: &'a [ManifestPort],
    /// Other names of ports, or of their parts, by which the rules know them; names in the text; widths.
    pub(super) aliases: Vec<(String, String, u32)>,
    /// Its reset.
    pub(super) reset: ResetStyle,
    /// Its sources, by their file names.
    pub(super) sources: Vec<&'a str>,
}

impl FormalRules {
    /// The checker of a design, with the assumptions about its inputs as assertions, and a line that binds it to each instance of the
    /// top module.
    pub fn bound(&self, design: &Design, reset: ResetStyle, values: &OptionValues) -> String {
        let (top, ports) = (&design.top_module().name[..], ports(design));
        let subject = FormalSubject {
            top,
            ports: &ports,
            aliases: vec![],
            reset,
            sources: vec![],
        };
        let checker = self.checker(&subject, values);
        format!("{checker}bind {top} {top}_formal #(.ASSERT_INPUTS(1)) rules (.*);\n")
    }

    /// The checker `TOP_formal.sv`, a module `TOP_formal_top.sv` with unit and checker, and `TOP.sby`; `head` are the first
    /// lines of Verilog files.
    pub(super) fn files(&self, subject: &FormalSubject, values: &OptionValues, head: &str) -> [EmittedFile; 3] {
        let top = subject.top;
        let file = |name: String, text: String| EmittedFile { name, text };
        let around = around(subject, (self.recomputed)(values).is_some());
        let verilog = |text: String| format!("{head}`default_nettype none\n\n{text}\n`default_nettype wire\n");
        [
            file(format!("{top}_formal.sv"), verilog(self.checker(subject, values))),
            file(format!("{top}_formal_top.sv"), verilog(around)),
            file(
                format!("{top}.sby"),
                head.replace("//", "#") + &self.script(subject, values),
            ),
        ]
    }

    /// The configuration of SymbiYosys. FuseSoC reads it as a template, whose commands are comments to SymbiYosys.
    fn script(&self, FormalSubject { top, sources, .. }: &FormalSubject, values: &OptionValues) -> String {
        let depth = (self.depth)(values);
        let [prove, mode, prover] = match self.provable {
            true => ["prove\n", "prove: mode prove\n", "prove: abc pdr\n"],
            false => [""; 3],
        };
        let rules = [format!("{top}_formal.sv"), format!("{top}_formal_top.sv")];
        let read = sources.iter().map(|name| format!("read_verilog {name}\n"));
        let formal = rules.iter().map(|name| format!("read -formal {name}\n"));
        let read: String = read.chain(formal).collect();
        let files: String = sources.iter().map(|name| format!("{name}\n")).collect();
        let [checker, around] = rules;
        let depths = |task: &str, depth| format!("{task}: mode bmc\n{task}: depth {depth}\n");
        let (task, options, engine, parameter) = match (self.recomputed)(values) {
            None => Default::default(),
            Some(depth) => (
                "data\n",
                depths("data", depth),
                "data: smtbmc\n",
                format!("~data: chparam -set DATA 0 {top}_formal_top\n"),
            ),
        };
        format!(
            "\
# Run with: sby -f {top}.sby

[tasks]
bmc
{prove}cover
{task}
[options]
{}{mode}cover: mode cover
cover: depth {depth}
{options}
[engines]
bmc: smtbmc
{prover}cover: smtbmc
{engine}
[script]
{read}{parameter}prep -flatten -top {top}_formal_top
# What no covered situation depends on is not needed to reach it.
cover: chformal -assert -remove
cover: opt_clean -purge

[files]
# {{% if files is undefined %}}
{files}{checker}
{around}
# {{% else %}}{{{{ \"\\n\" + files }}}}{{% endif %}}
",
            depths("bmc", depth)
        )
    }

    fn checker(&self, subject: &FormalSubject, values: &OptionValues) -> String {
        let ports: Vec<String> = subject.ports.iter().map(|port| declared("input", port)).collect();
        let reset = if subject.reset.active_low { "!reset_n" } else { "reset" };
        let known = subject.known();
        let [inputs, outputs] = [("in_", "input"), ("out_", "output")].map(|side| payload(&known, side));
        let tag = known.iter().find(|port| port.name == "in_tag");
        let aliases = known.iter().zip(&subject.aliases);
        let aliases =
            aliases.map(|(port, (_, text, _))| format!("\n{} = {text};", declared("", port).replacen("   ", "  ", 1)));
        let mut words = vec![
            ("TOP", subject.top.to_owned()),
            ("PORTS", ports.join(",\n")),
            ("ALIASES", aliases.collect()),
            ("IN_RESET", reset.to_owned()),
            ("ASYNCHRONOUS", u32::from(subject.reset.asynchronous).to_string()),
            ("IN_PAYLOAD", inputs.1),
            ("IN_BITS", inputs.0.to_string()),
            ("OUT_PAYLOAD", outputs.1),
            ("OUT_BITS", outputs.0.to_string()),
            ("TAG_BITS", tag.map_or(0, |port| port.width).to_string()),
        ];
        let own = (self.values)(values).into_iter();
        words.extend(own.map(|(name, value)| (name, value.to_string())));
        // A name may be the beginning of another one.
        words.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        let text = (self.text)(values).to_owned();
        let replaced = |text: String, (name, value): &(&str, String)| text.replace(&format!("${name}"), value);
        words.iter().fold(text, replaced)
    }
}

impl FormalSubject<'_> {
    /// The ports with the names by which the rules know them.
    fn known(&self) -> Vec<ManifestPort> {
        if self.aliases.is_empty() {
            return self.ports.to_vec();
        }
        let known = |(name, text, width): &(String, String, u32)| {
            let whole = text.split('[').next();
            let port = self.ports.iter().find(|port| Some(&port.name[..]) == whole);
            port.map(|port| ManifestPort {
                name: name.clone(),
                width: *width,
                ..port.clone()
            })
        };
        self.aliases.iter().filter_map(known).collect()
    }
}

/// Width and concatenation of the ports of a side, without its handshake.
fn payload(ports: &[ManifestPort], (prefix, direction): (&str, &str)) -> (u32, String) {
    let handshake = [format!("{prefix}valid"), format!("{prefix}ready")];
    let is_its = |port: &&ManifestPort| {
        port.name.starts_with(prefix) && port.direction == direction && !handshake.contains(&port.name)
    };
    let ports: Vec<&ManifestPort> = ports.iter().filter(is_its).collect();
    let names: Vec<&str> = ports.iter().map(|port| &port.name[..]).collect();
    (ports.iter().map(|port| port.width).sum(), names.join(", "))
}

/// A port's declaration.
fn declared(direction: &str, port: &ManifestPort) -> String {
    let range = match port.width {
        1 => String::new(),
        width => format!("[{}:0] ", width - 1),
    };
    format!("  {direction} wire {range}{}", port.name)
}

/// The unit and its checker, with the unit's inputs as ports.
fn around(subject: &FormalSubject, has_parameter: bool) -> String {
    let FormalSubject { top, ports, .. } = subject;
    let of = |direction: &'static str| ports.iter().filter(move |port| port.direction == direction);
    let inputs: Vec<String> = of("input").map(|port| declared("input", port)).collect();
    let wire = |port| format!("{};\n", declared("", port).replacen("   ", "  ", 1));
    let wires: String = of("output").map(wire).collect();
    let connected: Vec<String> = ports.iter().map(|port| format!("    .{0}({0})", port.name)).collect();
    let [parameter, handed_on] = match has_parameter {
        true => ["#(\n  parameter DATA = 1\n) ", "#(.DATA(DATA)) "],
        false => ["", ""],
    };
    let connected = connected.join(",\n");
    format!(
        "// The unit with arbitrary inputs, beside its rules.\nmodule {top}_formal_top {parameter}(\n{}\n);\n{wires}\n  {top} \
         unit (\n{connected}\n  );\n\n  {top}_formal {handed_on}rules (\n{connected}\n  );\nendmodule\n",
        inputs.join(",\n")
    )
}
