//! Bugs that are planted in shipped Verilog. Registers that survive a reset start with known values: an unknown one would be
//! found before any traffic.

/// A bug in a file of a configuration: replaced text.
pub struct Bug {
    pub configuration: &'static str,
    pub name: &'static str,
    pub file: &'static str,
    pub edits: &'static [(&'static str, &'static str)],
}

pub const BUGS: &[Bug] = &[
    Bug {
        configuration: "video_alu_l3",
        name: "a reset leaves a valid bit",
        file: "video_alu_handshake.v",
        edits: &[("valid_1_q <= 1'b0;", "valid_1_q <= valid_0_q;")],
    },
    Bug {
        configuration: "video_alu_l3",
        name: "a result is a clock early",
        file: "video_alu_handshake.v",
        edits: &[("assign out_valid = valid_2_q;", "assign out_valid = valid_1_q;")],
    },
    Bug {
        configuration: "video_alu_l3",
        name: "a tag does not wait for a stalled result",
        file: "video_alu_handshake.v",
        edits: &[("      tag_2_q <= tag_1_q;\n    end", "    end\n    tag_2_q <= tag_1_q;")],
    },
    Bug {
        configuration: "video_alu_l3",
        name: "a result that is stalled for four clocks is lost",
        file: "video_alu_handshake.v",
        edits: &[(
            "assign out_valid = valid_2_q;",
            "reg [2:0] waits_q;\n  always @(posedge clock) waits_q <= (reset | out_ready | ~valid_2_q) ? 3'd0 : waits_q + 3'd1;\n  assign out_valid = valid_2_q & ~waits_q[2];",
        )],
    },
    Bug {
        configuration: "video_alu_l3",
        name: "in_ready waits for in_valid",
        file: "video_alu.v",
        edits: &[(
            "assign in_ready = handshake_advance;",
            "assign in_ready = handshake_advance & in_valid;",
        )],
    },
    Bug {
        configuration: "video_alu_l3",
        name: "an average of half-words is not halved",
        file: "control_decode.v",
        edits: &[(
            "(halve | (compare & op[OPERATION_BIT_SECOND])) ? lane_on",
            "((halve & ~dual) | (compare & op[OPERATION_BIT_SECOND])) ? lane_on",
        )],
    },
    Bug {
        configuration: "video_core_l3",
        name: "the third operand does not wait for the enable",
        file: "video_core.v",
        edits: &[(
            "      c_selected_q <= c;\n",
            "    end\n    c_selected_q <= c;\n    if (enable) begin\n",
        )],
    },
    Bug {
        configuration: "byte_permute_l1",
        name: "one byte copies no signs",
        file: "byte_permute.v",
        edits: &[(
            "sign_2 = (in_control == MODE_INDEX) ? in_c[11]",
            "sign_2 = (in_control == MODE_INDEX) ? 1'b0",
        )],
    },
    Bug {
        configuration: "brew_datapath_d3",
        name: "results are not forwarded",
        file: "brew_datapath.v",
        edits: &[(
            "wire operands_forward = execute_valid_q & execute_q_writes;",
            "wire operands_forward = 1'b0;",
        )],
    },
    Bug {
        configuration: "brew_datapath_d3",
        name: "a type survives a reset",
        file: "type_file.v",
        edits: &[(
            "    if (reset) begin\n      codes_3_q <= 4'b0000;",
            "    if (reset) begin\n      codes_3_q <= (codes_3_q === 4'hx) ? 4'b0000 : codes_3_q;",
        )],
    },
    Bug {
        configuration: "brew_datapath_d3",
        name: "an executing instruction survives a reset",
        file: "brew_datapath.v",
        edits: &[(
            "execute_valid_q <= 1'b0;",
            "execute_valid_q <= execute_valid_q === 1'b1;",
        )],
    },
    Bug {
        configuration: "brew_datapath_d3",
        name: "products are taken a clock early",
        file: "slow_unit.v",
        edits: &[("LAST_OF_MULTIPLY = 4'd3", "LAST_OF_MULTIPLY = 4'd2")],
    },
    Bug {
        configuration: "brew_datapath_d3",
        name: "a type above 15 raises no exception",
        file: "brew_datapath.v",
        edits: &[("execute_q_exception | refused_q", "execute_q_exception")],
    },
    Bug {
        configuration: "brew_datapath_d3",
        name: "an instruction retires again after a slow one",
        file: "brew_datapath.v",
        edits: &[("retired_q <= finish;", "retired_q <= finish | (retired_q & is_slow);")],
    },
];
