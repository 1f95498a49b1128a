// The testbench that `lanesmith bench` compares with: what one would write by hand around Verilator's model. A random
// instruction in every cycle, results taken at once; `golden` computes 64 of them at a time, each bit of all in a word.

#include <cstddef>
#include <cstdint>
#include <memory>

namespace {

uint64_t state;

uint64_t draw() {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

uint32_t corners() {
  static const uint8_t bytes[] = {0x00, 0x01, 0x7e, 0x7f, 0x80, 0x81, 0xfe, 0xff};
  uint64_t which = draw();
  uint32_t word = 0;
  for (int i = 0; i < 4; i++) word |= uint32_t(bytes[which >> (3 * i) & 7]) << (8 * i);
  return word;
}

uint32_t operand(bool corner) { return corner ? corners() : uint32_t(draw() >> 32); }

// Rows become columns.
void transpose(uint64_t *rows) {
  uint64_t low = 0xffffffff;
  for (int half = 32; half; half >>= 1, low ^= low << half)
    for (int block = 0; block < 64; block += 2 * half)
      for (int i = block; i < block + half; i++) {
        uint64_t swap = (rows[i] >> half ^ rows[i + half]) & low;
        rows[i] ^= swap << half;
        rows[i + half] ^= swap;
      }
}

struct Expected {
  uint32_t d;
  uint8_t tag;
};

Instance *instance;
Expected queue[8];
uint64_t cycle;

void edge() {
  instance->model.clock = 1;
  instance->model.eval();
}

void settle() {
  instance->model.clock = 0;
  instance->model.eval();
}

void start(uint64_t seed) {
  // Goes before the object is unloaded: the model has a thread of its own.
  static std::unique_ptr<Instance> owner(new Instance);
  instance = owner.get();
  state = seed | 1;
  instance->model.RESET = RESET_ACTIVE;
  settle();
  edge();
  instance->model.RESET = !RESET_ACTIVE;
  instance->model.in_valid = 1;
  instance->model.out_ready = 1;
}

// Whether the result that is due is there.
bool step(uint64_t control, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  auto &model = instance->model;
  uint8_t tag = uint8_t(cycle);
  model.in_control = control;
  model.in_a = a;
  model.in_b = b;
  model.in_c = c;
  model.in_tag = tag;
  settle();
  queue[cycle % 8] = {d, tag};
  const Expected &due = queue[(cycle - LATENCY) % 8];
  bool right = cycle < LATENCY || (model.in_ready && model.out_valid && model.out_d == due.d && model.out_tag == due.tag);
  edge();
  cycle++;
  return right;
}

}  // namespace

// The seed, how often to offer 64 instructions, and the control words to choose from. Returns how many results are wrong.
extern "C" uint64_t lanesmith_harness(const uint64_t *words, size_t count) {
  const uint64_t *controls = words + 2;
  uint64_t number = count - 2, wrong = 0;
  if (!instance) start(words[0]);
  for (uint64_t batch = 0; batch < words[1]; batch++) {
    // Rows of a and b, of c, of control words, as golden takes its inputs: bits of a, b, c and the control word.
    uint64_t control[64], a[64], b[64], c[64], d[64], planes[192];
    for (int i = 0; i < 64; i++) {
      bool corner = draw() % 8 < 3;
      control[i] = controls[draw() % number];
      a[i] = operand(corner);
      b[i] = operand(corner);
      c[i] = operand(corner);
      planes[i] = a[i] | b[i] << 32;
      planes[64 + i] = c[i];
      planes[128 + i] = control[i];
    }
    transpose(planes);
    transpose(planes + 64);
    transpose(planes + 128);
    for (int i = 0; i < 64; i++) planes[96 + i] = planes[128 + i];
    golden(planes, d);
    for (int i = 32; i < 64; i++) d[i] = 0;
    transpose(d);
    for (int i = 0; i < 64; i++) wrong += !step(control[i], a[i], b[i], c[i], uint32_t(d[i]));
  }
  return wrong;
}
