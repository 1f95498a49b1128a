//! The table of kernels of rust-hdl's widgets that the lowering knows by their digests.

use super::accepted;
use super::refused::REFUSED;
use lanesmith::netlist::stock_kernels;
use rust_hdl::prelude::Block;
use std::collections::BTreeMap;

/// rust-hdl's macro drops match guards, `..=` and function names. That its widgets have none was searched in their sources;
/// that the kernels are theirs is in the digests.
#[test]
fn kernels_of_rust_hdl_widgets_are_known_by_their_digests() {
    let path = format!("{}/src/netlist/lower/widgets.rs", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    let accepted = accepted().map(|widget| (widget.name, (widget.make)() as Box<dyn Block>));
    let refused = REFUSED.iter().map(|widget| (widget.name, (widget.make)()));
    let mut kernels = BTreeMap::new();
    for (name, block) in accepted.chain(refused) {
        for (path, digest) in stock_kernels(&*block) {
            let path = path.trim_start_matches("top").trim_start_matches('.');
            kernels
                .entry(digest)
                .or_insert(format!("{} {path}", name.replace('`', "")).trim().to_owned());
        }
    }
    let mut rows: Vec<(String, u64)> = kernels.into_iter().map(|(digest, name)| (name, digest)).collect();
    rows.sort();
    let begin = "pub const KERNELS: &[(&str, u64)] = &[";
    let start = text.find(begin).expect(begin) + begin.len();
    let row = |(name, digest): &(String, u64)| format!("    ({name:?}, 0x{digest:016x}),\n");
    let wanted = format!("{}\n{}];\n", &text[..start], rows.iter().map(row).collect::<String>());
    if std::env::var_os("LANESMITH_UPDATE").is_some() {
        std::fs::write(&path, &wanted).unwrap();
    }
    assert!(
        text == wanted,
        "{path} is outdated: run this test once with LANESMITH_UPDATE=1"
    );
}
