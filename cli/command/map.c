/* SPDX-License-Identifier: MIT
 *
 * map: the byte that every element is read from, and the way back.
 */
#include "answer/answer.h"
#include "request/request.h"
#include "view/coverage_print.h"
#include "query/tile_args.h"

/* Elements that share a byte: with b1 eight of each chunk, or whole rows where strides are 0. */
enum { ELEMENTS_MAX = WGD_BLOCK_MN_MAX * WGD_BLOCK_K_MAX, RANGES_SHOWN = 8 };

typedef struct map_ask {
    uint64_t word;
    wgd_desc d;
    wgd_read rd;
    int mn, k;
} map_ask;

static uint32_t byte_of(const map_ask *m, int r, int k)
{
    return wgd_fetch_byte(m->d, m->rd, (uint32_t)r, (uint32_t)k);
}

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
    buf_hex(out, m->word, 16);
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
    for (int r = 0; r < m->mn; r++) {
        for (int k = 0; k < m->k; k += step) {
            const uint32_t at = byte_of(m, r, k);
            most = at > most ? at : most;
        }
    }
    const int digits = hex_width(most);
    buf_str(out, "  mn\\k");
    for (int k = 0; k < m->k; k += step) {
        buf_right_i64(out, k, digits + 3);
    }
    buf_char(out, '\n');
    for (int r = 0; r < m->mn; r++) {
        buf_right_i64(out, r, 6);
        for (int k = 0; k < m->k; k += step) {
            buf_char(out, ' ');
            buf_hex(out, byte_of(m, r, k), digits);
        }
        buf_char(out, '\n');
    }
}

static void put_csv(buf *out, const map_ask *m)
{
    buf_str(out, "mn,k,byte\n");
    for (int r = 0; r < m->mn; r++) {
        for (int k = 0; k < m->k; k++) {
            buf_i64(out, r);
            buf_char(out, ',');
            buf_i64(out, k);
            buf_char(out, ',');
            buf_i64(out, byte_of(m, r, k));
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
    answer_begin(a, "map", true);
    json_word(a->out, "desc", m->word);
    json_str(a->out, "dtype", wgd_dtype_get(m->rd.dtype)->name);
    json_str(a->out, "operand", wgd_operand_name(m->rd.operand));
    json_str(a->out, "major", wgd_major_name(m->rd.major));
    json_bool(a->out, "sparse", m->rd.sparse);
    json_int(a->out, "mn", m->mn);
    json_int(a->out, "k", m->k);
}

static void json_map(answer *a, const map_ask *m)
{
    wgd_range twice[WGD_RANGES_MAX], never[WGD_RANGES_MAX];
    wgd_coverage c;
    buf *out = a->out;
    wgd_describe(m->word, m->rd, &c, twice, never, WGD_RANGES_MAX);
    json_begin(a, m);
    json_coverage(out, &c);
    json_ranges(out, "twice", twice, c.twice_n);
    json_ranges(out, "never", never, c.never_n);
    json_open(out, "bytes", '[');
    for (int r = 0; r < m->mn; r++) {
        json_open(out, NULL, '[');
        for (int k = 0; k < m->k; k++) {
            json_int(out, NULL, byte_of(m, r, k));
        }
        json_close(out, ']');
    }
    json_close(out, ']');
    answer_end(a);
}

/* ---- the other way round ----------------------------------------------------------------------
 */

static void put_reverse(const request *rq, answer *a, const map_ask *m, uint32_t byte)
{
    wgd_element e[ELEMENTS_MAX];
    buf *out = a->out;
    const size_t n = wgd_fetch_reverse(m->word, m->rd, byte, e, ELEMENTS_MAX);
    const bool json = rq->format == FORMAT_JSON, csv = rq->format == FORMAT_CSV;
    if (json) {
        json_begin(a, m);
        json_int(out, "byte", byte);
        json_open(out, "elements", '[');
    } else if (csv) {
        buf_str(out, "mn,k\n");
    } else {
        buf_str(out, "byte ");
        buf_hex(out, byte, 1);
        buf_str(out, n == 0   ? " feeds no element\n"
                     : n == 1 ? " feeds element"
                              : " feeds elements");
    }
    for (size_t i = 0; i < n; i++) {
        if (json) {
            json_open(out, NULL, '[');
            json_int(out, NULL, e[i].mn);
            json_int(out, NULL, e[i].k);
            json_close(out, ']');
            continue;
        }
        buf_str(out, csv ? "" : " (");
        buf_i64(out, e[i].mn);
        buf_char(out, ',');
        buf_i64(out, e[i].k);
        buf_str(out, csv ? "\n" : i + 1 < n ? ")," : ")\n");
    }
    if (json) {
        json_close(out, ']');
        answer_end(a);
    }
}

static wgd_status run(const request *rq, answer *a, wgd_diag *diag)
{
    const option_value *byte = &rq->v[OPTION_byte];
    map_ask m = {.word = rq->v[OPTION_desc].u.word};
    wgd_status st = read_from_args(rq, &m.rd, diag);
    if (st == WGD_OK) {
        st = wgd_word_check(m.word, m.rd, diag);
    }
    if (st != WGD_OK) {
        return st;
    }
    m.d = wgd_desc_unpack(m.word, m.rd.arch);
    m.mn = m.rd.mn;
    m.k = wgd_read_k(m.rd);
    if (byte->given) {
        if (byte->u.num > UINT32_MAX) {
            return wgd_fail_num(diag, WGD_ERR_RANGE, "byte", "no such byte in shared memory",
                                byte->u.num, "an address below 2^32", "");
        }
        put_reverse(rq, a, &m, (uint32_t)byte->u.num);
    } else if (rq->format == FORMAT_JSON) {
        json_map(a, &m);
    } else if (rq->format == FORMAT_CSV) {
        put_csv(a->out, &m);
    } else {
        put_title(a->out, &m);
        put_summary(a->out, &m);
        put_table(a->out, &m);
    }
    return WGD_OK;
}

static const example examples[] = {
    {"wgdesc map 0x4000004000010040 --dtype f16 --operand a --major k",
     "the byte that each element is read from"},
    {"wgdesc map 0x4000004000010040 --operand b --n 64 --format csv", "for a spreadsheet"},
    {"wgdesc map 0x4000004000010040 --byte 0x490", "the other way round"},
};

const command cmd_map = {
    .id = COMMAND_map,
    .name = "map",
    .summary = "the byte that each element is read from, and the way back",
    .synopsis = "WORD [--operand a|b] [--major k|mn] [--dtype TYPE] [--n N] [--sparse] [--op OP] "
                "[--byte BYTE]",
    .about =
        "What the hardware fetches through a descriptor, by the rule that was measured on a GPU. "
        "For operand b, N is needed; --op names type, N and sparse form at once, as in "
        "m64n128k16.f32.f16.f16; without --major the operand is K-major. The table has a row "
        "for each MN and a column for each K (with b1 for each 8 of them); with --format csv every "
        "element is a line.\n\n"
        "Above the table stand the extent in shared memory, the bytes that more than one element "
        "is read from, and the bytes of the extent that nothing is read from.",
    .examples = examples,
    .n_examples = (int)(sizeof examples / sizeof examples[0]),
    .operands = {OPTION_desc},
    .n_operands = 1,
    .required = {OPTION_desc},
    .n_required = 1,
    .formats = FORMATS_TEXT_JSON | 1u << FORMAT_CSV,
    .in_batch = true,
    .run = run,
};
