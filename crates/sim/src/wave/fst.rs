//! FST, the compressed format of GTKWave.

use super::aliases::Aliases;
use super::stream::{Format, is_blank};
use flate2::Compression;
use flate2::write::GzEncoder;
use fst_writer::{
    FstBodyWriter, FstFileType, FstHeaderWriter, FstInfo, FstScopeType, FstSignalId, FstSignalType, FstVarDirection,
    FstVarType, FstWriteError,
};
use std::io::{self, Cursor, Write};

/// Bytes of changes that the writer collects before it compresses them; its offsets have 32 bits.
const BLOCK: usize = 64 << 20;
/// The kinds of a block of changes, and of a block that is a compressed file.
const CHANGES: u8 = 8;
const COMPRESSED: u8 = 254;

/// An FST file being written. All changes are kept until the end: then it is known which signals are the same, and the file has the
/// changes of these once.
pub(super) struct Fst<W: Write> {
    sink: W,
    declarations: Vec<Declaration>,
    aliases: Aliases,
    /// Times, and the number of changes before each.
    times: Vec<(u64, usize)>,
    changes: Vec<(u32, u64)>,
}

/// What the header holds.
enum Declaration {
    Open(String),
    Close,
    Signal { name: String, width: u32, signal: usize },
}

impl<W: Write> Fst<W> {
    pub fn new(sink: W) -> Self {
        Fst {
            sink,
            declarations: vec![],
            aliases: Aliases::default(),
            times: vec![],
            changes: vec![],
        }
    }

    /// Ends the changes of the last time.
    fn end_step(&mut self) {
        let start = self.times.last().map_or(0, |(_, start)| *start);
        self.aliases.step(&self.changes[start..]);
    }

    /// The file, whose changes are compressed whenever this many bytes of them are there.
    fn file(&self, block: usize) -> Result<Vec<u8>, FstWriteError> {
        let start = self.times.first().map_or(0, |(time, _)| *time);
        let mut header = FstHeaderWriter::write_to_mem(&FstInfo {
            start_time: start,
            timescale_exponent: -9,
            version: concat!("lanesmith ", env!("CARGO_PKG_VERSION")).to_owned(),
            date: String::new(),
            file_type: FstFileType::Verilog,
        })?;
        let mut ids: Vec<Option<FstSignalId>> = vec![None; self.aliases.signals()];
        let firsts = self.aliases.firsts();
        for declaration in &self.declarations {
            match declaration {
                Declaration::Open(name) => header.scope(name, "", FstScopeType::Module)?,
                Declaration::Close => header.up_scope()?,
                Declaration::Signal { name, width, signal } => {
                    let name = match width {
                        1 => name.clone(),
                        width => format!("{name} [{}:0]", width - 1),
                    };
                    let first = firsts[*signal];
                    let kind = FstSignalType::bit_vec(*width);
                    let id = header.var(name, kind, FstVarType::Wire, FstVarDirection::Implicit, ids[first])?;
                    ids[first] = Some(id);
                }
            }
        }
        let mut body = header.finish()?;
        let ends = self.times.iter().skip(1).map(|(_, start)| *start);
        for (step, ((time, start), end)) in self.times.iter().zip(ends.chain([self.changes.len()])).enumerate() {
            // The first block needs two times: the writer keeps the values of the first one apart.
            if step > 1 && body.size() > block {
                body.flush()?;
            }
            body.time_change(*time)?;
            for (signal, value) in &self.changes[*start..end] {
                if let Some(id) = ids[*signal as usize] {
                    change(&mut body, id, self.aliases.width(*signal as usize), *value)?;
                }
            }
        }
        let mut file = body.finish()?.into_inner();
        begin_at(&mut file, start);
        Ok(compressed(&file)?)
    }
}

impl<W: Write> Format for Fst<W> {
    fn open_scope(&mut self, name: &str) -> io::Result<()> {
        self.declarations.push(Declaration::Open(name.to_owned()));
        Ok(())
    }

    fn close_scope(&mut self) -> io::Result<()> {
        self.declarations.push(Declaration::Close);
        Ok(())
    }

    fn declare(&mut self, name: &str, width: u32, alias: Option<usize>) -> io::Result<usize> {
        let signal = alias.unwrap_or_else(|| self.aliases.add(width));
        let name = name.to_owned();
        self.declarations.push(Declaration::Signal { name, width, signal });
        Ok(signal)
    }

    fn begin(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn time(&mut self, time: u64) -> io::Result<()> {
        self.end_step();
        self.times.push((time, self.changes.len()));
        Ok(())
    }

    fn change(&mut self, signal: usize, _: u32, value: u64) -> io::Result<()> {
        self.changes.push((signal as u32, value));
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        self.end_step();
        let file = self.file(BLOCK).map_err(|error| match error {
            FstWriteError::Io(error) => error,
            error => io::Error::other(error),
        })?;
        self.sink.write_all(&file)?;
        self.sink.flush()
    }
}

fn change(
    body: &mut FstBodyWriter<Cursor<Vec<u8>>>,
    id: FstSignalId,
    width: u32,
    value: u64,
) -> Result<(), FstWriteError> {
    if is_blank(width, value) {
        return body.signal_change(id, &[b'z'; 64][..width as usize]);
    }
    let mut digits = [b'0'; 64];
    let digits = &mut digits[..width as usize];
    for (i, digit) in digits.iter_mut().rev().enumerate() {
        *digit += (value >> i & 1) as u8;
    }
    body.signal_change(id, digits)
}

/// Sets the time at which the first block of changes begins. The writer sets 0 there, and readers then take all signals for undefined from
/// 0 to the first change.
fn begin_at(file: &mut [u8], start: u64) {
    let number = |at: usize| u64::from_be_bytes(std::array::from_fn(|i| file[at + i]));
    // A block is its kind, the length of the rest, and the rest.
    let mut at = 0;
    while file[at] != CHANGES {
        at += 1 + number(at + 1) as usize;
    }
    file[at + 9..at + 17].copy_from_slice(&start.to_be_bytes());
}

/// The file as one block that is compressed as a whole.
fn compressed(file: &[u8]) -> io::Result<Vec<u8>> {
    let mut block = vec![COMPRESSED];
    block.extend([0; 8]);
    block.extend((file.len() as u64).to_be_bytes());
    let mut encoder = GzEncoder::new(block, Compression::best());
    encoder.write_all(file)?;
    let mut block = encoder.finish()?;
    let length = block.len() as u64 - 1;
    block[1..9].copy_from_slice(&length.to_be_bytes());
    Ok(block)
}

#[cfg(test)]
mod tests {
    use super::Fst;
    use crate::wave::stream::Format;

    /// The values of a signal at these times, where it changes.
    fn changes(times: std::ops::Range<u64>, value: impl Fn(u64) -> u64) -> Vec<(u64, String)> {
        let all = times.map(|time| (10 * time, format!("{:012b}", value(time))));
        let mut all: Vec<(u64, String)> = all.collect();
        all.dedup_by(|next, before| next.1 == before.1);
        all
    }

    #[test]
    fn files_of_one_and_of_many_blocks_hold_every_change_from_the_first_time_on() {
        let value = |time: u64| time * time % 37;
        let rare = |time: u64| time / 50;
        for (start, block) in [(0, usize::MAX), (0, 0), (7, usize::MAX), (7, 0), (7, 100)] {
            let times = start..start + 300;
            let mut fst = Fst::new(vec![]);
            fst.open_scope("top").unwrap();
            let [a, b] = ["a", "b"].map(|name| fst.declare(name, 12, None).unwrap());
            fst.close_scope().unwrap();
            for time in times.clone() {
                fst.time(10 * time).unwrap();
                fst.change(a, 12, value(time)).unwrap();
                if time == start || rare(time) != rare(time - 1) {
                    fst.change(b, 12, rare(time)).unwrap();
                }
            }
            fst.end_step();
            let file = std::io::Cursor::new(fst.file(block).unwrap());
            let mut waves = wellen::simple::read_from_reader(file).expect("a readable FST");
            for (name, expected) in [
                ("a", changes(times.clone(), value)),
                ("b", changes(times.clone(), rare)),
            ] {
                let signal = waves.hierarchy().lookup_var(&["top"], name).expect("a variable");
                let signal = waves.hierarchy()[signal].signal_ref();
                waves.load_signals(&[signal]);
                let found = waves.get_signal(signal).expect("a signal").iter_changes();
                let table = waves.time_table();
                let found = found.map(|(at, value)| (table[at as usize], value.to_bit_string().expect("bits")));
                assert_eq!(
                    found.collect::<Vec<_>>(),
                    expected,
                    "{name} from {start} in blocks of {block}"
                );
            }
        }
    }
}
