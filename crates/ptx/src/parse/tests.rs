//! Tests of the parser, the look-up of names and the printer.

use crate::tree::{Constant, Item, Module, Operand, OperandKind, Statement, Symbol};
use lanesmith_text::diagnostic::Diagnostic;

/// Statements that `ptxas` 13.5 accepts in the kernel of [`in_kernel`], one a line.
const ACCEPTED_STATEMENTS: &str = r#"
mov.u32 r1, 7 % 4;
{}
mov.u32 r1, WARP_SZ+1;
mov.u32 r1, -WARP_SZ;
mov.u32 r1, (1+2)*3;
mov.u32 r1, !5;
mov.u32 r1, 1?2:3;
mov.b64 d1, (.s64)5;
mov.b64 d1, (.u64)-5;
mov.b64 d1, 1<<65;
mov.b64 d1, 0x1ffffffffffffffff;
mov.b64 d1, 18446744073709551616;
mov.b32 r1, 0X1F;
mov.b32 r1, 0B11;
mov.b32 r1, 017U;
.reg .f32 f<3>; .reg .f64 e<3>; mov.f32 f1, 1.0;
.reg .f64 e<3>; mov.f64 e1, 1e5;
.reg .f64 e<3>; mov.f64 e1, 1.e5;
.reg .f64 e<3>; mov.f64 e1, .5;
.reg .f64 e<3>; mov.f64 e1, 1.;
.reg .f64 e<3>; mov.f64 e1, 1.5e-3;
.reg .f64 e<3>; mov.f64 e1, 1e+3;
.reg .f64 e<3>; mov.f64 e1, 1.5+2.5;
.reg .f64 e<3>; mov.f64 e1, 0D3ff0000000000000;
.reg .f32 f<3>; mov.f32 f1, 0F3f800000;
.reg .f64 e<3>; mov.f64 e1, -1.5;
.reg .f64 e<3>; mov.f64 e1, 1.5E3;
.reg .f64 e<3>; mov.f64 e1, (1.5);
.reg .b32 r11; .reg .b32 r1<5>;
.reg .b32 x<0>;
.reg .b32 x<5>; .reg .b32 x; mov.b32 x,x1;
.reg .b32 x<12>; .reg .b32 x1<5>;
.reg .b32 x<3>; {.reg .b32 x<2>; mov.b32 x2, x1;}
.reg .b32 x<0x10>; mov.b32 x15, 0;
.reg .b32 x < 3 >;
.reg .b32 x<5>; mov.b32 x004, x00;
.reg .b32 x03; .reg .b32 x<5>;
r1: mov.b32 r1,0;
x: mov.b32 r1,0; {.reg .b32 x; mov.b32 x,0;}
{bra L;} L: ret;
L: {L: bra L;}
bra L; L: {ret;}
k: ret;
{.reg .b32 P; mov.b32 P, 1;}
.reg .b32 k;
L:
L: .reg .b32 x;
L: .pragma "nounroll";
@ p1 ret;
@! p1 ret;
@p1
mov .b32 r1, r2;
mov.b32 {r1}, r2;
mov.u32 r1, -WARP_SZ+1;
mov.b64 d1, 1.5 + 1.5;
mov.b64 d1, 1<=2;
mov.b64 d1, ((((1))));
.reg .f64 e<3>; mov.f64 e1, 0d3ff0000000000000+1.0;
.reg .f64 e<3>; mov.f64 e1, -0d3ff0000000000000;
.reg .f64 e<3>; mov.f64 e1, (0d3ff0000000000000);
.reg .f64 e<3>; mov.f64 e1, 1.0+0d3ff0000000000000;
.reg .f64 e<3>; mov.f64 e1, 1.5 - 1.0 * 2.0;
.reg .f32 f; mov.f32 f, 1.5;
.reg .f64 f; mov.f64 f, 0f3f800000;
.reg .f64 e; mov.f64 e, -(1.5);
.reg .f64 e; mov.f64 e, --1.5;
.reg .f64 e; mov.f64 e, +1.5;
.reg .f64 e; mov.f64 e, 0.5e+1;
.reg .f64 e; mov.f64 e, 00.5;
.reg .f64 e; mov.f64 e, 09.5;
.reg .f64 e; mov.f64 e, 01e5;
ld.global.u32 r1,[x+4];
ld.global.u32 r1,x[1];
mov.u64 d1, x[1];
mov.u64 d1, x+4;
mov.u64 d1, x+-4;
mov.u64 d1, x+(4*2);
mov.u64 d1, x+4*2;
ld.global.u32 r1,[d1+4];
ld.global.u32 r1,[d1+-4];
ld.global.u32 r1,[d1+4*4];
ld.global.u32 r1,[d1+4-4];
ld.global.u32 r1,[d1 + (4)];
ld.global.u32 r1,[d1 + WARP_SZ];
ld.global.u32 r1,[x+0U];
ld.global.u32 r1,[d1+~3];
ld.global.u32 r1,[d1+1?2:3];
ld.global.u32 r1,[d1+0x1ffffffff];
ld.global.u32 r1,[d1+4<<1];
ld.global.v2.u32 {r1,r2}, [d1];
ld.global.v2.u32 {r1,_}, [d1];
st.global.v2.u32 [d1], {1,2};
.reg .v2 .u32 v; mov.u32 r1, v.x;
.reg .v2 .u32 v; mov.u32 v.x, r1;
.reg .v2 .u32 v; ld.global.v2.u32 v, [d1];
.reg .v2 .u32 v<3>; mov.u32 v1.x, r1;
.reg .v2 .u32 v; mov.v2.u32 v, {r1,r2};
.reg .v4 .f32 v; mov.f32 v.r, v.g;
mov.u32 r1, %tid.x;
mov.u32 r1, %tid .x;
.reg .v4 .u32 v; mov.v4.u32 v, %tid;
setp.eq.u32 p1|p2, r1, r2;
setp.eq.u32 p1|_, r1, r2;
setp.eq.u32 _|p1, r1, r2;
setp.eq.and.u32 p1, r1, r2, !p2;
setp.eq.u32 p1 | p2, r1, r2;
setp.eq.and.u32 p1|p2, r1, r2, !p3;
setp.eq.and.u32 p1, r1,r2,! p2;
shfl.sync.up.b32 r1|p1, r2, 1, 0, -1;
vadd.s32.s32.s32 r1, r2.b0, 077, r3;
vmad.s32.s32.s32 r1, -r2.b0, r3, r3;
add.s32 r1, r2+1, r3;
call (r1), f, (r2);
call (r1), f, (2);
call (r1), f, (2+3);
call (r1), f, ((2));
call g;
call g, ();
call (), g, ();
call (_), f, (r1);
call.uni (r1), f, (r2);
fp: .callprototype (.reg .u32 _) _ (.reg .u32 _); call (r1), d1, (r2), fp;
fp: .callprototype _ (); call d1, (), fp;
fp: .callprototype _; call d1, fp;
fp: .callprototype _ () .noreturn; call d1, (), fp;
fp: .callprototype _ (.param .align 8 .b8 _[16]);
fp: .callprototype _ (.param .b8 _[]);
fp: .callprototype _ () .abi_preserve 3;
fp: .calltargets f, g;
fp: .branchtargets A, B; brx.idx r1, fp; A: ret; B: ret;
fp: .branchtargets A; {brx.idx r1, fp;} A:
fp: .branchtargets A<3>; A0: A1: A2:
tex.1d.v4.s32.s32 {r1,r2,r3,r4}, [t, {r5}];
tex.1d.v4.s32.s32 {r1,r2,r3,r4}, [t, r5];
tex.1d.v4.s32.s32 {r1,r2,r3,r4}, [t, {r5}], 1;
txq.width.b32 r1, [t];
tex.1d.v4.s32.s32 {r1,r2,r3,r4}, [d1, {r5}];
tex.1d.v4.s32.s32 {r1,r2,r3,r4}|p1, [t, {r5}];
mov.b64 d1, 20000000000000000000;
mov.b64 d1, 18446744073709551615;
mov.b64 d1, 19000000000000000000;
mov.b64 d1, 30000000000000000000;
mov.b64 d1, 40000000000000000000;
mov.b64 d1, 184467440737095516160;
mov.b64 d1, 02000000000000000000000;
mov.b64 d1, 04000000000000000000000;
.global .u32 g;
.const .u32 g=4;
.local .align 4 .b8 l[8];
.param .align 8 .b8 q[16];
.reg .f16x2 x;
.reg .b128 x;
.reg .align 4 .b32 x;
.attribute(.managed) .align 8 .global .u32 q;
.reg .u8 x;
.loc 1 2 3
.reg .b32;
.global .u32;
.shared .u32 a, b[3];
.shared .u32 a<3>; mov.u32 r1, a1;
.reg .b32 %tid;
.reg .b32 %1;
.reg .b32 mov; mov.b32 mov, 1;
.reg .b32 $a, _b, a_$1;
ld.global.u32 r1,x[1+1];
st.global.u32 x[1], r1;
st.global.u32 x[r2], r1;
ld.global.u32 r1,x[%laneid];
ld.global.u32 r1,x[9];
mov.u64 d1,x[-1];
mov.u64 d1,x[WARP_SZ];
cvta.global.u64 d1,x[1];
fp: .callprototype () _ ();
"#;

/// Statements that `ptxas` 13.5 refuses there for their syntax or names.
const REFUSED_STATEMENTS: &str = r#"
mov.u32 r1, 7%4;
;
{;}
{ret;};
mov.u32 r1, r2;;
mov.b64 d1, 1/0;
mov.b64 d1, 1 % 0;
mov.b64 d1, 99999999999999999999;
mov.b32 r1, 08;
mov.b32 r1, 0b12;
mov.b32 r1, 0xg;
mov.b32 r1, 12abc;
mov.b32 r1, 5u;
mov.b32 r1, 5UL;
.reg .f64 e<3>; mov.f64 e1, 0d3ff;
.reg .f32 f<3>; mov.f32 f1, -0f3f800000;
.reg .f32 f<3>; mov.f32 f1, 0f3f80000;
.reg .f64 e<3>; mov.f64 e1, 1.5*2;
.reg .f64 e<3>; mov.f64 e1, 1?1.5:2.5;
.reg .b32 r3;
.reg .b32 x<5>; .reg .b32 x3;
.reg .b32 x3; .reg .b32 x<5>;
.reg .b32 x,x;
.reg .b32 x<5>; .reg .b32 x<6>;
.reg .b32 x<5>; mov.b32 x05, 1;
.reg .b32 x<5>; .reg .b32 x03;
.reg .b32 x1<5>; mov.b32 x103, 1;
.reg .b32 x1<5>; mov.b32 x12, 1;
.reg .b32 x<010>; mov.b32 x8, 0;
.reg .b32 x<2+1>;
.reg .b32 x; x: mov.b32 x,0;
bra L; {L: ret;}
L: L: ret;
L: ret; L: ret;
{bra L;} {L: ret;}
{L: ret;} bra L;
.shared .b32 x; x: ret;
P: ret;
.reg .b32 P;
mov.b32 r1, zz;
mov.b32 zz, r1; .reg .b32 zz;
L: }{
@p1 {ret;}
@p1 L: ret;
@p1 .reg .b32 x;
@p1 @p2 ret;
mov.b32 r1 r2;
mov.b32 r1, ;
mov.b32 r1,, r2;
mov. b32 r1, r2;
mov.b32 r1, r2,;
bra.uni L L: ret;
ret
mov.b64 d1, (.f64)1;
mov.b64 d1, (.u32)1;
mov.b64 d1, (.f64)1.5;
mov.b64 d1, (1.5+1);
mov.b64 d1, 1 ? 2;
mov.b64 d1, 0?1/0:2;
mov.b64 d1, 0&&1/0;
mov.b64 d1, 1 ? 2 : 1/0;
mov.b64 d1, 1< =2;
mov.b64 d1, 1 & & 2;
mov.b64 d1, ();
.reg .f64 e<3>; mov.f64 e1, 1.5 < 2.5 ? 1.0 : 2.0;
.reg .f64 e<3>; mov.f64 e1, 1.5/0.0;
.reg .f64 e<3>; mov.f64 e1, (.f64)1;
.reg .f64 e<3>; mov.f64 e1, 1.5 % 1.0;
.reg .f64 e<3>; mov.f64 e1, 1e999;
.reg .f64 e<3>; mov.f64 e1, 1e-999;
.reg .f64 e<3>; mov.f64 e1, 1e;
.reg .f64 e<3>; mov.f64 e1, 1.5U;
.reg .f32 f; mov.f32 f, 0f3f800000+0f3f800000;
.reg .f64 f; mov.f64 f, 1.5f;
.reg .f64 e; mov.f64 e, 0x1.5;
ld.global.u32 r1,[x[1]];
mov.u64 d1, x-4;
mov.u64 d1, 4+x;
ld.global.u32 r1,[d1-4];
ld.global.u32 r1,[d1- -4];
ld.global.u32 r1,[4+d1];
ld.global.u32 r1,[d1+d2];
ld.global.u32 r1,[x+d2];
ld.global.u32 r1,[x-4];
ld.global.u32 r1,[d1.x];
ld.global.u32 r1, [ ];
ld.global.u32 r1, [d1;
ld.global.u32 r1, [d1],;
ld.global.u32 r1, [!d1];
ld.global.u32 r1, [-d1];
ld.global.u32 r1, [_];
ld.global.u32 r1, [generic(x)];
mov.u64 d1, generic(x);
ld.global.u32 r1, [{d1}];
ld.global.v2.u32 {r1,{r2}}, [d1];
ld.global.v2.u32 {}, [d1];
ld.global.v2.u32 {r1 r2}, [d1];
.reg .u32 .v2 v;
mov.u32 r1, %tid. x;
vmad.s32.s32.s32 r1, r2.b0.b1, r3, r3;
add.s32 r1, +r2, r3;
call (r1) f (r2);
fp: .callprototype (.reg .u32 a) foo (.reg .u32 b); call (r1), d1, (r2), fp;
call (r1), d1, (r2), fp; fp: .callprototype (.reg .u32 _) _ (.reg .u32 _);
.callprototype _;
brx.idx r1, fp; A: ret; B: ret; fp: .branchtargets A, B;
fp: .branchtargets;
.branchtargets A; A:
fp: .calltargets zz;
fp: .branchtargets zz;
call (r1), f, (r2)
.section foo { .b8 1 }
mov.b64 d1, (-9223372036854775807-1)/-1;
mov.b64 d1, 0777777777777777777777777777;
mov.b64 d1, 0b11111111111111111111111111111111111111111111111111111111111111111;
mov.b64 d1, 100000000000000000000;
.extern .shared .b8 s[];
.visible .shared .b8 s[4];
.reg .bf16 x;
.reg .bf16x2 x;
.reg .tf32 x;
.reg .f32x2 x;
.reg .e4m3 x;
.reg .v2 .pred x;
.reg .v8 .b32 x;
.reg .v3 .b32 x;
.reg .b32 x[4];
.reg .u16x2 x;
.pragma "nounroll"
mov.u32 r1, 5 ,;
.reg .texref t;
.file 1 "a"
.loc 1 2
.shared .u32 a<3>[2];
.maxnreg 3
.alias f, g;
.param .u32 .ptr .global x;
.param .b32 _;
.reg .b32 _;
.reg .b32 1a;
.reg .b32 %; 
.reg .b32 $; 
.reg .b32 WARP_SZ;
.reg .b32 a.b;
a.b: ret;
{ret;}}
ld.global.u32 r1,s[0];
ld.global.u32 r1,[x[1]];
mov.u64 d1, x[1]+4;
ld.global.u32 r1,(x);
mov.u64 d1, d2[1];
ld.global.u32 r1,x[zz];
ld.global.u32 r1,x[r2.x];
.callprototype () _ ();
"#;

/// Parts of modules that `ptxas` 13.5 accepts, one a line.
const ACCEPTED_ITEMS: &str = r#"
.global .u32 a[4];
.global .u32 a = 5, b = 6, c[2];
.global .v4 .f32 v;
.align 4 .global .u32 a;
.attribute(.managed) .align 8 .global .u32 q;
.attribute(.managed) .global .attribute(.managed) .align 8 .u32 q;
.visible .attribute(.managed) .global .u32 q;
.global .align 4 .v2 .u32 a;
.global .attribute(.managed) .u32 a;
.global .align 8 .attribute(.managed) .u32 a;
.const .u32 a[] = {1,2,3};
.extern .shared .align 16 .b8 s[];
.global .u32 a[2][3] = {{1,2,3},{4,5,6}};
.global .u32 a[2] = {};
.global .u32 x; .global .u64 a = x;
.global .u32 x; .global .u64 a = generic(x);
.global .u32 x; .global .u64 a = x+4;
.global .u32 x; .global .u64 a = generic(x)+4;
.global .u64 a = a;
.func f {ret;} .global .u64 a = f;
.extern .global .u32 x; .visible .global .u32 x;
.extern .global .u32 x; .extern .global .u32 x;
.visible .global .u32 x; .extern .global .u32 x;
.global .texref t;
.global .surfref s;
.global .texref t = {width = 4};
.global .texref t[4];
.global .u32 a=1?2:3;
.common .global .u32 x;
.weak .global .u32 x=1;
.global .f32 f = 1.5;
.global .f32 f = 0f3f800000;
.global .b128 x;
.global .f16 h;
.global .f16x2 h;
.global .u32 a<4>;
.global .u32;
.func g() {ret;} .func f(); .alias f, g;
.func g() {ret;} .visible .func f(); .alias f,g;
.entry k {ret;}
.entry k() {ret;}
.func f {ret;}
.func () f () {ret;}
.func (.reg .u32 r) f (.reg .u32 a) {mov.u32 r,a; ret;}
.func (.param .u32 r) f (.param .u32 a, .param .align 8 .b8 x[16]) {ret;}
.func (.reg .u32 r, .reg .u32 q) f (.reg .u32 a) {ret;}
.func (.reg .v2 .u32 r) f {ret;}
.func f .noreturn {trap;}
.entry k() .maxntid 128, 1, 1 {ret;}
.entry k() .maxntid 128 {ret;}
.entry k .maxntid 128 {ret;}
.entry k() .reqntid 32,2 {ret;}
.entry k() .minnctapersm 2 .maxntid 32 {ret;}
.entry k() .maxnreg 32 {ret;}
.entry k() .explicitcluster {ret;}
.entry k() .reqnctapercluster 2,1,1 {ret;}
.entry k() .maxclusterrank 8 {ret;}
.entry k() .reqntid 32 .reqnctapercluster 2 .blocksareclusters {ret;}
.func f() .abi_preserve 4 {ret;}
.func f() .abi_preserve_control 4 {ret;}
.entry k() .pragma "nounroll"; {ret;}
.entry k() .pragma "x", "y"; .maxntid 2 {ret;}
.entry k(.param .u64 .ptr .global .align 8 a) {ret;}
.entry k(.param .u64 .ptr a) {ret;}
.entry k(.param .u64 .ptr .align 8 a) {ret;}
.entry k(.param .u64 .ptr .shared a) {ret;}
.entry k(.param .u64 .ptr.const a){ret;}
.entry k(.param .align 4 .u32 .ptr .global a){ret;}
.func f(.param .b8 a[]){ret;}
.entry k(.param .texref a){ret;}
.func f(.reg .pred a){ret;}
.entry k(.param .u32 _){ret;}
.func f(.param .u32 a) ; .func f(.param .u32 b) {ret;}
.func f(); .func f(); .func f() {ret;}
.entry k {} 
.func f() { call f; ret;}
.func f() { call f, (); ret;}
.weak .func f() {ret;}
.weak .entry f() {ret;}
.file 1 "a.cu"
.file 1 "a.cu", 123, 456
.func g(){ret;}.func h(){call g;ret;} .entry k{call h, ();ret;}
.section .debug_info { .b8 1, 2 .b32 3 }
.section .foo {.b8 1}
.section .debug_info { L: .b8 1 M: .b32 L .b32 M-L .b32 L+4 .b64 .debug_abbrev .b32 .debug_abbrev+4}
.section .debug_info { .b32 L - M L: M: .b8 1}
.section .debug_info {}
.section .debug_info { .b8 0x1F, 010, 0b1 }
.section .debug_info { .b32 kk }  .entry kk {ret;}
.section .debug_info {.b64 x+4 } .global .u32 x;
.global .u32 x; .global .u8 a[8] = {0xff(x), 0xff00(x), 0xff0000(x),0xff000000(x),0xff00000000(x),0xff0000000000(x),0xff000000000000(x),0xff00000000000000(x)};
.global .u32 x; .global .u8 a[2] = {0xff(x), 0xff00(x)};
.global .u32 x; .global .u8 a[8] = {0xff(generic(x)), 0};
.global .u32 x; .global .u8 a[8] = {0xff(x+4), 0};
.global .u32 x; .global .u8 a[8] = {0xff(generic(x)+4), 0};
.global .u32 x; .global .u8 a[8] = {255(x), 0};
.global .u32 x[4]; .global .u64 a = x+2*4;
.global .u32 x[4]; .global .u64 a = x+-4;
.global .u32 x[4]; .global .u64 a = x + (4);
.global .u32 x[4]; .global .u64 a[] = {x, generic(x)+8, 5};
.global .u32 a[2][2] = {{1},{2}};
.global .u32 a[][2] = {{1,2},{3,4}};
.global .v2 .u32 a = {1,2};
.global .v2 .u32 a[2] = {{1,2},{3,4}};
.global .u32 a[2] = {-1, (1+2)};
.global .u32 a, b<3>, c[2]={1,2};
.extern .entry k();
.func f(.param .align 8 .b8 a[16], .reg .f32 b) {ret;}
.entry k() .maxnreg 1 .maxnreg 2 {ret;}
.pragma "nounroll";
.entry %k {ret;}
.entry $k {ret;}
.global .b8 x[8589934592];
"#;

/// Parts of modules that `ptxas` 13.5 refuses for their syntax or names.
const REFUSED_ITEMS: &str = r#"
.global .f32 .v4 v;
.global .u32 .align 8 a;
.global .v2 .align 8 .u32 a;
.global .u32 .attribute(.managed) a;
.const[0] .u32 a;
.const[2] .u32 a;
.global .u32 a[2] = {1,2,};
.global .b8 a[4] = "abc";
.global .b8 a[] = "abc";
.global .b8 a[6] = {"abc"};
.global .u32 x; .global .u64 a = generic(x+4);
.global .u32 x; .global .b8 a[2] = {mask(0xff, x), 1};
.global .u32 x; .global .b8 a[8] = {0xff(x)+4, 0};
.global .u64 a = y;.global .u32 y;
.global .u64 a = f; .func f {ret;}
.global .u32 x; .global .u64 a = x-4;
.global .u32 x; .global .u64 a = 4+x;
.global .u32 x,x;
.global .u32 x; .global .u32 x;
.extern .global .u32 x; .global .u32 x;
.func x; .global .u32 x;
.global .u32 a[2*2];
.global .u32 a[-1];
.reg .b32 x;
.local .u32 x;
.param .u32 x;
.visible .weak .global .u32 x;
.global .bf16 h;
.global a;
.global .align 3 .u32 a;
.global .align 0 .u32 a;
.global .align 4+4 .u32 a;
.extern .u32 x;
;
.global .u32 a;;
}
.pragma "abc"
.alias f, g;
.func (.reg .u32 r<2>) f {ret;}
.func f(.reg .u32 r<2>) {ret;}
.noreturn .func f();
.func .noreturn f();
.func f() .attribute(.unified(1,2)) {ret;}
.attribute(.unified(1,2)) .func f() {ret;}
.entry .attribute(.unified(1,2)) f() {ret;}
.entry k() .maxntid 128 1 1 {ret;}
.entry k() .maxntid 64*2 {ret;}
.maxntid 128 .entry k {ret;}
.entry k() .pragma "x" {ret;}
.entry k() .noreturn {ret;}
.entry k() .foo {ret;}
.func f() .maxntid 2 {ret;}
.entry k(.param .u64 a, .param .u64 a) {ret;}
.entry k(.param .ptr .global .u64 a) {ret;}
.entry k(.param .u64 .ptr .align 8 .global a) {ret;}
.entry k(.param .f32 .v4 a){ret;}
.entry k(.param .u32 a,){ret;}
.entry k(,){ret;}
.entry k(.u32 a){ret;}
.func (.param .u32 _) _ (.param .u32 _);
.func f(.param .u32 .param .u64);
.entry k(.param.space .u32 a){ret;}
.entry k(.param .u32 a) ; {ret;}
.func f() {ret;} .func f();
.func f() {ret;} .func f() {ret;}
.extern .func f(); .func f() {ret;}
.func f() { call g, (); ret;} .func g() {ret;}
.entry k .visible {ret;}
.visible .extern .func f();
.func f() {ret;};
.func f() {ret;
.func f() {ret;}}
.func f( {ret;}
.file 1 "a.cu";
.loc 1 2 3
foo
add.u32 r1,r2;
.foo 3
.language "c"
.section .debug_info { .b8 1,2; .b32 3; }
.section foo {.b8 1}
.section .debug_info { .b32 1+2 }
.section .debug_info { .b32 L-4 L: }
.section .debug_info { .u32 1}
.section .debug_info { .b8 "abc" }
.section .debug_info { };
.section .debug_info { .b8 }
.section .debug_info { .b32 .debug_abbrev-4 }
.global .u32 x; .global .u8 a[8] = {0xff(x)+4, 0};
.global .u32 x; .global .u8 a[8] = {0xff(generic(x+4)), 0};
.global .u32 x; .global .u8 a[8] = {0xf0f(x), 0};
.global .u32 x[4]; .global .u64 a = x[1];
.global .u32 x[4]; .global .u64 a = (x);
.global .u32 a[2][];
.global .u32 a = "x";
.extern .func f(); .visible .func f() {ret;}
.extern .func f(); .func f();
.entry k {ret;} .entry k {ret;}
.func f(); .entry f {ret;}
.visible .func (.param .b32 r) .attribute(.unified(1,2)) f() {ret;}
.entry k() .language C {ret;}
.visible .visible .func f() {ret;}
.managed .global .u32 x;
.attribute(.managed) .visible .global .u32 q;
.align 8 .visible .global .u32 q;
.global .visible .u32 q;
.global .attribute(.foo) .u32 x;
.global .attribute(managed) .u32 x;
.entry k { .entry j {ret;} }
.func f(.shared .u32 a) {ret;}
.func f(.local .u32 a) {ret;}
.global .align 16 u32 x;
.global .u32 x
.global .u32 x .global .u32 y;
.entry k() .maxntid 1,2,3,4 {ret;}
.entry k() .maxntid {ret;}
.entry k() .maxntid 1, {ret;}
.entry k() .pragma "a"; ;{ret;}
.entry k() .pragma "a"; 
.entry (.param .u32 a) k {ret;}
.entry 1k {ret;}
.func _ {ret;}
.global .v8 .b32 x;
.global .v8 .f32 x;
.global .v4 .pred x;
"#;

const HEAD: &str = ".version 9.0\n.target sm_90a\n.address_size 64\n";

/// A module with a kernel of these statements.
fn in_kernel(statements: &str) -> String {
    format!(
        "{HEAD}.global .u32 x[8]; .func (.reg .u32 q) f(.reg .u32 w){{ret;}} .func g(){{ret;}} .global .texref t; .global .u32 s;
.visible .entry k(.param .u64 P)\n{{\n.reg .b32 r<10>; .reg .b64 d<10>; .reg .pred p<4>;\n{statements}\nret;\n}}\n"
    )
}

fn errors(text: &str) -> Vec<Diagnostic> {
    Module::parse(text).err().unwrap_or_default()
}

/// The module, which has to be the same again after printing.
fn parse(text: &str) -> Module<'_> {
    let module = Module::parse(text).unwrap_or_else(|errors| panic!("{text}\n{}", errors[0].render("x", text, false)));
    let printed = module.to_string();
    let again = Module::parse(&printed).unwrap_or_else(|errors| panic!("{}", errors[0].render("x", &printed, false)));
    assert!(module.same(&again), "{text}\n{printed}");
    assert_eq!(again.to_string(), printed);
    module
}

/// The statements of the last function.
fn statements<'a, 'm>(module: &'m Module<'a>) -> &'m [Statement<'a>] {
    match module.items.last() {
        Some(Item::Function(function)) => &function.body.as_ref().expect("a body").statements,
        _ => panic!("a function at the end"),
    }
}

/// The operands of the last instruction but one, which is `ret`.
fn operands<'a, 'm>(module: &'m Module<'a>) -> &'m [Operand<'a>] {
    match statements(module) {
        [.., Statement::Instruction(instruction), _]
        | [.., Statement::Instruction(instruction), Statement::Label(_), _] => &instruction.operands,
        _ => panic!("an instruction"),
    }
}

fn cases(table: &str) -> impl Iterator<Item = &str> {
    table.trim().lines()
}

#[test]
fn texts_are_accepted_and_refused_as_ptxas_does() {
    for case in cases(ACCEPTED_STATEMENTS) {
        parse(&in_kernel(case));
    }
    for case in cases(ACCEPTED_ITEMS) {
        parse(&format!("{HEAD}{case}"));
    }
    for case in cases(REFUSED_STATEMENTS) {
        assert!(!errors(&in_kernel(case)).is_empty(), "{case}");
    }
    for case in cases(REFUSED_ITEMS) {
        assert!(!errors(&format!("{HEAD}{case}")).is_empty(), "{case}");
    }
}

#[test]
fn constant_expressions_have_the_values_of_ptxas() {
    for (text, value, unsigned) in [
        ("2+3*4", 14, false),
        ("1<<2+1", 8, false),
        ("1<<65", 2, false),
        ("1<<64", 1, false),
        ("-8>>65", -4, false),
        ("-1U>>63", 1, true),
        ("1<<63>>63", -1, false),
        ("1<<63U>>63", -1, false),
        ("-7/2", -3, false),
        ("-7/2U", 0x7fff_ffff_ffff_fffc, true),
        ("-7 % 3", 0, true),
        ("(7 % 3)-9>>63", 1, true),
        ("-0.0==0.0", 1, false),
        ("-1 < 0U", 0, false),
        ("-1 < 0", 1, false),
        ("(1U<2)-2>>63", -1, false),
        ("~0U>>63", 1, true),
        ("!3", 0, false),
        ("1|2^3&1", 3, false),
        ("1||0&&0", 1, false),
        ("1==1!=0", 1, false),
        ("3>2>1", 0, false),
        ("0?1:0?2:3", 3, false),
        ("(1?-1:0U)>>63", 1, true),
        ("(.s64)0xffffffffffffffff>>63", -1, false),
        ("(.u64)(-1)>>63", 1, true),
        ("WARP_SZ+0", 32, false),
        ("1.5>1.0", 1, false),
        ("1.5==1.5", 1, false),
        ("--1", 1, false),
        ("-9223372036854775807-1", i64::MIN, false),
        ("-9223372036854775808", i64::MIN, true),
    ] {
        let text = in_kernel(&format!("mov.b64 d1, {text};"));
        let module = parse(&text);
        match operands(&module)[1].kind {
            OperandKind::Constant(found) => assert_eq!(found, Constant::Integer(value as u64, unsigned), "{text}"),
            _ => panic!("a constant: {text}"),
        }
    }
}

#[test]
fn names_are_looked_up_from_the_innermost_block_outwards() {
    for (statement, wanted) in [
        ("bra r3;", Symbol::Register(0, 3)),
        ("bra d3;", Symbol::Register(1, 13)),
        ("bra p3;", Symbol::Register(2, 23)),
        (".reg .b32 y; bra y;", Symbol::Register(3, 24)),
        ("{ .reg .b32 a, r<2>; } bra r1;", Symbol::Register(0, 1)),
        ("bra P;", Symbol::Parameter(0)),
        (".shared .b32 a, P0; bra P0;", Symbol::Variable(1)),
        ("L: M: bra M;", Symbol::Label(1)),
        ("bra k;", Symbol::Item(8)),
        ("bra x; x:", Symbol::Item(3)),
        ("bra y; y:", Symbol::Label(0)),
        ("bra x;", Symbol::Item(3)),
        ("bra WARP_SZ;", Symbol::WarpSize),
        (
            "bra %laneid;",
            Symbol::Special(crate::special::find("%laneid").expect("a register")),
        ),
    ] {
        let text = in_kernel(statement);
        let module = parse(&text);
        let OperandKind::Name(name) = operands(&module)[0].kind else {
            panic!("a name: {statement}");
        };
        assert_eq!(name.symbol, wanted, "{statement}");
    }
    let text = in_kernel("{ .reg .b32 r<3>; L: { .reg .b32 L; mov.b32 L, r2; mov.b32 r3, L; } }");
    let module = parse(&text);
    let inner = format!("{:?}", statements(&module));
    for wanted in [
        "\"r2\", symbol: Register(3, 26)",
        "\"r3\", symbol: Register(0, 3)",
        "\"L\", symbol: Register(4, 27)",
    ] {
        assert!(inner.contains(wanted), "{wanted} in {inner}");
    }
}

#[test]
fn a_function_after_its_declaration_is_what_calls_name() {
    let text =
        format!("{HEAD}.func f(); .func g() {{ call f; ret; }} .func f() {{ ret; }} .func h() {{ call f; ret; }}");
    let printed = format!("{:?}", parse(&text).items);
    assert_eq!(printed.matches("symbol: Item(5)").count(), 2);
}

#[test]
fn an_index_of_an_array_becomes_an_offset_in_bytes() {
    for (text, printed) in [
        ("ld.global.u32 r1, x[2];", "ld.global.u32 r1, [x+8];"),
        (".shared .v2 .u16 y[3]; mov.u64 d1, y[1];", "mov.u64 d1, y+4;"),
        ("ld.global.u32 r1, x[-1];", "ld.global.u32 r1, [x+-4];"),
    ] {
        let text = in_kernel(text);
        assert!(parse(&text).to_string().contains(printed), "{text}");
    }
}

#[test]
fn a_mistake_is_told_at_its_place() {
    for (statements, place, message, expected) in [
        (
            "mov.b32 r1, r2\nmov.b32 r1, r2;",
            "",
            "`;` is missing after an instruction",
            "`;`",
        ),
        ("mov.b32 r1 r2;", "", "`;` is missing", "`;`"),
        (
            "mov.b32 r1,, r2;",
            ",",
            "unexpected `,` in an operand",
            "a number, a name",
        ),
        ("ld.v2.b32 {r1, r2, [d1];", "[", "unexpected `[`", "a number, a name"),
        ("ld.b32 r1, [d1-4];", "-", "unexpected `-` in an address", "`[r+-4]`"),
        ("@p1 { ret; }", "@p1", "a guard before a block", "each instruction"),
        (";", ";", "an empty statement", "no `;`"),
        ("mov.b64 d1, 1/0;", "1/0", "the quotient has no value", ""),
        ("mov.b64 d1, 0x;", "0x", "is not a number", ""),
        ("mov.b32 r1, r17;", "r17", "outside its range", "`r0` to `r9`"),
        (
            ".reg .b32 count; mov.b32 r1, cuont;",
            "cuont",
            "`cuont` is not declared",
            "did you mean `count`?",
        ),
        (
            ".shard .b32 y;",
            ".shard",
            "unexpected `.shard`",
            "did you mean `.shared`?",
        ),
        (".reg .bf16 y;", ".bf16", "unexpected `.bf16`", "a type of variables"),
        ("é: ret;", "é", "unexpected `é`", ""),
        ("mov.b32 r1, \u{1}r2;", "\u{1}", "control character", ""),
        ("/* ret;", "/*", "a comment is not closed", "`*/`"),
        (".pragma \"a;", "\"a;", "a string is not closed", ""),
    ] {
        let text = in_kernel(statements);
        let all = errors(&text);
        let error = all.first().unwrap_or_else(|| panic!("no error: {statements}"));
        let brace = error.message == "this brace is not closed";
        let error = if brace { &all[1] } else { error };
        assert_eq!(&text[error.span.clone()], place, "{statements}: {}", error.message);
        assert!(error.message.contains(message), "{statements}: {}", error.message);
        assert!(error.expected.contains(expected), "{statements}: {}", error.expected);
    }
}

#[test]
fn the_parser_goes_on_behind_a_mistake() {
    for (statements, count) in [
        ("mov.b32 r1 r2; ret\nret; mov.b32 {r1, r2;\n mov.b32 ;;", 3),
        ("{ mov.b32 (, r1; } ld.b32 {r1 r2}, [d1 d2];", 2),
        ("{ { ret; }", 1),
        ("ret; } .func h() { ret ret; }", 1),
    ] {
        let text = in_kernel(statements);
        let found = errors(&text);
        assert_eq!(found.len(), count, "{statements}: {found:?}");
    }
    assert!(
        errors(&in_kernel(
            ".reg .b32 a<4294967295>; .reg .b32 b<4294967295>; mov.b32 b5, a5;"
        ))
        .len()
            == 1
    );
    let many = errors(&in_kernel(&"mov.b32 r1 r2;\n".repeat(10_000)));
    assert_eq!(many.len(), super::MAX_ERRORS);
}

#[test]
fn nested_parts_have_a_limit() {
    let blocks = |count: usize| in_kernel(&format!("{}{}", "{".repeat(count), "}".repeat(count)));
    parse(&blocks(super::MAX_BLOCKS - 1));
    assert!(!errors(&blocks(super::MAX_BLOCKS)).is_empty());
    for (open, close) in [("(", ")"), ("-", ""), ("1?1:", ""), ("1?", ":1")] {
        let nested = |count: usize| in_kernel(&format!("mov.b64 d1, {}1{};", open.repeat(count), close.repeat(count)));
        parse(&nested(super::MAX_NESTED as usize - 1));
        let error = &errors(&nested(100_000))[0];
        assert!(error.message.starts_with("more than 100 nested"), "{}", error.message);
    }
    let lists = format!(
        "{HEAD}.global .u32 a[1] = {}1{};",
        "{".repeat(10_000),
        "}".repeat(10_000)
    );
    assert!(!errors(&lists).is_empty());
}

/// Every part of the language.
const SAMPLE: &str = r#".version 9.0
.target sm_90a, texmode_independent, debug
.address_size 64
.file 1 "a.cu", 12, 34
.visible .global .align 8 .attribute(.managed, .unified(1, 0x2)) .v2 .u32 a[2][2] = {{1, -2}, {0xFF, (3+4)*2}};
.const .f32 c[] = {1.5, 0f3F800000, -2e-3};
.global .samplerref sampler = {addr_mode_0 = wrap, force_unnormalized_coords = 1};
.global .u8 bytes[3] = {0xff(a), 0xff00(generic(a)+4), 1};
.global .u64 pointers[2] = {generic(a)+8, a};
.extern .shared .align 16 .b8 dynamic[];
.extern .func (.param .b32 _) external (.param .align 8 .b8 _[16], .param .u64 _) .noreturn;
.func (.reg .u32 result) twice (.reg .u32 value) .abi_preserve 4 { add.u32 result, value, value; ret; }
.func other(); .func aliased() { ret; } .alias other, aliased;
.pragma "one", "two";
.visible .entry kernel(.param .u64 .ptr .global .align 16 input, .param .align 8 .b8 pair[16])
.maxntid 128, 1, 1 .minnctapersm 2 .pragma "nounroll";
{
    .reg .b32 %r<8>; .reg .v4 .f32 %v<2>, w; .reg .pred %p, %q; .reg .b64 %rd<4>;
    .shared .u32 tile[4], count; .local .align 4 .b8 stack[32]; .param .b32 argument;
    .loc 1 2 3, function_name $info+4, inlined_at 1 7 2
Start: mov.u32 %r0, %tid.x; // comment
    @!%p bra Done; ld.param.u64 %rd0, [input]; ld.param.b32 %r1, [pair+4]; mov.f32 w.x, %v1.w;
    setp.lt.and.u32 %p|%q, %r0, 10, !%q; setp.lt.u32 _|%q, %r0, WARP_SZ;
    { .reg .b32 %r<2>, x; mov.b32 x, %r1; vadd4.u32.u32.u32.add x.b10, %r1.b3210, x, %r0; }
    vmad.s32.s32.s32.sat %r1, -%r2.b0, %r3.h1, %r4; ld.shared.u32 %r1, tile[2]; mov.u64 %rd1, a+8;
    st.global.v4.b32 [%rd0+-16], {%r0, %r1, 5U, -1}; ld.global.L1::no_allocate.v2.b32 {%r0, _}, [%rd1];
    tex.2d.v4.f32.s32 %v0, [sampler, sampler, {%r0, %r1}]; ld.local.u32 %r0, [8];
    call.uni (%r1), twice, (%r2); call aliased; call (_), twice, (7);
table: .branchtargets Start, Done;
proto: .callprototype (.param .b32 _) _ (.param .b32 _) .noreturn;
functions: .calltargets twice, aliased;
    brx.idx %r0, table; call (argument), %rd0, (argument), proto; .pragma "nounroll";
Done: mov.b64 %rd2, (.s64)1<<63; mov.f64 %rd3, 0d3FF0000000000000; ret;
}
.section .debug_info { .b8 1, 2 label: .b32 label-label, -4, label+4 .b64 .debug_abbrev }
"#;

#[test]
fn every_part_of_the_language_is_the_same_after_printing() {
    let module = parse(SAMPLE);
    assert_eq!(module.items.len(), 18);
    for part in [
        ".visible .global .align 8 .attribute(.managed, .unified(1, 0x2)) .v2 .u32 a[2][2] = {{1, -2}, {255, 14}};\n",
        ".extern .func (.param .b32 _) external(\n    .param .align 8 .b8 _[16],\n    .param .u64 _\n)\n.noreturn;\n",
        "    st.global.v4.b32 [%rd0+-16], {%r0, %r1, 5U, -1};\n",
        "    ld.shared.u32 %r1, [tile+8];\n",
        "    mov.b64 %rd2, (.s64)0x8000000000000000;\n",
        "    .loc 1 2 3, function_name $info+4, inlined_at 1 7 2\n",
        "Start:\n",
        "{\n        .reg .b32 %r<2>, x;\n",
    ] {
        assert!(module.to_string().contains(part), "{part}\n{module}");
    }
    assert!(!module.same(&parse(&SAMPLE.replace("%r0, 10", "%r0, 11"))));
    assert!(module.same(&parse(&SAMPLE.replace('\n', "\n\n "))));
}

#[test]
fn mutated_texts_never_panic_and_accepted_ones_are_the_same_after_printing() {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    let words: Vec<&str> = SAMPLE
        .split_inclusive([' ', ',', ';', '\n', '.', '+', '{', '('])
        .collect();
    let mut accepted = 0;
    for _ in 0..3000 {
        let mut mutant = words.clone();
        for _ in 0..=random(3) {
            let at = random(mutant.len());
            match random(4) {
                0 => drop(mutant.remove(at)),
                1 => mutant.insert(at, words[random(words.len())]),
                2 => mutant[at] = ["{", "}", "é", "\0", "\"", "/*", "0x", "-", "::", "<9>", "99999999999"][random(11)],
                _ => mutant.truncate(at.max(1)),
            }
        }
        let text = mutant.concat();
        match Module::parse(&text) {
            Ok(_) => accepted += usize::from(!parse(&text).items.is_empty()),
            Err(errors) => errors
                .iter()
                .for_each(|error| drop(error.render("mutant", &text, false))),
        }
    }
    assert!((100..2900).contains(&accepted), "{accepted} of 3000 mutants accepted");
}
