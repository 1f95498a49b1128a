// Cooperative groups: tiles, coalesced threads, blocks.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void groups(int *x) {
    cg::thread_block b = cg::this_thread_block();
    auto t = cg::tiled_partition<8>(b);
    int v = x[b.thread_rank()];
    for (int k = t.size() / 2; k; k /= 2)
        v += t.shfl_down(v, k);
    t.sync();
    if (t.thread_rank() == 0) {
        auto c = cg::coalesced_threads();
        if (c.thread_rank() == 0)
            atomicAdd(x, v + (int)c.size());
    }
    b.sync();
    x[b.thread_rank()] = t.any(v > 3) + t.ballot(v);
}
