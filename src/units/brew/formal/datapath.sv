// Rules of the datapath's front end and retire port. Bind or instantiate this module beside $TOP, with the same nets at its
// ports. The rules begin with the first reset. No input has a rule: the window may change until it is accepted.
module $TOP_formal #(
  // The most clocks without a retirement while an instruction is in the datapath, and one.
  parameter LATENCY = $LATENCY,
  // The most accepted instructions that have not retired.
  parameter CAPACITY = $CAPACITY
) (
$PORTS
);
  wire in_reset = reset;
  wire [49:0] accepted = {in_address, in_word0, in_length};
  wire [49:0] retired = {retire_address, retire_word0, retire_length};

  reg started, was_reset, was_busy;
  // Accepted instructions that have not retired, the oldest one lowest.
  reg [CAPACITY*50-1:0] instructions;
  reg [31:0] order;
  integer outstanding, waited;
  initial started = 0;

  wire runs = started & !in_reset;
  wire accepts = in_valid & in_ready;
  wire none = outstanding == 0;

  // Operands, types and values are of the instructions, about which nothing is said here.
  wire unused_ok = &{1'b0, in_word1, in_word2, retire_word1, retire_word2, retire_value, retire_types, retire_a, retire_b,
    retire_operand_type};

  integer place;
  always @(posedge clock) begin
    if (in_reset) started <= 1;
    was_reset <= in_reset;
    was_busy <= !none;
    if (retire_valid) instructions <= instructions >> 50;
    for (place = 0; place < CAPACITY; place = place + 1)
      if (accepts && place + (retire_valid ? 1 : 0) == outstanding) instructions[place*50+:50] <= accepted;
    order <= in_reset ? 0 : order + {31'd0, retire_valid};
    outstanding <= in_reset ? 0 : outstanding + (accepts ? 1 : 0) - (retire_valid ? 1 : 0);
    waited <= in_reset || none || retire_valid ? 0 : waited + 1;
  end

  always @(posedge clock) if (runs) begin
    if (was_reset) reset_clears: assert (!retire_valid);
    if (was_reset) ready_after_reset: assert (in_ready);
    if (!was_reset && retire_valid) no_result_without_instruction: assert (!none);
    if (retire_valid && !none) results_in_order: assert (retired == instructions[49:0]);
    if (retire_valid) order_counts: assert (retire_order == order);
    if (!retire_valid && !none) latency_bound: assert (waited < LATENCY - 1);
    capacity: assert (outstanding <= CAPACITY);
    if (none) ready_when_empty: assert (in_ready);
    length_of_one_to_three: assert (in_length != 0);
    if (retire_valid && retire_exception)
      an_exception_changes_nothing: assert (!retire_write && retire_type == retire_old_type);
    if (retire_valid && retire_register == 4'd15) no_write_without_destination: assert (!retire_write);

    // Situations in which the rules above say something.
    a_retirement: cover (retire_valid && retire_write);
    an_exception: cover (retire_valid && retire_exception);
    one_behind_the_other: cover (retire_order == 1 && retire_valid);
    the_datapath_is_full: cover (outstanding == CAPACITY);
    back_pressure: cover (in_valid && !in_ready);
    reset_in_traffic: cover (was_reset && was_busy);
  end
endmodule
