// Decodes a convolutional code (rate 1/2, polynomials 7 and 5 in octal) from soft decisions: each thread decodes two
// messages at once, one in each half-word. Add, compare and select are a packed sum, comparison and minimum; the
// decisions are kept in a local array for the way back.
// Source: A. J. Viterbi, IEEE Transactions on Information Theory 13 (1967), 260-269.
/* Run:
lanesmith run viterbi.ptx --entry viterbi --grid 3,1,1 --block 16,1,1 \
    --arg viterbi_param_0=@viterbi/symbols.hex \
    --arg viterbi_param_1=zeros:384 \
    --dump viterbi_param_1=messages.hex
*/
#include "video.h"

constexpr int STEPS = 32;  // of a message: 30 bits and two zeros
constexpr int STATES = 4;  // a state is the last two bits, the newest in bit 1
constexpr int SUREST = 15; // the value of a received one without doubt; that of a zero is 0
constexpr uint32_t BOTH = 0x10001;

static __device__ uint32_t add(uint32_t a, uint32_t b) { return video("vadd2.u32.u32.u32 %0, %1, %2, %3", a, b, 0); }
static __device__ uint32_t smaller(uint32_t a, uint32_t b) {
    return video("vmin2.u32.u32.u32 %0, %1, %2, %3", a, b, 0);
}
static __device__ uint32_t less(uint32_t a, uint32_t b) { return video("vset2.u32.u32.lt %0, %1, %2, %3", a, b, 0); }

// Each half-word of `symbols` has the two received values of a step in its bytes.
extern "C" __global__ void viterbi(const uint32_t *symbols, uint2 *messages) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    uint32_t decisions[STEPS];
    uint32_t costs[STATES] = {0, 1000 * BOTH, 1000 * BOTH, 1000 * BOTH};
#pragma unroll 1
    for (int step = 0; step < STEPS; step++) {
        const uint32_t received = symbols[step * threads + thread];
        const uint32_t zero[2] = {received & 0xff * BOTH, received >> 8 & 0xff * BOTH}; // costs of a zero
        const uint32_t one[2] = {SUREST * BOTH - zero[0], SUREST * BOTH - zero[1]};
        const uint32_t branch[4] = {add(zero[0], zero[1]), add(one[0], zero[1]), add(zero[0], one[1]),
                                    add(one[0], one[1])};
        uint32_t next[STATES], decision = 0;
        for (int state = 0; state < STATES; state++) {
            const int newest = state >> 1, middle = state & 1; // the oldest bit is 0 or 1
            const uint32_t from0 = add(costs[2 * middle], branch[(newest ^ middle) | newest << 1]);
            const uint32_t from1 = add(costs[2 * middle + 1], branch[(newest ^ middle ^ 1) | (newest ^ 1) << 1]);
            next[state] = smaller(from0, from1);
            decision |= less(from1, from0) << state;
        }
        for (int state = 0; state < STATES; state++) {
            costs[state] = next[state];
        }
        decisions[step] = decision;
    }
    uint32_t words[2] = {0, 0};
    for (int lane = 0; lane < 2; lane++) {
        uint32_t state = 0;
        for (int step = STEPS - 1; step >= 0; step--) {
            words[lane] |= state >> 1 << step;
            state = (state & 1) << 1 | (decisions[step] >> (16 * lane + state) & 1);
        }
    }
    messages[thread] = make_uint2(words[0], words[1]);
}

#ifndef __CUDACC__
void reference() {
    constexpr int THREADS = 48;
    Buffer<uint32_t> symbols("symbols", STEPS * THREADS);
    Buffer<uint2> messages("messages", THREADS);
    uint32_t sent_messages[2 * THREADS];
    for (int i = 0; i < 2 * THREADS; i++) {
        const uint32_t message = random_word() & 0x3fffffff;
        const bool noisy = i % 6 == 5; // the others have few errors, and must be decoded
        for (int step = 0; step < STEPS; step++) {
            const uint64_t bits = uint64_t(message) << 2 >> step; // bit 2 is the newest
            const uint32_t sent[2] = {uint32_t(bits >> 2 ^ bits >> 1 ^ bits) & 1, uint32_t(bits >> 2 ^ bits) & 1};
            for (int k = 0; k < 2; k++) {
                const bool wrong = noisy ? random_word() % 4 == 0 : (step % 10 == 4 && k == 0);
                const uint32_t value = (sent[k] ^ wrong) * 9 + random_word() % 7;
                symbols[step * THREADS + i / 2] |= value << (i % 2 * 16 + 8 * k);
            }
        }
        sent_messages[i] = message;
    }
    launch("viterbi", viterbi, 3, 16, symbols, messages);
    auto decode = [&](int i) { // every state carries its most probable message
        uint32_t costs[STATES] = {0, 1000, 1000, 1000}, paths[STATES] = {};
        for (int step = 0; step < STEPS; step++) {
            const uint32_t received = symbols[step * THREADS + i / 2] >> i % 2 * 16;
            const int values[2] = {int(received & 255), int(received >> 8 & 255)};
            uint32_t new_costs[STATES], new_paths[STATES];
            std::fill(new_costs, new_costs + STATES, 0xffffffff);
            for (int old = 0; old < STATES; old++) {
                for (uint32_t bit = 0; bit < 2; bit++) {
                    const int outputs[2] = {int(bit ^ old >> 1 ^ old) & 1, int(bit ^ old) & 1},
                              state = bit << 1 | old >> 1;
                    const uint32_t cost =
                        costs[old] + abs(values[0] - outputs[0] * SUREST) + abs(values[1] - outputs[1] * SUREST);
                    if (cost < new_costs[state]) {
                        new_costs[state] = cost, new_paths[state] = paths[old] | bit << step;
                    }
                }
            }
            memcpy(costs, new_costs, sizeof costs), memcpy(paths, new_paths, sizeof paths);
        }
        require(i % 6 == 5 || paths[0] == sent_messages[i], "a message with few errors is not decoded");
        return paths[0];
    };
    expect(messages, [&](int i) { return make_uint2(decode(2 * i), decode(2 * i + 1)); });
}
#endif
