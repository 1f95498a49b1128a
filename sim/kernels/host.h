// CUDA on the host: runs a kernel block by block, compares its results with a plain function, and writes data, command
// and the row of kernels.csv.
#pragma once
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <ucontext.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <iomanip>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

// System headers use the name __noinline__, so these definitions come after them.
#define __global__
#define __device__
#define __constant__ static
#define __shared__ static
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(threads)

struct dim3 {
    unsigned x, y, z;
    dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
    std::string text() const { return std::to_string(x) + " " + std::to_string(y) + " " + std::to_string(z); }
};
struct uint2 {
    uint32_t x, y;
};
struct uint4 {
    uint32_t x, y, z, w;
};
inline uint2 make_uint2(uint32_t x, uint32_t y) { return {x, y}; }
inline uint4 make_uint4(uint32_t x, uint32_t y, uint32_t z, uint32_t w) { return {x, y, z, w}; }

static dim3 threadIdx, blockIdx, blockDim, gridDim;

// The threads of a block are coroutines; each runs up to its next barrier or warp operation.
struct Barrier {
    unsigned arrived = 0, phase = 0;
};
struct Thread {
    ucontext_t context;
    std::unique_ptr<char[]> stack{new char[1 << 17]};
    dim3 index;
    bool done = false;
};
static std::vector<Thread> threads;
static std::vector<Barrier> barriers;  // that of the block, then those of the warps
static std::vector<uint32_t> exchange; // one word of each thread for the warp operations
static unsigned running;
static ucontext_t scheduler;
static std::function<void()> body;

inline void wait_for(Barrier &barrier, unsigned count) {
    const unsigned phase = barrier.phase;
    if (++barrier.arrived == count) {
        barrier.arrived = 0;
        barrier.phase++;
    }
    while (barrier.phase == phase) {
        swapcontext(&threads[running].context, &scheduler);
    }
}

inline void run_block(dim3 block) {
    const unsigned count = block.x * block.y * block.z;
    threads = std::vector<Thread>(count);
    barriers.assign(1 + (count + 31) / 32, Barrier());
    exchange.assign(count, 0);
    for (unsigned i = 0; i < count; i++) {
        threads[i].index = dim3(i % block.x, i / block.x % block.y, i / block.x / block.y);
        getcontext(&threads[i].context);
        threads[i].context.uc_stack.ss_sp = threads[i].stack.get();
        threads[i].context.uc_stack.ss_size = 1 << 17;
        threads[i].context.uc_link = &scheduler;
        makecontext(&threads[i].context, [] { body(), threads[running].done = true; }, 0);
    }
    for (bool active = true; active;) {
        active = false;
        for (running = 0; running < count; running++) {
            if (!threads[running].done) {
                threadIdx = threads[running].index;
                swapcontext(&scheduler, &threads[running].context);
                active = true;
            }
        }
    }
}

inline void __syncthreads() { wait_for(barriers[0], threads.size()); }
inline void __syncwarp() {
    wait_for(barriers[1 + running / 32], std::min<size_t>(32, threads.size() - running / 32 * 32));
}

// Each thread of the warp gives a value and sees those of all 32.
inline std::vector<uint32_t> of_warp(uint32_t value) {
    exchange[running] = value;
    __syncwarp();
    std::vector<uint32_t> values(32);
    for (unsigned lane = 0; lane < 32 && running / 32 * 32 + lane < threads.size(); lane++) {
        values[lane] = exchange[running / 32 * 32 + lane];
    }
    __syncwarp();
    return values;
}
template <class T> T shuffle(T value, unsigned from) {
    return T(of_warp(uint32_t(value))[from < 32 ? from : running % 32]);
}
template <class T> T __shfl_sync(unsigned, T value, unsigned lane) { return shuffle(value, lane % 32); }
template <class T> T __shfl_up_sync(unsigned, T value, unsigned delta) { return shuffle(value, running % 32 - delta); }
template <class T> T __shfl_down_sync(unsigned, T value, unsigned delta) {
    return shuffle(value, running % 32 + delta);
}
template <class T> T __shfl_xor_sync(unsigned, T value, unsigned mask) { return shuffle(value, running % 32 ^ mask); }
inline uint32_t __ballot_sync(unsigned, bool vote) {
    const std::vector<uint32_t> votes = of_warp(vote);
    uint32_t ballot = 0;
    for (unsigned lane = 0; lane < 32; lane++) {
        ballot |= votes[lane] << lane;
    }
    return ballot;
}

template <class T> T min(T a, T b) { return b < a ? b : a; }
template <class T> T max(T a, T b) { return a < b ? b : a; }
template <class T> T atomicMin(T *word, T value) {
    const T old = *word;
    *word = min(old, value);
    return old;
}
template <class T> T atomicAdd(T *word, T value) {
    const T old = *word;
    *word += value;
    return old;
}
inline uint32_t atomicInc(uint32_t *word, uint32_t limit) {
    const uint32_t old = *word;
    *word = old >= limit ? 0 : old + 1;
    return old;
}
inline void __threadfence() {}
inline int __popc(uint32_t word) { return __builtin_popcount(word); }
inline uint32_t __funnelshift_r(uint32_t low, uint32_t high, unsigned amount) {
    return (uint64_t(high) << 32 | low) >> (amount & 31);
}
inline uint32_t __funnelshift_l(uint32_t low, uint32_t high, unsigned amount) {
    return (uint64_t(high) << 32 | low) << (amount & 31) >> 32;
}
inline uint32_t __byte_perm(uint32_t a, uint32_t b, uint32_t selectors) {
    uint32_t result = 0;
    for (int byte = 0; byte < 4; byte++) {
        result |= uint32_t((uint64_t(b) << 32 | a) >> (selectors >> 4 * byte & 7) * 8 & 255) << 8 * byte;
    }
    return result;
}
inline int __dp4a(int a, int b, int c) {
    for (int byte = 0; byte < 4; byte++) {
        c += int8_t(a >> 8 * byte) * int8_t(b >> 8 * byte);
    }
    return c;
}
inline int __dp2a_lo(int a, int b, int c) { return c + int16_t(a) * int8_t(b) + int16_t(a >> 16) * int8_t(b >> 8); }
inline int __dp2a_hi(int a, int b, int c) { return __dp2a_lo(a, b >> 16, c); }
inline float __fmul_rn(float a, float b) { return a * b; }
inline float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
inline float __fdiv_rn(float a, float b) { return a / b; }
template <class To, class From> To bits_of(From value) {
    static_assert(sizeof(To) == sizeof(From), "same size");
    To result;
    memcpy(&result, &value, sizeof result);
    return result;
}
inline int __float_as_int(float value) { return bits_of<int>(value); }
inline float __int_as_float(int bits) { return bits_of<float>(bits); }

// Numbers for inputs: xorshift (G. Marsaglia, Journal of Statistical Software 8 (2003), 14), the same in every run.
inline uint32_t random_word() {
    static uint32_t state = 2463534242;
    state ^= state << 13, state ^= state >> 17, state ^= state << 5;
    return state;
}

// What the kernel is started with, for its command and its row in kernels.csv.
struct LaunchRecord {
    std::string name, grid, block;
    std::vector<std::string> arguments, outputs;
};
static LaunchRecord record;

// Memory of the GPU.
template <class T> struct Buffer {
    const char *name;
    std::vector<T> elements;
    std::string parameter;
    Buffer(const char *name, size_t count) : name(name), elements(count) {}
    T &operator[](size_t i) { return elements[i]; }
    template <class Pointee> operator Pointee *() { return reinterpret_cast<Pointee *>(elements.data()); }

    // 32-bit words in the format of Verilog's $readmemh, eight words a line.
    void write(const std::string &path) const {
        std::vector<uint32_t> words((elements.size() * sizeof(T) + 3) / 4);
        memcpy(words.data(), elements.data(), elements.size() * sizeof(T));
        FILE *file = fopen(path.c_str(), "w");
        for (size_t i = 0; i < words.size(); i++) {
            fprintf(file, "%08x%c", words[i], i % 8 == 7 || i + 1 == words.size() ? '\n' : ' ');
        }
        fclose(file);
    }
};

// The value of an argument: a buffer's file or, if it is all zeros, its size in bytes; or a number.
template <class T> std::string describe(Buffer<T> &buffer, const std::string &parameter) {
    buffer.parameter = parameter;
    const std::vector<char> zeros(buffer.elements.size() * sizeof(T));
    if (memcmp(zeros.data(), buffer.elements.data(), zeros.size()) == 0) {
        return "[" + std::to_string(zeros.size()) + "]";
    }
    const std::string path = record.name + "/" + buffer.name + ".hex";
    buffer.write(path);
    return "@" + path;
}
template <class T> std::string describe(T &number, const std::string &) {
    std::ostringstream text;
    text << std::setprecision(9) << number;
    return text.str();
}

// Runs the kernel on all blocks. The buffers must have their input values.
template <class... Parameters, class... Arguments>
void launch(const char *name, void (*kernel)(Parameters...), dim3 grid, dim3 block, Arguments &&...arguments) {
    record.name = name, record.grid = grid.text(), record.block = block.text();
    mkdir(name, 0777);
    auto add = [&](auto &argument) {
        const std::string parameter = record.name + "_param_" + std::to_string(record.arguments.size());
        record.arguments.push_back(parameter + "=" + describe(argument, parameter));
    };
    (add(arguments), ...);
    body = [&] { kernel(static_cast<Parameters>(arguments)...); };
    gridDim = grid, blockDim = block;
    for (unsigned i = 0; i < grid.x * grid.y * grid.z; i++) {
        blockIdx = dim3(i % grid.x, i / grid.x % grid.y, i / grid.x / grid.y);
        run_block(block);
    }
}

inline void require(bool fact, const std::string &what) {
    if (!fact) {
        fprintf(stderr, "%s: %s\n", record.name.c_str(), what.c_str());
        exit(1);
    }
}

// Compares the kernel's results with those of a plain function of the index, and writes them as the expected output.
template <class T, class Plain> void expect(Buffer<T> &results, Plain plain) {
    for (size_t i = 0; i < results.elements.size(); i++) {
        const T wanted = plain(i);
        require(memcmp(&results[i], &wanted, sizeof(T)) == 0,
                std::string(results.name) + "[" + std::to_string(i) + "] differs from the plain function");
    }
    const std::string path = record.name + "/" + results.name + ".expected.hex";
    results.write(path);
    record.outputs.push_back(results.parameter + "=" + path);
}

inline std::string joined(const std::vector<std::string> &parts, const char *before, const char *between) {
    std::string text;
    for (const std::string &part : parts) {
        text += (text.empty() ? before : std::string(between) + before) + part;
    }
    return text;
}

// Replaces the command between "/* Run:" and "*/" in the kernel's source.
inline void write_command() {
    auto commas = [](std::string text) {
        std::replace(text.begin(), text.end(), ' ', ',');
        return text;
    };
    std::string command = "lanesmith run " + record.name + ".ptx --entry " + record.name + " --grid " +
                          commas(record.grid) + " --block " + commas(record.block);
    command += joined(record.arguments, " \\\n    --arg ", "");
    for (const std::string &output : record.outputs) { // the dump best.hex is compared with best.expected.hex
        const size_t name = output.rfind('/') + 1;
        command += " \\\n    --dump " + output.substr(0, output.find('=')) + "=" +
                   output.substr(name, output.rfind(".expected") - name) + ".hex";
    }
    std::ifstream source(record.name + ".cu");
    std::string text, line;
    for (bool inside = false; std::getline(source, line);) {
        inside = inside && line.find("*/") == std::string::npos;
        text += inside ? "" : line + "\n";
        if (line == "/* Run:") {
            text += command + "\n";
            inside = true;
        }
    }
    std::ofstream(record.name + ".cu") << text;
}

// Fills buffers, launches the kernel and states what is expected.
void reference();

int main() {
    reference();
    write_command();
    printf("%s,%s,%s,%s,%s\n", record.name.c_str(), record.grid.c_str(), record.block.c_str(),
           joined(record.arguments, "", " ").c_str(), joined(record.outputs, "", " ").c_str());
}
