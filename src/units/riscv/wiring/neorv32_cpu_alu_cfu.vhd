-- NEORV32's custom functions unit, with the SIMD video instructions. Compile it in place of the core's file of this name, into the library
-- neorv32.
library ieee;
use ieee.std_logic_1164.all;

entity neorv32_cpu_alu_cfu is
  port (
    clk_i    : in  std_ulogic;
    rstn_i   : in  std_ulogic;
    start_i  : in  std_ulogic;
    inst_i   : in  std_ulogic_vector(31 downto 0);
    rs1_i    : in  std_ulogic_vector(31 downto 0);
    rs2_i    : in  std_ulogic_vector(31 downto 0);
    result_o : out std_ulogic_vector(31 downto 0);
    valid_o  : out std_ulogic
  );
end entity;

architecture lanesmith of neorv32_cpu_alu_cfu is
  -- The unit in Verilog.
  component neorv32_cfu is
    port (
      clock   : in  std_logic;
      reset_n : in  std_logic;
      start   : in  std_logic;
      inst    : in  std_logic_vector(31 downto 0);
      rs1     : in  std_logic_vector(31 downto 0);
      rs2     : in  std_logic_vector(31 downto 0);
      result  : out std_logic_vector(31 downto 0);
      valid   : out std_logic
    );
  end component;
  signal result : std_logic_vector(31 downto 0);
  signal valid  : std_logic;
begin
  unit : component neorv32_cfu
    port map (
      clock   => clk_i,
      reset_n => rstn_i,
      start   => start_i,
      inst    => std_logic_vector(inst_i),
      rs1     => std_logic_vector(rs1_i),
      rs2     => std_logic_vector(rs2_i),
      result  => result,
      valid   => valid
    );
  result_o <= std_ulogic_vector(result);
  valid_o  <= valid;
end architecture;
