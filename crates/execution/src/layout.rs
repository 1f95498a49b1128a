//! Where variables are: addresses in the spaces of a module, and in the frames of functions.

use crate::memory::{Memory, Space, code_address};
use crate::program::{End, PlacedVariable, Slot};
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

/// The bytes of a variable, of `x<8>` those of one of them; 0 of `x[]`.
pub(crate) fn size(variable: &Variable) -> u64 {
    let lengths = variable.dimensions.iter().map(|length| length.unwrap_or(0));
    lengths.fold(element(variable).into(), u64::saturating_mul)
}

/// The bytes of an element; pointers to textures and their like have 8.
pub(crate) fn element(variable: &Variable) -> u32 {
    variable.kind.map_or(8, |kind| kind.bytes() * variable.vector)
}

/// The most memory that the variables of a space take together, and the most registers of a function.
const MOST: u64 = 1 << 30;
const MOST_REGISTERS: u32 = 1 << 20;

/// The frames are multiples of it, which is the greatest alignment of variables.
const FRAME_ALIGN: u64 = 128;

/// The address of a variable behind `used` bytes of its space, which grow.
fn place(used: &mut u64, variable: &Variable) -> Result<u64, Diagnostic> {
    let align = variable.align.unwrap_or(element(variable)).max(1);
    let start = used.next_multiple_of(align.into());
    let all = size(variable).saturating_mul(variable.range.unwrap_or(1).into());
    *used = start.saturating_add(all);
    if *used > MOST {
        let message = format!("`{}` does not fit into {MOST} bytes", variable.name.text);
        let span = variable.name.span().range();
        return Err(Diagnostic::new(span, message, "smaller variables"));
    }
    Ok(start)
}

/// The frame of a function.
pub(crate) struct FrameLayout {
    /// The first slot of each register by its number, its bits and its elements.
    pub(crate) registers: Vec<(Slot, u32, u32)>,
    /// The number of slots of registers.
    pub(crate) slots: Slot,
    /// The addresses of the function's variables in their spaces; in local memory relative to the frame.
    pub(crate) variables: Vec<u64>,
    /// Parameters and results with their bytes.
    pub(crate) parameters: Vec<(End, u32)>,
    pub(crate) results: Vec<(End, u32)>,
    /// In bytes.
    pub(crate) bytes: u32,
}

/// Where everything of a module is.
pub(crate) struct Layout<'m, 'a> {
    module: &'m Module<'a>,
    /// The addresses of the module's variables in their spaces, and of functions, by the index of the item.
    pub(crate) items: HashMap<u32, u64>,
    /// The frames of the functions that are reachable.
    pub(crate) frames: Vec<FrameLayout>,
    /// Global and constant memory at the start.
    pub(crate) memory: Memory,
    /// Static shared memory, constant memory and variables in global memory, in bytes.
    pub(crate) shared: u64,
    constant: u64,
    global: u64,
    /// The variables in constant and global memory.
    pub(crate) variables: Vec<PlacedVariable>,
    /// Variables with their addresses.
    placed: Vec<(&'m Variable<'a>, u64)>,
}

impl<'m, 'a> Layout<'m, 'a> {
    /// Places the variables of a module and of some of its functions. Errors: they need too much memory.
    pub(crate) fn new(module: &'m Module<'a>, functions: &[&'m Function<'a>]) -> Result<Self, Diagnostic> {
        let mut layout = Layout {
            module,
            items: HashMap::new(),
            frames: Vec::new(),
            memory: Memory::new(),
            shared: 0,
            constant: 0,
            global: 0,
            variables: Vec::new(),
            placed: Vec::new(),
        };
        let mut dynamic = Vec::new();
        for (index, item) in (0..).zip(&module.items) {
            let address = match item {
                Item::Variable(variable) if variable.space.text == ".shared" && size(variable) == 0 => {
                    dynamic.push(index);
                    continue;
                }
                Item::Variable(variable) => layout.place(variable)?,
                Item::Function(_) => code_address(index),
                Item::Directive(_) => continue,
            };
            layout.items.insert(index, address);
        }
        for function in functions {
            let frame = layout.frame(function)?;
            layout.frames.push(frame);
        }
        // All dynamic variables begin behind the static ones.
        layout.shared = layout.shared.next_multiple_of(FRAME_ALIGN);
        let dynamic = dynamic.into_iter().map(|index| (index, layout.shared));
        layout.items.extend(dynamic);
        layout.memory.of(Space::Const).bytes = vec![0; layout.constant as usize];
        for (variable, address) in std::mem::take(&mut layout.placed) {
            let mut bytes = Vec::new();
            if let Some(initial) = &variable.initial {
                layout.initial(variable, initial, 0, &mut bytes);
            }
            let space = Space::read(variable.space.text);
            layout.memory.fill(space, address, &bytes);
            layout.variables.push(PlacedVariable {
                name: variable.name.text.to_owned(),
                space,
                address,
                bytes: size(variable) as usize,
            });
        }
        Ok(layout)
    }

    /// The address of a variable that is in no frame.
    fn place(&mut self, variable: &'m Variable<'a>) -> Result<u64, Diagnostic> {
        let address = match variable.space.text {
            ".shared" => return place(&mut self.shared, variable),
            ".const" => place(&mut self.constant, variable)?,
            _ => {
                let before = self.global;
                place(&mut self.global, variable)?;
                let bytes = vec![0; (self.global - before) as usize];
                self.memory.allocate(variable.name.text, bytes)
            }
        };
        self.placed.push((variable, address));
        Ok(address)
    }

    fn frame(&mut self, function: &'m Function<'a>) -> Result<FrameLayout, Diagnostic> {
        let mut registers = Vec::new();
        let mut slots = 0;
        for declaration in &function.registers {
            let (count, elements) = (declaration.range.unwrap_or(1), declaration.vector);
            if count.saturating_mul(elements) > MOST_REGISTERS - slots {
                let message = format!("the function has more than {MOST_REGISTERS} registers");
                let span = declaration.name.span().range();
                return Err(Diagnostic::new(span, message, "fewer registers"));
            }
            let bits = declaration.kind.bits.min(64);
            registers.extend((0..count).map(|index| (slots + index * elements, bits, elements)));
            slots += count * elements;
        }
        let mut local = 0;
        // Registers of results and parameters come first, so the slots are those of the first declarations.
        let mut first = registers.iter().map(|register| register.0);
        let mut end = |variable: &Variable| {
            let end = match variable.space.text {
                ".reg" => End::Slot(first.next().unwrap_or(0)),
                _ => End::Memory(place(&mut local, variable)? as u32),
            };
            Ok((end, size(variable) as u32))
        };
        let results = function.results.iter().map(&mut end).collect::<Result<_, _>>()?;
        let parameters = function.parameters.iter().map(&mut end).collect::<Result<_, _>>()?;
        // The parameters of a kernel have a space of their own.
        local *= u64::from(!function.is_entry);
        let variables = function.variables.iter().map(|variable| match variable.space.text {
            ".local" | ".param" => place(&mut local, variable),
            _ => self.place(variable),
        });
        Ok(FrameLayout {
            slots,
            variables: variables.collect::<Result<_, _>>()?,
            registers,
            parameters,
            results,
            bytes: local.next_multiple_of(FRAME_ALIGN) as u32,
        })
    }

    /// Appends the bytes of an initial value. `depth` is that of lists: inner ones fill their dimension.
    fn initial(&self, variable: &Variable, initial: &Initial, depth: usize, bytes: &mut Vec<u8>) {
        let element = variable.kind.map_or(8, |kind| kind.bytes() as usize);
        let value = match &initial.kind {
            InitialKind::List(list) => {
                let start = bytes.len();
                for one in list {
                    self.initial(variable, one, depth + 1, bytes);
                }
                let inner = variable.dimensions.iter().skip(depth).map(|length| length.unwrap_or(1));
                let all = inner.fold(element as u64 * u64::from(variable.vector), u64::saturating_mul);
                if depth > 0 && all <= size(variable) {
                    bytes.resize(bytes.len().max(start + all as usize), 0);
                }
                return;
            }
            InitialKind::Constant(constant) => constant_bits(*constant, element == 4),
            InitialKind::Address(value) => {
                let Symbol::Item(index) = value.name.symbol else { return };
                let base = match self.module.items.get(index as usize) {
                    Some(Item::Variable(of)) if value.is_generic => Space::read(of.space.text).map_or(0, Space::base),
                    _ => 0,
                };
                let address = self.items.get(&index).copied().unwrap_or(0).wrapping_add(base);
                let mask = value.mask.unwrap_or(u64::MAX);
                let masked = address.wrapping_add_signed(value.offset) & mask;
                masked.checked_shr(mask.trailing_zeros()).unwrap_or(0)
            }
            InitialKind::Field(..) => return,
        };
        bytes.extend(value.to_le_bytes().iter().take(element));
    }
}
