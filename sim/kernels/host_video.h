// The video and packed instructions by the definitions of the PTX manual (sections "Scalar Video Instructions", "SIMD
// Video Instructions", and "Integer Arithmetic Instructions" for packed types): the exact result of a lane, its
// saturation, and its accumulation or merge.
#pragma once
#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <vector>

// An instruction's text, such as "vadd4.u32.u32.u32.sat %0.b210, %1, %2, %3".
struct VideoInstruction {
    std::string operation; // without its first letter and without the number of lanes
    std::vector<std::string> modifiers;
    int lanes = 1;               // 1: a scalar instruction
    std::vector<bool> is_signed; // types of d, a and b; no d of vset
    std::string selector[4];     // of d, a, b and c, with "b" or "h"

    bool has(const char *modifier) const {
        return std::find(modifiers.begin(), modifiers.end(), modifier) != modifiers.end();
    }

    explicit VideoInstruction(const std::string &text) {
        std::istringstream words(text.substr(0, text.find(' ')));
        std::getline(words, operation, '.');
        for (std::string modifier; std::getline(words, modifier, '.');) {
            if (modifier == "u32" || modifier == "s32") {
                is_signed.push_back(modifier[0] == 's');
            } else if (modifier == "s8x4" || modifier == "u8x4" || modifier == "s16x2" || modifier == "u16x2") {
                is_signed.assign(3, modifier[0] == 's');
                lanes = modifier.back() - '0';
                operation = "v" + operation;
            } else {
                modifiers.push_back(modifier);
            }
        }
        operation.erase(0, 1);
        if (operation.back() == '4' || operation.back() == '2') {
            lanes = operation.back() - '0';
            operation.pop_back();
        }
        if (operation == "set") {
            is_signed.insert(is_signed.begin(), false);
        }
        for (size_t operand = 0, at = text.find('%'); at != std::string::npos; at = text.find('%', at + 1), operand++) {
            if (text[at + 2] == '.') {
                selector[operand] = text.substr(at + 3, text.find_first_of(",;", at) - at - 3);
            }
        }
    }

    // The number whose lowest bit is bit `position` of the word.
    static int64_t element(uint32_t word, int position, int bits, bool is_signed) {
        const int64_t part = word >> position & ((int64_t(1) << bits) - 1);
        return is_signed && part >> (bits - 1) ? part - (int64_t(1) << bits) : part;
    }

    static uint32_t insert(uint32_t word, int position, int bits, int64_t value) {
        const uint32_t mask = uint32_t((int64_t(1) << bits) - 1) << position;
        return (word & ~mask) | (uint32_t(value) << position & mask);
    }

    // The exact result of a lane.
    int64_t primary(int64_t a, int64_t b) const {
        if (operation == "add") return a + b;
        if (operation == "sub") return a - b;
        if (operation == "avrg") return (a + b + (a + b >= 0)) >> 1;
        if (operation == "absdiff") return a > b ? a - b : b - a;
        if (operation == "min") return std::min(a, b);
        if (operation == "max") return std::max(a, b);
        if (operation == "set") {
            return has("eq")   ? a == b
                   : has("ne") ? a != b
                   : has("lt") ? a < b
                   : has("le") ? a <= b
                   : has("gt") ? a > b
                               : a >= b;
        }
        const int64_t amount = has("wrap") ? b & 31 : std::min<int64_t>(b, 32);
        if (operation == "shr") return a >> amount;
        if (operation == "shl") return int64_t(uint64_t(a) << amount << 30) >> 30; // the manual's 34 bits
        abort();
    }

    int64_t saturated(__int128 value, int bits, bool is_signed) const {
        if (has("relu")) return int64_t(std::max<__int128>(value, 0));
        if (!has("sat")) return int64_t(value);
        const __int128 low = is_signed ? -(int64_t(1) << (bits - 1)) : 0;
        return int64_t(std::min(std::max(value, low), low + (int64_t(1) << bits) - 1));
    }

    uint32_t simd(uint32_t a, uint32_t b, uint32_t c) const {
        const int bits = 32 / lanes;
        uint32_t result = c;
        for (int lane = 0; lane < lanes; lane++) {
            if (!selector[0].empty() && selector[0].find(char('0' + lane)) == std::string::npos) {
                continue;
            }
            int64_t values[2];
            for (int operand = 0; operand < 2; operand++) {
                const std::string &digits = selector[operand + 1]; // the leftmost is that of the highest lane
                const int index = digits.empty() ? lane + lanes * operand : digits[lanes - lane] - '0';
                values[operand] = element(index < lanes ? a : b, index % lanes * bits, bits, is_signed[operand + 1]);
            }
            const int64_t value = saturated(primary(values[0], values[1]), bits, is_signed[0]);
            result = has("add") ? result + uint32_t(value) : insert(result, lane * bits, bits, value);
        }
        return result;
    }

    // dp4a: adds the products of the four pairs of bytes.
    uint32_t dot(uint32_t a, uint32_t b, uint32_t c) const {
        for (int lane = 0; lane < 4; lane++) {
            c += uint32_t(element(a, 8 * lane, 8, is_signed[0]) * element(b, 8 * lane, 8, is_signed[1]));
        }
        return c;
    }

    static int bits_of(const std::string &part) { return part.empty() ? 32 : part[0] == 'b' ? 8 : 16; }

    static int64_t part_of(uint32_t word, const std::string &part, bool is_signed) {
        return element(word, part.empty() ? 0 : (part[1] - '0') * bits_of(part), bits_of(part), is_signed);
    }

    uint32_t scalar(uint32_t a, uint32_t b, uint32_t c) const {
        const int64_t x = part_of(a, selector[1], is_signed[1]), y = part_of(b, selector[2], is_signed[2]);
        if (operation == "mad") {
            const bool with_sign = is_signed[1] || is_signed[2];
            const __int128 sum = __int128(x) * y + element(c, 0, 32, with_sign) + has("po");
            return uint32_t(saturated(sum >> (has("shr7") ? 7 : has("shr15") ? 15 : 0), 32, with_sign));
        }
        const int64_t value = saturated(primary(x, y), bits_of(selector[0]), is_signed[0]);
        const int64_t third = element(c, 0, 32, is_signed[0]);
        if (has("add")) return uint32_t(value + third);
        if (has("min")) return uint32_t(std::min(value, third));
        if (has("max")) return uint32_t(std::max(value, third));
        if (selector[0].empty()) return uint32_t(value);
        return insert(c, (selector[0][1] - '0') * bits_of(selector[0]), bits_of(selector[0]), value);
    }
};

inline uint32_t video(const char *text, uint32_t a, uint32_t b, uint32_t c) {
    static std::map<std::string, VideoInstruction> known;
    const VideoInstruction &instruction = known.emplace(text, VideoInstruction(text)).first->second;
    if (instruction.operation == "p4a") return instruction.dot(a, b, c);
    return instruction.lanes > 1 ? instruction.simd(a, b, c) : instruction.scalar(a, b, c);
}
