// The frame of a kernel's host program: runs the kernel, compares its results with those of a plain function, and
// writes the data, the command in the source and the row of kernels.csv.
#pragma once
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <fstream>
#include <iomanip>
#include <sstream>
#include <string>

#include "host_cuda.h"

// Numbers for inputs: xorshift (G. Marsaglia, Journal of Statistical Software 8 (2003), 14), the same in every run.
inline uint32_t random_word() {
    static uint32_t state = 2463534242;
    state ^= state << 13, state ^= state >> 17, state ^= state << 5;
    return state;
}

// What the kernel is started with, for its command and its row in kernels.csv.
struct LaunchRecord {
    std::string name;
    dim3 grid, block;
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
        return "zeros:" + std::to_string(zeros.size());
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

inline std::string describe_size(dim3 size, const char *between) {
    return std::to_string(size.x) + between + std::to_string(size.y) + between + std::to_string(size.z);
}

// Runs the kernel on all blocks. The buffers must have their input values.
template <class... Parameters, class... Arguments>
void launch(const char *name, void (*kernel)(Parameters...), dim3 grid, dim3 block, Arguments &&...arguments) {
    record.name = name, record.grid = grid, record.block = block;
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
    std::string command = "lanesmith run " + record.name + ".ptx --entry " + record.name + " --grid " +
                          describe_size(record.grid, ",") + " --block " + describe_size(record.block, ",");
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
    printf("%s,%s,%s,%s,%s\n", record.name.c_str(), describe_size(record.grid, " ").c_str(),
           describe_size(record.block, " ").c_str(), joined(record.arguments, "", " ").c_str(),
           joined(record.outputs, "", " ").c_str());
}
