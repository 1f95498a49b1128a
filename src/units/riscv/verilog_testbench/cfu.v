
// Self-checking testbench that plays VexRiscv: it offers the commands of @TOP@.mem, stalls their
// responses, and resets the unit in the middle of some. It prints PASS or FAIL at its end.
module @TOP@;
@LAYOUT@
@COMMON@
  reg reset;
  reg cmd_valid;
  wire cmd_ready;
  reg [@TOP_BIT@:0] cmd_payload_function_id;
  reg [31:0] cmd_payload_inputs_0;
  reg [31:0] cmd_payload_inputs_1;
  wire rsp_valid;
  reg rsp_ready;
  wire [31:0] rsp_payload_outputs_0;

  @UNIT@ unit (
    .clock(clock), .reset(reset),
    .cmd_valid(cmd_valid), .cmd_ready(cmd_ready),
    .cmd_payload_function_id(cmd_payload_function_id),
    .cmd_payload_inputs_0(cmd_payload_inputs_0), .cmd_payload_inputs_1(cmd_payload_inputs_1),
    .rsp_valid(rsp_valid), .rsp_ready(rsp_ready), .rsp_payload_outputs_0(rsp_payload_outputs_0)
  );

  // The vector that is offered, after so many idle cycles, and since so many cycles.
  reg [INDEX-1:0] next;
  reg [3:0] gap;
  reg [4:0] age;
  reg answer;
  reg taken;

  task describe;
    $write(
      "vector %0d (function %h, inputs %h, %h) in its cycle %0d", next,
      vectors[next][FUNCTION +: @BITS@], vectors[next][RS1 +: 32], vectors[next][RS2 +: 32], age
    );
  endtask

  task start;
    begin
      next = {INDEX{1'b0}};
      gap = 4'd0;
      age = 5'd0;
    end
  endtask

  task drive;
    begin
      cmd_valid = cycle >= 2 && gap == vectors[next][GAP +: 4];
      reset = cycle < 2 || (cmd_valid && vectors[next][RESETS] && age == vectors[next][RESET_AGE +: 5]);
      cmd_payload_function_id = vectors[next][FUNCTION +: @BITS@];
      cmd_payload_inputs_0 = vectors[next][RS1 +: 32];
      cmd_payload_inputs_1 = vectors[next][RS2 +: 32];
      if (!cmd_valid) begin
        cmd_payload_inputs_0 = ~cmd_payload_inputs_0;
        cmd_payload_inputs_1 = ~cmd_payload_inputs_1;
      end
      answer = cmd_valid && age >= vectors[next][CYCLES +: 5];
      // While there is no response, rsp_ready must not matter.
      rsp_ready = answer ? age == vectors[next][CYCLES +: 5] + vectors[next][STALL +: 5] : ^cycle[2:0];
      taken = answer && rsp_ready;
    end
  endtask

  task look;
    if (reset) begin
      if (cycle >= 2) following;
    end else begin
      check("rsp_valid", {63'd0, rsp_valid}, {63'd0, answer});
      check("cmd_ready", {63'd0, cmd_ready}, {63'd0, taken || !cmd_valid});
      if (answer) check("rsp_payload_outputs_0", {32'd0, rsp_payload_outputs_0}, {32'd0, vectors[next][RD +: 32]});
      if (taken) following;
      else if (cmd_valid) age = age + 5'd1;
      else gap = gap + 4'd1;
    end
  endtask

  task following;
    begin
      next = next + 1'b1;
      gap = 4'd0;
      age = 5'd0;
      if (next == VECTORS) stop = 1'b1;
    end
  endtask
endmodule
