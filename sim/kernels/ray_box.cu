// Ray tracing: the box that each ray hits first, and the distance. Distances that are not negative are ordered as the
// integers with the same bits, so video instructions with three inputs compute entry and exit.
// Source: slabs of T. L. Kay and J. T. Kajiya, SIGGRAPH 1986, 269-278; minimum and maximum of three inputs by T. Aila
// and S. Laine, "Understanding the Efficiency of Ray Traversal on GPUs", High-Performance Graphics 2009, 145-149.
/* Run:
lanesmith run ray_box.ptx --entry ray_box --grid 4,1,1 --block 32,1,1 \
    --arg ray_box_param_0=@ray_box/rays.hex \
    --arg ray_box_param_1=120 \
    --arg ray_box_param_2=@ray_box/boxes.hex \
    --arg ray_box_param_3=20 \
    --arg ray_box_param_4=1000 \
    --arg ray_box_param_5=zeros:960 \
    --dump ray_box_param_5=hits.hex
*/
#include "video.h"

struct Axis {
    float minimum, maximum;
};
struct Box {
    Axis axes[3];
};
struct Ray {
    float origin[3], direction[3];
};

// Minimum of a and b, but at least c: for distances c >= 0. If both a and b are negative, so is their minimum as
// integers, whatever its value.
static __device__ float later_entry(float a, float b, float c) {
    return __int_as_float(
        int(video("vmin.s32.s32.s32.max %0, %1, %2, %3", __float_as_int(a), __float_as_int(b), __float_as_int(c))));
}
// Maximum of a and b, but at most c.
static __device__ float earlier_exit(float a, float b, float c) {
    return __int_as_float(
        int(video("vmax.s32.s32.s32.min %0, %1, %2, %3", __float_as_int(a), __float_as_int(b), __float_as_int(c))));
}

// `hits` is the number of the box (or all ones) and the bits of the distance. `horizon` is the largest distance.
extern "C" __global__ void ray_box(const Ray *rays, int ray_count, const Box *boxes, int box_count, float horizon,
                                   uint2 *hits) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    if (thread >= ray_count) {
        return;
    }
    float inverse[3], offset[3];
    for (int axis = 0; axis < 3; axis++) {
        inverse[axis] = __fdiv_rn(1.0f, rays[thread].direction[axis]);
        offset[axis] = __fmul_rn(-rays[thread].origin[axis], inverse[axis]);
    }
    uint32_t hit = 0xffffffff;
    float distance = horizon;
    for (int box = 0; box < box_count; box++) {
        float entry = 0, exit = distance;
        for (int axis = 0; axis < 3; axis++) {
            const float first = __fmaf_rn(boxes[box].axes[axis].minimum, inverse[axis], offset[axis]);
            const float second = __fmaf_rn(boxes[box].axes[axis].maximum, inverse[axis], offset[axis]);
            entry = later_entry(first, second, entry);
            exit = earlier_exit(first, second, exit);
        }
        if (entry < exit) {
            hit = box;
            distance = entry;
        }
    }
    hits[thread] = make_uint2(hit, uint32_t(__float_as_int(distance)));
}

#ifndef __CUDACC__
void reference() {
    constexpr int RAYS = 120, BOXES = 20;
    const float horizon = 1000;
    Buffer<Ray> rays("rays", RAYS);
    Buffer<Box> boxes("boxes", BOXES);
    Buffer<uint2> hits("hits", RAYS);
    auto coordinate = [] { return int(random_word() % 20001 - 10000) / 100.0f; }; // -100 to 100
    for (Box &box : boxes.elements) {
        for (Axis &axis : box.axes) {
            axis.minimum = coordinate();
            axis.maximum = axis.minimum + 5 + random_word() % 30;
        }
    }
    for (int i = 0; i < RAYS; i++) { // towards a point in a box, or anywhere
        for (int axis = 0; axis < 3; axis++) {
            rays[i].origin[axis] = coordinate();
            const float target = i % 4 ? boxes[i % BOXES].axes[axis].minimum + 2.5f : coordinate();
            const float direction = (target - rays[i].origin[axis]) / 128;
            rays[i].direction[axis] = direction == 0 ? 0.001f : direction;
        }
    }
    launch("ray_box", ray_box, 4, 32, rays, RAYS, boxes, BOXES, horizon, hits);
    expect(hits, [&](int i) {
        uint32_t hit = 0xffffffff;
        float distance = horizon;
        for (int box = 0; box < BOXES; box++) {
            float entry = 0, exit = distance;
            for (int axis = 0; axis < 3; axis++) {
                const float inverse = 1 / rays[i].direction[axis], offset = -rays[i].origin[axis] * inverse;
                const float first = fmaf(boxes[box].axes[axis].minimum, inverse, offset),
                            second = fmaf(boxes[box].axes[axis].maximum, inverse, offset);
                entry = fmaxf(entry, fminf(first, second));
                exit = fminf(exit, fmaxf(first, second));
            }
            if (entry < exit) {
                hit = box, distance = entry;
            }
        }
        return make_uint2(hit, bits_of<uint32_t>(distance));
    });
}
#endif
