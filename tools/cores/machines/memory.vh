  // What every machine shares: 1 MiB of memory from address 0 on, the device at 0xf0000000 that program/machine.h describes, and
  // counted ports; wait states, interrupts and halts at random times. A run chooses them by plus-arguments: seed=N, stalls=N (of
  // 256 clocks so many are wait states), interrupts=N and halts=N (one in about N clocks; 0: none). Lines on standard output tell
  // how the run ended and what was counted; the console of the program is standard error; at the end the memory is written to
  // memory.hex.
  localparam WORDS = 262144;
  reg [31:0] memory [0:WORDS-1];
  reg [31:0] cycle = 0, retired = 0, trap_pc = 0, trap_value = 0, port_value = 1, noise = 32'h9e3779b9, noise_2 = 32'h7f4a7c15;
  reg [31:0] seed = 0, stalls = 0, interrupts = 0, halts = 0;
  reg [31:0] raised = 0, seen = 0, halted = 0, waited = 0;
  integer i;
  initial begin
    $readmemh("program.hex", memory);
    if ($value$plusargs("seed=%d", seed)) begin
      noise = noise ^ seed;
      noise_2 = noise_2 + (seed << 1);
    end
    if (!$value$plusargs("stalls=%d", stalls)) stalls = 0;
    if (!$value$plusargs("interrupts=%d", interrupts)) interrupts = 0;
    if (!$value$plusargs("halts=%d", halts)) halts = 0;
  end

  function [31:0] scrambled(input [31:0] value);
    begin
      scrambled = value ^ value << 13;
      scrambled = scrambled ^ scrambled >> 17;
      scrambled = scrambled ^ scrambled << 5;
    end
  endfunction

  // In this clock the bus for instructions, or for data, waits; an interrupt is raised, which stays until the program sees it; the
  // debugger halts the core.
  wire instruction_waits = {24'b0, noise[7:0]} < stalls;
  wire data_waits = {24'b0, noise[15:8]} < stalls;
  wire answer_waits = {24'b0, noise_2[7:0]} < stalls;
  wire interrupt = raised != seen;
  wire raises = interrupts != 0 && noise[31:8] % interrupts[23:0] == 0;
  wire halts_now = halts != 0 && noise_2[31:8] % halts[23:0] == 0;
  always @(posedge clk) begin
    if (resetn) cycle <= cycle + 1;
    if (resetn & retires) retired <= retired + 1;
    noise <= scrambled(noise);
    noise_2 <= scrambled(noise_2);
    if (resetn & raises & !interrupt) raised <= raised + 1;
    if (data_waits) waited <= waited + 1;
  end

  final begin
    $display("cycles %0d retired %0d waits %0d interrupts %0d halts %0d", cycle, retired, waited, raised, halted);
    $writememh("memory.hex", memory);
  end

  // An exception that the program does not handle.
  task report_trap(input [31:0] cause, input [31:0] pc, input [31:0] value);
    begin
      $display("trap %08x %08x %08x", cause, pc, value);
      $finish;
    end
  endtask

  // A load or store of a word, exactly once for each that the core makes. The ports at 0xf0000100 to 0xf00001ff log every access,
  // and reading gives another number each time.
  task transact(input writes, input [31:0] address, input [31:0] data, input [3:0] strobe, output [31:0] read);
    begin
      read = address[31] ? cycle : memory[address[19:2]];
      if (!address[31] && address[30:20] != 0) begin
        $display("outside %08x %0d", address, writes);
        $finish;
      end else if (address[31:8] == 24'hf00001) begin
        if (writes) begin
          $display("write %08x %08x %1x", address & ~32'd3,
            data & {{8{strobe[3]}}, {8{strobe[2]}}, {8{strobe[1]}}, {8{strobe[0]}}}, strobe);
        end else begin
          $display("read %08x", address & ~32'd3);
          read = port_value;
          port_value = port_value * 32'd1664525 + 32'd1013904223;
        end
      end else if (writes && address[31]) begin
        case (address[30:2])
          29'h1c00_0000: begin
            $display("status %08x", data);
            $finish;
          end
          29'h1c00_0002: seen = raised;
          29'h1c00_0003: $fwrite(32'h8000_0002, "%c", data[7:0]);
          29'h1c00_0004: trap_pc = data;
          29'h1c00_0005: trap_value = data;
          29'h1c00_0006: report_trap(data, trap_pc, trap_value);
          default: ;
        endcase
      end else if (writes) begin
        for (i = 0; i < 4; i = i + 1) if (strobe[i]) memory[address[19:2]][8*i+:8] = data[8*i+:8];
      end
    end
  endtask

  // An instruction, or outside of the memory a word that is none.
  function [31:0] load(input [31:0] address);
    load = address[31:20] == 0 ? memory[address[19:2]] : 0;
  endfunction
