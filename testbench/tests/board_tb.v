// A terminal on the serial line of the module board: shows a line of text and the LEDs.
module board_tb;
  parameter DIVISOR = 104;
  reg clk = 0;
  wire serial, led_pass, led_fail;
  board dut (.clk(clk), .serial(serial), .led_pass(led_pass), .led_fail(led_fail));
  always #1 clk = !clk;

  reg [7:0] character = 0;
  integer place, count = 0;
  initial begin
    
    while (character != "\n" && count < 200) begin
      @(negedge serial);
      repeat (DIVISOR / 2) @(negedge clk);
      for (place = 0; place < 8; place = place + 1) begin
        repeat (DIVISOR) @(negedge clk);
        character[place] = serial;
      end
      repeat (DIVISOR) @(negedge clk);
      if (serial !== 1'b1) $display("no stop bit");
      $write("%c", character);
      count = count + 1;
    end
    $display("pass %b fail %b", led_pass, led_fail);
    $finish;
  end
  initial #4000000 begin
    $display("no line of text");
    $finish;
  end
endmodule
