// PTX's scalar video instructions by hand: portable Verilog-2001 that the generated `video_scalar` is measured against. The
// same ports, control word and handshake; LATENCY 1 to 4; MAD adds vmad.
//
//   control   3:0 op: 0 vadd, 1 vsub, 2 vabsdiff, 3 vmin, 4 vmax, 5 vshl, 6 vshr, 7 vmad, 8 to 13 vset.eq ne lt ge le gt
//             4 d_signed, 5 a_signed, 6 b_signed, 7 saturate, 10:8 asel, 13:11 bsel, 16:14 dsel (of vmad the scale),
//             18:17 secondary (of vmad negation and .po), 19 wrap
//
// Places where a register may be, from bit 0 of AT on: behind selection, behind the first adder and half of the shifter,
// behind the choice of the primary result, behind saturation, behind the second adder. The defaults are the fastest of all
// sets without vmad, by nextpnr on both devices.

module scalar_stage #(parameter WIDTH = 1, parameter [0:0] ON = 1) (
  input clock,
  input advance,
  input [WIDTH-1:0] d,
  output [WIDTH-1:0] q
);
  generate
    if (ON) begin : held
      reg [WIDTH-1:0] value;
      always @(posedge clock) if (advance) value <= d;
      assign q = value;
    end else begin : wired
      assign q = d;
    end
  endgenerate
endmodule

// Byte, half-word or word as 33 bits with sign; the complement of it for a subtraction.
module scalar_operand (
  input [31:0] word,
  input [2:0] select,
  input is_signed,
  input complement,
  output [32:0] value
);
  wire is_byte = ~select[2];
  wire is_word = select[2] & select[1];
  wire [1:0] lane = is_byte ? select[1:0] : {select[0] & ~select[1], 1'b0};
  // The byte whose top bit is the sign.
  wire [1:0] top = is_byte ? select[1:0] : {select[1] | select[0], 1'b1};
  wire sign = is_signed & (top[1] ? (top[0] ? word[31] : word[23]) : (top[0] ? word[15] : word[7]));
  wire fill = sign ^ complement;
  wire [7:0] low = lane[1] ? (lane[0] ? word[31:24] : word[23:16]) : (lane[0] ? word[15:8] : word[7:0]);
  wire [7:0] middle = lane[1] ? word[31:24] : word[15:8];
  assign value[7:0] = low ^ {8{complement}};
  assign value[15:8] = is_byte ? {8{fill}} : middle ^ {8{complement}};
  assign value[31:16] = is_word ? word[31:16] ^ {16{complement}} : {16{fill}};
  assign value[32] = fill;
endmodule

module video_scalar #(parameter LATENCY = 2, parameter MAD = 0,
  parameter [4:0] AT = LATENCY == 1 ? 5'b00100 : LATENCY == 2 ? 5'b01010 : LATENCY == 3 ? 5'b01110 : 5'b01111) (
  input clock,
  input reset,
  input in_valid,
  output in_ready,
  input [19:0] in_control,
  input [31:0] in_a,
  input [31:0] in_b,
  input [31:0] in_c,
  input [7:0] in_tag,
  output out_valid,
  input out_ready,
  output [31:0] out_d,
  output [7:0] out_tag
);
  // ---- handshake
  reg [LATENCY-1:0] valid;
  reg [8*LATENCY-1:0] tag;
  wire advance = out_ready | ~out_valid;
  assign in_ready = advance;
  assign out_valid = valid[LATENCY-1];
  assign out_tag = tag[8*LATENCY-1 -: 8];
  always @(posedge clock) begin
    if (advance) begin
      valid <= (valid << 1) | in_valid;
      tag <= (tag << 8) | in_tag;
    end
    if (reset) valid <= 0;
  end

  // ---- selection
  wire [19:0] control1, control2, control3, control4, control5;
  wire [31:0] c1, c2, c3, c4, c5;
  wire [32:0] a_selected, b_selected, a, b;
  // Everything that is not vadd, vshl, vshr or vmad subtracts.
  wire [3:0] in_op = in_control[3:0];
  wire in_subtract = ~(in_op == 0 | in_op == 5 | in_op == 6 | in_op == 7);
  scalar_operand select_a (in_a, in_control[10:8], in_control[5], 1'b0, a_selected);
  scalar_operand select_b (in_b, in_control[13:11], in_control[6], in_subtract, b_selected);
  scalar_stage #(118, AT[0]) place1 (clock, advance, {in_control, in_c, a_selected, b_selected}, {control1, c1, a, b});

  // ---- sums and shift
  wire [3:0] op1 = control1[3:0];
  wire subtract = ~(op1 == 0 | op1 == 5 | op1 == 6 | op1 == 7);
  wire shifts = op1 == 5 | op1 == 6;
  wire left = op1 == 5;
  wire picks = op1 == 3 | op1 == 4;
  wire [34:0] sum_carry = {a[32], a, 1'b1} + {b[32], b, subtract};
  wire [33:0] sum = sum_carry[34:1];
  // One less than the difference: its complement is that of exchanged operands. For vmin, vmax the complement of b alone.
  wire [32:0] a_gated = a & {33{~picks}};
  wire [33:0] less = {a_gated[32], a_gated} + {b[32], b};
  // A shift to the left is one to the right between two reversals; the second one is in the choice of the result.
  function [33:0] reversed(input [33:0] x);
    integer i;
    for (i = 0; i < 34; i = i + 1) reversed[i] = x[33 - i];
  endfunction
  wire [4:0] amount = b[4:0] & {5{shifts}};
  wire far = shifts & ~control1[19] & |b[31:5];
  wire shift_fill = a[32] & ~left;
  wire [33:0] forward = {a[32], a};
  wire [33:0] shift0 = left ? reversed(forward) : forward;
  wire [33:0] shift1 = amount[0] ? {{1{shift_fill}}, shift0[33:1]} : shift0;
  wire [33:0] shift2 = amount[1] ? {{2{shift_fill}}, shift1[33:2]} : shift1;
  wire [33:0] shift4 = amount[2] ? {{4{shift_fill}}, shift2[33:4]} : shift2;

  // ---- choice of the primary result
  // The second half of the shift is here, where it waits for no carry chain.
  wire [33:0] sum2, less2, shifted4;
  wire [1:0] a_low, amount2;
  wire far2, fill2;
  scalar_stage #(160, AT[1]) place2 (clock, advance, {control1, c1, sum, less, shift4, a[1:0], amount[4:3], shift_fill, far},
    {control2, c2, sum2, less2, shifted4, a_low, amount2, fill2, far2});
  wire [33:0] shift8 = amount2[0] ? {{8{fill2}}, shifted4[33:8]} : shifted4;
  wire [33:0] shift = amount2[1] ? {{16{fill2}}, shift8[33:16]} : shift8;
  wire [3:0] op2 = control2[3:0];
  wire lt = sum2[33], le = less2[33];
  wire set = op2[0] ^ (op2[2] ? le : op2[1] ? lt : le & ~lt);
  wire left2 = op2 == 5, right2 = op2 == 6;
  wire use_shift = (op2 == 3 & lt) | (op2 == 4 & ~lt) | ((left2 | right2) & ~far2);
  wire use_less = (op2 == 2 & lt) | (op2 == 3) | (op2 == 4);
  wire constant = op2[3] | use_shift | left2 | right2;
  wire level = use_shift ? left2 : right2 & fill2;
  // The sum, or the other one, or a constant; then the shift, whose direction the constant says.
  wire [33:0] early = constant ? {34{level}} : use_less ? ~less2 : sum2;
  wire [33:0] chosen = use_shift ? (early & reversed(shift)) | (~early & shift) : early;
  wire [33:0] primary = {(left2 & far2) ? a_low : chosen[33:32], chosen[31:1], op2[3] ? set : chosen[0]};

  // ---- saturation; a byte or half-word that will be merged comes to all places
  wire [33:0] r;
  scalar_stage #(86, AT[2]) place3 (clock, advance, {control2, c2, primary}, {control3, c3, r});
  wire by_sign = control3[4];
  wire is_byte = ~control3[16];
  wire is_half = control3[16] & ~control3[15];
  wire is_word = control3[16] & control3[15];
  wire negative = r[33];
  wire [32:0] excess = r[32:0] ^ {33{negative}};
  wire above = excess[32] | (~is_word & |excess[31:16]) | (is_byte & |excess[15:8]);
  wire top = is_byte ? excess[7] : is_half ? excess[15] : excess[31];
  wire clamp = control3[7] & (above | (by_sign ? top : negative));
  wire most = ~negative;
  wire edge_bit = by_sign ^ ~negative;
  wire [33:0] ranged;
  assign ranged[7:0] = clamp ? {is_byte ? edge_bit : most, {7{most}}} : r[7:0];
  assign ranged[15:8] = clamp ? {is_word ? most : edge_bit, {7{most}}} : is_byte ? r[7:0] : r[15:8];
  assign ranged[23:16] = clamp ? {is_byte ? edge_bit : most, {7{most}}} : is_word ? r[23:16] : r[7:0];
  assign ranged[31:24] = clamp ? {edge_bit, {7{most}}} : is_word ? r[31:24] : is_byte ? r[7:0] : r[15:8];
  assign ranged[33:32] = clamp ? {2{by_sign & negative}} : r[33:32];

  // ---- second operation
  wire [33:0] x;
  scalar_stage #(86, AT[3]) place4 (clock, advance, {control3, c3, ranged}, {control4, c4, x});
  wire compares = control4[18];
  wire c_sign = (control4[4] & c4[31]) ^ compares;
  wire [35:0] total_carry = {x[33], x, 1'b1} + {{3{c_sign}}, c4 ^ {32{compares}}, compares};
  wire [34:0] total = total_carry[35:1];

  // ---- merge
  wire [31:0] total5, x5;
  wire smaller;
  scalar_stage #(117, AT[4]) place5 (clock, advance, {control4, c4, x[31:0], total[31:0], total[34]}, {control5, c5, x5, total5, smaller});
  wire merges5 = ~(control5[16] & control5[15]);
  wire [1:0] second = control5[18:17];
  wire use_total = ~merges5 & second == 1;
  wire keep_c = second[1] & (smaller ~^ second[0]);
  wire [3:0] hit = {control5[16] ? control5[14] : control5[15:14] == 3, control5[16] ? control5[14] : control5[15:14] == 2,
    control5[16] ? ~control5[14] : control5[15:14] == 1, control5[16] ? ~control5[14] : control5[15:14] == 0};
  wire [3:0] use_c = merges5 ? ~hit : {4{keep_c}};
  wire [31:0] mad;
  wire is_mad;
  genvar k;
  generate
    for (k = 0; k < 4; k = k + 1) begin : byte_of_d
      wire [7:0] own = use_c[k] ? c5[8*k +: 8] : x5[8*k +: 8];
      assign out_d[8*k +: 8] = is_mad ? mad[8*k +: 8] : use_total ? total5[8*k +: 8] : own;
    end
  endgenerate

  // ---- vmad: four products, then two levels of sums. The product of the upper halves and that of the lower ones do not
  // overlap, so that together they are one summand. A negated product: -p + c = ~(p + ~c).
  generate
    if (MAD) begin : multiplier
      wire signed [16:0] a_high = a[32:16], b_high = b[32:16];
      wire signed [16:0] a_low17 = {1'b0, a[15:0]}, b_low17 = {1'b0, b[15:0]};
      wire signed [33:0] high_high = a_high * b_high, high_low = a_high * b_low17, low_high = a_low17 * b_high, low_low = a_low17 * b_low17;
      wire [33:0] hh, hl, lh;
      wire [31:0] ll;
      scalar_stage #(134, AT[1]) products (clock, advance, {high_high, high_low, low_high, low_low[31:0]}, {hh, hl, lh, ll});

      wire [1:0] signs = control2[18:17];
      wire opposite = signs[0] ^ signs[1];
      wire signed_c = (control2[5] | control2[6] | opposite) & c2[31];
      wire [66:0] outer = {hh, ll, 1'b1} + {{34{signed_c ^ opposite}}, c2 ^ {32{opposite}}, signs[1]};
      wire [34:0] inner = {hl[33], hl} + {lh[33], lh};
      wire [65:0] outer3;
      wire [34:0] inner3;
      scalar_stage #(101, AT[2]) sums (clock, advance, {outer[66:1], inner}, {outer3, inner3});

      wire [49:0] upper = outer3[65:16] + {{15{inner3[34]}}, inner3};
      wire [65:0] t;
      scalar_stage #(66, AT[3]) exact (clock, advance, {upper, outer3[15:0]}, t);

      wire [1:0] signs4 = control4[18:17];
      wire negated = signs4 == 1;
      wire signed_d = control4[5] | control4[6] | (signs4[0] ^ signs4[1]);
      wire by7 = control4[16:14] == 1, by15 = control4[16:15] != 0;
      wire [64:31] high = t[64:31] ^ {34{t[65]}};
      wire edge_of_range = by15 ? high[46] : by7 ? high[38] : high[31];
      wire out_of_range = (|high[64:47]) | (~by15 & |high[46:39]) | (~by15 & ~by7 & |high[38:32]) | (signed_d & edge_of_range);
      wire is_clamped = control4[7] & out_of_range;
      wire below = t[65] ^ negated;
      wire [31:0] scaled = (by15 ? t[46:15] : by7 ? t[38:7] : t[31:0]) ^ {32{negated}};
      wire [31:0] result = is_clamped ? {signed_d ~^ below, {31{~below}}} : scaled;
      scalar_stage #(33, AT[4]) scaling (clock, advance, {control4[3:0] == 7, result}, {is_mad, mad});
    end else begin : no_multiplier
      assign is_mad = 1'b0;
      assign mad = 32'd0;
    end
  endgenerate
endmodule
