//! Control words that no instruction has: the table of `docs/video-alu.md` beside the decoder and the hardware.

use lanesmith::netlist::Flat;
use lanesmith::sim::Engine;
use lanesmith::sim::native::Native;
use lanesmith::sim::testbench::Random;
use lanesmith::units::video::LANGUAGE;
use lanesmith::units::video::encoding::Control;
use lanesmith::units::video::golden::evaluate_control;
use lanesmith::units::video::rtl::{VideoConfig, core_design};
use std::path::Path;

const HEADING: &str = "## Words that no instruction has\n";

/// Bits of a field, and a number: `mask[3:2]` and 0.
#[derive(Clone, Copy)]
struct Part {
    lo: u32,
    bits: u32,
    value: u64,
}

impl Part {
    fn new(name: &str, value: &str) -> Self {
        let (name, range) = match name.trim_end_matches(']').split_once('[') {
            Some((name, range)) => (name, Some(range)),
            None => (name, None),
        };
        let field = Control::field(name);
        let (lo, bits) = match range.map(|range| range.split_once(':').expect("two ends")) {
            Some((high, low)) => {
                let [high, low]: [u32; 2] = [high, low].map(|end| end.parse().expect("a number"));
                assert!(high < field.bits, "{name}");
                (field.lo + low, high - low + 1)
            }
            None => (field.lo, field.bits),
        };
        let value = match value.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16),
            None => value.parse(),
        };
        let value = value.expect("a number");
        Part { lo, bits, value }
    }

    fn of(self, word: u64) -> u64 {
        word >> self.lo & ((1 << self.bits) - 1)
    }

    fn set(self, word: u64) -> u64 {
        word & !(((1 << self.bits) - 1) << self.lo) | self.value << self.lo
    }
}

/// What a word gives.
enum Result {
    Zero,
    C,
    /// The same as with this part.
    AsWith(Part),
}

struct Row {
    text: String,
    operations: Vec<String>,
    /// A part, and whether it has the number.
    fields: Vec<(Part, bool)>,
    /// The option that the hardware lacks.
    without: Option<String>,
    refuses: bool,
    result: Result,
}

/// `name` in back quotes, and what follows.
fn quoted(text: &str) -> (&str, &str) {
    let rest = text
        .trim()
        .strip_prefix('`')
        .unwrap_or_else(|| panic!("a name: {text}"));
    let (name, rest) = rest.split_once('`').expect("a name");
    (name, rest.trim())
}

impl Row {
    fn new(line: &str) -> Self {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [operations, fields, hardware, decode, result] = cells[..] else {
            panic!("five cells: {line}")
        };
        let field = |text: &str| {
            let (name, rest) = quoted(text);
            let (relation, value) = rest.split_once(' ').expect("a number");
            assert!(["=", "≠"].contains(&relation), "{line}");
            (Part::new(name, value), relation == "=")
        };
        let fields = fields.split(", ").filter(|field| !field.is_empty());
        let operations = operations.split(", ").map(|name| name.trim_matches('`').to_owned());
        assert!(["refuses", "accepts"].contains(&decode), "{line}");
        Row {
            text: line.to_owned(),
            operations: operations.collect(),
            fields: fields.map(field).collect(),
            without: (hardware != "any").then(|| {
                let lacking = hardware.strip_prefix("without ").expect("what it lacks");
                quoted(lacking).0.to_owned()
            }),
            refuses: decode == "refuses",
            result: match result {
                "0" => Result::Zero,
                "`c`" => Result::C,
                other => Result::AsWith(field(other.strip_prefix("as with ").expect("another word")).0),
            },
        }
    }

    fn has_word(&self, word: u64) -> bool {
        let control = Control(word);
        let is_dot = control.get("op") > 5 && control.get("d_signed") == 1 && control.get("saturate") == 1;
        let is_one = |operation: &String| match operation.as_str() {
            "arithmetic" => control.get("op") < 6,
            "comparison" => control.get("op") > 5 && !is_dot,
            "dot product" => is_dot,
            "dp4a" => is_dot && control.get("op") == 6,
            other => panic!("{other}"),
        };
        self.operations.iter().any(is_one)
            && self
                .fields
                .iter()
                .all(|(part, equal)| (part.of(word) == part.value) == *equal)
    }

    fn has_hardware(&self, config: &VideoConfig) -> bool {
        self.without.as_ref().is_none_or(|option| match option.as_str() {
            "vset" => !config.vset,
            "dot" => !config.dot,
            "accumulate" => !config.accumulate,
            "vop2" => !config.dual,
            "selectors" => !config.selectors,
            other => panic!("{other}"),
        })
    }
}

fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(name);
    std::fs::read_to_string(path).expect("a page")
}

/// The table's rows.
fn table() -> Vec<Row> {
    let page = page("video-alu.md");
    let (_, section) = page.split_once(HEADING).expect("the section");
    let lines = section.lines().skip_while(|line| !line.starts_with('|'));
    lines
        .take_while(|line| line.starts_with('|'))
        .skip(2)
        .map(Row::new)
        .collect()
}

/// Any word, of which many are in rows about selectors.
fn word(low: u64, random: &mut Random) -> u64 {
    let selector = |default: u64, random: &mut Random| match random.below(4) {
        0 => 0,
        1 => default,
        2 => random.bits() & 15,
        _ => random.bits() & 0xfff,
    };
    low | selector(0x688, random) << 13 | selector(0xfac, random) << 25
}

#[test]
fn every_word_gives_in_hardware_and_decoder_what_the_table_of_words_that_no_instruction_has_says() {
    let rows = table();
    let decode = LANGUAGE.words.expect("control words").decode;
    let mut random = Random::new(1);
    let mut applied = vec![0; rows.len()];
    for options in 0..32 {
        let has = |bit: u32| options >> bit & 1 != 0;
        let config = VideoConfig {
            vset: has(0),
            dot: has(1),
            accumulate: has(2),
            dual: has(3),
            selectors: has(4),
            ..VideoConfig::full(0)
        };
        let flat = Flat::new(&core_design(&config).expect("a core")).expect("a netlist");
        let mut core = Native::new(&flat).expect("an engine");
        let ports = ["control", "a", "b", "c", "d"].map(|name| core.port(name));
        for low in 0..1 << 13 {
            let word = word(low, &mut random);
            let operands = [(); 3].map(|()| random.operand());
            let [a, b, c] = operands;
            let matching = rows.iter().enumerate().filter(|(_, row)| row.has_word(word));
            let matching: Vec<(usize, &Row)> = matching.collect();
            let refused = matching.iter().any(|(_, row)| row.refuses);
            assert_eq!(decode(word).is_err(), refused, "{word:#x}");
            let mut instead = word;
            // 0 has precedence over c.
            let mut constant = None;
            for (number, row) in matching.iter().filter(|(_, row)| row.has_hardware(&config)) {
                applied[*number] += 1;
                match row.result {
                    Result::Zero => constant = Some(0),
                    Result::C => constant = constant.or(Some(c)),
                    Result::AsWith(part) => instead = part.set(instead),
                }
            }
            let expected = constant.unwrap_or_else(|| evaluate_control(Control(instead), a, b, c));
            for (port, value) in ports.iter().zip([word, a.into(), b.into(), c.into()]) {
                core.set(*port, value);
            }
            core.settle();
            let told: Vec<&String> = matching.iter().map(|(_, row)| &row.text).collect();
            assert_eq!(
                core.get(ports[4]),
                u64::from(expected),
                "{config:?}: {word:#x} {told:#?}"
            );
        }
    }
    for (row, times) in rows.iter().zip(applied) {
        assert!(times > 100, "{times} words: {}", row.text);
    }
}

#[test]
fn other_pages_refer_to_the_table_of_words_that_no_instruction_has() {
    for name in ["ptx.md", "argument.md"] {
        let link = "video-alu.md#words-that-no-instruction-has";
        assert!(page(name).contains(link), "{name}");
    }
}
