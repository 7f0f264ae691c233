/* SPDX-License-Identifier: MIT
 *
 * check: does this word read that layout? The first wrong element, the cause, the repair.
 */
#include "answer/answer.h"
#include "answer/many.h"
#include "request/request.h"
#include "query/place_args.h"
#include "query/tile_args.h"
#include "slice/slice_print.h"

static wgd_status read_of(const wgd_solve_query *q, const wgd_place *p, wgd_read *rd,
                          wgd_diag *diag)
{
    const bool mn_legal = wgd_major_check(q->dtype, WGD_MAJOR_MN, q->arch, NULL) == WGD_OK;
    rd->dtype = q->dtype;
    rd->operand = q->operand;
    rd->sparse = q->sparse;
    /* Without --major: as the layout runs, where the type may. */
    rd->major = q->major == WGD_WANT_ANY ? (mn_legal ? wgd_place_major(p) : WGD_MAJOR_K)
                                         : (wgd_major)q->major;
    rd->arch = q->arch;
    rd->k_bytes = 0;
    if (wgd_arch_tcgen05(q->arch) || q->block[0] != 0) {
        const wgd_block_ask ask = {q->n, p->mn, q->block, "the rows are no block of tcgen05",
                                   "8 to 256 in steps of 8"};
        const wgd_status st = wgd_inst_block(&ask, rd, diag);
        return st == WGD_OK ? wgd_read_check(*rd, diag) : st;
    }
    const int64_t n = q->n != 0 ? q->n : p->mn;
    rd->mn = WGD_INST_M;
    if (q->operand == WGD_OPERAND_B) {
        const wgd_status st = wgd_n_check(q->dtype, n, diag);
        if (st != WGD_OK) {
            return st;
        }
        rd->mn = (int)n;
    }
    return wgd_read_check(*rd, diag);
}

/* ---- text ----------------------------------------------------------------------------------- */

static const struct {
    unsigned bit;
    const char *label;
} field_labels[] = {{WGD_READS_START, "start"},
                    {WGD_READS_LBO, "LBO"},
                    {WGD_READS_SBO, "SBO"},
                    {WGD_READS_BASE_OFFSET, "base offset"},
                    {WGD_READS_LAYOUT_TYPE, "layout type"},
                    {WGD_READS_LBO_MODE, "LBO mode"}};
enum { FIELDS = (int)(sizeof field_labels / sizeof field_labels[0]) };

static int64_t value_of(wgd_desc d, wgd_arch arch, unsigned field)
{
    switch (field) {
    case WGD_READS_START:
        return d.start;
    case WGD_READS_LBO:
        return d.lbo;
    case WGD_READS_SBO:
        return d.sbo;
    case WGD_READS_BASE_OFFSET:
        return d.base_offset;
    case WGD_READS_LBO_MODE:
        return d.lbo_absolute;
    default:
        return wgd_desc_layout_type(d.swizzle, arch);
    }
}

static void put_repair(buf *out, uint64_t word, wgd_arch arch, const wgd_check *c)
{
    const wgd_desc found = wgd_desc_unpack(word, arch);
    for (int i = 0; i < FIELDS; i++) {
        const unsigned bit = field_labels[i].bit;
        if (!(c->fields & bit)) {
            continue;
        }
        buf_str(out, "  ");
        buf_left(out, field_labels[i].label, 12);
        buf_i64(out, value_of(found, arch, bit));
        buf_str(out, " -> ");
        buf_i64(out, value_of(c->repaired, arch, bit));
        if (bit & (WGD_READS_START | WGD_READS_LBO | WGD_READS_SBO)) {
            buf_str(out, "   (");
            buf_i64(out, value_of(c->repaired, arch, bit) * 16);
            buf_str(out, " bytes)");
        }
        buf_char(out, '\n');
    }
}

static void put_cause(buf *out, uint64_t word, wgd_arch arch, const wgd_check *c)
{
    buf_str(out, "cause: ");
    buf_str(out, wgd_cause_text(c->cause));
    if (c->cause == WGD_CAUSE_OTHER_BLOCK) {
        buf_str(out, ": (");
        buf_i64(out, c->other_mn);
        buf_char(out, ',');
        buf_i64(out, c->other_k);
        buf_char(out, ')');
    }
    if (c->cause == WGD_CAUSE_LAYOUT) {
        buf_str(out, ": ");
        buf_str(out, c->refusal.text);
        buf_str(out, "\n  'wgdesc solve' says what would work\n");
        return;
    }
    buf_char(out, '\n');
    put_repair(out, word, arch, c);
    if (c->cause != WGD_CAUSE_MAJOR) {
        buf_str(out, "right would be ");
        buf_word(out, wgd_desc_pack(c->repaired, arch));
        buf_char(out, '\n');
    }
}

/* What is right but for a start that nobody gave: where the tile would have to begin, and the block that
 * is then read. */
typedef struct other_start {
    bool found;
    bool other_block; /* not the one that was asked about */
    int64_t start;
    int mn, k;
} other_start;

static void put_start(buf *out, uint64_t word, wgd_arch arch, const other_start *s)
{
    const int aligned = wgd_swizzle_alignment(wgd_desc_unpack(word, arch).swizzle);
    buf_str(out, "right but for the start: no --start was given\nthe word reads ");
    if (s->other_block) {
        buf_str(out, "block (");
        buf_i64(out, s->mn);
        buf_char(out, ',');
        buf_i64(out, s->k);
        buf_str(out, ") of ");
    }
    buf_str(out, "this layout where it begins at byte ");
    buf_addr(out, (uint64_t)s->start);
    buf_str(out, "\n  it matches with --start ");
    buf_addr(out, (uint64_t)s->start);
    if (s->other_block) {
        buf_str(out, " --block ");
        buf_i64(out, s->mn);
        buf_char(out, ',');
        buf_i64(out, s->k);
    }
    if (s->start % aligned != 0) {
        buf_str(out, ",\n  which is no multiple of the ");
        buf_i64(out, aligned);
        buf_str(out, " bytes that the swizzle repeats after");
    }
    buf_char(out, '\n');
}

static void put_check(buf *out, uint64_t word, wgd_arch arch, const wgd_check *c,
                      const other_start *s)
{
    if (s->found) {
        put_start(out, word, arch, s);
        return;
    }
    if (c->match) {
        buf_str(out, "match: all ");
        buf_i64(out, c->total);
        buf_str(out, " elements\n");
        return;
    }
    buf_str(out, "mismatch: ");
    buf_i64(out, c->wrong);
    buf_str(out, " of ");
    buf_i64(out, c->total);
    buf_str(out, " elements are read from the wrong place\nfirst: element (");
    buf_i64(out, c->mn);
    buf_char(out, ',');
    buf_i64(out, c->k);
    buf_str(out, ") lies at byte ");
    buf_addr(out, (uint64_t)c->expected_byte);
    if (c->fetched_byte >= 0) {
        buf_str(out, ", the descriptor reads ");
        buf_addr(out, (uint64_t)c->fetched_byte);
    } else {
        buf_str(out, "; what such a word reads is not defined");
    }
    buf_char(out, '\n');
    put_cause(out, word, arch, c);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void json_cause(buf *out, uint64_t word, wgd_arch arch, const wgd_check *c)
{
    const wgd_desc found = wgd_desc_unpack(word, arch);
    json_open(out, "cause", '{');
    json_str(out, "code", wgd_cause_name(c->cause));
    json_str(out, "text",
             c->cause == WGD_CAUSE_LAYOUT ? c->refusal.text : wgd_cause_text(c->cause));
    json_open(out, "fields", '[');
    for (int i = 0; i < FIELDS; i++) {
        const unsigned bit = field_labels[i].bit;
        if (c->fields & bit) {
            json_open(out, NULL, '{');
            json_str(out, "field", wgd_field_name((wgd_field)i));
            json_int(out, "got", value_of(found, arch, bit));
            json_int(out, "want", value_of(c->repaired, arch, bit));
            json_close(out, '}');
        }
    }
    json_close(out, ']');
    if (c->cause == WGD_CAUSE_LAYOUT) {
        json_null(out, "repaired");
    } else {
        json_word(out, "repaired", wgd_desc_pack(c->repaired, arch));
    }
    if (c->cause == WGD_CAUSE_OTHER_BLOCK) {
        json_open(out, "block", '[');
        json_int(out, NULL, c->other_mn);
        json_int(out, NULL, c->other_k);
        json_close(out, ']');
    }
    json_close(out, '}');
}

static void json_start(buf *out, const other_start *s)
{
    if (!s->found) {
        json_null(out, "matches_at");
        return;
    }
    json_open(out, "matches_at", '{');
    json_addr(out, "start", (uint64_t)s->start);
    json_pair(out, "block", s->mn, s->k);
    json_close(out, '}');
}

static void json_check_answer(answer *a, uint64_t word, wgd_read rd, const wgd_check *c,
                              const other_start *s, bool bytes)
{
    buf *out = a->out;
    answer_begin(a, "check", true);
    json_word(out, "desc", word);
    json_str(out, "major", wgd_major_name(rd.major));
    json_bool(out, "match", c->match);
    json_str(out, "verdict", c->match ? "match" : s->found ? "right_but_start" : "mismatch");
    json_start(out, s);
    json_int(out, "wrong", c->wrong);
    json_int(out, "total", c->total);
    if (c->match) {
        json_null(out, "first_mismatch");
        json_null(out, "cause");
    } else {
        json_open(out, "first_mismatch", '{');
        json_int(out, "mn", c->mn);
        json_int(out, "k", c->k);
        json_int(out, "expected_byte", c->expected_byte);
        if (c->fetched_byte >= 0) {
            json_int(out, "fetched_byte", c->fetched_byte);
        } else {
            json_null(out, "fetched_byte");
        }
        json_close(out, '}');
        json_cause(out, word, rd.arch, c);
    }
    json_str(out, "swizzles", bytes ? "bytes" : "as_written");
    answer_end(a);
}

/* "Sw o 0 o L" that has descriptors as a swizzle of bytes alone is meant so. */
static bool choose_reading(wgd_solve_query *q)
{
    wgd_solve_query bytes;
    wgd_solve s;
    wgd_diag none;
    if (!place_as_bytes(q, &bytes) || wgd_solve_layout(q, &s, &none) == WGD_OK ||
        wgd_solve_layout(&bytes, &s, &none) != WGD_OK) {
        return false;
    }
    *q = bytes;
    return true;
}

/* What a word is checked against. */
typedef struct check_ask {
    wgd_solve_query q;
    pasted_layout pasted;
    bool bytes; /* its swizzle is read as one of byte addresses */
    wgd_place place;
    wgd_read rd;
    int i, j;
} check_ask;

/* Of a word that does not match where nobody said where the tile begins. A word of another block of the
 * tile at 0 is that, and no other start. */
static other_start find_start(const request *rq, uint64_t word, const check_ask *ask,
                              const wgd_check *c)
{
    const bool which = block_index_given(rq);
    other_start s = {.mn = which ? ask->i : -1, .k = which ? ask->j : -1};
    if (c->match || rq->v[OPTION_start].given || ask->pasted.has_address ||
        c->cause == WGD_CAUSE_OTHER_BLOCK || c->cause == WGD_CAUSE_K_STEP) {
        return s;
    }
    s.found = wgd_check_find_start(word, ask->rd, &ask->place, &s.start, &s.mn, &s.k) &&
              s.start != ask->place.start;
    s.other_block = !which && (s.mn != 0 || s.k != 0);
    return s;
}

/* The block of the tile that the word is for, as ints; what none holds is no block of any tile. */
static wgd_status read_block(const request *rq, check_ask *out, wgd_diag *diag)
{
    int64_t block[2];
    block_index(rq, block);
    out->i = (int)block[0];
    out->j = (int)block[1];
    if (out->i == block[0] && out->j == block[1]) {
        return WGD_OK;
    }
    return wgd_fail_num(diag, WGD_ERR_VALUE, "block", "no such block in the tile",
                        out->i == block[0] ? block[1] : block[0],
                        "an index from 0 to the number of blocks less one", "");
}

static wgd_status read_ask(const request *rq, answer *a, check_ask *out, wgd_diag *diag)
{
    wgd_status st = place_query_from_args(rq, a, &out->q, &out->pasted, diag);
    out->bytes = st == WGD_OK && choose_reading(&out->q);
    if (st == WGD_OK) {
        st = wgd_place_make(&out->q.layout, out->q.dtype, out->q.start, &out->place, diag);
    }
    if (st == WGD_OK) {
        st = wgd_place_cut(&out->place, &out->q.slice, diag);
    }
    if (st == WGD_OK) {
        st = read_of(&out->q, &out->place, &out->rd, diag);
    }
    return st == WGD_OK ? read_block(rq, out, diag) : st;
}

static wgd_status run(const request *rq, answer *a, wgd_diag *diag)
{
    const uint64_t word = rq->v[OPTION_desc].u.word;
    check_ask ask;
    wgd_check c;
    wgd_status st = read_ask(rq, a, &ask, diag);
    if (st == WGD_OK) {
        st = wgd_check_desc(word, ask.rd, &ask.place, ask.i, ask.j, &c, diag);
        st = slice_refuse(&ask.q, NULL, st, "slice", diag);
    }
    if (st != WGD_OK) {
        return st;
    }
    const other_start s = find_start(rq, word, &ask, &c);
    /* Also where only the start is open: a match is a proof, and a start that nobody gave may lack its
     * >> 4. */
    a->exit_status = !c.match;
    if (rq->format == FORMAT_JSON) {
        json_check_answer(a, word, ask.rd, &c, &s, ask.bytes);
    } else {
        put_check(a->out, word, ask.rd.arch, &c, &s);
        buf_str(a->out, ask.bytes ? place_bytes_note : "");
        place_notes(a->out, rq, &ask.pasted);
    }
    return WGD_OK;
}

/* How many elements each word reads from the wrong place. */
static wgd_status run_many(const request *rq, answer *a, const many *m, wgd_diag *diag)
{
    static const many_shape one = {.item = sizeof(uint32_t)};
    check_ask ask;
    wgd_status st = read_ask(rq, a, &ask, diag);
    if (st == WGD_OK) {
        st = many_answer(a, "check", m, &one, diag);
    }
    if (st != WGD_OK) {
        return st;
    }
    uint32_t *wrong = m->out;
    st = wgd_check_words(m->in, wrong ? m->n : 0, ask.rd, &ask.place, ask.i, ask.j, wrong, diag);
    st = slice_refuse(&ask.q, NULL, st, "slice", diag);
    for (size_t x = 0; wrong && st == WGD_OK && x < m->n; x++) {
        a->exit_status |= wrong[x] != 0;
    }
    return st;
}

static const example examples[] = {
    {"wgdesc check 0x4000004000010040 --layout 'Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)' "
     "--start 0x400",
     "does it read that tile?"},
    {"wgdesc check 0x4000040000010040 --layout 'Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)' "
     "--start 0x400",
     "bytes in the SBO field"},
    {"wgdesc check 0x4000004000010048 --layout 'Sw<3,4,3> o smem_ptr[16b] o "
     "((8,8),(64,2)):((64,512),(1,4096))' --start 0x400 --block 0,4",
     "a K step that left the swizzle atom"},
};

const command cmd_check = {
    .id = COMMAND_check,
    .name = "check",
    .summary = "does a descriptor read a layout? the first wrong element, and the cause",
    .synopsis = "WORD --layout LAYOUT | --shape MNxK [--strides I,J | --pitch BYTES] [--order I,J] "
                "[--swizzle MODE] [--dtype TYPE] [--operand a|b] [--n N] [--major k|mn] [--sparse] "
                "[--start BYTE] [--slice MN0:MN1,K0:K1] [--block I,J]",
    .about =
        "Every element of the block is compared with the byte that the hardware reads through the "
        "descriptor. The layout is that of the whole tile and --block the block of it, along MN "
        "and K, that the descriptor is for; 'wgdesc solve --help' says how layouts are read. "
        "--shape, --swizzle and --major alone are the tile of "
        "'wgdesc desc'. With --slice the blocks are counted in that part of the tile.\n\n"
        "Where something is wrong, each known mistake is made on purpose with the right "
        "descriptor: bytes where 16-byte units are wanted or the reverse, a missing >> 4, LBO and "
        "SBO swapped, the swizzle codes of TMA or tcgen05, base_offset of a shifted address, a K "
        "step that leaves the swizzle atom, another block. What gives exactly this word is named; "
        "else the fields to change. What is said to be right has been checked. Without --major it "
        "is the direction in which the layout is contiguous. The exit status is 1 when anything "
        "is wrong.\n\n"
        "Without --start the tile is taken to begin at byte 0. Where the word reads it at another "
        "start, the verdict is 'right but for the start', with the start to give. The exit status "
        "is 1 then too: a match is a proof, and whether the start is right is not known; it may "
        "be an address that lacks its >> 4.",
    .examples = examples,
    .n_examples = (int)(sizeof examples / sizeof examples[0]),
    .bare = OPTION_layout,
    .has_bare = true,
    .operands = {OPTION_desc},
    .n_operands = 1,
    .required = {OPTION_desc},
    .n_required = 1,
    .formats = FORMATS_TEXT_JSON,
    .in_batch = true,
    .run = run,
    .many_of = OPTION_desc,
    .run_many = run_many,
};
