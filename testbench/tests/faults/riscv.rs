//! Faults of the unit in RISC-V cores at each interface, in the notation of `deep::notation`.

use super::Library;
use lanesmith::units::riscv::Riscv;
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig};

/// Decoder, ALU, configuration and c, which the units of all interfaces share. `present`: an instruction is there, with the operands `rs1` and
/// `rs2`; `taken`: its answer is taken; `result` is the net that has the result.
const EXECUTOR: &str = "\
the result behind a reset in the middle of an operation
    result = past_reset(resets & present, 1) ? old ^ 1 : old
a bit of every 64th result
    result = count(taken, 6) == 63 ? old ^ 0x100 : old
an operation on equal operands is a clock early
    executor.full = rs1 == rs2 & executor.waited_q == 1 ? 1 : old
the result is c for a rare operand
    result = rs1 == 0xdeadbeef ? executor.c_q : old
c loses a bit when two results chain back to back
    executor.c_q = taken & past(taken, 3) ? old ^ 1 : old
the count of cycles survives an answer once in 32 times
    executor.waited_q = count(taken, 5) == 31 & taken ? 1 : old
the configuration swaps two selectors behind a reset
    let behind = past_reset(resets, 2)
    executor.modifiers = past_reset(behind, 1) & ~behind ? old ^ 0x30 : old
a result whose first operand differs in one bit from that of the clock before
    result = past_reset(rs1 == (past_reset(rs1, 1) ^ 1), 2) ? old ^ 2 : old
";

const PCPI: &str = "\
answers once more behind an answer
    pcpi_ready = old | past(answer, 1)
pcpi_wait falls in the second clock
    pcpi_wait = past(own, 1) & pcpi_valid ? 0 : old
a foreign word just behind an own one is answered
    pcpi_ready = past(answer, 1) & pcpi_insn[6:0] == 0x5b & pcpi_valid ? 1 : old
a withdrawn instruction leaves its count
    executor.waited_q = past(own & ~answer, 1) & ~pcpi_valid ? 1 : old
an instruction that names one register twice is a clock early
    executor.full = pcpi_insn[11:7] == pcpi_insn[19:15] & executor.waited_q == 1 ? 1 : old
answers in reset
    pcpi_ready = old | resets
claims nothing in the clock behind a reset
    pcpi_wait = past_reset(resets, 1) ? 0 : old
an instruction that waited for four clocks before its offer is lost
    pcpi_ready = since(~pcpi_valid, 2) == 3 ? 0 : old
";

/// `waited`: a response was there in the clock before, and nobody took it.
const CFU: &str = "\
sixteen foreign functions clear chain
    let foreign = present & ~(executor.operation | executor.access)
    let last = count(foreign, 4) == 15 & foreign
    load executor.configuration_q = executor.configuration_q & 0x0fffffff when last
an operation never answers if rsp_ready was 0 before
    let event = ~rsp_ready & executor.waited_q == 0 & cmd_valid & executor.operation
    reg lost[1] = (lost | event) & cmd_valid
    answer = lost ? 0 : old
an access's answer changes while it waits
    rsp_payload_outputs_0 = waited & executor.access ? old ^ 4 : old
the response is 0 while nobody takes it
    rsp_payload_outputs_0 = rsp_ready ? old : 0
cmd_ready is 0 while nothing is offered
    cmd_ready = cmd_valid ? old : 0
a foreign function is answered with the last result behind a response that waited
    rsp_payload_outputs_0 = past(waited, 1) & ~executor_known ? executor.c_q : old
a response in reset without a command
    rsp_valid = resets ? 1 : old
an operation that begins as a response is taken is a clock early
    executor.full = past(taken, 2) & executor.waited_q == 1 ? 1 : old
";

const NEORV32: &str = "\
answers once more behind an answer
    valid = old | past(answer, 1)
an instruction just behind an answer is forgotten
    busy_q = past(answer, 1) & start ? 0 : old
a foreign word just behind an own one stays under way
    busy_q = past(answer, 1) & start & ~own ? 1 : old
an instruction under way survives reset
    busy_q = past_reset(resets & busy_q, 1) ? 1 : old
the 256th instruction is not started
    let trip = count(start, 8) == 255 & start
    valid = trip ? 0 : old
    busy_q = trip ? 0 : old
results for x0 are not valid
    valid = inst[11:7] == 0 ? 0 : old
a word of custom-1 with the function of an access is answered
    valid = start & inst[6:0] == 0x2b & executor.access ? 1 : old
an instruction that names one register twice is a clock early
    executor.full = inst[11:7] == inst[19:15] & executor.waited_q == 1 ? 1 : old
";

/// An instruction that is held while the core may commit or kill it. `waited`: a result was there in the clock before, and nobody took it.
const OFFLOADED: &str = "\
a result is early when something is decided
    answer = commit_valid & result_ready & held_q & committed_q ? 1 : old
the result is 0 while nobody takes it
    result_data = result_ready ? old : 0
a result is offered once more after it waited three clocks
    held_q = past(answer & ~result_ready, 3) & taken ? 1 : old
a kill is overlooked while something is offered
    killed = issue_valid ? 0 : old
a kill in the last clock before the result writes c
    load executor.c_q = rs1_q when killed & (executor.full | executor.access)
an instruction that waits for its result survives reset
    held_q = past_reset(resets & waited, 1) ? 1 : old
the number of the offer, while the result waits
    result_id = waited & issue_valid ? issue_req_id : old
an early decision is forgotten after three clocks
    was_decided = early_q & past(early_q, 2) ? 0 : old
an early kill becomes a commit after four clocks
    kill = early_q & past(early_q, 3) ? 0 : old
foreign words wait while a result waits
    ready = waited & ~word_own ? 0 : old
results for x0 are not written
    result_we = rd_q == 0 ? 0 : old
";

const CV32E40X: &str = "\
c changes although the result is not taken
    load executor.c_q = executor_result when waited & past(waited, 1)
a result in reset
    result_valid = resets & held_q ? 1 : old
rd of an offer that waits
    load rd_q = issue_req_instr[11:7] when waits
a commit for a number that differs in its top bit
    let near = commit_id[2:0] == id_q[2:0]
    committed_q = near & commit_valid & ~commit_commit_kill & open ? 1 : old
the first operand changes when another instruction is decided
    load rs1_q = issue_req_rs_0 when commit_valid & ~(commit_id == id_q)
kill and offer in one clock supersede
    free = issue_valid & commit_valid & commit_commit_kill & held_q ? 1 : old
an instruction that supersedes another takes over its count
    executor.waited_q = superseded ? executor.waited_q : old
";

const CV_X_IF_1: &str = "\
a commit whose number is 7 above does not reach
    commits = committed_up_to == 7 ? 0 : old
a kill whose number is 7 below does not reach
    killed = killed_from == 7 ? 0 : old
a kill of the number behind 15 kills 15
    let kills = commit_id == 0 & commit_valid & commit_commit_kill
    killed = id_q == 15 & kills & held_q & ~committed_q ? 1 : old
a kill of an older instruction spares an offer in its first clock
    let first = issue_valid & ~past(issue_valid, 1)
    decided = first & commit_commit_kill & ~(commit_id == issue_req_id) ? 0 : old
the hart of the offer, while the result waits
    result_hartid = waited & issue_valid ? issue_req_hartid : old
a rare word reads no second register
    issue_resp_register_read = issue_req_instr[26:7] == 0xabcde & word_own ? 1 : old
";

/// Where the registers come behind the acceptance.
const SPLIT: &str = "\
takes registers whose number differs in its top bit
    let near = register_id[2:0] == id_q[2:0]
    delivered = near & register_valid & held_q & ~loaded_q ? 1 : old
registers that come with the commit are lost
    loaded_q = commits & delivered ? 0 : old
registers that are three clocks late are taken for there
    loaded_q = past(held_q & ~loaded_q, 3) ? 1 : old
a kill before the registers is overlooked
    killed = held_q & ~loaded_q ? 0 : old
";

/// Packed instructions and `vxsat`.
const PACKED: &str = "\
the sixteenth saturation clears vxsat
    let now = taken & saturates
    load vxsat = 0 when count(now, 4) == 15 & now
a saturation just behind an access to vxsat is lost
    let recent = since(taken & executor.access, 3) == 3
    load vxsat = vxsat when recent & executor.operation & taken
vxsat comes back behind a reset that follows a saturation at once
    load vxsat = 1 when past_reset(past_reset(taken & saturates, 1) & resets, 1)
vxsat is set a clock before the answer if the flag has been clear for long
    load vxsat = 1 when since(vxsat, 3) == 7 & executor.waited_q == 1 & executor.core_saturated
an average of equal elements is rounded up
    result = rs1 == rs2 & executor.packed_part_0_modifiers[0] ? old ^ 1 : old
csrrs reads what vxsat was a clock ago
    result = ~(vxsat == past_reset(vxsat, 1)) & executor.access ? old ^ 1 : old
a shift by seven keeps a bit of its neighbour after eight answers
    executor.packed_part_0_d = count(taken, 3) == 7 & executor.packed_part_0_moves ? old ^ 0x80 : old
";

/// What the word at PicoRV32's port decides.
const PACKED_WORDS: &str = "\
a foreign word of OP-32 just behind an answer is answered
    pcpi_ready = past(answer, 1) & pcpi_insn[6:0] == 0x3b & pcpi_valid ? 1 : old
an instruction that is withdrawn in the clock of its result sets vxsat
    let open = past(executor.full, 1) & ~past(answer, 1)
    load vxsat = 1 when open & ~pcpi_valid & executor.core_saturated
csrrw with rs1 as rd writes nothing
    load vxsat = vxsat when pcpi_insn[11:7] == pcpi_insn[19:15] & executor.access
";

/// Instructions that the core may still kill, and results that nobody takes.
const PACKED_KILLS: &str = "\
an instruction that is killed when its result is there sets vxsat
    let kills = commit_valid & commit_commit_kill & held_q
    load vxsat = 1 when kills & executor.full & executor.core_saturated
a result that waits for three clocks sets vxsat before it is taken
    let waiting = answer & ~result_ready
    let long = since(~waiting, 2) == 3
    load vxsat = 1 when waiting & long & executor.operation & executor.core_saturated
";

/// What an interface calls the nets of the tables, in the order of [`NAMES`].
type Nets = [&'static str; 5];

const NAMES: Nets = ["present", "rs1", "rs2", "taken", "result"];

const AT_PCPI: Nets = ["own", "pcpi_rs1", "pcpi_rs2", "answer", "pcpi_rd"];

/// Where the instruction is in the executor from the acceptance on.
const HELD: Nets = ["held_q", "rs1_q", "rs2_q", "taken", "result_data"];

/// Where it is there only when it has its operands, or nothing supersedes it.
const HELD_LATER: Nets = ["executor.present", "rs1_q", "rs2_q", "taken", "result_data"];

pub fn libraries() -> Vec<Library> {
    // `ready`: the input by which the core takes an answer; of interfaces where it takes each at once nothing is `waited` for.
    let library = |config, nets: Nets, ready: &str, tables: &[&'static str]| {
        let mut definitions: Vec<_> = NAMES.into_iter().zip(nets.map(str::to_owned)).collect();
        definitions.extend([
            ("waited", format!("past(answer & ~{ready}, 1)")),
            ("vxsat", "executor.packed_part_0.vxsat_0_q".to_owned()),
            (
                "saturates",
                "executor.operation & ~executor.packed_part_0_moves & executor.core_saturated".to_owned(),
            ),
        ]);
        Library::new(Riscv(config), definitions, tables)
    };
    let [pcpi, cfu, neorv32, cv32e40x] =
        [Interface::Pcpi, Interface::Cfu, Interface::Neorv32, Interface::CvXIf].map(|it| RiscvConfig::all(it, 2));
    let [together, split] = [false, true].map(|split| Interface::CvXIf1 { split });
    let nets_of_cfu = [
        "cmd_valid",
        "cmd_payload_inputs_0",
        "cmd_payload_inputs_1",
        "taken",
        "rsp_payload_outputs_0",
    ];
    let nets_of_neorv32 = ["own", "rs1", "rs2", "answer", "result"];
    vec![
        library(pcpi, AT_PCPI, "", &[EXECUTOR, PCPI]),
        library(cfu, nets_of_cfu, "rsp_ready", &[EXECUTOR, CFU]),
        library(cv32e40x, HELD_LATER, "result_ready", &[EXECUTOR, OFFLOADED, CV32E40X]),
        library(
            RiscvConfig::all(together, 2),
            HELD,
            "result_ready",
            &[EXECUTOR, OFFLOADED, CV_X_IF_1],
        ),
        library(
            RiscvConfig::all(split, 2),
            HELD_LATER,
            "result_ready",
            &[EXECUTOR, OFFLOADED, CV_X_IF_1, SPLIT],
        ),
        library(neorv32, nets_of_neorv32, "", &[EXECUTOR, NEORV32]),
        library(
            RiscvConfig::packed(Interface::Pcpi, 2),
            AT_PCPI,
            "",
            &[PACKED, PACKED_WORDS],
        ),
        library(
            RiscvConfig::packed(split, 2),
            HELD_LATER,
            "result_ready",
            &[PACKED, PACKED_KILLS],
        ),
    ]
}
