// Managed variables, launch bounds, aligned structures.
__device__ __managed__ int shared_with_host = 5;
__managed__ double block[8];
struct __align__(16) Node {
    Node *next;
    int value;
};
__device__ Node nodes[4];
extern "C" __global__ void __launch_bounds__(128, 2) managed(Node *head) {
    int s = 0;
    for (Node *n = head; n; n = n->next)
        s += n->value;
    shared_with_host += s;
    block[threadIdx.x & 7] = s;
    nodes[s & 3].value = 1;
    nodes[1].next = nodes + 2;
}
