/* Declarations shared by the files of the wary agent. Not public. */
#ifndef HANABI_WARY_RECORD_H
#define HANABI_WARY_RECORD_H

#include "rulebase/context.h"
#include "strategies/wary/wary.h"

typedef struct {
    int16_t trust[HL_MAX_PLAYERS];
    uint8_t expected[HL_MAX_PLAYERS]; /* expected moves of a seat since the last other one */
    uint8_t effort;                   /* of the last turn: see hl_wary_search */
    uint64_t past;                    /* hash of all moves so far, the seed of the deals */
    hl_conv_memo conv;
} hl_wary_memo;

/* deals.c */
int hl_wary_deal(const hl_public *after, const hl_event *event, const hl_conv_memo *conv,
                 hl_rng *rng, uint8_t hands[6][8]);

/* evidence.c */
int hl_wary_search(const hl_wary_config *config, const hl_public *before, const hl_public *after,
                   const hl_wary_memo *memo);

#endif
