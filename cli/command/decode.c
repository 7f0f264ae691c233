/* SPDX-License-Identifier: MIT
 *
 * decode: the fields of a word, what is odd in them, what each instruction reads through it.
 */
#include "answer/answer.h"
#include "request/request.h"
#include "view/decode_reads.h"
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
    {WGD_FAULT_RESERVED, "reserved", "note", "ignored bits are set: 14-15, 30-31, 46-48 or 52-61",
     "the hardware does not look at them"},
};
enum { FAULTS = (int)(sizeof faults / sizeof faults[0]) };

/* Bits 46 to 48 are 001 in every descriptor of tcgen05 and ignored by wgmma: what such a word is. NULL
 * for a word of wgmma. PTX ISA, "Matrix descriptor" of tcgen05. */
static const char *other_family(uint64_t word)
{
    return (word >> 46 & 7) == 1
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

static void print_text(buf *out, uint64_t word)
{
    const wgd_desc d = wgd_desc_decode(word);
    const wgd_swizzle_mode mode = d.swizzle;
    buf_str(out, "descriptor ");
    buf_hex(out, word, 16);
    buf_char(out, '\n');
    put_units(out, "  start        ", d.start);
    put_units(out, "  LBO          ", d.lbo);
    put_units(out, "  SBO          ", d.sbo);
    buf_str(out, "  base offset  ");
    buf_right_i64(out, d.base_offset, 8);
    buf_str(out, "\n  swizzle      ");
    buf_pad(out, 4);
    buf_left(out, wgd_swizzle_name(mode), 6);
    buf_str(out, "  layout_type ");
    buf_i64(out, wgd_swizzle_wgmma_code(d.swizzle));
    buf_str(out, "\n  alignment    ");
    buf_right_i64(out, wgd_swizzle_alignment(mode), 8);
    buf_str(out, " B\n");
    const unsigned found = wgd_desc_faults(word);
    if (other_family(word)) {
        put_fault(out, "warning", other_family(word), other_hint);
    }
    for (int i = 0; i < FAULTS; i++) {
        if (found & faults[i].fault) {
            put_fault(out, faults[i].severity, faults[i].text, faults[i].hint);
        }
    }
    decode_reads_text(out, word);
}

static void json_units(buf *out, const char *key, unsigned field)
{
    json_open(out, key, '{');
    json_int(out, "field", field);
    json_int(out, "bytes", (int64_t)field * 16);
    json_close(out, '}');
}

static void print_json(answer *a, uint64_t word)
{
    const wgd_desc d = wgd_desc_decode(word);
    const wgd_swizzle_mode mode = d.swizzle;
    buf *out = a->out;
    answer_begin(a, "decode", true);
    json_word(out, "desc", word);
    json_units(out, "start", d.start);
    json_units(out, "lbo", d.lbo);
    json_units(out, "sbo", d.sbo);
    json_int(out, "base_offset", d.base_offset);
    json_open(out, "layout_type", '{');
    json_int(out, "value", wgd_swizzle_wgmma_code(d.swizzle));
    json_str(out, "name", wgd_swizzle_name(mode));
    json_close(out, '}');
    json_int(out, "alignment", wgd_swizzle_alignment(mode));
    json_word(out, "reserved", word & ~WGD_DESC_MASK);
    json_open(out, "faults", '[');
    const unsigned found = wgd_desc_faults(word);
    if (other_family(word)) {
        json_fault(out, "tcgen05", "warning", other_family(word), other_hint);
    }
    for (int i = 0; i < FAULTS; i++) {
        if (found & faults[i].fault) {
            json_fault(out, faults[i].code, faults[i].severity, faults[i].text, faults[i].hint);
        }
    }
    json_close(out, ']');
    decode_reads_json(out, word);
    answer_end(a);
}

static wgd_status run(const request *rq, answer *a, wgd_diag *diag)
{
    (void)diag;
    const uint64_t word = rq->v[OPTION_desc].u.word;
    if (rq->format == FORMAT_JSON) {
        print_json(a, word);
    } else {
        print_text(a->out, word);
    }
    return WGD_OK;
}

static const example examples[] = {
    {"wgdesc decode 0x4000004000010040", "what a kernel printed"},
    {"wgdesc decode 0x8000004000200048 --json", "for a script"},
};

const command cmd_decode = {
    .id = COMMAND_decode,
    .name = "decode",
    .summary = "read a descriptor: its fields, and what is odd in them",
    .synopsis = "WORD",
    .about =
        "The fields of the 64-bit word in bytes and as encoded (units of 16 bytes). A warning is "
        "something that is often a mistake, a note something that changes nothing.\n\n"
        "Below stands what the word describes for each kind of read that a wgmma makes: which of "
        "LBO and SBO it reads, and where in shared memory the block lies. A block of A has 64 "
        "rows; of B the smallest and the largest N are shown. 'wgdesc map' lists every element.",
    .examples = examples,
    .n_examples = (int)(sizeof examples / sizeof examples[0]),
    .operands = {OPTION_desc},
    .n_operands = 1,
    .required = {OPTION_desc},
    .n_required = 1,
    .formats = FORMATS_TEXT_JSON,
    .in_batch = true,
    .run = run,
};
