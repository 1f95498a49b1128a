// What NEORV32's ALU does with its custom functions unit: starts each instruction of vectors.txt for one clock, holds word and operands,
// takes the result with valid, and gives up after eight clocks without it (the core itself: 512). A line has word, rs1, rs2 and rd in
// hexadecimal, 1 if the unit has the instruction, and the clock in which a reset cuts it off, or -1. Prints PASS or FAIL.
module neorv32_alu;
  reg clk = 0, rstn = 0, start = 0, answered;
  reg [31:0] inst = 0, rs1 = 0, rs2 = 0, rd;
  wire [31:0] result;
  wire valid;
  integer file, fields, own, cut, age, count = 0, wrong = 0;
  neorv32_cpu_alu_cfu unit (
    .clk_i(clk), .rstn_i(rstn), .start_i(start), .inst_i(inst), .rs1_i(rs1), .rs2_i(rs2), .result_o(result), .valid_o(valid));

  task tick; begin
    clk = 1; #5; clk = 0; #1;
  end endtask

  task next; fields = $fscanf(file, "%h %h %h %h %d %d", inst, rs1, rs2, rd, own, cut); endtask

  initial begin
    file = $fopen("vectors.txt", "r");
    tick; tick;
    next;
    while (fields == 6) begin
      answered = 0;
      begin : ages
        for (age = 0; age < 8; age = age + 1) begin
          start = age == 0;
          rstn = age != cut;
          #4;
          if (age != cut && valid !== 0) begin
            answered = 1;
            if (valid !== 1 || own == 0 || result !== rd) begin
              wrong = wrong + 1;
              $display("%h: %h, not %h", inst, result, rd);
            end
          end
          tick;
          if (answered || age == cut) disable ages;
        end
      end
      start = 0;
      rstn = 1;
      if (own == 1 && cut < 0 && !answered) begin
        wrong = wrong + 1;
        $display("%h is not answered", inst);
      end
      count = count + 1;
      #4 tick;
      next;
    end
    if (wrong == 0 && count > 0) $display("PASS %0d vectors", count);
    else $display("FAIL %0d of %0d", wrong, count);
    $finish;
  end
endmodule
