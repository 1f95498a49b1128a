
// Self-checking testbench that plays PicoRV32: it offers the instructions of @TOP@.mem until they
// are answered, withdraws some of them, and resets the unit in the middle of others. It prints
// PASS or FAIL at its end.
module @TOP@;
@LAYOUT@
@COMMON@
  reg reset_n;
  reg pcpi_valid;
  reg [31:0] pcpi_insn;
  reg [31:0] pcpi_rs1;
  reg [31:0] pcpi_rs2;
  wire pcpi_wr;
  wire [31:0] pcpi_rd;
  wire pcpi_wait;
  wire pcpi_ready;

  @UNIT@ unit (
    .clock(clock), .reset_n(reset_n),
    .pcpi_valid(pcpi_valid), .pcpi_insn(pcpi_insn), .pcpi_rs1(pcpi_rs1), .pcpi_rs2(pcpi_rs2),
    .pcpi_wr(pcpi_wr), .pcpi_rd(pcpi_rd), .pcpi_wait(pcpi_wait), .pcpi_ready(pcpi_ready)
  );

  // How the core ends an instruction.
  localparam [1:0] WITHDRAW = 2'd1;
  localparam [1:0] RESET = 2'd2;

  // The vector that is offered, after so many idle cycles, and since so many cycles.
  reg [INDEX-1:0] next;
  reg [3:0] gap;
  reg [4:0] age;
  reg withdraws;
  reg own;
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
      pcpi_insn = vectors[next][WORD +: 32];
      pcpi_rs1 = vectors[next][RS1 +: 32];
      pcpi_rs2 = vectors[next][RS2 +: 32];
      pcpi_valid = cycle >= 2 && gap == vectors[next][GAP +: 4];
      withdraws = pcpi_valid && vectors[next][END +: 2] == WITHDRAW && age == vectors[next][END_AGE +: 5];
      reset_n = !(cycle < 2 ||
        (pcpi_valid && vectors[next][END +: 2] == RESET && age == vectors[next][END_AGE +: 5]));
      if (withdraws) pcpi_valid = 1'b0;
      if (!pcpi_valid) begin
        // The word of an instruction that is not offered is ignored.
        pcpi_rs1 = ~pcpi_rs1;
        pcpi_rs2 = ~pcpi_rs2;
      end
      own = pcpi_valid && vectors[next][OWN];
      answer = own && age == vectors[next][CYCLES +: 5];
    end
  endtask

  task look;
    if (!reset_n) begin
      if (cycle >= 2) following;
    end else begin
      check("pcpi_wait", {63'd0, pcpi_wait}, {63'd0, own});
      check("pcpi_ready", {63'd0, pcpi_ready}, {63'd0, answer});
      check("pcpi_wr", {63'd0, pcpi_wr}, {63'd0, answer});
      if (answer) check("pcpi_rd", {32'd0, pcpi_rd}, {32'd0, vectors[next][RD +: 32]});
      if (withdraws || answer) following;
      // Of a foreign instruction CYCLES is how long the core waits.
      else if (pcpi_valid && !own && age == vectors[next][CYCLES +: 5]) following;
      else if (pcpi_valid) age = age + 5'd1;
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
