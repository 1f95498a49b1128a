
// Self-checking testbench: sends the vectors of @TOP@.mem through the pipeline, with gaps between
// them and clocks in which the pipeline is not enabled. It prints PASS or FAIL at its end.
module @TOP@;
@LAYOUT@
  localparam LATENCY = @LATENCY@;

@COMMON@
  reg enable;
  reg [36:0] control;
  reg [31:0] a;
  reg [31:0] b;
  reg [31:0] c;
  wire [31:0] d;

  @UNIT@ unit (
    .clock(clock), .enable(enable), .control(control), .a(a), .b(b), .c(c), .d(d)
  );

  // The vector that enters next, and the one whose result is due next.
  reg [INDEX-1:0] next;
  reg [INDEX-1:0] due;
  // Enabled clocks without a vector, and clocks that are not enabled.
  reg [3:0] gap;
  reg [3:0] pause;
  reg sends;
  // Which stages of the pipeline hold a vector; stage 0 is the input.
  reg [LATENCY:0] present;

  task describe;
    $write(
      "vector %0d (control %0h, a %h, b %h, c %h)", due, vectors[due][CONTROL +: 37],
      vectors[due][A +: 32], vectors[due][B +: 32], vectors[due][C +: 32]
    );
  endtask

  task start;
    begin
      next = {INDEX{1'b0}};
      due = {INDEX{1'b0}};
      gap = 4'd0;
      pause = 4'd0;
      present = {LATENCY + 1{1'b0}};
    end
  endtask

  task drive;
    begin
      enable = next == VECTORS || pause == vectors[next][PAUSE +: 4];
      sends = enable && next != VECTORS && gap == vectors[next][GAP +: 4];
      control = vectors[next][CONTROL +: 37];
      a = vectors[next][A +: 32];
      b = vectors[next][B +: 32];
      c = vectors[next][C +: 32];
      if (!sends) begin
        control = ~control;
        a = ~a;
        b = ~b;
        c = ~c;
      end
      present[0] = sends;
    end
  endtask

  task look;
    begin
      // A result also holds while the pipeline is not enabled.
      if (present[LATENCY]) begin
        check("d", {32'd0, d}, {32'd0, vectors[due][D +: 32]});
        if (enable) due = due + 1'b1;
      end
      if (enable) begin
        pause = 4'd0;
        present = present << 1;
        if (sends) begin
          next = next + 1'b1;
          gap = 4'd0;
        end else gap = gap + 4'd1;
      end else pause = pause + 4'd1;
      if (due == VECTORS) stop = 1'b1;
    end
  endtask
endmodule
