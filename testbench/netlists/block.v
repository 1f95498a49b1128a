// A memory whose read port is registered: a word that is written is read as it was before. block.ice40.v is what
// yosys 0.23 makes of it with `synth_ice40 -no-rw-check` and `write_verilog -noattr`; bypass.ice40.v is the netlist of the same
// module with a read port that shows the new word.
module block (
  input  wire       clock,
  input  wire       write,
  input  wire       read,
  input  wire [7:0] write_address,
  input  wire [7:0] read_address,
  input  wire [3:0] value,
  output wire [3:0] word
);
  reg [3:0] words [0:255];
  reg [3:0] word_q;
  assign word = word_q;
  always @(posedge clock) begin
    if (write) begin
      words[write_address] <= value;
    end
  end
  always @(posedge clock) begin
    if (read) begin
      word_q <= words[read_address];
    end
  end
endmodule
