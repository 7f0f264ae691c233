// SPDX-License-Identifier: MIT
//
// Which products there are, and their names.
#include <algorithm>

#include "tc_product.h"
#include "tc_types.h"

namespace wgv
{
namespace
{

// A in tensor memory is written for whole bytes alone: no source says where fp4 and fp6 lie in theirs.
bool a_placed(const wgd_umma_op &op)
{
    return !op.a_tmem || tc_bits(op.a) >= 8;
}

// Adds a product when the instruction and both tiles are legal.
void add(std::vector<tc_product> &out, tc_product p)
{
    wgd_tile t;
    if (wgd_umma_op_complete(&p.op, nullptr) == WGD_OK && a_placed(p.op) &&
        (p.op.a_tmem || tc_tile(p, WGD_OPERAND_A, 1024, &t) == WGD_OK) &&
        tc_tile(p, WGD_OPERAND_B, 1024, &t) == WGD_OK) {
        out.push_back(p);
    }
}

struct side {
    wgd_major major;
    wgd_swizzle_mode swizzle;
};
constexpr side PLAIN_SIDE = {WGD_MAJOR_K, WGD_SWZ_128B};

tc_product with_sides(tc_product p, side a, side b)
{
    p.op.a_major = a.major;
    p.op.b_major = b.major;
    p.swizzle[0] = a.swizzle;
    p.swizzle[1] = b.swizzle;
    return p;
}

std::vector<side> all_sides()
{
    std::vector<side> out;
    for (const wgd_major m : {WGD_MAJOR_K, WGD_MAJOR_MN}) {
        for (int s = 0; s < WGD_SWIZZLE_MODE_COUNT; s++) {
            out.push_back({m, (wgd_swizzle_mode)s});
        }
    }
    return out;
}

// One operand in every layout, the other in the plain one; and both alike.
void add_layouts(std::vector<tc_product> &out, const tc_product &p)
{
    for (const side s : all_sides()) {
        add(out, with_sides(p, s, PLAIN_SIDE));
        if (s.major != PLAIN_SIDE.major || s.swizzle != PLAIN_SIDE.swizzle) {
            add(out, with_sides(p, PLAIN_SIDE, s));
            add(out, with_sides(p, s, s));
        }
    }
}

// Every M and N in the plain layout; every layout for the narrowest, a middling and the widest N.
void add_shapes(std::vector<tc_product> &out, tc_product p, bool layouts)
{
    for (const int m : {32, 64, 128, 256}) {
        for (int n = 8; n <= 256; n += 8) {
            p.op.m = m;
            p.op.n = n;
            p.accumulate = n % 16 == 0;
            const bool picked = n == 16 || n == 64 || n == 256;
            if (layouts && picked && !p.op.a_tmem) {
                add_layouts(out, p);
            } else if (layouts || picked) {
                add(out, with_sides(p, PLAIN_SIDE, PLAIN_SIDE));
            }
        }
    }
}

void add_negations(std::vector<tc_product> &out, tc_product p)
{
    p.op.m = 128 * p.op.cta_group;
    p.op.n = 64;
    for (int i = 1; i < 4; i++) {
        p.op.a_neg = (i & 1) != 0;
        p.op.b_neg = (i & 2) != 0;
        add(out, with_sides(p, PLAIN_SIDE, PLAIN_SIDE));
    }
}

// The forms of one choice of types. The layouts are walked for one choice of each kind, and for its
// type where the kind has several that lie differently in shared memory.
void add_forms(std::vector<tc_product> &out, const tc_product &p, bool layouts)
{
    for (int form = 0; form < 6; form++) {
        tc_product x = p;
        x.op.cta_group = form % 2 + 1;
        x.op.a_tmem = form / 2 == 1;
        x.op.ws = form / 2 == 2;
        add_shapes(out, x, layouts && !x.op.ws);
        if (form < 2) {
            add_negations(out, x);
        }
    }
}

bool has(unsigned set, int type)
{
    return (set >> type & 1u) != 0;
}

// Are the layouts walked for these types?
bool typical(const wgd_umma_op &op)
{
    const int wide = op.kind == WGD_UMMA_I8 ? (int)WGD_FRAG_S32 : (int)WGD_FRAG_F32;
    return op.a == op.b && op.d == wide;
}

void add_types(std::vector<tc_product> &out, const tc_product &p)
{
    const wgd_umma_kind k = p.op.kind;
    for (int a = 0; a < WGD_FRAG_TYPE_COUNT; a++) {
        for (int b = 0; b < WGD_FRAG_TYPE_COUNT; b++) {
            for (int d = 0; d < WGD_FRAG_TYPE_COUNT; d++) {
                if (has(wgd_umma_inputs(k), a) && has(wgd_umma_inputs(k), b) &&
                    has(wgd_umma_accs(k), d)) {
                    tc_product x = p;
                    x.op.a = a;
                    x.op.b = b;
                    x.op.d = d;
                    add_forms(out, x, typical(x.op));
                }
            }
        }
    }
}

std::string side_name(const tc_product &p, wgd_operand o)
{
    if (o == WGD_OPERAND_A && p.op.a_tmem) {
        return "tmem";
    }
    return std::string(wgd_major_name(o == WGD_OPERAND_A ? p.op.a_major : p.op.b_major)) + "." +
           wgd_swizzle_name(p.swizzle[o]);
}

std::string type_name(int type)
{
    return wgd_frag_type_name((wgd_frag_type)type);
}

} // namespace

int tc_rows(const tc_product &p, wgd_operand o)
{
    return (o == WGD_OPERAND_A ? p.op.m : p.op.n) / p.op.cta_group;
}

int tc_steps(const tc_product &p)
{
    int steps = 2;
    for (const wgd_operand o : {WGD_OPERAND_A, WGD_OPERAND_B}) {
        const wgd_major major = o == WGD_OPERAND_A ? p.op.a_major : p.op.b_major;
        if (major == WGD_MAJOR_K && !(o == WGD_OPERAND_A && p.op.a_tmem)) {
            steps = std::max(steps, wgd_swizzle_row_bytes(p.swizzle[o]) / 32);
        }
    }
    return wgd_umma_kind_scaled(p.op.kind) ? 4 : steps; // 4: two blocks of factors, or one
}

wgd_status tc_tile(const tc_product &p, wgd_operand o, uint32_t start, wgd_tile *out)
{
    const bool a = o == WGD_OPERAND_A;
    wgd_tile_query q = wgd_tile_query_default();
    q.arch = WGD_SM100;
    q.dtype = tc_dtype(p.op.kind, a ? p.op.a : p.op.b);
    q.operand = o;
    q.major = a ? p.op.a_major : p.op.b_major;
    q.swizzle = p.swizzle[o];
    q.mn = tc_rows(p, o);
    q.k = (int64_t)p.op.k * tc_steps(p);
    q.n = 0;
    q.block[0] = q.mn;
    q.block[1] = p.op.k;
    q.start = start;
    return wgd_tile_describe(&q, out, nullptr);
}

std::string tc_product_name(const tc_product &p)
{
    static const char *const controls[] = {"", "start", "lbo", "sbo", "swizzle"};
    const wgd_umma_op &op = p.op;
    std::string s = p.control == tc_mutation::none ? "" : "control/";
    s += std::string("tcgen05/product/") + wgd_umma_kind_name(op.kind) + (op.ws ? ".ws/" : "/") +
         type_name(op.d) + "." + type_name(op.a) + "." + type_name(op.b);
    if (wgd_umma_kind_scaled(op.kind)) {
        s += "." + type_name(op.sf) + ".vec" + std::to_string(op.vec);
    }
    s += "/cta" + std::to_string(op.cta_group) + "/m" + std::to_string(op.m) + "n" +
         std::to_string(op.n) + "/a=" + side_name(p, WGD_OPERAND_A) +
         "/b=" + side_name(p, WGD_OPERAND_B);
    s += op.a_neg ? "/-a" : "";
    s += op.b_neg ? "/-b" : "";
    if (p.control != tc_mutation::none) {
        s += std::string("/") + wgd_operand_name(p.mutated) + "." + controls[(int)p.control];
    }
    return s;
}

std::vector<tc_product> all_tc_products()
{
    std::vector<tc_product> out;
    for (int k = 0; k < WGD_UMMA_KIND_COUNT; k++) {
        tc_product p = {};
        p.op = wgd_umma_op_of((wgd_umma_kind)k);
        p.op.arch = WGD_SM100;
        if (!wgd_umma_kind_scaled(p.op.kind)) {
            add_types(out, p);
            continue;
        }
        for (const int sf : {(int)WGD_FRAG_UE8M0, (int)WGD_FRAG_UE4M3}) {
            for (const int vec : {16, 32}) {
                p.op.sf = sf;
                p.op.vec = vec;
                add_types(out, p);
            }
        }
    }
    return out;
}

} // namespace wgv
