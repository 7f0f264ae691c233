// SPDX-License-Identifier: MIT
#include "common/device.h"
#include "mma_check.h"
#include "mma_job.h"
#include "mma_ops.h"

namespace wgv
{

frags frags_of(int which)
{
    wgd_frag_op ops[WGV_MMA_OPS_MAX];
    wgv_mma_ops(ops);
    frags s;
    s.op = ops[which];
    for (int i = 0; i < 4; i++) {
        wgd_frag_make(&s.op, static_cast<wgd_frag_operand>(WGD_FRAG_OPERAND_A + i), &s.f[i],
                      nullptr);
    }
    return s;
}

verdict run_products(const frags &s, int which, const std::vector<mma_problem> &problems,
                     int operand, mma_damage damage)
{
    mma_job job = {};
    std::vector<uint32_t> packed[4];
    const auto how = [&](int i) { return i == operand ? damage : mma_damage::none; };
    for (int i = 0; i < 4; i++) {
        job.words[i] = words_of(s.f[i]);
        job.lane_words[i] = lane_words(s.f[i]);
        packed[i].resize(job.words[i] * problems.size());
    }
    for (size_t p = 0; p < problems.size(); p++) {
        const std::vector<int> *from[3] = {&problems[p].a, &problems[p].b, &problems[p].c};
        for (int i = 0; i < 3; i++) {
            pack(s.f[i], *from[i], how(i), packed[i].data() + p * job.words[i]);
        }
    }
    const device_array<uint32_t> a(packed[0]), b(packed[1]), c(packed[2]);
    device_array<uint32_t> d(packed[3].size());
    d.fill_bytes(0xa5);
    job.which = which;
    job.problems = static_cast<uint32_t>(problems.size());
    job.a = a.get();
    job.b = b.get();
    job.c = c.get();
    job.d = d.get();
    void *args[] = {&job};
    launch(mma_kernel_at(), job.problems, 32, 0, args);
    wait_for_device();
    const std::vector<uint32_t> got = d.read();
    verdict v;
    for (size_t p = 0; p < problems.size(); p++) {
        compare(s.f[3], problems[p], how(3), got.data() + p * job.words[3], v);
    }
    return v;
}

} // namespace wgv
