//! Initial contents of memories, as an `initial` block.

use super::expression::constant;
use super::legalise::{Legal, index_bits};
use crate::NetlistMemory;

/// The lines of the block, indented; none for a memory that starts unknown. The listed words come first, then a loop for the
/// zeros after them.
pub(super) fn lines(legal: &Legal, memory: &NetlistMemory) -> Vec<String> {
    let Some(words) = &memory.contents else {
        return vec![];
    };
    let NetlistMemory { name, width, depth, .. } = memory;
    let listed = words.iter().rposition(|word| *word != 0).map_or(0, |last| last + 1);
    let loops = listed < *depth as usize;
    let mut lines = vec![match loops {
        // Verilog requires a name for a block with declarations.
        true => format!("  initial begin : {}\n    integer i;", block_name(legal, name)),
        false => "  initial begin".to_owned(),
    }];
    let words = words[..listed].iter().enumerate();
    lines.extend(words.map(|(address, word)| format!("    {name}[{address}] = {};", constant(*width, *word))));
    if loops {
        let (top, zero) = (index_bits(*depth) - 1, constant(*width, 0));
        lines.push(format!("    for (i = {listed}; i < {depth}; i = i + 1) begin"));
        // Verilator warns about an index of 32 bits.
        lines.push(format!("      {name}[i[{top}:0]] = {zero};\n    end"));
    }
    lines.push("  end".to_owned());
    lines
}

/// A name that is unused in the module.
fn block_name(legal: &Legal, memory: &str) -> String {
    let nets = legal.module.nets.iter().map(|net| net.name.as_str());
    let memories = legal.memories.iter().map(|part| part.content.name.as_str());
    let instances = legal.instances.iter().map(|part| part.content.name.as_str());
    let taken: Vec<&str> = nets.chain(memories).chain(instances).collect();
    let mut name = format!("{memory}_start");
    while taken.contains(&name.as_str()) {
        name.push('_');
    }
    name
}
