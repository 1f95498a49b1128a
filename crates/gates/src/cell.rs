//! What a model says of a cell: its state, and its functions of inputs and state.

use super::text::{Bit, Instance, Parsed, Setting, refused};
use lanesmith_algebra::{Bit as _, Edge};

/// The values of net bits in a clock cycle.
pub type Values<'a> = &'a dyn Fn(Bit) -> Edge;
/// Words of values and state that a function of a cell computes.
pub type Function = Box<dyn Fn(Values, &[Edge]) -> Vec<Edge> + Sync>;

/// A cell in a netlist.
pub struct Model {
    /// The clocks, and whether each acts at its rising edge.
    pub clocks: Vec<(Bit, bool)>,
    /// An asynchronous reset, if it has one.
    pub resets: Vec<Bit>,
    /// The state bits after configuration; `None` where the netlist leaves one undefined.
    pub initial: Vec<Option<bool>>,
    /// The inputs on which outputs depend within the clock cycle.
    pub through: Vec<Bit>,
    /// The driven bits.
    pub outputs: Vec<Bit>,
    /// The values of the driven bits.
    pub function: Function,
    /// The state after a clock edge.
    pub next: Function,
}

impl Model {
    /// A cell without state.
    pub fn combinational(
        through: Vec<Bit>,
        outputs: Vec<Bit>,
        function: impl Fn(Values) -> Vec<Edge> + Sync + 'static,
    ) -> Self {
        Model {
            clocks: vec![],
            resets: vec![],
            initial: vec![],
            through,
            outputs,
            function: Box::new(move |values, _| function(values)),
            next: Box::new(|_, _| vec![]),
        }
    }
}

impl Instance {
    /// An error about the instance.
    pub fn refuse<T>(&self, message: impl Into<String>, expected: impl Into<String>) -> Parsed<T> {
        refused(self.span.clone(), message, expected)
    }

    /// The bits at an input of this width. Error: fewer are connected and there is no default.
    pub fn input(&self, port: &str, width: usize, default: Option<bool>) -> Parsed<Vec<Bit>> {
        match (self.ports.get(port), default) {
            (Some(bits), _) if bits.len() == width => Ok(bits.clone()),
            (Some(bits), _) => self.refuse(
                format!("{} bits at {port} of `{}`", bits.len(), self.name),
                format!("{width} bits"),
            ),
            (None, Some(value)) => Ok(vec![Bit::Constant(value); width]),
            (None, None) => self.refuse(
                format!("{port} of `{}` is not connected", self.name),
                "a net or a constant",
            ),
        }
    }

    /// The bit at an input.
    pub fn bit(&self, port: &str, default: Option<bool>) -> Parsed<Bit> {
        Ok(self.input(port, 1, default)?[0])
    }

    /// The bits at inputs `name0`, `name1`, …
    pub fn numbered(&self, port: &str, width: usize, default: Option<bool>) -> Parsed<Vec<Bit>> {
        let bits = (0..width).map(|i| self.bit(&format!("{port}{i}"), default));
        bits.collect()
    }

    /// The bits that an output of this width drives; bits that are not connected drive nothing.
    pub fn output(&self, port: &str, width: usize) -> Parsed<Vec<Bit>> {
        match self.ports.get(port) {
            None => Ok(vec![Bit::Undefined; width]),
            Some(bits) if bits.iter().any(|bit| matches!(bit, Bit::Constant(_))) => {
                self.refuse(format!("{port} of `{}` drives a constant", self.name), "a net")
            }
            Some(_) => self.input(port, width, None),
        }
    }

    /// A parameter that is a number of this width.
    pub fn number(&self, name: &str, width: usize) -> Parsed<Vec<Option<bool>>> {
        let mut bits = match self.settings.get(name) {
            None => vec![],
            Some(Setting::Bits(bits)) => bits.clone(),
            Some(Setting::Text(text)) => {
                return self.refuse(format!("{name} of `{}` is \"{text}\"", self.name), "a number");
            }
        };
        if bits.iter().skip(width).any(|bit| *bit != Some(false)) {
            let message = format!("{name} of `{}` has more than {width} bits", self.name);
            return self.refuse(message, format!("{width} bits"));
        }
        bits.resize(width, Some(false));
        Ok(bits)
    }

    /// A parameter that is a defined number of this width.
    pub fn defined(&self, name: &str, width: usize) -> Parsed<Vec<bool>> {
        match self.number(name, width)?.into_iter().collect() {
            Some(bits) => Ok(bits),
            None => self.refuse(format!("{name} of `{}` has an x", self.name), "0 and 1"),
        }
    }

    /// A parameter that is one of these words; the first one by default.
    pub fn choice(&self, name: &str, words: &[&'static str]) -> Parsed<&'static str> {
        let found = match self.settings.get(name) {
            None => return Ok(words[0]),
            Some(Setting::Text(text)) => text.clone(),
            Some(Setting::Bits(_)) => "a number".to_owned(),
        };
        match words.iter().find(|word| **word == found) {
            Some(word) => Ok(word),
            None => self.refuse(
                format!("{name} of `{}` is `{found}`", self.name),
                format!("one of {}", words.join(", ")),
            ),
        }
    }

    /// An error unless every parameter is one of these; a name that ends in `*` stands for all that begin so.
    pub fn knows(&self, names: &[&str]) -> Parsed<()> {
        let is_known = |name: &String| {
            names.iter().any(|known| match known.strip_suffix('*') {
                Some(start) => name.starts_with(start),
                None => name == known,
            })
        };
        let mut unknown: Vec<&String> = self.settings.keys().filter(|name| !is_known(name)).collect();
        unknown.sort();
        match unknown.first() {
            None => Ok(()),
            Some(name) => self.refuse(
                format!("`{}` has the parameter {name}", self.name),
                format!("parameters of {}: {}", self.kind, names.join(", ")),
            ),
        }
    }
}

/// The value of a look-up table at these inputs, the lowest address bit first.
pub fn look_up(table: &[bool], inputs: &[Edge]) -> Edge {
    let words: Vec<Vec<Edge>> = table.iter().map(|bit| vec![Edge::constant(*bit)]).collect();
    read_word(&words, inputs).remove(0)
}

/// The word at an address, which is the lowest bit first.
pub fn read_word(words: &[Vec<Edge>], address: &[Edge]) -> Vec<Edge> {
    let Some((top, rest)) = address.split_last() else {
        return words[0].clone();
    };
    let (low, high) = words.split_at(words.len() / 2);
    let (low, high) = (read_word(low, rest), read_word(high, rest));
    let pairs = high.iter().zip(&low);
    let choose = |(high, low): (&Edge, &Edge)| match high.literal() == low.literal() {
        true => high.clone(),
        false => top.mux(high, low),
    };
    pairs.map(choose).collect()
}

/// The words after a write of `data` at an address where `enable`, a bit for each bit of the word, is 1.
pub fn write_word(words: &[Vec<Edge>], address: &[Edge], enable: &[Edge], data: &[Edge]) -> Vec<Vec<Edge>> {
    let write = |(number, word): (usize, &Vec<Edge>)| {
        let matches = address.iter().enumerate().map(|(i, bit)| match number >> i & 1 {
            0 => bit.not(),
            _ => bit.clone(),
        });
        let selected = matches.reduce(|all, bit| all.and(&bit)).expect("an address");
        let bits = word.iter().zip(enable.iter().zip(data));
        bits.map(|(old, (enable, new))| selected.and(enable).mux(new, old))
            .collect()
    };
    words.iter().enumerate().map(write).collect()
}

/// State bits as words of this width.
pub fn words(state: &[Edge], width: usize) -> Vec<Vec<Edge>> {
    state.chunks(width).map(<[Edge]>::to_vec).collect()
}

/// The product of two words with signs, as wide as both together.
pub fn product([x, y]: [&[Edge]; 2], signed: [&Edge; 2]) -> Vec<Edge> {
    let width = x.len() + y.len();
    let extend = |word: &[Edge], signed: &Edge| {
        let sign = word.last().expect("a factor").and(signed);
        let mut word = word.to_vec();
        word.resize(width, sign);
        word
    };
    Edge::product(&extend(x, signed[0]), &extend(y, signed[1]))
}
