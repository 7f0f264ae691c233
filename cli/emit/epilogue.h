/* SPDX-License-Identifier: MIT
 *
 * The header of an epilogue, from its parts.
 */
#ifndef CLI_EMIT_EPILOGUE_H
#define CLI_EMIT_EPILOGUE_H

#include "epilogue_parts.h"

/* Refuses what cannot be written: a conversion that PTX does not have in one instruction, a copy whose
 * addresses have no formula, registers that would have to be taken apart. */
wgd_status epilogue_check(const epilogue *p, bool cuda, wgd_diag *diag);
/* The whole header; the command that writes it again stands in its head. */
void epilogue_put(const emit *e, const epilogue *p, const char *command, bool cuda);

#endif
