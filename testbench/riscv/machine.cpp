// Clocks a machine until it ends, traps, or takes too long.
#include "Vmachine.h"
#include "verilated.h"
#include <cstdio>

int main(int argc, char **argv)
{
    VerilatedContext context;
    context.commandArgs(argc, argv);
    Vmachine machine{&context};
    for (long cycle = 0; cycle < 10000000; cycle++) {
        machine.resetn = cycle >= 10;
        machine.clk = 0;
        machine.eval();
        machine.clk = 1;
        machine.eval();
        if (context.gotFinish())
            return 0;
        if (machine.resetn && machine.trap) {
            std::fprintf(stderr, "the core trapped in cycle %ld\n", cycle);
            return 1;
        }
    }
    std::fprintf(stderr, "the program does not end\n");
    return 1;
}
