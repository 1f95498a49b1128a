//! Facts about the emitted text of all units: ports, registers, names, cores for FuseSoC.

use lanesmith::netlist::NetlistRegister;
use lanesmith::regress::configurations;
use lanesmith::unit::Selection;
use lanesmith::units::{defaults, shipped};
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn every_port_of_every_module_of_every_configuration_says_what_it_carries() {
    let mut silent = BTreeSet::new();
    for selection in configurations() {
        for module in selection.design().expect("a design").modules {
            let ports = module.ports().filter(|(_, net)| net.doc.is_empty());
            silent.extend(ports.map(|(_, net)| format!("{}.{}", module.name, net.name)));
        }
    }
    assert!(silent.is_empty(), "{silent:#?}");
}

#[test]
fn no_register_of_the_shipped_verilog_always_loads_the_same_value() {
    let mut constant = BTreeSet::new();
    for selection in shipped() {
        for module in selection.design().expect("a design").modules {
            let registers = module.registers.iter();
            let registers = registers.filter(|register| module.known(register.d).is_some());
            let named = |register: &NetlistRegister| format!("{}.{}", module.name, module.net_ref(register.q).name);
            constant.extend(registers.map(named));
        }
    }
    assert!(constant.is_empty(), "{constant:#?}");
}

#[test]
fn only_registers_of_the_shipped_verilog_have_names_that_end_in_q() {
    let files = shipped()
        .into_iter()
        .flat_map(|selection| selection.files().expect("files"));
    let texts = files.filter(|file| file.name.ends_with(".v")).map(|file| file.text);
    let mut registers = 0;
    for text in texts {
        for line in text.lines().map(str::trim) {
            let name = line.rsplit(' ').next().unwrap_or_default().trim_end_matches(';');
            let is_state = name.ends_with("_q");
            registers += usize::from(is_state && line.starts_with("reg "));
            assert!(!(is_state && line.starts_with("wire ")), "{line}");
        }
    }
    assert!(registers > 100, "{registers} registers");
}

#[test]
fn one_design_can_contain_all_units_that_stand_alone() {
    let units = ["video_alu", "video_scalar", "byte_permute", "brew_datapath"];
    let mut modules: BTreeMap<String, BTreeMap<&str, BTreeSet<String>>> = BTreeMap::new();
    for selection in shipped() {
        let unit = selection.module().name;
        let files = selection.files().expect("files").into_iter();
        for file in files.filter(|file| units.contains(&unit) && file.name.ends_with(".v")) {
            let (_banner, text) = file.text.split_once("`default_nettype none").expect("a module");
            let texts = modules.entry(file.name).or_default().entry(unit).or_default();
            texts.insert(text.to_owned());
        }
    }
    assert!(modules.len() > 40, "{} modules", modules.len());
    for (name, texts) in modules.into_iter().filter(|(_, texts)| texts.len() > 1) {
        let units: Vec<&str> = texts.keys().copied().collect();
        let texts: BTreeSet<String> = texts.into_values().flatten().collect();
        assert_eq!(texts.len(), 1, "{name} differs in {units:?}");
    }
}

#[test]
fn the_comment_on_the_control_word_has_its_layout() {
    let fields = lanesmith::units::video::encoding::FIELDS
        .iter()
        .map(|field| match field.bits {
            1 => format!("{} {}", field.name, field.lo),
            bits => format!("{} {}:{}", field.name, field.lo + bits - 1, field.lo),
        });
    let comment = format!(" Control word: {}.\n", fields.collect::<Vec<_>>().join(", "));
    for (selection, file, port) in [
        ("video_alu", "video_alu.v", "in_control"),
        ("video_core", "video_core.v", "control"),
    ] {
        let all = defaults().into_iter();
        let selection = all.filter(|one| one.module().name == selection).collect::<Vec<_>>()[0];
        let files = selection.files().expect("files");
        let text = &files.iter().find(|one| one.name == file).expect("a file").text;
        // Long comments stand on several lines.
        let text = text.replace("\n  // ", " ");
        let (_, rest) = text.split_once(&comment).expect(&comment);
        let line = rest.lines().next().expect("the port");
        assert!(
            line.starts_with("  input ") && line.contains(&format!(" {port},")),
            "{line}"
        );
    }
}

#[test]
fn fusesoc_cores_are_synthesized_for_their_device_and_have_a_tool_by_default() {
    for (options, arch, has_cells) in [
        (vec![], "ecp5", false),
        (vec![("device", "ecp5")], "ecp5", true),
        (vec![("device", "ice40")], "ice40", true),
    ] {
        let selection = Selection::of_options(&lanesmith::units::video::ALU, options).expect("a configuration");
        let files = selection.files().expect("files");
        let core = &files
            .iter()
            .find(|file| file.name.ends_with(".core"))
            .expect("a core")
            .text;
        assert!(core.contains(&format!("\n      arch: {arch}\n")), "{core}");
        let (_, targets) = core.split_once("\ntargets:\n").expect("targets");
        let default = targets.split("\n\n").next().expect("a target");
        assert!(default.starts_with("  default:\n"), "{default}");
        assert!(default.contains("\n    flow: lint\n"), "{default}");
        // A design that depends on this one has the cells from its device.
        let cells = "filesets: [rtl, \"is_toplevel ? (cells)\"]";
        assert_eq!(default.contains(cells), has_cells, "{default}");
    }
}
