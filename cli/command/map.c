/* SPDX-License-Identifier: MIT
 *
 * map: the byte that every element is read from, and the way back.
 */
#include "answer/answer.h"
#include "answer/many.h"
#include "request/request.h"
#include "error/cli_status.h"
#include "io/mem.h"
#include "query/map_args.h"
#include "view/coverage_print.h"

/* Elements that share a byte: with b1 eight of each chunk, or whole rows where strides are 0. */
enum { RANGES_SHOWN = 8 };

/* ---- text ----------------------------------------------------------------------------------- */

static void put_ranges(buf *out, const char *label, uint32_t bytes, const wgd_range *r, int n)
{
    buf_str(out, label);
    buf_i64(out, bytes);
    buf_str(out, " bytes");
    for (int i = 0; i < n && i < RANGES_SHOWN; i++) {
        buf_str(out, i == 0 ? ": " : ", ");
        put_range(out, r[i]);
    }
    buf_str(out, n > RANGES_SHOWN ? ", ...\n" : "\n");
}

/* From the first byte that the tile is read from to the last. */
static wgd_range tile_span(const map_ask *m)
{
    const int bits = wgd_dtype_bits(m->rd.dtype);
    wgd_range r = {UINT32_MAX, 0};
    for (int64_t mn = 0; mn < m->mn; mn++) {
        for (int64_t k = 0; k < m->k; k++) {
            const uint32_t at = map_byte(m, mn, k);
            const uint32_t end = at + (bits < 8 ? 1 : (uint32_t)bits / 8);
            r.begin = at < r.begin ? at : r.begin;
            r.end = end > r.end ? end : r.end;
        }
    }
    return r;
}

static void put_tile_summary(buf *out, const map_ask *m)
{
    const wgd_range r = tile_span(m);
    buf_str(out, "extent      ");
    put_range(out, r);
    buf_str(out, ", ");
    buf_i64(out, (int64_t)r.end - r.begin);
    buf_str(out, " bytes\nblocks      ");
    buf_i64(out, m->tile.blocks_mn);
    buf_char(out, 'x');
    buf_i64(out, m->tile.blocks_k);
    buf_str(out, " of ");
    buf_i64(out, m->tile.block_mn);
    buf_char(out, 'x');
    buf_i64(out, m->tile.block_k);
    buf_str(out, ", each through its own descriptor\n");
}

/* Which block of the tile that was given too. */
static void put_block(buf *out, const map_ask *m)
{
    if (!m->is_block) {
        buf_str(out, "tile        none of its blocks: 'wgdesc check' says what differs\n");
        return;
    }
    buf_str(out, "tile        block (");
    buf_i64(out, m->block[0]);
    buf_char(out, ',');
    buf_i64(out, m->block[1]);
    buf_str(out, "), where it begins at ");
    buf_addr(out, (uint64_t)m->start);
    buf_char(out, '\n');
}

static void put_summary(buf *out, const map_ask *m)
{
    wgd_range twice[WGD_RANGES_MAX], never[WGD_RANGES_MAX];
    wgd_coverage c;
    wgd_describe(m->word, m->rd, &c, twice, never, WGD_RANGES_MAX);
    buf_str(out, "extent      ");
    put_range(out, c.span);
    buf_str(out, ", ");
    buf_i64(out, (int64_t)c.span.end - c.span.begin);
    buf_str(out, c.outside ? " bytes, which leaves the 18-bit window\n" : " bytes\n");
    put_ranges(out, "read twice  ", c.twice_bytes, twice, c.twice_n);
    put_ranges(out, "never read  ", c.never_bytes, never, c.never_n);
}

static void put_title(buf *out, const map_ask *m)
{
    buf_str(out, "map of ");
    if (m->has_word) {
        buf_word(out, m->word);
    } else {
        buf_str(out, "a tile at ");
        buf_addr(out, (uint64_t)m->tile.query.start);
    }
    buf_str(out, ": ");
    buf_str(out, wgd_dtype_get(m->rd.dtype)->name);
    buf_str(out, m->rd.operand == WGD_OPERAND_A ? " A, " : " B, ");
    buf_str(out, m->rd.major == WGD_MAJOR_K ? "K-major, " : "MN-major, ");
    buf_i64(out, m->mn);
    buf_char(out, 'x');
    buf_i64(out, m->k);
    buf_str(out, m->rd.sparse ? " elements, sparse form\n" : " elements\n");
}

static int hex_width(uint32_t v)
{
    int n = 1;
    while (v >>= 4) {
        n++;
    }
    return n;
}

/* Rows of MN, columns of K. Of elements that share a byte, one column for each byte. */
static void put_table(buf *out, const map_ask *m)
{
    const int bits = wgd_dtype_bits(m->rd.dtype);
    const int step = bits < 8 ? 8 / bits : 1;
    uint32_t most = 0;
    for (int64_t r = 0; r < m->mn; r++) {
        for (int64_t k = 0; k < m->k; k += step) {
            const uint32_t at = map_byte(m, r, k);
            most = at > most ? at : most;
        }
    }
    const int digits = hex_width(most);
    buf_str(out, "  mn\\k");
    for (int64_t k = 0; k < m->k; k += step) {
        buf_right_i64(out, k, digits + 3);
    }
    buf_char(out, '\n');
    for (int64_t r = 0; r < m->mn; r++) {
        buf_right_i64(out, r, 6);
        for (int64_t k = 0; k < m->k; k += step) {
            buf_char(out, ' ');
            buf_hex(out, map_byte(m, r, k), digits);
        }
        buf_char(out, '\n');
    }
}

static void put_csv(buf *out, const map_ask *m)
{
    buf_str(out, "mn,k,byte\n");
    for (int64_t r = 0; r < m->mn; r++) {
        for (int64_t k = 0; k < m->k; k++) {
            buf_i64(out, r);
            buf_char(out, ',');
            buf_i64(out, k);
            buf_char(out, ',');
            buf_i64(out, map_byte(m, r, k));
            buf_char(out, '\n');
        }
    }
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void json_ranges(buf *out, const char *key, const wgd_range *r, int n)
{
    json_open(out, key, '[');
    for (int i = 0; i < n; i++) {
        json_range(out, NULL, r[i]);
    }
    json_close(out, ']');
}

static void json_begin(answer *a, const map_ask *m)
{
    buf *out = a->out;
    answer_begin(a, "map", true);
    json_word(out, "desc", m->word);
    json_str(out, "dtype", wgd_dtype_get(m->rd.dtype)->name);
    json_str(out, "operand", wgd_operand_name(m->rd.operand));
    json_str(out, "major", wgd_major_name(m->rd.major));
    json_bool(out, "sparse", m->rd.sparse);
    json_int(out, "mn", m->mn);
    json_int(out, "k", m->k);
    if (m->is_block) {
        json_open(out, "tile", '{');
        json_addr(out, "start", (uint64_t)m->start);
        json_pair(out, "block", m->block[0], m->block[1]);
        json_close(out, '}');
    } else if (m->has_word && m->has_tile) {
        json_null(out, "tile");
    }
}

static void json_extent(buf *out, const map_ask *m)
{
    wgd_range twice[WGD_RANGES_MAX], never[WGD_RANGES_MAX];
    wgd_coverage c;
    if (!m->has_word) {
        const wgd_range r = tile_span(m);
        json_pair(out, "blocks", m->tile.blocks_mn, m->tile.blocks_k);
        json_pair(out, "block", m->tile.block_mn, m->tile.block_k);
        json_range(out, "span", r);
        json_int(out, "span_bytes", (int64_t)r.end - r.begin);
        return;
    }
    wgd_describe(m->word, m->rd, &c, twice, never, WGD_RANGES_MAX);
    json_coverage(out, &c);
    json_ranges(out, "twice", twice, c.twice_n);
    json_ranges(out, "never", never, c.never_n);
}

static void json_map(answer *a, const map_ask *m)
{
    buf *out = a->out;
    json_begin(a, m);
    json_extent(out, m);
    json_open(out, "bytes", '[');
    for (int64_t r = 0; r < m->mn; r++) {
        json_open(out, NULL, '[');
        for (int64_t k = 0; k < m->k; k++) {
            json_int(out, NULL, map_byte(m, r, k));
        }
        json_close(out, ']');
    }
    json_close(out, ']');
    answer_end(a);
}

/* ---- one byte, one element ------------------------------------------------------------------- */

static void put_reverse_head(const request *rq, answer *a, const map_ask *m, uint32_t byte,
                             size_t n)
{
    buf *out = a->out;
    if (rq->format == FORMAT_JSON) {
        json_begin(a, m);
        json_int(out, "byte", byte);
        json_open(out, "elements", '[');
    } else if (rq->format == FORMAT_CSV) {
        buf_str(out, "mn,k\n");
    } else {
        buf_str(out, "byte ");
        buf_addr(out, byte);
        buf_str(out, n == 0   ? " feeds no element\n"
                     : n == 1 ? " feeds element"
                              : " feeds elements");
    }
}

static void put_reverse_item(const request *rq, buf *out, int64_t mn, int64_t k, bool last)
{
    if (rq->format == FORMAT_JSON) {
        json_pair(out, NULL, mn, k);
        return;
    }
    const bool csv = rq->format == FORMAT_CSV;
    buf_str(out, csv ? "" : " (");
    buf_i64(out, mn);
    buf_char(out, ',');
    buf_i64(out, k);
    buf_str(out, csv ? "\n" : last ? ")\n" : "),");
}

static void put_reverse_end(const request *rq, answer *a)
{
    if (rq->format == FORMAT_JSON) {
        json_close(a->out, ']');
        answer_end(a);
    }
}

/* A word may read one byte for every element of its block. */
static wgd_status put_reverse_word(const request *rq, answer *a, const map_ask *m, uint32_t byte,
                                   wgd_diag *diag)
{
    const size_t all = (size_t)m->rd.mn * (size_t)wgd_read_k(m->rd);
    wgd_element *e = cli_alloc(all * sizeof *e);
    if (!e) {
        return cli_fail(diag, CLI_ERR_MEMORY, "", NULL, NULL, NULL, NULL);
    }
    const size_t n = wgd_fetch_reverse(m->word, m->rd, byte, e, all);
    put_reverse_head(rq, a, m, byte, n);
    for (size_t i = 0; i < n; i++) {
        put_reverse_item(rq, a->out, e[i].mn, e[i].k, i + 1 == n);
    }
    cli_free(e);
    put_reverse_end(rq, a);
    return WGD_OK;
}

static void put_reverse_tile(const request *rq, answer *a, const map_ask *m, uint32_t byte)
{
    map_element t[MAP_SHARING_MAX];
    const int n = map_reverse(m, byte, t);
    put_reverse_head(rq, a, m, byte, (size_t)n);
    for (int i = 0; i < n; i++) {
        put_reverse_item(rq, a->out, t[i].mn, t[i].k, i + 1 == n);
    }
    put_reverse_end(rq, a);
}

static wgd_status put_element(const request *rq, answer *a, const map_ask *m, wgd_diag *diag)
{
    const int64_t *at = rq->v[OPTION_element].u.dim;
    buf *out = a->out;
    for (int i = 0; i < 2; i++) {
        const int64_t extent = i == 0 ? m->mn : m->k;
        char want[sizeof diag->want];
        wgd_text t = wgd_text_into(want, sizeof want);
        if (at[i] >= 0 && at[i] < extent) {
            continue;
        }
        wgd_put_str(&t, i == 0 ? "an MN from 0 to " : "a K from 0 to ");
        wgd_put_i64(&t, extent - 1);
        wgd_text_end(&t);
        return wgd_fail_num(diag, WGD_ERR_RANGE, "element", "no such element", at[i], want, "");
    }
    const uint32_t byte = map_byte(m, at[0], at[1]);
    if (rq->format == FORMAT_JSON) {
        json_begin(a, m);
        json_pair(out, "element", at[0], at[1]);
        json_int(out, "byte", byte);
        answer_end(a);
        return WGD_OK;
    }
    const bool csv = rq->format == FORMAT_CSV;
    buf_str(out, csv ? "mn,k,byte\n" : "element (");
    buf_i64(out, at[0]);
    buf_char(out, ',');
    buf_i64(out, at[1]);
    buf_str(out, csv ? "," : ") is read from byte ");
    if (csv) {
        buf_i64(out, byte);
    } else {
        buf_addr(out, byte);
    }
    buf_char(out, '\n');
    return WGD_OK;
}

static wgd_status one_of_them(const request *rq, const map_ask *m, answer *a, wgd_diag *diag)
{
    const option_value *byte = &rq->v[OPTION_byte], *element = &rq->v[OPTION_element];
    if (byte->given && element->given) {
        return cli_fail(diag, CLI_ERR_USAGE, "element", "--byte and --element ask both ways", NULL,
                        "one of the two", "");
    }
    if (element->given) {
        return put_element(rq, a, m, diag);
    }
    if (byte->u.num > UINT32_MAX) {
        return wgd_fail_num(diag, WGD_ERR_RANGE, "byte", "no such byte in shared memory",
                            byte->u.num, "an address below 2^32", "");
    }
    if (m->has_word) {
        return put_reverse_word(rq, a, m, (uint32_t)byte->u.num, diag);
    }
    put_reverse_tile(rq, a, m, (uint32_t)byte->u.num);
    return WGD_OK;
}

static wgd_status run(const request *rq, answer *a, wgd_diag *diag)
{
    map_ask m;
    const wgd_status st = map_from_args(rq, &m, diag);
    if (st != WGD_OK) {
        return st;
    }
    if (rq->v[OPTION_byte].given || rq->v[OPTION_element].given) {
        return one_of_them(rq, &m, a, diag);
    }
    if (rq->format == FORMAT_JSON) {
        json_map(a, &m);
    } else if (rq->format == FORMAT_CSV) {
        put_csv(a->out, &m);
    } else {
        put_title(a->out, &m);
        if (m.has_word) {
            put_summary(a->out, &m);
        } else {
            put_tile_summary(a->out, &m);
        }
        if (m.has_word && m.has_tile) {
            put_block(a->out, &m);
        }
        put_table(a->out, &m);
    }
    return WGD_OK;
}

/* The map of each word, row by row. */
static wgd_status run_many(const request *rq, answer *a, const many *w, wgd_diag *diag)
{
    map_ask m;
    wgd_status st = map_read_from_args(rq, &m, diag);
    if (st == WGD_OK && (rq->v[OPTION_byte].given || rq->v[OPTION_element].given)) {
        st = cli_fail(diag, CLI_ERR_USAGE, rq->v[OPTION_byte].given ? "byte" : "element",
                      "this is a question for one word", NULL, NULL, "");
    }
    if (st != WGD_OK) {
        return st;
    }
    const int k = wgd_read_k(m.rd);
    const many_shape block = {.item = sizeof(uint32_t), .n_dims = 2, .dim = {m.rd.mn, k}};
    const size_t each = (size_t)m.rd.mn * (size_t)k;
    st = many_answer(a, "map", w, &block, diag);
    uint32_t *to = w->out;
    for (size_t i = 0; to && st == WGD_OK && i < w->n; i++, to += each) {
        st = wgd_fetch_map(w->in[i], m.rd, to, each, diag);
    }
    return st;
}

static const example examples[] = {
    {"wgdesc map 0x4000004000010040 --dtype f16 --operand a --major k",
     "the byte that each element is read from"},
    {"wgdesc map 0x4000004000010040 --operand b --n 64 --format csv", "for a spreadsheet"},
    {"wgdesc map 0x4000004000010040 --byte 0x490", "the other way round"},
    {"wgdesc map --major k --swizzle 128B --shape 128x64 --start 0x400 --element 65,17",
     "one element of the tile that desc describes"},
};

const command cmd_map = {
    .id = COMMAND_map,
    .name = "map",
    .summary = "the byte that each element is read from, and the way back",
    .synopsis = "WORD | --major k|mn --swizzle MODE --shape MNxK [--order I,J] [--start BYTE] "
                "[--operand a|b] [--major k|mn] [--dtype TYPE] [--n N] [--sparse] [--op OP] "
                "[--byte BYTE | --element MN,K]",
    .about =
        "What the hardware fetches through a descriptor, by the rule that was measured on a GPU. "
        "For operand b, N is needed; --op names type, N and sparse form at once, as in "
        "m64n128k16.f32.f16.f16; without --major the operand is K-major. The table has a row "
        "for each MN and a column for each K (with b1 for each 8 of them); with --format csv every "
        "element is a line.\n\n"
        "Above the table stand the extent in shared memory, the bytes that more than one element "
        "is read from, and the bytes of the extent that nothing is read from.\n\n"
        "--major, --swizzle and --shape alone are the tile of 'wgdesc desc': all of it is mapped, "
        "each element through the descriptor of its block. A word with them is mapped as a block "
        "of that tile, and which block it is stands above the table; without --start wherever the "
        "tile would have to begin.\n\n"
        "--element asks for the byte of one element, --byte for the elements of one byte.",
    .examples = examples,
    .n_examples = (int)(sizeof examples / sizeof examples[0]),
    .operands = {OPTION_desc},
    .n_operands = 1,
    .formats = FORMATS_TEXT_JSON | 1u << FORMAT_CSV,
    .in_batch = true,
    .run = run,
    .many_of = OPTION_desc,
    .run_many = run_many,
};
