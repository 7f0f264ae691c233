/* SPDX-License-Identifier: MIT
 *
 * decode: the fields of a word, what is odd in them, what each instruction reads through it.
 */
#include <string.h>

#include "answer/answer.h"
#include "error/cli_status.h"
#include "io/io.h"
#include "query/word_scan.h"
#include "request/request.h"
#include "view/decode_reads.h"
#include "query/tile_args.h"
#include "wgd_fetch.h"

/* How much an odd thing matters: a note changes nothing, a warning may. */
typedef struct fault_row {
    wgd_fault fault;
    const char *code;
    const char *severity;
    const char *text;
    const char *hint;
} fault_row;

static const fault_row faults[] = {
    {WGD_FAULT_ALIGNMENT, "alignment", "warning",
     "the start is not aligned to the swizzle pattern, and base_offset is 0",
     "right for a block inside an aligned tile; wrong for the start of a tile"},
    {WGD_FAULT_PHASE, "phase", "warning",
     "base_offset is not the row of the swizzle pattern that the start lies in",
     "base_offset is (start >> 7) & 7 when the pattern begins at the start"},
    {WGD_FAULT_BASE_OFFSET, "base_offset", "note",
     "base_offset is set, but without a swizzle nothing reads it", "set it to 0"},
    {WGD_FAULT_ZERO_STRIDES, "zero_strides", "note",
     "LBO and SBO are both 0: every pattern is read from the same place",
     "right only for a block of a single pattern"},
    {WGD_FAULT_VERSION, "version", "warning", "bits 46-48 are not 0b001, the version of tcgen05",
     "the word is none of tcgen05; wgmma's have 0 there"},
    {WGD_FAULT_LAYOUT_TYPE, "layout_type", "warning",
     "layout type 3, 5 or 7 stands for no swizzle of tcgen05",
     "none 0, 128B with 32-byte atoms 1, 128B 2, 64B 4, 32B 6"},
    {WGD_FAULT_RESERVED, "reserved", "note", "ignored bits are set: 14-15, 30-31, 46-48 or 52-61",
     "the hardware does not look at them"},
};
/* The same on tcgen05, where it is not known what such bits do. */
static const fault_row tcgen05_reserved = {
    WGD_FAULT_RESERVED, "reserved", "warning",
    "reserved bits are set: 14-15, 30-31, 53-60, or 52 before sm_103", "set them to 0"};
enum { FAULTS = (int)(sizeof faults / sizeof faults[0]) };

/* Bits 46 to 48 are 001 in every descriptor of tcgen05 and ignored by wgmma: what such a word is. NULL
 * for a word of wgmma. PTX ISA, "Matrix descriptor" of tcgen05. */
static const char *other_family(uint64_t word, wgd_arch arch)
{
    return !wgd_arch_tcgen05(arch) && wgd_desc_is_tcgen05(word)
               ? "bit 46 is set: this is a descriptor of tcgen05, shown here as wgmma would read it"
               : NULL;
}
static const char *const other_hint = "tcgen05 has more swizzle modes, in bits 61-63";

static void put_fault(buf *out, const char *severity, const char *text, const char *hint)
{
    buf_str(out, severity);
    buf_str(out, ": ");
    buf_str(out, text);
    buf_str(out, "\n  ");
    buf_str(out, hint);
    buf_char(out, '\n');
}

static void json_fault(buf *out, const char *code, const char *severity, const char *text,
                       const char *hint)
{
    json_open(out, NULL, '{');
    json_str(out, "code", code);
    json_str(out, "severity", severity);
    json_str(out, "message", text);
    json_str(out, "hint", hint);
    json_close(out, '}');
}

/* The row of the i-th fault as it is said of an architecture. */
static const fault_row *fault_at(int i, wgd_arch arch)
{
    return faults[i].fault == WGD_FAULT_RESERVED && wgd_arch_tcgen05(arch) ? &tcgen05_reserved
                                                                           : &faults[i];
}

static void put_units(buf *out, const char *label, unsigned field)
{
    buf_str(out, label);
    buf_right_i64(out, (int64_t)field * 16, 8);
    buf_str(out, " B   encoded ");
    buf_i64(out, field);
    buf_str(out, " (");
    buf_hex(out, field, 4);
    buf_str(out, ")\n");
}

/* What is odd about the word, and about how it was typed. */
static void put_faults(buf *out, uint64_t word, wgd_arch arch, word_doubt doubt)
{
    const unsigned found = wgd_desc_faults(word, arch);
    if (doubt != WORD_CLEAR) {
        put_fault(out, "warning", word_doubt_text(doubt), word_doubt_hint(doubt));
    }
    if (other_family(word, arch)) {
        put_fault(out, "warning", other_family(word, arch), other_hint);
    }
    for (int i = 0; i < FAULTS; i++) {
        const fault_row *f = fault_at(i, arch);
        if (found & f->fault) {
            put_fault(out, f->severity, f->text, f->hint);
        }
    }
}

static uint32_t layout_type(uint64_t word, wgd_arch arch)
{
    return wgd_arch_tcgen05(arch) ? WGD_FIELD_GET(TCGEN05, LAYOUT_TYPE, word)
                                  : WGD_FIELD_GET(WGMMA, LAYOUT_TYPE, word);
}

/* Whose word it is taken for, and why. */
static void put_arch(buf *out, uint64_t word, wgd_arch arch)
{
    if (!wgd_arch_tcgen05(arch)) {
        return;
    }
    buf_str(out, "   ");
    buf_str(out, wgd_arch_instruction(arch));
    buf_str(out, wgd_desc_is_tcgen05(word) ? ", by bit 46" : "");
}

static void print_text(buf *out, uint64_t word, wgd_arch arch, word_doubt doubt,
                       const reads_wish *w)
{
    const wgd_desc d = wgd_desc_unpack(word, arch);
    const wgd_swizzle_mode mode = d.swizzle;
    buf_str(out, "descriptor ");
    buf_word(out, word);
    put_arch(out, word, arch);
    buf_char(out, '\n');
    put_units(out, "  start        ", d.start);
    put_units(out, d.lbo_absolute ? "  LBO, absolute" : "  LBO          ", d.lbo);
    put_units(out, "  SBO          ", d.sbo);
    buf_str(out, "  base offset  ");
    buf_right_i64(out, d.base_offset, 8);
    buf_str(out, "\n  swizzle      ");
    buf_pad(out, 4);
    buf_left(out, wgd_swizzle_name(mode), 6);
    buf_str(out, "  layout_type ");
    buf_i64(out, layout_type(word, arch));
    buf_str(out, "\n  alignment    ");
    buf_right_i64(out, wgd_swizzle_alignment(mode), 8);
    buf_str(out, " B\n");
    put_faults(out, word, arch, doubt);
    decode_reads_text(out, word, arch, w);
}

static void json_units(buf *out, const char *key, unsigned field)
{
    json_open(out, key, '{');
    json_int(out, "field", field);
    json_int(out, "bytes", (int64_t)field * 16);
    json_close(out, '}');
}

/* The members for one word. */
static void json_members(buf *out, uint64_t word, wgd_arch arch, word_doubt doubt,
                         const reads_wish *w)
{
    static const char *const codes[] = {[WORD_HEX_OR_DECIMAL] = "hex_or_decimal",
                                        [WORD_15_DIGITS] = "digits",
                                        [WORD_15_DECIMAL] = "digits"};
    const wgd_desc d = wgd_desc_unpack(word, arch);
    const wgd_swizzle_mode mode = d.swizzle;
    json_word(out, "desc", word);
    json_units(out, "start", d.start);
    json_units(out, "lbo", d.lbo);
    json_units(out, "sbo", d.sbo);
    json_int(out, "base_offset", d.base_offset);
    json_open(out, "layout_type", '{');
    json_int(out, "value", layout_type(word, arch));
    json_str(out, "name", wgd_swizzle_name(mode));
    json_close(out, '}');
    json_int(out, "alignment", wgd_swizzle_alignment(mode));
    if (wgd_arch_tcgen05(arch)) {
        json_int(out, "version", WGD_FIELD_GET(TCGEN05, VERSION, word));
        json_bool(out, "lbo_absolute", d.lbo_absolute);
    }
    json_word(out, "reserved", word & ~wgd_desc_mask(arch));
    json_open(out, "faults", '[');
    if (doubt != WORD_CLEAR) {
        json_fault(out, codes[doubt], "warning", word_doubt_text(doubt), word_doubt_hint(doubt));
    }
    const unsigned found = wgd_desc_faults(word, arch);
    if (other_family(word, arch)) {
        json_fault(out, "tcgen05", "warning", other_family(word, arch), other_hint);
    }
    for (int i = 0; i < FAULTS; i++) {
        const fault_row *f = fault_at(i, arch);
        if (found & f->fault) {
            json_fault(out, f->code, f->severity, f->text, f->hint);
        }
    }
    json_close(out, ']');
    decode_reads_json(out, word, arch, w);
}

/* --operand --major --dtype --n --sparse: the reads that are shown. */
static reads_wish wish_of(const request *rq)
{
    const option_value *v = rq->v;
    reads_wish w = {
        .has_operand = v[OPTION_operand].given,
        .has_major = v[OPTION_major].given,
        .has_dtype = v[OPTION_dtype].given,
        .operand = (wgd_operand)v[OPTION_operand].u.choice,
        .major = v[OPTION_major].given ? (wgd_major)v[OPTION_major].u.choice : WGD_MAJOR_K,
        .dtype = (wgd_dtype)v[OPTION_dtype].u.choice,
        .sparse = v[OPTION_sparse].given && v[OPTION_sparse].u.flag,
        .n = v[OPTION_n].given ? (int)v[OPTION_n].u.num : 0,
    };
    w.any = w.has_operand || w.has_major || w.has_dtype || w.sparse; /* N goes with B */
    return w;
}

/* Is there an instruction like that? */
static wgd_status check_wish(const request *rq, wgd_diag *diag)
{
    const option_value *v = rq->v;
    int64_t n = 0;
    wgd_status st = n_from_args(rq, &n, diag);
    if (st == WGD_OK && v[OPTION_n].given && !wgd_arch_tcgen05(request_arch(rq))) {
        st = wgd_n_check((wgd_dtype)v[OPTION_dtype].u.choice, n, diag);
    } else if (st == WGD_OK && v[OPTION_n].given && (n < 8 || n > WGD_N_MAX || n % 8 != 0)) {
        st = wgd_fail_num(diag, WGD_ERR_N, "n", "no such N of tcgen05", n, "8 to 256 in steps of 8",
                          "");
    }
    if (st == WGD_OK && v[OPTION_dtype].given && v[OPTION_major].given) {
        st = wgd_major_check((wgd_dtype)v[OPTION_dtype].u.choice,
                             (wgd_major)v[OPTION_major].u.choice, request_arch(rq), diag);
    }
    return st;
}

static wgd_status answer_one(const request *rq, answer *a, uint64_t word, word_doubt doubt)
{
    const reads_wish w = wish_of(rq);
    const wgd_arch arch = arch_of_word(rq, a, word);
    if (rq->format == FORMAT_JSON) {
        answer_begin(a, "decode", true);
        json_members(a->out, word, arch, doubt, &w);
        answer_end(a);
    } else {
        print_text(a->out, word, arch, doubt, &w);
    }
    return WGD_OK;
}

/* ---- several words, and logs ------------------------------------------------------------------ */

/* A log larger than this is searched in parts. */
enum { LOG_MAX = 1 << 26 };

static void put_item(const request *rq, answer *a, const char *source, const word_found *f)
{
    buf *out = a->out;
    const bool json = rq->format == FORMAT_JSON;
    const wgd_arch arch = word_arch(rq, f->word);
    const wgd_desc d = wgd_desc_unpack(f->word, arch);
    const reads_wish w = wish_of(rq);
    if (json) {
        json_open(out, NULL, '{');
        json_str(out, "source", source);
        if (f->line > 0) {
            json_int(out, "line", f->line);
        } else {
            json_null(out, "line");
        }
        if (wgd_arch_tcgen05(arch)) {
            json_str(out, "arch", wgd_arch_get(arch)->name);
            json_str(out, "basis", "documented");
        }
        json_members(out, f->word, arch, f->doubt, &w);
        json_close(out, '}');
        return;
    }
    if (f->line > 0) {
        buf_str(out, strcmp(source, "-") == 0 ? "" : source);
        buf_str(out, strcmp(source, "-") == 0 ? "line " : ":");
        buf_i64(out, f->line);
        buf_str(out, ": ");
    }
    buf_word(out, f->word);
    buf_str(out, "  start ");
    buf_addr(out, d.start * UINT64_C(16));
    buf_str(out, " LBO ");
    buf_i64(out, d.lbo * INT64_C(16));
    buf_str(out, " SBO ");
    buf_i64(out, d.sbo * INT64_C(16));
    buf_str(out, " base ");
    buf_i64(out, d.base_offset);
    buf_char(out, ' ');
    buf_str(out, wgd_swizzle_name(d.swizzle));
    buf_char(out, '\n');
    put_faults(out, f->word, arch, f->doubt);
}

/* Every word of a log; *found counts them. */
static wgd_status scan_log(const request *rq, const io_file *log, answer *a, long *found,
                           wgd_diag *diag)
{
    buf text = {0};
    word_found f;
    const wgd_status st = io_read_all(log, LOG_MAX, &text, diag);
    word_scan s = word_scan_of(text.data, text.len);
    while (st == WGD_OK && word_scan_next(&s, &f)) {
        put_item(rq, a, log->name, &f);
        ++*found;
    }
    buf_free(&text);
    return st;
}

/* One operand: a word, else a log. */
static wgd_status decode_operand(const request *rq, const char *text, answer *a, long *found,
                                 wgd_diag *diag)
{
    option_value v;
    const wgd_status word = option_from_text(&option_table[OPTION_desc], text, &v, diag);
    if (word == WGD_OK) {
        const word_found f = {.word = v.u.word, .doubt = v.doubt};
        put_item(rq, a, text, &f);
        ++*found;
        return WGD_OK;
    }
    io_file log = {.name = text, .field = "words"};
    wgd_diag closed;
    const wgd_status opened = io_open(&log, &closed);
    if (opened != WGD_OK) {
        if (!io_looks_like_file(text)) {
            return word;
        }
        *diag = closed;
        return opened;
    }
    if (strcmp(text, "-") == 0 && io_is_terminal(0)) {
        return cli_fail(diag, CLI_ERR_USAGE, "desc", "standard input is a terminal", NULL,
                        "a log from a pipe or a FILE", "");
    }
    const wgd_status st = scan_log(rq, &log, a, found, diag);
    io_close(&log);
    return st;
}

static wgd_status answer_many(const request *rq, answer *a, wgd_diag *diag)
{
    const bool json = rq->format == FORMAT_JSON;
    const option_value *v = &rq->v[OPTION_words];
    long found = 0;
    wgd_status st = WGD_OK;
    if (json) {
        answer_begin(a, "decode", true);
        json_open(a->out, "words", '[');
    }
    for (int i = 0; i < v->u.args.n && st == WGD_OK; i++) {
        st = decode_operand(rq, v->u.args.text[i], a, &found, diag);
    }
    if (st != WGD_OK) {
        return st;
    }
    a->exit_status = found == 0;
    if (json) {
        json_close(a->out, ']');
        answer_end(a);
    } else if (found == 0) {
        buf_str(a->out, "no descriptor found\n");
    }
    return WGD_OK;
}

static wgd_status run(const request *rq, answer *a, wgd_diag *diag)
{
    const option_value *one = &rq->v[OPTION_desc], *many = &rq->v[OPTION_words];
    const wgd_status st = check_wish(rq, diag);
    if (st != WGD_OK) {
        return st;
    }
    if (one->given && many->given) {
        return cli_fail(diag, CLI_ERR_USAGE, "desc", "the word is given twice", NULL,
                        "either --desc, or words without an option", "");
    }
    if (one->given) {
        return answer_one(rq, a, one->u.word, one->doubt);
    }
    if (!many->given) {
        return cli_fail(diag, CLI_ERR_USAGE, "desc", "WORD is missing", NULL, "a descriptor",
                        "see 'wgdesc decode --help'");
    }
    if (many->u.args.n == 1) {
        option_value v;
        if (option_from_text(&option_table[OPTION_desc], many->u.args.text[0], &v, diag) ==
            WGD_OK) {
            return answer_one(rq, a, v.u.word, v.doubt);
        }
    }
    return answer_many(rq, a, diag);
}

static const example examples[] = {
    {"wgdesc decode 0x4000004000010040", "what a kernel printed"},
    {"wgdesc decode 0x4000004000010040 --operand b --major k --dtype f16 --n 128",
     "and what that instruction reads"},
    {"wgdesc decode 0x8000004000200048 --json", "for a script"},
    {"wgdesc decode 4611686293305294912 0x4000\'0040\'0001\'0042",
     "as %llu prints it, and as C has it"},
    {"printf '0x%016llx\\n' 0x4000004000010040 | wgdesc decode -",
     "every word of a log, with its line"},
};

const command cmd_decode = {
    .id = COMMAND_decode,
    .name = "decode",
    .summary = "read a descriptor: its fields, and what is odd in them",
    .synopsis = "WORD|FILE... [--operand a|b] [--major k|mn] [--dtype TYPE] [--n N] [--sparse] "
                "[--arch ARCH]",
    .about =
        "A word is hexadecimal, with 0x or all 16 digits, or decimal; ' and _ between digits, ULL "
        "or "
        "a comma behind it do not matter. Of several words each gets one line; in a file, or in "
        "standard input as -, every number that may be a descriptor is found, with its line.\n\n"
        "The fields of the 64-bit word in bytes and as encoded (units of 16 bytes). A warning is "
        "something that is often a mistake, a note something that changes nothing. A word with "
        "tcgen05's version in bits 46-48, and nothing where its format leaves bits free, is taken "
        "for one of sm100 (with bit 52 of sm103) unless --arch says otherwise.\n\n"
        "Below stands what the word describes for each kind of read that a wgmma makes: which of "
        "LBO and SBO it reads, and where in shared memory the block lies. A block of A has 64 "
        "rows; of B the smallest and the largest N are shown. --operand, --major, --dtype, --n and "
        "--sparse leave those of the instruction that is meant. 'wgdesc map' lists every element.",
    .examples = examples,
    .n_examples = (int)(sizeof examples / sizeof examples[0]),
    .operands = {OPTION_words},
    .n_operands = 1,
    .formats = FORMATS_TEXT_JSON,
    .in_batch = true,
    .run = run,
};
