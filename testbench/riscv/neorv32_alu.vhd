-- What NEORV32's ALU does with its custom functions unit: starts each instruction of vectors.txt for one clock, holds word and operands, takes
-- the result with valid, and gives up behind eight clocks without it (the core itself: 512). A line has word, rs1, rs2 and rd in
-- hexadecimal, 1 if the unit has the instruction, and the clock in which a reset cuts it off, or -1. Prints PASS or FAIL.
library ieee;
use ieee.std_logic_1164.all;
use std.textio.all;

entity neorv32_alu is
end entity;

architecture test of neorv32_alu is
  signal clk, start, valid : std_ulogic := '0';
  signal rstn : std_ulogic := '0';
  signal inst, rs1, rs2, result : std_ulogic_vector(31 downto 0) := (others => '0');
begin
  unit : entity work.neorv32_cpu_alu_cfu
    port map (
      clk_i => clk, rstn_i => rstn, start_i => start, inst_i => inst, rs1_i => rs1, rs2_i => rs2,
      result_o => result, valid_o => valid
    );

  process is
    file vectors : text open read_mode is "vectors.txt";
    variable row : line;
    variable word, a, b, rd : std_ulogic_vector(31 downto 0);
    variable own, cut : integer;
    variable answered : boolean;
    variable count, wrong : integer := 0;

    procedure tick is
    begin
      clk <= '1';
      wait for 5 ns;
      clk <= '0';
      wait for 1 ns;
    end procedure;
  begin
    tick;
    tick;
    rstn <= '1';
    while not endfile(vectors) loop
      readline(vectors, row);
      hread(row, word);
      hread(row, a);
      hread(row, b);
      hread(row, rd);
      read(row, own);
      read(row, cut);
      inst <= word;
      rs1 <= a;
      rs2 <= b;
      answered := false;
      for age in 0 to 7 loop
        start <= '1' when age = 0 else '0';
        rstn <= '0' when age = cut else '1';
        wait for 4 ns;
        if age /= cut and valid /= '0' then
          answered := true;
          if valid /= '1' or own = 0 or result /= rd then
            wrong := wrong + 1;
            report to_hstring(word) & ": " & to_hstring(result) & ", not " & to_hstring(rd);
          end if;
        end if;
        tick;
        exit when answered or age = cut;
      end loop;
      start <= '0';
      rstn <= '1';
      if own = 1 and cut < 0 and not answered then
        wrong := wrong + 1;
        report to_hstring(word) & " is not answered";
      end if;
      count := count + 1;
      wait for 4 ns;
      tick;
    end loop;
    if wrong = 0 and count > 0 then
      report "PASS " & integer'image(count) & " vectors";
    else
      report "FAIL " & integer'image(wrong) & " of " & integer'image(count);
    end if;
    wait;
  end process;
end architecture;
