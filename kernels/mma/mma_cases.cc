// SPDX-License-Identifier: MIT
//
// The cases of wgdesc-verify that prove register fragments.
#include "mma_check.h"
#include "mma_ops.h"
#include "verify/plain_cases.h"

namespace wgv
{
namespace
{

enum class mma_kind {
    index,   // every element of A, B and C coded by its index, the other operand the identity
    random,  // exact random products
    printed, // products that were printed by others
    matrix,  // ldmatrix, stmatrix: every 16-bit unit coded by its index
    control  // a damaged fragment must be noticed
};

struct mma_case {
    mma_kind kind;
    int which;   // of wgv_mma_ops, or of the fragment table's ldmatrix and stmatrix rows
    int operand; // that a control damages: 0 a, 1 b, 2 c, 3 d; -1 for ldmatrix and stmatrix
    mma_damage damage;
};

// The rows of the fragment table that are ldmatrix and stmatrix, in order.
std::vector<wgd_frag_op> matrix_ops()
{
    std::vector<wgd_frag_op> ops;
    for (int i = 0; i < wgd_frag_op_count(); i++) {
        const wgd_frag_op op = wgd_frag_op_at(i);
        if (op.family == WGD_FRAG_LDMATRIX || op.family == WGD_FRAG_STMATRIX) {
            ops.push_back(op);
        }
    }
    return ops;
}

std::string op_name(const wgd_frag_op &op)
{
    char name[64];
    wgd_text t = wgd_text_into(name, sizeof name);
    if (op.family == WGD_FRAG_MMA) {
        wgd_put_str(&t, "mma/");
        wgv_put_mma(&t, &op);
    } else {
        wgd_put_frag_op(&t, &op);
    }
    wgd_text_end(&t);
    return name;
}

wgd_frag_op op_of(const mma_case &c)
{
    return c.operand < 0 ? matrix_ops()[static_cast<size_t>(c.which)] : frags_of(c.which).op;
}

const char *const damage_names[] = {"none", "lanes", "registers", "halves"};
const mma_damage damages[] = {mma_damage::lanes, mma_damage::registers, mma_damage::halves};

std::string family_of(const mma_case &c)
{
    const std::string op = op_name(op_of(c));
    if (c.kind == mma_kind::control) {
        return "control/" + op.substr(0, op.find_first_of("/."));
    }
    return op;
}

std::string mma_name(const mma_case &c)
{
    static const char *const kinds[] = {"/index", "/random", "/printed", "/index", ""};
    const std::string op = op_name(op_of(c));
    if (c.kind != mma_kind::control) {
        return op + kinds[static_cast<int>(c.kind)];
    }
    const std::string operand = c.operand < 0 ? "" : std::string("/") + "abcd"[c.operand];
    return "control/" + op + operand + "/" + damage_names[static_cast<int>(c.damage)];
}

std::vector<mma_case> mma_cases()
{
    std::vector<mma_case> out;
    wgd_frag_op ops[WGV_MMA_OPS_MAX];
    const int n = wgv_mma_ops(ops);
    for (int i = 0; i < n; i++) {
        out.push_back({mma_kind::index, i, 0, mma_damage::none});
        out.push_back({mma_kind::random, i, 0, mma_damage::none});
        if (ops[i].a == WGD_FRAG_F16) {
            out.push_back({mma_kind::printed, i, 0, mma_damage::none});
        }
    }
    const int matrices = static_cast<int>(matrix_ops().size());
    for (int i = 0; i < matrices; i++) {
        out.push_back({mma_kind::matrix, i, -1, mma_damage::none});
    }
    for (int i = 0; i < n; i++) {
        const frags s = frags_of(i);
        for (int operand = 0; operand < 4; operand++) {
            for (const mma_damage how : damages) {
                if (can_damage(s.f[operand], how)) {
                    out.push_back({mma_kind::control, i, operand, how});
                }
            }
        }
    }
    for (int i = 0; i < matrices; i++) {
        for (const mma_damage how : damages) {
            if (how != mma_damage::registers || matrix_ops()[static_cast<size_t>(i)].x > 1) {
                out.push_back({mma_kind::control, i, -1, how});
            }
        }
    }
    return out;
}

check_outcome run_mma(const mma_case &c, uint64_t seed)
{
    constexpr int RANDOM = 64, CONTROL = 8;
    verdict v;
    if (c.operand < 0) {
        v = run_matrices(op_of(c), seed, c.damage);
    } else {
        const frags s = frags_of(c.which);
        const std::vector<mma_problem> problems =
            c.kind == mma_kind::index ? coded_problems(s.op)
            : c.kind == mma_kind::printed
                ? printed_problems(s.op)
                : random_problems(s.op, seed + static_cast<uint64_t>(c.which),
                                  c.kind == mma_kind::random ? RANDOM : CONTROL);
        v = run_products(s, c.which, problems, c.operand, c.damage);
    }
    check_outcome out;
    out.checked = v.checked;
    out.passed = (v.wrong != 0) == (c.kind == mma_kind::control) && v.checked != 0;
    out.why = c.kind == mma_kind::control ? "the damaged fragment was not noticed"
                                          : std::to_string(v.wrong) + " of " +
                                                std::to_string(v.checked) + " wrong; " + v.first;
    return out;
}

} // namespace

std::vector<plain_case> all_fragment_cases()
{
    std::vector<plain_case> out;
    for (const mma_case &c : mma_cases()) {
        out.push_back({family_of(c), mma_name(c), [c](uint64_t seed) { return run_mma(c, seed); }});
    }
    return out;
}

} // namespace wgv
