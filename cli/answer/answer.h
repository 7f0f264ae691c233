/* SPDX-License-Identifier: MIT
 *
 * One answer: where it is written, and the frame of its JSON object.
 */
#ifndef CLI_ANSWER_H
#define CLI_ANSWER_H

#include "json/json_write.h"
#include "wgd_arch.h"

/* A handler appends to *out; what it appended is dropped when it returns an error. */
typedef struct answer {
    buf *out;
    const char *id; /* the "id" of a batch request, as it came; NULL if none */
    size_t id_len;
    int exit_status; /* 0, or 1 when the answer is "no" */
    /* The architecture that was asked for, or recognised; NULL where nobody asked. And one that the
     * answer is about and that was documented, not measured; NULL where all was measured. */
    const char *arch, *documented;
    /* The text that diag->pos points into, for the caret line; a handler sets it on failure. */
    const char *fault_text;
    size_t fault_len;
} answer;

/* Says for which architecture the answer is; twice for an answer about two. */
void answer_for_arch(answer *a, wgd_arch arch);

/* {"schema":"wgdesc/1","cmd":NAME,"id":...,"ok":OK ... open for the members of the command. */
void answer_begin(answer *a, const char *cmd, bool ok);
/* Closes the object and the line. */
void answer_end(answer *a);

#endif
