// Rules of the valid/ready handshake. Bind or instantiate this module beside $TOP, with the same nets at its ports. The rules
// begin with the first reset.
module $TOP_formal #(
  // 0: assume the rules of the inputs, to prove the unit; 1: assert them, to prove what surrounds it.
  parameter ASSERT_INPUTS = 0,
  // 0: leave out the value of a waiting result, for provers that cannot decide the arithmetic.
  parameter DATA = 1,
  // The most cycles from acceptance to result in which no result is offered, and one.
  parameter LATENCY = $LATENCY,
  // The most accepted instructions without an accepted result.
  parameter CAPACITY = $LATENCY
) (
$PORTS
);$ALIASES
  localparam PLACES = CAPACITY == 0 ? 1 : CAPACITY;
  localparam ASYNCHRONOUS = $ASYNCHRONOUS;
  localparam TAG_BITS = $TAG_BITS;
  wire in_reset = $IN_RESET;
  wire [$IN_BITS-1:0] in_payload = {$IN_PAYLOAD};
  wire [$OUT_BITS-1:0] out_payload = {$OUT_PAYLOAD};

  reg started, was_reset, was_busy, in_waits, out_waits;
  reg [$IN_BITS-1:0] in_payload_q;
  reg [$OUT_BITS-1:0] out_payload_q;
  // Tags of accepted instructions without an accepted result, the oldest one lowest.
  reg [PLACES*TAG_BITS-1:0] tags;
  integer outstanding, waited;
  initial started = 0;

  wire runs = started & !in_reset;
  wire accepts = in_valid & in_ready;
  wire delivers = out_valid & out_ready;
  wire none = outstanding == 0;
  wire passes = CAPACITY == 0 && in_valid;

  integer place;
  always @(posedge clock) begin
    if (in_reset) started <= 1;
    was_reset <= in_reset;
    was_busy <= !none;
    in_waits <= in_valid & !in_ready & !in_reset;
    out_waits <= out_valid & !out_ready & !in_reset;
    in_payload_q <= in_payload;
    out_payload_q <= out_payload;
    if (delivers) tags <= tags >> TAG_BITS;
    for (place = 0; place < PLACES; place = place + 1)
      if (accepts && place + (delivers ? 1 : 0) == outstanding) tags[place*TAG_BITS+:TAG_BITS] <= in_tag;
    outstanding <= in_reset ? 0 : outstanding + (accepts ? 1 : 0) - (delivers ? 1 : 0);
    waited <= in_reset || none || out_valid ? 0 : waited + 1;
  end

  generate
    if (ASSERT_INPUTS != 0) begin : surroundings
      always @(posedge clock) if (runs) begin
        if (in_waits) in_valid_holds: assert (in_valid);
        if (in_waits && in_valid) in_payload_holds: assert (in_payload == in_payload_q);
      end
    end else begin : unit_alone
      always @(posedge clock) if (runs) begin
        if (in_waits) in_valid_holds: assume (in_valid);
        if (in_waits && in_valid) in_payload_holds: assume (in_payload == in_payload_q);
      end
    end
  endgenerate

  always @(posedge clock) if (runs) begin
    if (out_waits) out_valid_holds: assert (out_valid);
    if (DATA != 0 && out_waits && out_valid) out_payload_holds: assert (out_payload == out_payload_q);
    if (was_reset && !passes) reset_clears: assert (!out_valid);
    if (!was_reset && out_valid) no_result_without_instruction: assert (!none || passes);
    if (out_valid && !none) results_in_order: assert (out_tag == tags[TAG_BITS-1:0]);
    if (out_valid && none && passes) results_in_order_at_once: assert (out_tag == in_tag);
    if (passes) result_at_once: assert (out_valid);
    if (!out_valid && !none) latency_bound: assert (waited < LATENCY - 1);
    capacity: assert (outstanding <= CAPACITY);
    if (out_ready || (!out_valid && CAPACITY != 0)) ready_unless_stalled: assert (in_ready);

    // Situations in which the rules above say something.
    an_instruction_waits: cover (in_waits && accepts);
    a_result_waits: cover (out_waits && delivers);
    a_result_follows_another: cover (!was_reset && accepts && delivers);
    the_pipeline_is_full: cover (outstanding == CAPACITY && delivers);
    reset_in_traffic: cover (was_reset && was_busy);
  end
  // A reset without a clock edge takes effect in the clock in which it comes.
  always @(posedge clock) if (ASYNCHRONOUS != 0 && started && in_reset && !passes) reset_clears_at_once: assert (!out_valid);
endmodule
