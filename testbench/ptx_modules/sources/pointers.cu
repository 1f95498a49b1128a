// Function pointers, also in a table, and virtual functions.
__device__ int add(int a, int b) { return a + b; }
__device__ int mul(int a, int b) { return a * b; }
__device__ int sub(int a, int b) { return a - b; }
typedef int (*Operation)(int, int);
__device__ Operation operations[3] = {add, mul, sub};
struct Shape {
    float scale;
    __device__ virtual float area() const = 0;
    __device__ virtual int corners() const { return 0; }
};
struct Square : Shape {
    float side;
    __device__ float area() const override { return side * side * scale; }
    __device__ int corners() const override { return 4; }
};
struct Disc : Shape {
    float radius;
    __device__ float area() const override { return 3.14159f * radius * radius; }
};
extern "C" __global__ void pointers(int *x, Operation *given, float *f) {
    int i = threadIdx.x;
    x[i] = operations[x[i] % 3](x[i], x[i + 1]) + given[0](i, 2);
    Square s;
    s.side = f[i];
    s.scale = 2;
    Disc d;
    d.radius = f[i + 1];
    Shape *both[2] = {&s, &d};
    f[i] = both[x[i] & 1]->area() + both[i & 1]->corners();
}
