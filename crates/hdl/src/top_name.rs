//! The name of the top module of a user's design.

use lanesmith_netlist::module_name;

/// A type's name in snake case, without path and parameters; `top` if that is not a Verilog identifier.
pub(super) fn top_name(path: &str) -> String {
    let path = path.split('<').next().unwrap_or_default();
    let own = path.rsplit("::").next().unwrap_or_default();
    let is_identifier = own.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && own.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    // A block behind `dyn Block` does not say what it is.
    if !is_identifier || path.starts_with("dyn ") {
        return "top".into();
    }
    module_name(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_is_called_after_the_type_without_path_and_parameters() {
        for (path, wanted) in [
            ("mine::UartTx", "uart_tx"),
            ("mine::fifo::Fifo<rust_hdl::Bits<8>, 3>", "fifo"),
            ("I2CDriver", "i2c_driver"),
            ("a::CRC32", "crc32"),
            ("a::Uart8N1", "uart8n1"),
            ("a::Fifo16Deep", "fifo16_deep"),
            ("a::Snake_Case", "snake_case"),
            ("a::X", "x"),
            ("a::Module", "module_"),
            ("a::Logic", "logic_"),
            ("a::Größe", "top"),
            ("[a::Lane; 4]", "top"),
            ("dyn rust_hdl_core::block::Block", "top"),
        ] {
            assert_eq!(top_name(path), wanted, "{path}");
        }
    }
}
