/* SPDX-License-Identifier: MIT
 *
 * The answer to a question for many words.
 */
#include "many.h"

#include "answer.h"

wgd_status many_answer(answer *a, const char *cmd, const many *m, const many_shape *s,
                       wgd_diag *diag)
{
    int64_t bytes = s->item;
    const uint64_t n = m->n, room = m->room; /* wider than size_t where that has 32 bits */
    bool over = n > INT64_MAX || __builtin_mul_overflow(bytes, (int64_t)n, &bytes);
    for (int i = 0; i < s->n_dims; i++) {
        over = over || __builtin_mul_overflow(bytes, s->dim[i], &bytes);
    }
    if (over || (m->out && room < (uint64_t)bytes)) {
        return wgd_fail_num(diag, WGD_ERR_LIMIT, "out", "the numbers do not fit the buffer",
                            room > INT64_MAX ? INT64_MAX : (int64_t)room,
                            "\"bytes\" of the answer that is given without a buffer", "");
    }
    answer_begin(a, cmd, true);
    if (s->result) {
        json_text(a->out, "result", s->result, s->result_len);
    }
    json_int(a->out, "item", s->item);
    json_open(a->out, "shape", '[');
    json_int(a->out, NULL, (int64_t)m->n);
    for (int i = 0; i < s->n_dims; i++) {
        json_int(a->out, NULL, s->dim[i]);
    }
    json_close(a->out, ']');
    json_int(a->out, "bytes", bytes);
    answer_end(a);
    return WGD_OK;
}
