//! Where variables are: offsets in the spaces of a module, and in the frames of functions.

use crate::memory::{Memory, Space, code_address};
use crate::program::{End, Slot};
use lanesmith_ptx::tree::{Constant, Function, Initial, InitialKind, Item, Module, Symbol, Variable};
use lanesmith_text::diagnostic::Diagnostic;
use rustc_apfloat::ieee::{Double, Single};
use rustc_apfloat::{Float, FloatConvert};
use std::collections::HashMap;

/// The bits of a constant. Where a single is wanted, a double is rounded to the nearest one.
pub(crate) fn constant_bits(constant: Constant, wants_single: bool) -> u64 {
    match constant {
        Constant::Integer(value, _) => value,
        Constant::Single(bits) => bits.into(),
        Constant::Double(bits) if wants_single => {
            let single: Single = Double::from_bits(bits.into()).convert(&mut false).value;
            single.to_bits() as u64
        }
        Constant::Double(bits) => bits,
    }
}

/// The bytes of a variable; 0 of `x[]`.
pub(crate) fn size(variable: &Variable) -> u64 {
    let element = variable.kind.map_or(8, |kind| kind.bytes() * variable.vector);
    let lengths = variable.dimensions.iter().map(|length| length.unwrap_or(0));
    lengths.fold(element.into(), u64::saturating_mul)
}

fn align(variable: &Variable) -> u64 {
    let natural = variable.kind.map_or(8, |kind| kind.bytes() * variable.vector).max(1);
    u64::from(variable.align.unwrap_or(natural)).max(1)
}

/// The most memory that the variables of a space take together.
const MOST: u64 = 1 << 30;

/// The most registers of a function.
const MOST_REGISTERS: u32 = 1 << 20;

/// Sizes of a space while variables are placed in it.
#[derive(Clone, Copy, Default)]
struct Allocator {
    used: u64,
}

impl Allocator {
    fn place(&mut self, variable: &Variable) -> Result<u32, Diagnostic> {
        let start = self.used.next_multiple_of(align(variable));
        self.used = start.saturating_add(size(variable));
        if self.used > MOST {
            let message = format!("`{}` does not fit into {MOST} bytes", variable.name.text);
            let span = variable.name.span().range();
            return Err(Diagnostic::new(span, message, "smaller variables"));
        }
        Ok(start as u32)
    }
}

/// The frame of a function.
pub(crate) struct FrameLayout {
    /// The first slot of each register by its number, its bits and its elements.
    pub(crate) registers: Vec<(Slot, u32, u32)>,
    /// The number of slots of registers.
    pub(crate) slots: Slot,
    /// The addresses of the function's variables in their spaces; in local memory relative to the frame.
    pub(crate) variables: Vec<u32>,
    /// Parameters and results with their bytes.
    pub(crate) parameters: Vec<(End, u32)>,
    pub(crate) results: Vec<(End, u32)>,
    /// In bytes.
    pub(crate) bytes: u32,
}

/// The frames are multiples of it, which is the greatest alignment of variables.
const FRAME_ALIGN: u64 = 128;

impl FrameLayout {
    fn new(function: &Function, shared: &mut Allocator) -> Result<Self, Diagnostic> {
        let mut registers = Vec::new();
        let mut slots = 0;
        for declaration in &function.registers {
            let count = declaration.range.unwrap_or(1).saturating_mul(declaration.vector);
            if count.saturating_add(slots) > MOST_REGISTERS {
                let message = format!("the function has more than {MOST_REGISTERS} registers");
                let span = declaration.name.span().range();
                return Err(Diagnostic::new(span, message, "fewer registers"));
            }
            for _ in 0..declaration.range.unwrap_or(1) {
                registers.push((slots, declaration.kind.bits.min(64), declaration.vector));
                slots += declaration.vector;
            }
        }
        let mut memory = Allocator::default();
        // Registers of results and parameters come first, so the slots are those of the first declarations.
        let mut next = 0..;
        let mut end = |variable: &Variable| {
            let end = match variable.space.text {
                ".reg" => End::Slot(
                    next.next()
                        .and_then(|index| registers.get(index))
                        .map_or(0, |first| first.0),
                ),
                _ => End::Memory(memory.place(variable)?),
            };
            Ok((end, size(variable) as u32))
        };
        let results = function.results.iter().map(&mut end).collect::<Result<_, _>>()?;
        let parameters = function.parameters.iter().map(&mut end).collect::<Result<_, _>>()?;
        // The parameters of a kernel have a space of their own.
        let mut locals = if function.is_entry {
            Allocator::default()
        } else {
            memory
        };
        let variables = function.variables.iter().map(|variable| match variable.space.text {
            ".shared" => shared.place(variable),
            _ => locals.place(variable),
        });
        let variables = variables.collect::<Result<_, _>>()?;
        Ok(FrameLayout {
            registers,
            slots,
            variables,
            parameters,
            results,
            bytes: locals.used.next_multiple_of(FRAME_ALIGN) as u32,
        })
    }
}

/// Where everything of a module is.
pub(crate) struct Layout {
    /// The addresses of the module's variables in their spaces, and of functions, by the index of the item.
    pub(crate) items: HashMap<u32, u64>,
    /// The frames of the functions that are reachable.
    pub(crate) frames: Vec<FrameLayout>,
    /// Global and constant memory at the start.
    pub(crate) memory: Memory,
    /// Static shared memory in bytes.
    pub(crate) shared: u32,
}

impl Layout {
    /// Places the variables of a module and of some of its functions.
    pub(crate) fn new(module: &Module, functions: &[&Function]) -> Result<Self, Diagnostic> {
        let mut items = HashMap::new();
        let mut memory = Memory::new();
        let [mut shared, mut constant, mut global] = [Allocator::default(); 3];
        let variables = || {
            (0..).zip(&module.items).filter_map(|(index, item)| match item {
                Item::Variable(variable) if variable.kind.is_some() => Some((index, variable)),
                _ => None,
            })
        };
        for (index, variable) in variables() {
            let is_dynamic = variable.dimensions.contains(&None) && variable.space.text == ".shared";
            let address = match variable.space.text {
                ".shared" if is_dynamic => continue,
                ".shared" => u64::from(shared.place(variable)?),
                ".const" => u64::from(constant.place(variable)?),
                _ => {
                    global.place(variable)?;
                    memory.allocate(variable.name.text, vec![0; size(variable) as usize])
                }
            };
            items.insert(index, address);
        }
        for (index, item) in (0..).zip(&module.items) {
            if let Item::Function(_) = item {
                items.insert(index, code_address(index));
            }
        }
        let frames = functions.iter().map(|function| FrameLayout::new(function, &mut shared));
        let frames = frames.collect::<Result<_, _>>()?;
        let shared = shared.used.next_multiple_of(FRAME_ALIGN) as u32;
        // All dynamic variables begin behind the static ones.
        for (index, _) in variables() {
            items.entry(index).or_insert(u64::from(shared));
        }
        memory.of(Space::Const).bytes = vec![0; constant.used as usize];
        let mut layout = Layout {
            items,
            frames,
            memory,
            shared,
        };
        for (index, variable) in variables() {
            if let Some(initial) = &variable.initial {
                let mut bytes = Vec::new();
                layout.initial(module, variable, initial, 0, &mut bytes);
                layout.write(variable, layout.items[&index], &bytes);
            }
        }
        Ok(layout)
    }

    fn write(&mut self, variable: &Variable, address: u64, bytes: &[u8]) {
        let space = Space::read(variable.space.text).unwrap_or(Space::Global);
        let generic = address.wrapping_add(space.window());
        if let Some(segment) = self.memory.segments.get_mut((generic >> 32) as usize) {
            let place = segment.bytes.iter_mut().skip(generic as u32 as usize);
            let place = place.take(size(variable) as usize);
            place.zip(bytes).for_each(|(to, from)| *to = *from);
        }
    }

    /// Appends the bytes of an initial value. `depth` is that of lists: inner ones fill their dimension.
    fn initial(&self, module: &Module, variable: &Variable, initial: &Initial, depth: usize, bytes: &mut Vec<u8>) {
        let element = variable.kind.map_or(8, |kind| kind.bytes() as usize);
        match &initial.kind {
            InitialKind::List(list) => {
                let start = bytes.len();
                for one in list {
                    self.initial(module, variable, one, depth + 1, bytes);
                }
                let inner = variable.dimensions.iter().skip(depth).map(|length| length.unwrap_or(1));
                let all = inner.fold(element as u64 * u64::from(variable.vector), u64::saturating_mul);
                if depth > 0 && all <= size(variable) {
                    bytes.resize(bytes.len().max(start + all as usize), 0);
                }
            }
            InitialKind::Constant(constant) => {
                let value = constant_bits(*constant, element == 4);
                bytes.extend(value.to_le_bytes().iter().take(element));
            }
            InitialKind::Address(value) => {
                let Symbol::Item(index) = value.name.symbol else { return };
                let window = match module.items.get(index as usize) {
                    Some(Item::Variable(of)) if value.is_generic => Space::read(of.space.text).map_or(0, Space::window),
                    _ => 0,
                };
                let address = self.items.get(&index).copied().unwrap_or(0).wrapping_add(window);
                let mask = value.mask.unwrap_or(u64::MAX);
                let masked = address.wrapping_add_signed(value.offset) & mask;
                let value = masked.checked_shr(mask.trailing_zeros()).unwrap_or(0);
                bytes.extend(value.to_le_bytes().iter().take(element));
            }
            InitialKind::Field(..) => {}
        }
    }
}
