/* SPDX-License-Identifier: MIT
 *
 * Finding a command by its name, and an option of a command.
 */
#include "command.h"

#include <string.h>

#include "error/cli_status.h"
#include "wgd_suggest.h"

const command *command_find(const command_set *all, const char *name, size_t len)
{
    for (int i = 0; i < all->n; i++) {
        if (strlen(all->row[i]->name) == len && memcmp(all->row[i]->name, name, len) == 0) {
            return all->row[i];
        }
    }
    return NULL;
}

bool command_takes(const command *c, option_id o)
{
    return (option_table[o].commands >> c->id & 1) != 0;
}

bool command_is_operand(const command *c, option_id o)
{
    for (int i = 0; i < c->n_operands; i++) {
        if (c->operands[i] == o) {
            return true;
        }
    }
    return false;
}

wgd_status command_unknown(const command_set *all, const char *name, size_t len, wgd_diag *diag)
{
    wgd_suggestion near = wgd_suggest_for(name, len);
    char want[sizeof diag->want];
    wgd_text t = wgd_text_into(want, sizeof want);
    for (int i = 0; i < all->n; i++) {
        wgd_suggest_offer(&near, all->row[i]->name);
        wgd_put_str(&t, i > 0 ? ", " : "");
        wgd_put_str(&t, all->row[i]->name);
    }
    wgd_text_end(&t);
    const wgd_status st =
        cli_fail(diag, CLI_ERR_USAGE, "cmd", "no such command", name, want, "see 'wgdesc --help'");
    return wgd_suggest_hint(diag, st, &near);
}

/* Further names that a request may give an option. */
static const struct {
    const char *key, *name;
} aliases[] = {{"a-neg", "negate-a"}, {"b-neg", "negate-b"}, {"sat", "saturate"}, {"sf", "scale"}};

/* Is this the option's name? In a request an underscore does for a dash. */
static bool is_name(const char *own, const char *name, size_t len)
{
    size_t i = 0;
    while (i < len && own[i] != '\0' && (own[i] == name[i] || (own[i] == '-' && name[i] == '_'))) {
        i++;
    }
    return i == len && own[i] == '\0';
}

option_id command_option(const command *c, const char *name, size_t len)
{
    option_id found = OPTION_COUNT;
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++) {
        if (is_name(aliases[i].key, name, len)) {
            name = aliases[i].name;
            len = strlen(name);
        }
    }
    for (int i = OPTION_COUNT - 1; i >= 0; i--) {
        const option_id o = (option_id)i;
        const char *own = option_table[i].name;
        if (own[0] == name[0] && is_name(own, name, len) &&
            (found == OPTION_COUNT || !c || !command_takes(c, found))) {
            found = o;
        }
    }
    return found;
}
