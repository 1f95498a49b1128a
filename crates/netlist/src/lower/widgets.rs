//! rust-hdl's flip-flops, memories and tables. A block does not show its Rust type, so each of these types is recognised by the Verilog
//! that it gives, token by token.

use crate::kernel::literal::{integer, parse_literal};
use std::collections::BTreeMap;

/// Words by address, as bits, least significant first; absent words are 0.
pub type MemoryWords = BTreeMap<u64, Vec<bool>>;

/// A widget of rust-hdl that has no kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Widget {
    /// `DFF`, `EdgeDFF` and lanesmith's `DFFWithInit`: `q` follows `d` at the rising edge of the port `clock`.
    FlipFlop {
        /// The name of the clock port.
        clock: &'static str,
        /// The value of `q` before the first edge.
        start: Vec<bool>,
    },
    /// `RAM`: one write port, one synchronous read port, a clock for each.
    Ram {
        /// Its contents before the first write.
        words: MemoryWords,
    },
    /// `ROM` and `SyncROM`: `data` follows `address`, at the rising edge of `clock` if `synchronous`.
    Rom {
        /// Its contents.
        words: MemoryWords,
        /// Whether `data` is a register.
        synchronous: bool,
    },
}

impl Widget {
    /// The widget with this Verilog; `None` for any other text.
    pub fn recognise(verilog: &str) -> Option<Self> {
        let forms = [flip_flop, ram, table, synchronous_table];
        forms.iter().find_map(|form| {
            let mut reader = Reader(tokens(verilog));
            form(&mut reader).filter(|_| reader.0.is_empty())
        })
    }
}

fn flip_flop(reader: &mut Reader) -> Option<Widget> {
    reader.expect("initial begin q =")?;
    let start = reader.literal()?;
    reader.expect("; end")?;
    let forms = [
        ("clock", "always @(posedge clock) begin q <= d; end"),
        ("clk", "always @(posedge clk) q <= d;"),
    ];
    let (clock, _) = forms.into_iter().find(|(_, form)| reader.expect(form).is_some())?;
    Some(Widget::FlipFlop { clock, start })
}

fn ram(reader: &mut Reader) -> Option<Widget> {
    reader.array()?;
    let words = reader.contents()?;
    reader.expect("always @(posedge read_clock) begin read_data <= mem[read_address]; end")?;
    reader.expect("always @(posedge write_clock) begin if (write_enable) begin")?;
    reader.expect("mem[write_address] <= write_data; end end")?;
    Some(Widget::Ram { words })
}

fn table(reader: &mut Reader) -> Option<Widget> {
    reader.expect("always @* case (address)")?;
    let mut words = MemoryWords::new();
    while reader.expect("default: data =").is_none() {
        let address = integer(&reader.literal()?)?;
        reader.expect(": data =")?;
        words.insert(address as u64, reader.literal()?);
        reader.expect(";")?;
    }
    let other = reader.literal()?;
    reader.expect("; endcase")?;
    let is_zero = other.iter().all(|bit| !bit);
    is_zero.then_some(Widget::Rom {
        words,
        synchronous: false,
    })
}

fn synchronous_table(reader: &mut Reader) -> Option<Widget> {
    reader.array()?;
    let words = reader.contents()?;
    reader.expect("always @(posedge clock) begin data <= mem[address]; end")?;
    Some(Widget::Rom {
        words,
        synchronous: true,
    })
}

/// Words, numbers with their base, and symbols, of which `<=` is one.
fn tokens(text: &str) -> Vec<&str> {
    let in_word = |c: char| c.is_alphanumeric() || "_'$".contains(c);
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let end = match first {
            _ if in_word(first) => rest.find(|c| !in_word(c)).unwrap_or(rest.len()),
            '<' if rest.starts_with("<=") => 2,
            other => other.len_utf8(),
        };
        tokens.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    tokens
}

/// The tokens that are left.
struct Reader<'a>(Vec<&'a str>);

impl Reader<'_> {
    /// Takes these tokens, or none.
    fn expect(&mut self, pattern: &str) -> Option<()> {
        let pattern = tokens(pattern);
        self.0
            .starts_with(&pattern)
            .then(|| drop(self.0.drain(..pattern.len())))
    }

    fn literal(&mut self) -> Option<Vec<bool>> {
        let (_, bits) = parse_literal(self.0.first()?)?;
        self.0.remove(0);
        Some(bits)
    }

    /// The declaration of the array; its size follows from the ports.
    fn array(&mut self) -> Option<()> {
        for start in ["reg[", "mem["] {
            self.expect(start)?;
            self.0.first()?.parse::<u64>().ok()?;
            self.0.remove(0);
            self.expect(":0]")?;
        }
        self.expect(";")
    }

    /// What is in the array at the start; nothing is said where that is nothing.
    fn contents(&mut self) -> Option<MemoryWords> {
        let mut words = MemoryWords::new();
        if self.expect("initial begin").is_none() {
            return Some(words);
        }
        while self.expect("end").is_none() {
            if self.expect("mem[").is_some() {
                let address = integer(&self.literal()?)?;
                self.expect("] =")?;
                words.insert(address as u64, self.literal()?);
            }
            self.expect(";")?;
        }
        Some(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_hdl_core::prelude::{Bits, Logic, ToBits, Verilog};
    use rust_hdl_widgets::prelude::{DFF, RAM, ROM, SyncROM};

    fn recognised(block: &dyn Logic) -> Option<Widget> {
        match block.hdl() {
            Verilog::Custom(text) => Widget::recognise(&text),
            _ => None,
        }
    }

    #[test]
    fn every_widget_without_a_kernel_is_known_by_its_verilog() {
        let start = vec![false; 5];
        let clock = "clock";
        assert_eq!(
            recognised(&DFF::<Bits<5>>::default()),
            Some(Widget::FlipFlop { clock, start })
        );
        let contents = || [3_u8, 0, 9].into_iter().map(|word| word.to_bits::<4>());
        let bits = |word: u8| (0..4).map(|i| word >> i & 1 != 0).collect::<Vec<bool>>();
        let words = || MemoryWords::from([(0, bits(3)), (1, bits(0)), (2, bits(9))]);
        for synchronous in [false, true] {
            let rom = Widget::Rom {
                words: words(),
                synchronous,
            };
            let found = match synchronous {
                false => recognised(&ROM::<Bits<4>, 2>::from(contents())),
                true => recognised(&SyncROM::<Bits<4>, 2>::from(contents())),
            };
            assert_eq!(found, Some(rom));
        }
        let empty = SyncROM::<Bits<4>, 2>::new(BTreeMap::new());
        assert!(matches!(recognised(&empty), Some(Widget::Rom { words, .. }) if words.is_empty()));
        let filled = RAM::<Bits<4>, 2>::from(contents());
        assert_eq!(recognised(&filled), Some(Widget::Ram { words: words() }));
        let empty = Widget::Ram {
            words: MemoryWords::new(),
        };
        assert_eq!(recognised(&RAM::<Bits<4>, 2>::default()), Some(empty));
    }

    #[test]
    fn other_text_is_not() {
        let text = "initial begin q = 4'h0; end always @(posedge clock) begin q <= d; end";
        assert!(Widget::recognise(text).is_some());
        for (from, to) in [
            ("posedge", "negedge"),
            ("<= d", "<= q"),
            ("4'h0", "d"),
            ("<= d;", "<= d; q <= 0;"),
            (" begin q <=", " if (d) begin q <="),
        ] {
            assert_eq!(Widget::recognise(&text.replace(from, to)), None, "{from} → {to}");
        }
        assert_eq!(Widget::recognise(""), None);
        assert_eq!(Widget::recognise(&format!("{text} assign e = d;")), None);
    }
}
