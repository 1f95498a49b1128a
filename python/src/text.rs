//! Facts about instructions as JSON, which the Python layer turns into objects.

use lanesmith::algebra::Concrete;
use lanesmith::ptx::{Guard, Instruction, Mode, Operands, PERMUTE_MODES, PermuteInstruction, parse};
use lanesmith::text::diagnostic::{Diagnostic, render_all};
use lanesmith::unit::{ControlWord, ControlWordCodec, OperandValues, Refusal};
use lanesmith::units::brew::isa::assemble;
use lanesmith::units::video::golden::{Modifiers, lanes};
use lanesmith::units::{PTX, complete, language};
use serde_json::{Value, json};

/// A PTX instruction that golden models have.
pub enum Ptx {
    Video(Instruction),
    Permute(PermuteInstruction),
}

fn read(text: &str) -> Result<Ptx, Diagnostic> {
    match language(text).name == "prmt" {
        true => PermuteInstruction::parse(text, None).map(Ptx::Permute),
        false => parse(text, None).map(Ptx::Video),
    }
}

impl Ptx {
    /// Parses one instruction, [completed](complete).
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        let text = &complete(text);
        read(text).map_err(|diagnostic| Refusal::from((&text[..], &diagnostic)))
    }

    /// The operands' texts.
    pub fn operands(&self) -> &Operands {
        match self {
            Ptx::Video(instruction) => &instruction.operands,
            Ptx::Permute(instruction) => &instruction.operands,
        }
    }

    /// What is known of the text.
    pub fn facts(&self) -> Value {
        let Operands { d, a, b, c } = self.operands();
        let sources = match self {
            Ptx::Video(instruction) if instruction.is_negation() => json!([source(b)]),
            _ => json!([source(a), source(b), source(c)]),
        };
        let guard = |guard: &Option<Guard>| guard.as_ref().map(ToString::to_string);
        match self {
            Ptx::Video(one) => {
                let count = one.width.lanes() as usize;
                let has_lanes = one.operation.family().has_lanes();
                let selector = |digits: &[u8; 4]| has_lanes.then(|| digits[..count].to_vec());
                let kind = |signed| if signed { "s32" } else { "u32" };
                let d_type = one
                    .operation
                    .family()
                    .has_destination_type()
                    .then(|| kind(one.d_signed));
                json!({
                    "text": one.to_string(),
                    "operation": one.operation.name(one.width),
                    "lanes": if has_lanes { count } else { 1 },
                    "d_type": d_type, "a_type": kind(one.a_signed), "b_type": kind(one.b_signed),
                    "saturate": one.mode == Mode::Saturate,
                    "accumulate": one.mode == Mode::Accumulate,
                    "mask": has_lanes.then_some(one.mask),
                    "a_selector": selector(&one.asel), "b_selector": selector(&one.bsel),
                    "mode": null,
                    "guard": guard(&one.guard), "destination": d, "sources": sources,
                })
            }
            Ptx::Permute(one) => json!({
                "text": one.to_string(),
                "operation": "prmt",
                "lanes": 4,
                "d_type": null, "a_type": null, "b_type": null,
                "saturate": false, "accumulate": false,
                "mask": null, "a_selector": null, "b_selector": null,
                "mode": PERMUTE_MODES[one.mode].suffix.trim_start_matches('.'),
                "guard": guard(&one.guard), "destination": d, "sources": sources,
            }),
        }
    }
}

/// A source: a register's name, or a number.
fn source(text: &str) -> Value {
    Operands::value(text).map_or_else(|| text.into(), Value::from)
}

/// The words of Brew statements.
pub fn brew_words(text: &str) -> Result<Vec<u16>, Refusal> {
    let statements = assemble(text).map_err(|errors| Refusal(render_all("instruction", text, &errors)))?;
    Ok(statements.concat())
}

/// The explanation of an instruction: its text, and of a SIMD video instruction its lanes, lane 0 first.
pub fn explain(text: &str, operands: [Option<u32>; 3], set: &[String]) -> Result<Value, Refusal> {
    let text = &complete(text);
    let language = language(text);
    let picture = (language.explain)(text, &OperandValues { operands, set })?;
    let mut found = vec![];
    if language.name == PTX.name
        && let Ok(instruction) = parse(text, None)
        && instruction.operation.family().has_lanes()
    {
        let Operands { a, b, c, .. } = &instruction.operands;
        let mut given = OperandValues { operands, set };
        if instruction.is_negation() {
            let source = operands[0].or(operands[1]);
            given.operands = [None, source, source];
        }
        let [a, b, _] = given.resolve([a, b, c], [a, b, c].map(|text| Operands::value(text)))?;
        let modifiers = Modifiers::<Concrete>::of(&instruction);
        for (i, lane) in lanes(&modifiers, instruction.width, &a.into(), &b.into())
            .into_iter()
            .enumerate()
        {
            found.push(json!({
                "lane": i, "a": lane.va, "b": lane.vb, "exact": lane.exact, "limited": lane.t, "enabled": lane.on,
            }));
        }
    }
    Ok(json!({ "text": picture, "lanes": found }))
}

/// The control word of an instruction.
pub fn encode(text: &str) -> Result<Value, Refusal> {
    let text = &complete(text);
    let language = language(text);
    let codec = language.words;
    let codec =
        codec.ok_or_else(|| Refusal::new(format_args!("{} instructions have no control word", language.name)))?;
    Ok(word(&(codec.encode)(text)?, &codec))
}

/// The SIMD video instruction that has this control word.
pub fn decode_word(value: u64) -> Result<Value, Refusal> {
    let codec = PTX.words.expect("PTX has control words");
    if value >> codec.bits != 0 {
        return Err(Refusal::new(format_args!(
            "{value:#x} does not fit into {} bits",
            codec.bits
        )));
    }
    let decoded = (codec.decode)(value);
    let width = codec.bits.div_ceil(4) as usize + 2;
    let decoded =
        decoded.map_err(|why| Refusal::new(format_args!("no instruction has the word {value:#0width$x}: {why}")))?;
    Ok(word(&decoded, &codec))
}

fn word(word: &ControlWord, codec: &ControlWordCodec) -> Value {
    let fields = word.fields.iter();
    let fields =
        fields.map(|field| json!({ "name": field.name, "lo": field.lo, "bits": field.bits, "value": field.value }));
    json!({
        "instruction": word.instruction, "value": word.value, "bits": codec.bits, "fields": fields.collect::<Vec<_>>(),
    })
}
