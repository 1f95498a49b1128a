  // The simulation ends after this number of mismatches.
  localparam LIMIT = 10;

  reg clock;
  reg stop;
  integer cycle;
  integer mismatches;

  // Compares a value in its low bits; an unknown bit is a mismatch too.
  task check;
    input [239:0] name;
    input [63:0] got;
    input [63:0] expected;
    if (got !== expected && !stop) begin
      mismatches = mismatches + 1;
      stop = mismatches == LIMIT;
      $write("time %0d, cycle %0d, ", $time, cycle);
      describe;
      $display(": %0s is %0h, expected %0h", name, got, expected);
    end
  endtask

  initial begin
    clock = 1'b0;
    stop = 1'b0;
    cycle = 0;
    mismatches = 0;
    $readmemh("@TOP@.mem", vectors, 0, VECTORS - 1);
    if (vectors[0][MARK] !== 1'b1 || vectors[VECTORS - 1'b1][MARK] !== 1'b1) begin
      $display("FAIL: @TOP@.mem is missing, or not that of this testbench");
      stop = 1'b1;
    end else begin
      start;
      while (!stop) begin
        drive;
        #4 look;
        #1 clock = 1'b1;
        #5 clock = 1'b0;
        cycle = cycle + 1;
      end
      if (mismatches == 0) $display("PASS %0d vectors", VECTORS);
      else $display("FAIL: %0d mismatches", mismatches);
    end
    $finish;
  end
