
// Self-checking testbench: offers the instructions of @TOP@.mem, with gaps in some programs, and
// resets the datapath in the middle of traffic. It prints PASS or FAIL at its end.
module @TOP@;
@LAYOUT@
  // No instruction takes as many cycles.
  localparam PATIENCE = 64;

@COMMON@
  reg reset;
  reg in_valid;
  wire in_ready;
  reg [31:0] in_address;
  reg [15:0] in_word0;
  reg [15:0] in_word1;
  reg [15:0] in_word2;
  wire [1:0] in_length;
  wire retire_valid;
  wire [31:0] retire_order;
  wire [31:0] retire_address;
  wire [15:0] retire_word0;
  wire [15:0] retire_word1;
  wire [15:0] retire_word2;
  wire [1:0] retire_length;
  wire retire_exception;
  wire retire_write;
  wire [3:0] retire_register;
  wire [31:0] retire_value;
  wire [3:0] retire_old_type;
  wire [3:0] retire_type;
  wire [59:0] retire_types;
  wire [31:0] retire_a;
  wire [31:0] retire_b;
  wire [3:0] retire_operand_type;

  @UNIT@ unit (
    .clock(clock), .reset(reset),
    .in_valid(in_valid), .in_ready(in_ready), .in_address(in_address),
    .in_word0(in_word0), .in_word1(in_word1), .in_word2(in_word2), .in_length(in_length),
    .retire_valid(retire_valid), .retire_order(retire_order), .retire_address(retire_address),
    .retire_word0(retire_word0), .retire_word1(retire_word1), .retire_word2(retire_word2),
    .retire_length(retire_length), .retire_exception(retire_exception), .retire_write(retire_write),
    .retire_register(retire_register), .retire_value(retire_value),
    .retire_old_type(retire_old_type), .retire_type(retire_type), .retire_types(retire_types),
    .retire_a(retire_a), .retire_b(retire_b), .retire_operand_type(retire_operand_type)
  );

  // The vector to be offered, and the one that retires next, with their addresses.
  reg [INDEX-1:0] next;
  reg [INDEX-1:0] due;
  reg [31:0] address;
  reg [31:0] due_address;
  reg [31:0] order;
  reg [3:0] gap;
  // Cycles until a reset in traffic; 0 if none is planned.
  reg [3:0] countdown;
  // The vector that a mismatch is about.
  reg [INDEX-1:0] shown;
  integer waiting;
  integer drain;

  task describe;
    $write(
      "vector %0d (words, last first, %h; %0d of them are its own)", shown,
      vectors[shown][WORDS +: 48], vectors[shown][LENGTH +: 2]
    );
  endtask

  task start;
    begin
      next = {INDEX{1'b0}};
      address = 32'd0;
      countdown = 4'd0;
      restart;
    end
  endtask

  // What is under way is lost; it goes on with the next program, which sets all registers.
  task restart;
    begin
      while (next != VECTORS && !vectors[next][FIRST]) next = next + 1'b1;
      due = next;
      due_address = address;
      order = 32'd0;
      gap = 4'd0;
      countdown = 4'd0;
      waiting = 0;
      drain = 0;
    end
  endtask

  task drive;
    begin
      reset = cycle < 2 || countdown == 4'd1;
      in_valid = next != VECTORS && gap == vectors[next][GAP +: 4];
      // The next program waits for the reset.
      if (countdown != 4'd0 && vectors[next][FIRST]) in_valid = 1'b0;
      in_address = address;
      in_word0 = vectors[next][WORDS +: 16];
      in_word1 = vectors[next][WORDS + 16 +: 16];
      in_word2 = vectors[next][WORDS + 32 +: 16];
      if (!in_valid) begin
        in_address = ~in_address;
        in_word0 = ~in_word0;
        in_word1 = ~in_word1;
        in_word2 = ~in_word2;
      end
    end
  endtask

  task look;
    if (reset) restart;
    else begin
      waiting = waiting + 1;
      shown = due;
      if (retire_valid !== 1'b0) retired;
      if (countdown != 4'd0) countdown = countdown - 4'd1;
      shown = next;
      if (in_valid) begin
        check("in_length", {62'd0, in_length}, {62'd0, vectors[next][LENGTH +: 2]});
        if (in_ready === 1'b1) begin
          if (vectors[next][RESET +: 4] != 4'd0) countdown = vectors[next][RESET +: 4];
          address = address + {29'd0, vectors[next][LENGTH +: 2], 1'b0};
          next = next + 1'b1;
          gap = 4'd0;
          waiting = 0;
        end
      end else begin
        gap = gap + 4'd1;
        if (due == next) waiting = 0;
      end
      if (in_ready !== 1'b0 && in_ready !== 1'b1) check("in_ready", {63'd0, in_ready}, 64'd1);
      if (waiting == PATIENCE) begin
        check("cycles without progress", PATIENCE, 64'd0);
        stop = 1'b1;
      end
      // Behind the last instruction nothing must retire.
      if (due == VECTORS) drain = drain + 1;
      if (drain == 8) stop = 1'b1;
    end
  endtask

  task retired;
    begin
      check("retire_valid", {63'd0, retire_valid}, {63'd0, due != next});
      if (due != next) begin
        check("retire_order", {32'd0, retire_order}, {32'd0, order});
        check("retire_address", {32'd0, retire_address}, {32'd0, due_address});
        check("retire_length", {62'd0, retire_length}, {62'd0, vectors[due][LENGTH +: 2]});
        check("retire_word0", {48'd0, retire_word0}, {48'd0, vectors[due][WORDS +: 16]});
        if (vectors[due][LENGTH +: 2] > 2'd1)
          check("retire_word1", {48'd0, retire_word1}, {48'd0, vectors[due][WORDS + 16 +: 16]});
        if (vectors[due][LENGTH +: 2] > 2'd2)
          check("retire_word2", {48'd0, retire_word2}, {48'd0, vectors[due][WORDS + 32 +: 16]});
        check("retire_exception", {63'd0, retire_exception}, {63'd0, vectors[due][EXCEPTION]});
        check("retire_write", {63'd0, retire_write}, {63'd0, vectors[due][WRITES]});
        check("retire_register", {60'd0, retire_register}, {60'd0, vectors[due][REGISTER +: 4]});
        if (vectors[due][WRITES]) check("retire_value", {32'd0, retire_value}, {32'd0, vectors[due][VALUE +: 32]});
        check("retire_old_type", {60'd0, retire_old_type}, {60'd0, vectors[due][OLD_TYPE +: 4]});
        check("retire_type", {60'd0, retire_type}, {60'd0, vectors[due][NEW_TYPE +: 4]});
        check("retire_types", {4'd0, retire_types}, {4'd0, vectors[due][TYPES +: 60]});
        if (vectors[due][A_TOLD]) check("retire_a", {32'd0, retire_a}, {32'd0, vectors[due][A +: 32]});
        if (vectors[due][B_TOLD]) check("retire_b", {32'd0, retire_b}, {32'd0, vectors[due][B +: 32]});
        if (vectors[due][TYPE_TOLD])
          check("retire_operand_type", {60'd0, retire_operand_type}, {60'd0, vectors[due][OPERAND_TYPE +: 4]});
        order = order + 32'd1;
        due_address = due_address + {29'd0, vectors[due][LENGTH +: 2], 1'b0};
        due = due + 1'b1;
        waiting = 0;
      end
    end
  endtask
endmodule
