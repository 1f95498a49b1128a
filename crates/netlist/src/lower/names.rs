//! Verilog identifiers.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Verilog identifiers of one module, each given out once.
#[derive(Default)]
pub struct IdentifierTable(HashSet<String>);

impl FromIterator<String> for IdentifierTable {
    fn from_iter<I: IntoIterator<Item = String>>(names: I) -> Self {
        IdentifierTable(names.into_iter().collect())
    }
}

impl IdentifierTable {
    /// An unused identifier like `raw`: names in use get a number.
    pub fn claim(&mut self, raw: &str) -> String {
        let base = identifier(raw);
        let mut name = base.clone();
        let mut count = 1;
        while !self.0.insert(name.clone()) {
            count += 1;
            name = format!("{base}_{count}");
        }
        name
    }
}

/// The identifier for a name in a kernel: `$` becomes `_`, keywords get a `_` behind them.
pub fn identifier(raw: &str) -> String {
    let mut name = raw.replace('$', "_");
    if is_keyword(&name) {
        name.push('_');
    }
    name
}

/// The module name for an instance without a given one: its field name, in snake case, without array index.
pub fn kind_of(instance: &str) -> String {
    identifier(instance.split('$').next().unwrap_or(instance))
}

/// The name of a module in snake case, with a `_` behind keywords: that of a Rust type.
///
/// A word begins at a capital behind a small letter, and at one before a small letter: `I2CDriver` is `i2c_driver`.
pub fn module_name(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut name = String::new();
    for (i, c) in chars.iter().enumerate() {
        let before = i.checked_sub(1).map(|i| chars[i]);
        let is_small = |c: Option<&char>| c.is_some_and(char::is_ascii_lowercase);
        let begins = c.is_ascii_uppercase()
            && before.is_some_and(|before| before != '_')
            && (is_small(before.as_ref()) || is_small(chars.get(i + 1)));
        if begins {
            name.push('_');
        }
        name.push(c.to_ascii_lowercase());
    }
    identifier(&name)
}

/// Whether the text is a Verilog identifier and no keyword.
pub fn is_identifier(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !is_keyword(text)
}

/// Whether the text is reserved in Verilog or SystemVerilog: tools take every file for SystemVerilog.
pub fn is_keyword(text: &str) -> bool {
    static ALL: LazyLock<HashSet<&str>> = LazyLock::new(|| KEYWORDS.split_whitespace().collect());
    ALL.contains(text)
}

/// Whether a port of the top module can't have this name.
pub fn is_reserved_port(text: &str) -> bool {
    is_keyword(text) || OF_VERILATOR.split_whitespace().any(|word| word == text)
}

/// The reserved words of Verilog-2005 (IEEE 1364-2005, annex B) and SystemVerilog (IEEE 1800-2023, annex B). Behind them names that
/// tools reject in Verilog sources: `bool` of Verilog-AMS, and SystemVerilog's own classes.
const KEYWORDS: &str = "
    accept_on alias always always_comb always_ff always_latch and assert assign assume automatic before begin bind
    bins binsof bit break buf bufif0 bufif1 byte case casex casez cell chandle checker class clocking cmos config
    const constraint context continue cover covergroup coverpoint cross deassign default defparam design disable dist
    do edge else end endcase endchecker endclass endclocking endconfig endfunction endgenerate endgroup endinterface
    endmodule endpackage endprimitive endprogram endproperty endsequence endspecify endtable endtask enum event
    eventually expect export extends extern final first_match for force foreach forever fork forkjoin function
    generate genvar global highz0 highz1 if iff ifnone ignore_bins illegal_bins implements implies import incdir
    include initial inout input inside instance int integer interconnect interface intersect join join_any join_none
    large let liblist library local localparam logic longint macromodule matches medium modport module nand negedge
    nettype new nexttime nmos nor noshowcancelled not notif0 notif1 null or output package packed parameter pmos
    posedge primitive priority program property protected pull0 pull1 pulldown pullup pulsestyle_ondetect
    pulsestyle_onevent pure rand randc randcase randsequence rcmos real realtime ref reg reject_on release repeat
    restrict return rnmos rpmos rtran rtranif0 rtranif1 s_always s_eventually s_nexttime s_until s_until_with
    scalared sequence shortint shortreal showcancelled signed small soft solve specify specparam static string strong
    strong0 strong1 struct super supply0 supply1 sync_accept_on sync_reject_on table tagged task this throughout time
    timeprecision timeunit tran tranif0 tranif1 tri tri0 tri1 triand trior trireg type typedef union unique unique0
    unsigned until until_with untyped use uwire var vectored virtual void wait wait_order wand weak weak0 weak1 while
    wildcard wire with within wor xnor xor
    bool mailbox process semaphore
";

/// The names of ports of which Verilator warns, because they mean something in C++ or SystemC.
const OF_VERILATOR: &str = "
    abort alignas alignof and_eq asm atomic_cancel atomic_commit atomic_noexcept auto bit_vector bitand bitor catch
    cdecl char char16_t char32_t compl complex concept const_cast const_iterator constexpr decltype delete deque
    double dynamic_cast explicit false far float friend goto huge inline interrupt iterator list long map mutable
    namespace near noexcept not_eq nullptr operator or_eq override pascal private public queue reference register
    requires sc_clock sc_in sc_inout sc_out sc_signal sensitive sensitive_neg sensitive_pos set short sizeof stack
    static_assert static_cast switch synchronized template thread_local throw transaction_safe
    transaction_safe_dynamic true try type_info typeid typename uint16_t uint32_t uint8_t using vector volatile
    wchar_t xor_eq
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_unique_and_no_keywords() {
        let mut names = IdentifierTable::default();
        assert_eq!(names.claim("lane$0$sum"), "lane_0_sum");
        assert_eq!(names.claim("lane_0_sum"), "lane_0_sum_2");
        assert_eq!(names.claim("reg"), "reg_");
    }
}
