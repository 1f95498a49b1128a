// Registers with and without reset and enable, a counter, a product, and a memory with two read ports. The netlists
// of this module, mixed.ecp5.v and mixed.ice40.v, are what yosys 0.23 makes of it:
//   yosys -p "read_verilog mixed.v; synth_ecp5 -top mixed; write_verilog -noattr mixed.ecp5.v"
module mixed (
  input  wire        clock,
  input  wire        reset,
  input  wire        load,
  input  wire        run,
  input  wire        write,
  input  wire [3:0]  write_address,
  input  wire [3:0]  left_address,
  input  wire [3:0]  right_address,
  input  wire [7:0]  a,
  input  wire [7:0]  b,
  output wire [7:0]  sum,
  output wire [7:0]  step,
  output wire [9:0]  product,
  output wire [3:0]  left,
  output wire [3:0]  right,
  output wire        busy
);
  reg [7:0] sum_q;
  reg [7:0] step_q;
  reg [9:0] product_q;
  reg [3:0] shadow_q;
  reg busy_q;
  reg twin_q;
  reg [3:0] words [0:15];
  wire [3:0] left_word;
  wire [3:0] right_word;
  assign sum = sum_q;
  assign step = step_q;
  assign product = product_q;
  assign busy = busy_q ^ twin_q;
  assign left_word = words[left_address];
  assign right_word = words[right_address];
  assign left = left_word ^ shadow_q;
  assign right = run ? right_word : shadow_q;
  always @(posedge clock) begin
    if (reset) begin
      step_q <= 8'hc5;
    end else if (load) begin
      step_q <= step_q + a;
    end
  end
  always @(posedge clock) begin
    if (reset) begin
      busy_q <= 1'h0;
    end else if (run) begin
      busy_q <= load;
    end
  end
  always @(posedge clock) begin
    if (load) begin
      twin_q <= run;
    end
  end
  always @(posedge clock) begin
    if (run) begin
      sum_q <= (a < b) ? sum_q : sum_q - b;
      product_q <= {5'h0, a[4:0]} * {5'h0, b[4:0]};
      shadow_q <= right_word;
    end
  end
  always @(posedge clock) begin
    if (write) begin
      words[write_address] <= a[7:4];
    end
  end
endmodule
