//! The native half of the Python package `lanesmith`. `__init__.py` checks arguments and builds the objects that users see.

mod columns;
mod golden;
mod hardware;
mod text;

use columns::{Column, Meaning, evaluate};
use golden::{Brew, Permute, Video};
use lanesmith::unit::Refusal;
use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use text::Ptx;

pyo3::create_exception!(
    lanesmith,
    Error,
    PyValueError,
    "A wrong instruction, option or file. The message is that of the command line, with the place underlined."
);
pyo3::create_exception!(
    lanesmith,
    InternalError,
    PyRuntimeError,
    "A fault of lanesmith itself; please report it."
);

/// Runs `work` without the interpreter's lock. A refusal becomes [`Error`], a panic [`InternalError`].
fn detached<T: Send>(py: Python, work: impl FnOnce() -> Result<T, Refusal> + Send) -> PyResult<T> {
    let ended = py.detach(|| catch_unwind(AssertUnwindSafe(work)));
    match ended {
        Ok(result) => result.map_err(|Refusal(message)| Error::new_err(plain(&message))),
        Err(panic) => {
            let words = panic.downcast_ref::<String>().map(String::as_str);
            let words = words
                .or_else(|| panic.downcast_ref::<&str>().copied())
                .unwrap_or("unknown");
            Err(InternalError::new_err(format!(
                "internal error, please report it: {words}"
            )))
        }
    }
}

/// A message without colours. Options of the command line are named as Python has them; pictures are left alone.
fn plain(message: &str) -> String {
    let mut parts = message.split('\x1b');
    let first = parts.next().unwrap_or_default().to_owned();
    let text = parts.fold(first, |text, part| {
        text + part.split_once('m').map_or(part, |(_, rest)| rest)
    });
    match text.contains("\n") && text.contains("-->") {
        true => text,
        false => text.replace("--force", "force=True").replace("--", ""),
    }
}

/// Operands as Python gives them: integers, or arrays of one dimension.
enum Operand<'py> {
    Scalar(u32),
    Rows(PyReadonlyArray1<'py, u32>),
}

fn operands<'py>(given: &[Bound<'py, PyAny>]) -> PyResult<Vec<Operand<'py>>> {
    let operand = |one: &Bound<'py, PyAny>| match one.cast::<PyArray1<u32>>() {
        Ok(array) => Ok(Operand::Rows(array.try_readonly()?)),
        Err(_) => one.extract().map(Operand::Scalar),
    };
    given.iter().map(operand).collect()
}

/// The results of a meaning on `count` rows.
fn on_rows<'py, M: Meaning + Sync>(
    py: Python<'py>,
    meaning: &M,
    given: &[Bound<'py, PyAny>],
    count: usize,
) -> PyResult<Vec<Bound<'py, PyArray1<u32>>>> {
    let operands = operands(given)?;
    let columns = operands.iter().map(|operand| match operand {
        Operand::Scalar(value) => Ok(Column::Scalar(*value)),
        Operand::Rows(array) => Ok(Column::Rows(array.as_slice()?)),
    });
    let columns = columns.collect::<PyResult<Vec<Column>>>()?;
    let fits = |column: &Column| {
        matches!(column, Column::Scalar(_)) || matches!(column, Column::Rows(rows) if rows.len() == count)
    };
    if columns.len() != M::OPERANDS || !columns.iter().all(fits) {
        return Err(PyValueError::new_err("operands do not fit"));
    }
    let results = detached(py, || Ok(evaluate(meaning, &columns, count)))?;
    Ok(results
        .into_iter()
        .map(|column| PyArray1::from_vec(py, column))
        .collect())
}

#[pymodule]
mod _lanesmith {
    use super::*;

    #[pymodule_export]
    use super::{Error, InternalError};

    #[pymodule_init]
    fn init(module: &Bound<PyModule>) -> PyResult<()> {
        std::panic::set_hook(Box::new(|_| {}));
        let types = lanesmith::units::brew::isa::TYPES;
        let types: Vec<(&str, u8)> = types.iter().filter_map(|row| Some((row.name?, row.code))).collect();
        module.add("BREW_TYPES", types)?;
        module.add("TOOL", lanesmith::tool())
    }

    /// Facts of a PTX instruction as JSON.
    #[pyfunction]
    fn parse(py: Python, text: &str) -> PyResult<String> {
        detached(py, || Ok(Ptx::parse(text)?.facts().to_string()))
    }

    /// A PTX instruction on `count` rows.
    #[pyfunction]
    fn ptx<'py>(
        py: Python<'py>,
        text: &str,
        given: Vec<Bound<'py, PyAny>>,
        count: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut results = match detached(py, || Ptx::parse(text))? {
            Ptx::Video(instruction) => on_rows(py, &Video(instruction), &given, count)?,
            Ptx::Permute(instruction) => on_rows(py, &Permute(instruction), &given, count)?,
        };
        Ok(results.remove(0).into_any())
    }

    /// The words of Brew statements.
    #[pyfunction]
    fn assemble(py: Python, text: &str) -> PyResult<Vec<u16>> {
        detached(py, || text::brew_words(text))
    }

    /// The registers of FIELD_A, FIELD_B and FIELD_D; 15 is none.
    #[pyfunction]
    fn brew_fields(py: Python, words: Vec<u16>) -> PyResult<[u8; 3]> {
        detached(py, || Ok(Brew::new(words)?.fields()))
    }

    /// A Brew instruction on `count` rows of FIELD_A, FIELD_B, FIELD_D with these types: value, type code, invalid.
    #[pyfunction]
    fn brew<'py>(
        py: Python<'py>,
        words: Vec<u16>,
        types: [u8; 3],
        given: Vec<Bound<'py, PyAny>>,
        count: usize,
    ) -> PyResult<Vec<Bound<'py, PyArray1<u32>>>> {
        let mut meaning = detached(py, || Brew::new(words))?;
        meaning.types = types;
        on_rows(py, &meaning, &given, count)
    }

    /// Whether an instruction is on registers by name, and not on a, b and c.
    #[pyfunction]
    fn takes_registers(text: &str) -> bool {
        lanesmith::units::language(text).takes == lanesmith::unit::OperandStyle::Registers
    }

    /// The explanation of an instruction as JSON.
    #[pyfunction]
    fn explain(py: Python, text: &str, operands: [Option<u32>; 3], set: Vec<String>) -> PyResult<String> {
        detached(py, || {
            let mut found = text::explain(text, operands, &set)?;
            if let Some(picture) = found["text"].as_str() {
                found["text"] = plain(picture).into();
            }
            Ok(found.to_string())
        })
    }

    /// The control word of an instruction as JSON.
    #[pyfunction]
    fn encode(py: Python, text: &str) -> PyResult<String> {
        detached(py, || Ok(text::encode(text)?.to_string()))
    }

    /// The instruction of a control word as JSON.
    #[pyfunction]
    fn decode(py: Python, word: u64) -> PyResult<String> {
        detached(py, || Ok(text::decode_word(word)?.to_string()))
    }

    /// All modules as JSON.
    #[pyfunction]
    fn modules(py: Python) -> PyResult<String> {
        detached(py, || Ok(hardware::modules().to_string()))
    }

    /// Configurations as JSON.
    #[pyfunction]
    fn configurations(py: Python, shipped: bool) -> PyResult<String> {
        detached(py, || Ok(hardware::configurations(shipped).to_string()))
    }

    /// Writes the files of a module into a folder; what it wrote as JSON.
    #[pyfunction]
    fn generate(
        py: Python,
        folder: PathBuf,
        module: &str,
        options: Vec<(String, String)>,
        prefix: Option<&str>,
        force: bool,
    ) -> PyResult<String> {
        let written = || hardware::generate(&folder, module, &options, prefix, force);
        detached(py, || Ok(written()?.to_string()))
    }

    /// Panics: a test sees that no panic leaves this module.
    #[pyfunction]
    fn _panic(py: Python) -> PyResult<()> {
        detached(py, || panic!("asked for"))
    }
}
