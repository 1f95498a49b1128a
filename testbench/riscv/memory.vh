  // 64 KiB, a counter of cycles, and a word whose writing ends the simulation; the part that every machine shares.
  reg [31:0] memory [0:16383];
  reg [31:0] cycle = 0;
  integer words, i;
  initial $readmemh("program.hex", memory);
  always @(posedge clk) cycle <= cycle + 1;

  task store(input [31:0] address, input [31:0] data, input [3:0] strobe);
    begin
      if (address == 32'hf000_0000) begin
        for (i = 0; i < data; i = i + 1) $display("%08x", memory[8192 + i]);
        $finish;
      end else begin
        for (i = 0; i < 4; i = i + 1) if (strobe[i]) memory[address[15:2]][8*i+:8] = data[8*i+:8];
      end
    end
  endtask

  function [31:0] load(input [31:0] address);
    load = address[31] ? cycle : memory[address[15:2]];
  endfunction
