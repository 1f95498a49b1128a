//! A small PTX kernel for tests.

use crate::program::lanesmith_line;
use std::fs;
use std::path::Path;

/// Arguments of one thread.
pub const ARGUMENTS: &str = "--arg out=zeros:16 --arg x=0x05060708 --arg y=0x01010101";

/// A kernel `k(out, x, y)`. Its body, from line 7 on, has `x`, `y` and `%tid.x` in `r30`, `r31` and `r29`, and leaves `r1` to `r4` in
/// 16 bytes of each thread.
pub fn kernel(body: &str) -> String {
    format!(
        "\
.version 9.2
.target sm_120f
.address_size 64
.visible .entry k(.param .u64 out, .param .u32 x, .param .u32 y) {{
.reg .b32 r<32>; .reg .b16 h<4>; .reg .pred p<4>; .reg .b64 d<4>; ld.param.u64 d0, [out]; ld.param.u32 r30, [x];
ld.param.u32 r31, [y]; mov.u32 r29, %tid.x; mad.wide.u32 d0, r29, 16, d0;
{body}
st.global.v4.b32 [d0], {{r1, r2, r3, r4}};
ret; }}
"
    )
}

/// A folder with the kernel as `k.ptx`.
pub fn folder(body: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("k.ptx"), kernel(body)).expect("writable");
    folder
}

/// Runs `k.ptx` of a folder on [`ARGUMENTS`]. Returns exit status, standard output and standard error.
pub fn run(folder: &Path, options: &str) -> (i32, String, String) {
    lanesmith_line(folder, &format!("run k.ptx {ARGUMENTS} {options}"))
}
