
// Self-checking testbench: offers the vectors of @TOP@.mem with gaps, stalls their results, and
// resets the module in the middle of traffic. It prints PASS or FAIL at its end.
module @TOP@;
@LAYOUT@
  localparam LATENCY = @LATENCY@;

@COMMON@
  reg reset;
  reg in_valid;
  wire in_ready;
  reg [@CONTROL_BITS@-1:0] in_control;
  reg [31:0] in_a;
  reg [31:0] in_b;
  reg [31:0] in_c;
  reg [7:0] in_tag;
  wire out_valid;
  reg out_ready;
  wire [31:0] out_d;
  wire [7:0] out_tag;

  @UNIT@ unit (
    .clock(clock), .@RESET@(@RESET_VALUE@),
    .in_valid(in_valid), .in_ready(in_ready), .in_control(in_control),
    .in_a(in_a), .in_b(in_b), .in_c(in_c), .in_tag(in_tag),
    .out_valid(out_valid), .out_ready(out_ready), .out_d(out_d), .out_tag(out_tag)
  );

  // The vector to be offered, and the one whose result is due next.
  reg [INDEX-1:0] next;
  reg [INDEX-1:0] due;
  // Cycles without an offer, and with a stalled result.
  reg [3:0] gap;
  reg [3:0] stall;
  // Which stages of the pipeline hold an instruction; stage 0 is the input.
  reg [LATENCY:0] present;
  reg advance;
  // Cycles until a reset in traffic; 0 if none is planned. The vector of the last one.
  reg [3:0] countdown;
  reg [INDEX-1:0] planned;
  integer drain;

  task describe;
    $write(
      "vector %0d (control %0h, a %h, b %h, c %h)", due, vectors[due][CONTROL +: @CONTROL_BITS@],
      vectors[due][A +: 32], vectors[due][B +: 32], vectors[due][C +: 32]
    );
  endtask

  task start;
    begin
      reset = 1'b1;
      countdown = 4'd0;
      planned = VECTORS;
      drain = 0;
      restart;
    end
  endtask

  // What was accepted and not answered before a reset is offered again.
  task restart;
    begin
      next = cycle < 2 ? {INDEX{1'b0}} : due;
      due = next;
      gap = 4'd0;
      stall = 4'd0;
      present = {LATENCY + 1{1'b0}};
    end
  endtask

  task drive;
    begin
      reset = cycle < 2 || countdown == 4'd1;
      in_valid = next != VECTORS && gap == vectors[next][GAP +: 4];
      in_control = vectors[next][CONTROL +: @CONTROL_BITS@];
      in_a = vectors[next][A +: 32];
      in_b = vectors[next][B +: 32];
      in_c = vectors[next][C +: 32];
      in_tag = next[7:0];
      if (!in_valid) begin
        in_control = ~in_control;
        in_a = ~in_a;
        in_b = ~in_b;
        in_c = ~in_c;
        in_tag = ~in_tag;
      end
      present[0] = in_valid;
      // While there is no result, out_ready must not matter.
      out_ready = present[LATENCY] ? stall == vectors[due][STALL +: 4] : ^cycle[2:0];
      advance = @ADVANCE@;
    end
  endtask

  task look;
    if (reset) begin
      countdown = 4'd0;
      restart;
    end else begin
      check("in_ready", {63'd0, in_ready}, {63'd0, advance});
      check("out_valid", {63'd0, out_valid}, {63'd0, present[LATENCY]});
      if (present[LATENCY]) begin
        check("out_d", {32'd0, out_d}, {32'd0, vectors[due][D +: 32]});
        check("out_tag", {56'd0, out_tag}, {56'd0, due[7:0]});
        if (out_ready) begin
          due = due + 1'b1;
          stall = 4'd0;
        end else stall = stall + 4'd1;
      end
      if (countdown != 4'd0) countdown = countdown - 4'd1;
      if (in_valid && advance) begin
        if (vectors[next][RESET +: 4] != 4'd0 && planned != next) begin
          countdown = vectors[next][RESET +: 4];
          planned = next;
        end
        next = next + 1'b1;
        gap = 4'd0;
      end else if (!in_valid) gap = gap + 4'd1;
      if (advance) present = present << 1;
      // Behind the last result there must be no other.
      if (due == VECTORS) begin
        drain = drain + 1;
        if (drain == 8) stop = 1'b1;
      end
    end
  endtask
endmodule
