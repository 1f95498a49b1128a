
// Self-checking testbench that plays NEORV32: it starts the instructions of @TOP@.mem and holds
// them until they are answered, or for some cycles where nobody answers, and resets the unit in the
// middle of others. It prints PASS or FAIL at its end.
module @TOP@;
@LAYOUT@
@COMMON@
  reg reset_n;
  reg starts;
  reg [31:0] inst;
  reg [31:0] rs1;
  reg [31:0] rs2;
  wire [31:0] result;
  wire valid;

  @UNIT@ unit (
    .clock(clock), .reset_n(reset_n), .start(starts), .inst(inst), .rs1(rs1), .rs2(rs2),
    .result(result), .valid(valid)
  );

  // How the core ends an instruction.
  localparam [1:0] RESET = 2'd2;

  // The vector that is under way, after so many idle cycles, and since so many cycles.
  reg [INDEX-1:0] next;
  reg [3:0] gap;
  reg [4:0] age;
  reg is_there;
  reg answer;

  task describe;
    $write(
      "vector %0d (instruction %h, rs1 %h, rs2 %h) in its cycle %0d", next,
      vectors[next][WORD +: 32], vectors[next][RS1 +: 32], vectors[next][RS2 +: 32], age
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
      is_there = cycle >= 2 && gap == vectors[next][GAP +: 4];
      starts = is_there && age == 5'd0;
      inst = vectors[next][WORD +: 32];
      rs1 = vectors[next][RS1 +: 32];
      rs2 = vectors[next][RS2 +: 32];
      if (!is_there) begin
        // The word of an instruction that is not started is ignored.
        rs1 = ~rs1;
        rs2 = ~rs2;
      end
      reset_n = !(cycle < 2 ||
        (is_there && vectors[next][END +: 2] == RESET && age == vectors[next][END_AGE +: 5]));
      answer = is_there && vectors[next][OWN] && age == vectors[next][CYCLES +: 5];
    end
  endtask

  task look;
    if (!reset_n) begin
      if (cycle >= 2) following;
    end else begin
      check("valid", {63'd0, valid}, {63'd0, answer});
      if (answer) check("result", {32'd0, result}, {32'd0, vectors[next][RD +: 32]});
      // Of a foreign instruction CYCLES is how long the core waits.
      if (is_there && age == vectors[next][CYCLES +: 5]) following;
      else if (is_there) age = age + 5'd1;
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
