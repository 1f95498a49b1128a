//! PTX kernels around instructions.

use super::forms::Form;
use lanesmith::ptx::Operands;
use std::fmt::Write;

/// Registers of every type that texts name.
const DECLARATIONS: &str = ".reg .u32 r<8>; .reg .s32 s<8>; .reg .b32 w<8>; .reg .f32 f<8>;";

/// The entry point's name of kernel `i`.
pub fn name(i: usize) -> String {
    format!("kernel_{i}")
}

/// The newest language that a GPU of this architecture needs.
fn header(architecture: u32) -> String {
    let (version, target) = match architecture {
        120..130 => ("9.2", format!("sm_{architecture}f")),
        90..120 => ("8.0", "sm_90".to_owned()),
        _ => ("6.0", "sm_61".to_owned()),
    };
    format!(".version {version}\n.target {target}\n.address_size 64\n")
}

/// A module with one kernel per form: `d[i] = form(a[i], b[i], c[i])` in thread `i`.
pub fn module(architecture: u32, forms: &[Form]) -> String {
    let kernels = forms.iter().enumerate();
    let kernels = kernels.map(|(i, form)| kernel(&name(i), std::slice::from_ref(form)));
    kernels.fold(header(architecture), |text, kernel| text + &kernel)
}

/// A module with one kernel, whose thread 0 computes `d[i] = forms[i](a[i], b[i], c[i])` for every form.
pub fn sequence(architecture: u32, forms: &[Form]) -> String {
    header(architecture) + &kernel(&name(0), forms)
}

/// Each thread executes the forms on consecutive elements, from the thread's number on.
fn kernel(name: &str, forms: &[Form]) -> String {
    let mut text = format!(
        "
.visible .entry {name}(.param .u64 pa, .param .u64 pb, .param .u64 pc, .param .u64 pd)
{{
  {DECLARATIONS}
  .reg .u32 %x, %y, %z;
  .reg .u64 %a, %b, %c, %d, %o;
  mov.u32 %x, %ctaid.x;
  mov.u32 %y, %ntid.x;
  mov.u32 %z, %tid.x;
  mad.lo.u32 %x, %x, %y, %z;
  mul.wide.u32 %o, %x, 4;
"
    );
    for pointer in ["a", "b", "c", "d"] {
        let _ = writeln!(
            text,
            "  ld.param.u64 %{pointer}, [p{pointer}];\n  add.u64 %{pointer}, %{pointer}, %o;"
        );
    }
    for (i, form) in forms.iter().enumerate() {
        let [d, sources @ ..] = &form.registers;
        let mut loaded: Vec<&str> = vec![];
        for (source, pointer) in sources.iter().zip(["a", "b", "c"]) {
            if Operands::value(source).is_none() && !loaded.contains(&&source[..]) {
                let _ = writeln!(text, "  ld.global.u32 {source}, [%{pointer}+{}];", 4 * i);
                loaded.push(source);
            }
        }
        let _ = writeln!(text, "  {}\n  st.global.u32 [%d+{}], {d};", form.text, 4 * i);
    }
    text + "  ret;\n}\n"
}
