// Clocks a machine until it ends the run, or for as many cycles as the plus-argument limit=N says. With the plus-argument waves=FILE a
// machine that was built for it writes waves.
#include "Vmachine.h"
#include "verilated.h"
#ifdef WAVES
#include "verilated_vcd_c.h"
#endif
#include <cstdio>
#include <cstdlib>
#include <string>

static const long RESET = 10;

int main(int argc, char **argv)
{
    VerilatedContext context;
    context.commandArgs(argc, argv);
    auto argument = [&](const char *name) {
        const std::string text = context.commandArgsPlusMatch(name);
        return text.empty() ? text : text.substr(text.find('=') + 1);
    };
    const long limit = std::atol(argument("limit=").c_str());
    Vmachine machine{&context};
#ifdef WAVES
    context.traceEverOn(true);
    VerilatedVcdC waves;
    machine.trace(&waves, 99);
    waves.open(argument("waves=").c_str());
#endif
    for (long cycle = 0; !context.gotFinish(); cycle++) {
        if (cycle == RESET + limit) {
            std::printf("limit\n");
            break;
        }
        machine.resetn = cycle >= RESET;
        for (int clk = 0; clk < 2; clk++) {
            machine.clk = clk;
            machine.eval();
#ifdef WAVES
            waves.dump(context.time());
#endif
            context.timeInc(1);
        }
    }
    machine.final();
#ifdef WAVES
    waves.close();
#endif
    return 0;
}
