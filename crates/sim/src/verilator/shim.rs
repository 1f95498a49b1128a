//! The C++ between Verilator's model and this process.

use lanesmith_netlist::{Design, Net};
use std::fmt::Write;

/// The exports of the shared object.
pub(super) const NEW: &[u8] = b"lanesmith_new\0";
pub(super) const FREE: &[u8] = b"lanesmith_free\0";
pub(super) const EVAL: &[u8] = b"lanesmith_eval\0";
pub(super) const PORT: &[u8] = b"lanesmith_port\0";

/// The name of the model's class.
pub(super) const CLASS: &str = "LanesmithModel";

/// The source text for a design: makes, evaluates and frees a model, and gives the address of each port by its
/// position. Ports of up to 8, 16, 32 and 64 bits are integers of that size.
pub(super) fn text(design: &Design) -> String {
    let mut ports = String::new();
    for (i, (_, Net { name, .. })) in design.top_module().ports().enumerate() {
        writeln!(ports, "    case {i}: return &instance->model.{name};").expect("a string takes everything");
    }
    format!(
        r#"#include "{CLASS}.h"
#include "verilated.h"

namespace {{
struct Instance {{
  VerilatedContext context;
  {CLASS} model{{&context}};
}};
}}

// Some versions of the runtime want this symbol.
double sc_time_stamp() {{ return 0; }}

extern "C" {{
Instance *lanesmith_new() {{ return new Instance; }}
void lanesmith_free(Instance *instance) {{
  instance->model.final();
  delete instance;
}}
void lanesmith_eval(Instance *instance) {{ instance->model.eval(); }}
void *lanesmith_port(Instance *instance, unsigned port) {{
  switch (port) {{
{ports}    default: return nullptr;
  }}
}}
}}
"#
    )
}
