/* SPDX-License-Identifier: MIT
 *
 * The picture of a bank access: lanes, phases and banks.
 */
#include "banks_picture.h"

#include <string.h>

/* The lanes of one phase that touch a bank, and the distinct words they touch there. */
typedef struct bank_use {
    int words, lanes;
    uint32_t word[WGD_WARP];
    int lane[WGD_WARP];
} bank_use;

/* A lane touches a bank in one word at most: what it accesses is no wider than the banks. */
static void add_word(bank_use *u, uint32_t word, int lane)
{
    int i = 0;
    while (i < u->words && u->word[i] != word) {
        i++;
    }
    if (i == u->words) {
        u->word[u->words++] = word;
    }
    u->lane[u->lanes++] = lane;
}

static bank_use use_of(const wgd_bank_lanes *lanes, const wgd_bank_phase *ph, int bytes, int bank)
{
    bank_use u = {0};
    for (int lane = ph->first_lane; lane < ph->first_lane + ph->lanes; lane++) {
        for (int w = 0; (lanes->active >> lane & 1) && w < bytes / 4; w++) {
            const uint32_t word = lanes->addr[lane] / 4 + (uint32_t)w;
            if ((int)(word % WGD_BANKS) == bank) {
                add_word(&u, word, lane);
            }
        }
    }
    return u;
}

/* "x2 0 8 16 +5": the words, and as many lanes as fit beside the count of the others. */
static void put_use(char *text, const bank_use *u)
{
    enum { SHOWN = 4 };
    wgd_text t = wgd_text_into(text, DRAW_TEXT);
    wgd_put_char(&t, 'x');
    wgd_put_i64(&t, u->words);
    for (int i = 0; i < u->lanes && i < SHOWN; i++) {
        wgd_put_char(&t, ' ');
        wgd_put_i64(&t, u->lane[i]);
    }
    if (u->lanes > SHOWN) {
        wgd_put_str(&t, " +");
        wgd_put_i64(&t, u->lanes - SHOWN);
    }
    wgd_text_end(&t);
}

/* Shades by words: none is plain, 1 is served at once, more are conflicts. */
static const char shade_texts[DRAW_SHADES][DRAW_TEXT] = {"1 word", "2 words", "",          "",
                                                         "",       "3-4",     "5 or more", ""};

static int shade_of(int words)
{
    return words == 0 ? DRAW_PLAIN : words == 1 ? 0 : words == 2 ? 1 : words <= 4 ? 5 : 6;
}

wgd_status banks_picture(draw_pic *p, const wgd_bank_lanes *lanes, const wgd_bank_result *r,
                         wgd_access access, wgd_diag *diag)
{
    const wgd_status st = draw_pic_init(p, WGD_BANKS, r->phases, diag);
    if (st != WGD_OK) {
        return st;
    }
    p->corner = "bank \\ phase";
    p->shade_title = "distinct words; each takes a wavefront";
    memcpy(p->shade_text, shade_texts, sizeof shade_texts);
    for (int ph = 0; ph < r->phases; ph++) {
        for (int bank = 0; bank < WGD_BANKS; bank++) {
            const bank_use u = use_of(lanes, &r->phase[ph], wgd_access_bytes(access), bank);
            draw_cell *cell = draw_at(p, bank, ph);
            cell->shade = (int8_t)shade_of(u.words);
            if (u.words > 0) {
                put_use(cell->line[0], &u);
            }
        }
    }
    draw_number_axes(p, 1, 1);
    draw_rule_rows(p, 4, DRAW_RULE_ATOM);
    draw_rule_cols(p, 1, DRAW_RULE_ATOM);
    return WGD_OK;
}

void banks_picture_heads(draw_pic *p, const wgd_bank_result *r)
{
    buf *line = draw_head(p);
    buf_i64(line, r->wavefronts);
    buf_str(line, r->wavefronts == 1 ? " wavefront, " : " wavefronts, ");
    buf_i64(line, r->conflicts);
    buf_str(line, r->conflicts == 1 ? " conflict; degree of each phase:"
                                    : " conflicts; degree of each phase:");
    for (int i = 0; i < r->phases; i++) {
        buf_char(line, ' ');
        buf_i64(line, r->phase[i].degree);
    }
    buf_str(draw_head(p),
            "a cell: x and the number of distinct words of the bank, then the lanes that touch it");
}
