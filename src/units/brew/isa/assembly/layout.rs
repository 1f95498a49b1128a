//! Sections: the layout of the program of all files, and the addresses of its contents.

use super::draft::Draft;
use super::expression::Expression;
use super::source::SourceLine;
use std::rc::Rc;

/// The contents that a statement adds to a section.
#[derive(Debug)]
pub(super) enum Content {
    Instruction(Draft),
    /// Numbers with this many bytes.
    Numbers(usize, Vec<Expression>),
    Bytes(Vec<u8>),
    /// The bytes, repeated this many times.
    Fill(Vec<u8>, usize),
}

/// One statement's part of a section.
#[derive(Debug)]
pub(super) struct LayoutItem {
    /// The number of the file that it is from.
    pub file: usize,
    pub line: Rc<SourceLine>,
    /// The distance from the section's beginning.
    pub offset: i64,
    pub content: Content,
}

/// A section.
#[derive(Debug)]
pub(super) struct Section {
    name: String,
    rank: Rank,
    align: i64,
    /// The number of non-empty sections before it, in the order in which they got their first contents.
    first: usize,
    pub size: i64,
    pub items: Vec<LayoutItem>,
}

/// The order of sections; within a rank in the order of their first contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// All other sections: code.
    Code,
    /// `.rodata`, `.data`, and sections whose names begin so.
    Data,
    /// `.bss`: it has addresses and no contents.
    Bss,
    /// `.struct`: its labels are distances from 0, and it takes no memory.
    Structure,
}

impl Rank {
    fn has_contents(self) -> bool {
        !matches!(self, Rank::Bss | Rank::Structure)
    }
}

/// All sections, and the one that statements go to.
#[derive(Debug)]
pub(super) struct SectionLayout {
    pub sections: Vec<Section>,
    pub current: usize,
    /// The number of the file that is being read.
    file: usize,
    /// The number of non-empty sections.
    used: usize,
    /// The bytes of fillings so far.
    filled: usize,
}

/// The byte of a `nop`, which is 0x2222.
const NOP: u8 = 0x22;
/// Bytes of filling in a program.
pub(super) const LARGEST: usize = 1 << 20;

impl Content {
    /// Its bytes.
    pub fn length(&self) -> i64 {
        (match self {
            Content::Instruction(draft) => 2 * draft.length(),
            Content::Numbers(width, numbers) => width * numbers.len(),
            Content::Bytes(bytes) => bytes.len(),
            Content::Fill(unit, count) => unit.len() * count,
        }) as i64
    }
}

impl SectionLayout {
    /// With an empty `.text`, which statements go to.
    pub fn new() -> Self {
        let mut layout = SectionLayout {
            sections: Vec::new(),
            current: 0,
            file: 0,
            used: 0,
            filled: 0,
        };
        layout.enter(".text");
        layout
    }

    /// Begins the file of this number: in `.text`, and with its part of every section at an even address.
    pub fn begin_file(&mut self, file: usize, line: &Rc<SourceLine>) {
        for section in 0..self.sections.len() {
            self.current = section;
            if self.sections[section].rank != Rank::Structure {
                // Where even this byte is too much, the filling before it was an error already.
                let _ = self.align(line, 2, 1, None);
            }
        }
        self.file = file;
        self.enter(".text");
    }

    /// From now on statements go to this section.
    pub fn enter(&mut self, name: &str) {
        let found = self.sections.iter().position(|section| section.name == name);
        self.current = found.unwrap_or_else(|| {
            let is = |stem: &str| name == stem || name.strip_prefix(stem).is_some_and(|rest| rest.starts_with('.'));
            let rank = match (is(".bss"), is(".data") || is(".rodata")) {
                (true, _) => Rank::Bss,
                (_, true) => Rank::Data,
                _ => Rank::Code,
            };
            self.sections.push(Section {
                name: name.to_owned(),
                rank,
                align: 2,
                first: usize::MAX,
                size: 0,
                items: Vec::new(),
            });
            self.sections.len() - 1
        });
    }

    /// From now on labels are distances, the first one this.
    pub fn structure(&mut self, first: i64) {
        self.current = self.sections.len();
        self.sections.push(Section {
            // No section's name has a blank.
            name: format!(".struct {}", self.current),
            rank: Rank::Structure,
            align: 1,
            first: usize::MAX,
            size: first,
            items: Vec::new(),
        });
    }

    /// This place.
    pub fn here(&self) -> (usize, i64) {
        (self.current, self.sections[self.current].size)
    }

    /// Whether this section holds no contents.
    pub fn is_without_contents(&self) -> bool {
        !self.sections[self.current].rank.has_contents()
    }

    /// This section, which something is put into.
    fn used(&mut self) -> &mut Section {
        let section = &mut self.sections[self.current];
        if section.first == usize::MAX {
            section.first = self.used;
            self.used += 1;
        }
        section
    }

    /// Appends to this section.
    pub fn push(&mut self, line: &Rc<SourceLine>, content: Content) {
        let file = self.file;
        let section = self.used();
        let offset = section.size;
        section.size += content.length();
        if section.rank.has_contents() {
            section.items.push(LayoutItem {
                file,
                line: line.clone(),
                offset,
                content,
            });
        }
    }

    /// Appends `count` times the bytes of `unit`; `None` if that is too much.
    pub fn fill(&mut self, line: &Rc<SourceLine>, unit: Vec<u8>, count: i64) -> Option<()> {
        let count = usize::try_from(count).ok()?;
        let bytes = unit.len().checked_mul(count)?;
        if self.is_without_contents() {
            let section = self.used();
            let greatest = if section.rank == Rank::Bss { 1 << 31 } else { 1 << 32 };
            section.size = section
                .size
                .checked_add(i64::try_from(bytes).ok()?)
                .filter(|size| *size <= greatest)?;
            return Some(());
        }
        self.filled = self.filled.checked_add(bytes).filter(|filled| *filled <= LARGEST)?;
        self.push(line, Content::Fill(unit, count));
        Some(())
    }

    /// Fills up to the next multiple of `multiple`, a power of two: with `nop` where there is code, else with 0.
    pub fn align(&mut self, line: &Rc<SourceLine>, multiple: i64, most: i64, byte: Option<u8>) -> Option<()> {
        let section = &mut self.sections[self.current];
        let gap = -section.size & (multiple - 1);
        if gap > most {
            return Some(());
        }
        section.align = section.align.max(multiple);
        let own = if section.rank == Rank::Code { NOP } else { 0 };
        match gap {
            0 => Some(()),
            _ => self.fill(line, vec![byte.unwrap_or(own)], gap),
        }
    }

    /// The sections in their order with their addresses, and the address behind each.
    pub fn order(&self) -> Vec<(usize, i64)> {
        let mut order: Vec<usize> = (0..self.sections.len()).collect();
        order.sort_by_key(|section| (self.sections[*section].rank, self.sections[*section].first));
        let mut address = 0;
        let place = |section: usize| {
            let Section { align, size, rank, .. } = self.sections[section];
            if rank == Rank::Structure {
                return (section, 0);
            }
            let base = (address + align - 1) & -align;
            // A section without contents does not push others away.
            if size > 0 {
                address = base + size;
            }
            (section, base)
        };
        order.into_iter().map(place).collect()
    }
}
