// Clocks a machine until it ends, traps, or takes more cycles than the plus-argument limit=N says, 10 million without.
#include "Vmachine.h"
#include "verilated.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>

int main(int argc, char **argv)
{
    VerilatedContext context;
    context.commandArgs(argc, argv);
    long limit = 10000000;
    for (int i = 1; i < argc; i++)
        if (!std::strncmp(argv[i], "+limit=", 7))
            limit = std::atol(argv[i] + 7);
    Vmachine machine{&context};
    for (long cycle = 0; cycle < limit; cycle++) {
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
    std::fprintf(stderr, "the program does not end within %ld cycles\n", limit);
    return 1;
}
