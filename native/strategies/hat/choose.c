/* The choice of a move: play what is safe, clue what is new, discard what is useless, else the
 * cheapest. The move also encodes the sum of the answers, as a clue or as the choice of a card. */
#include "engine/turn.h"
#include "strategies/hat/memo.h"

#include <string.h>

/* What the seat to move knows beyond the memo. */
typedef struct {
    const hl_view *view;
    const hl_rules *rules;
    const hl_hat_memo *memo;
    int me;
    uint64_t mine[8];   /* by slot: what my card may be, given the other hands */
    uint64_t elsewhere; /* identities in other hands */
} hl_hat_context;

enum { DISCARD, PLAY };

/* Fill the context of the view's seat. */
static void look(const hl_view *view, const hl_hat_memo *memo, hl_hat_context *context) {
    const hl_rules *rules = &view->pub->rules;
    *context = (hl_hat_context){.view = view, .rules = rules, .memo = memo, .me = view->seat};
    for (int seat = 0; seat < rules->players; seat++)
        for (uint64_t held = view->held[seat]; held; held &= held - 1)
            context->elsewhere |= first_kind(rules, held);
    for (int slot = 0; slot < rules->hand_size; slot++) {
        uint64_t by_clues = view->pub->know[view->seat][slot] & view->unseen;
        context->mine[slot] = memo->may_be[view->seat][slot] & by_clues;
        if (!context->mine[slot])
            context->mine[slot] = by_clues;
    }
}

static int rank_of(const hl_rules *rules, int card) { return rules->id_of[card] % rules->ranks; }

/* These functions return a slot of my hand, or HL_NONE if no card qualifies. */

/* The best of the certainly playable cards: one on which a visible card can follow, without a copy
 * in another hand, and of low rank. */
static int best_play(const hl_hat_context *context) {
    const hl_rules *rules = context->rules;
    int best = HL_NONE, most = -1;
    for (int slot = 0; slot < rules->hand_size; slot++) {
        if (!within(context->mine[slot], context->memo->playable))
            continue;
        int worth = 0;
        foreach (card, context->mine[slot]) {
            int follows = (rules->next_cards[rules->id_of[card]] & context->elsewhere) != 0;
            int twice = (int)(context->elsewhere >> card & 1);
            worth += 3 + 2 * rules->ranks - rank_of(rules, card) + 3 * follows - 3 * twice;
        }
        worth = 100 * worth / count(context->mine[slot]);
        if (worth > most) {
            most = worth;
            best = slot;
        }
    }
    return best;
}

/* The card most likely to be playable, with at least this percentage; with `harmless`, only a card
 * that is useless if it is not playable. */
static int likely_play(const hl_hat_context *context, int percent, int harmless) {
    uint64_t playable = context->memo->playable, harm = ~(playable | context->memo->useless);
    int best = HL_NONE, hits = 0, of = 1;
    for (int slot = 0; slot < context->rules->hand_size; slot++) {
        uint64_t mine = context->mine[slot];
        int hit = count(mine & playable), total = count(mine);
        if (!mine || (harmless && mine & harm))
            continue;
        if (hit * 100 >= total * percent && hit * of > hits * total) {
            best = slot;
            hits = hit;
            of = total;
        }
    }
    return best;
}

static int first_in(const uint64_t *hand, int slots, uint64_t set) {
    for (int slot = 0; slot < slots; slot++)
        if (within(hand[slot], set))
            return slot;
    return HL_NONE;
}

/* A useless card, if possible one that everybody knows to be useless. */
static int useless_card(const hl_hat_context *context) {
    int slots = context->rules->hand_size;
    int known = first_in(context->memo->may_be[context->me], slots, context->memo->useless);
    return known != HL_NONE ? known : first_in(context->mine, slots, context->memo->useless);
}

/* A card of which another hand certainly holds a copy. */
static int seen_elsewhere(const hl_hat_context *context) {
    return first_in(context->mine, context->rules->hand_size, context->elsewhere);
}

/* The card whose loss costs least: a critical card costs all ranks above it; others may do so
 * later, if no copy is visible. */
static int least_costly(const hl_hat_context *context) {
    const hl_rules *rules = context->rules;
    int best = HL_NONE, least = 0;
    for (int slot = 0; slot < rules->hand_size; slot++) {
        int cost = 0;
        if (!context->mine[slot])
            continue;
        foreach (card, context->mine[slot] & ~context->memo->useless) {
            int one = context->memo->critical >> card & 1 ? 80
                      : context->elsewhere >> card & 1    ? 1
                                                          : 8;
            cost += one * (rules->ranks - rank_of(rules, card));
        }
        cost = 1000 * cost / count(context->mine[slot]);
        if (best == HL_NONE || cost < least) {
            least = cost;
            best = slot;
        }
    }
    return best;
}

/* The sum of the answers of all hands but mine, modulo the number of codes. */
static int sum_up(const hl_hat_context *context, hl_hat_memo *after, int urged, int codes,
                  hl_hat_decision *decision) {
    int sum = 0;
    for (int seat = 0; seat < context->rules->players; seat++) {
        if (seat == context->me)
            continue;
        int answer = hl_hat_ask(context->rules, after, seat, context->view->hand[seat],
                                seat == urged, codes, 0, &decision->told[seat]);
        decision->answer[seat] = (uint8_t)answer;
        sum += answer;
    }
    decision->clues = (uint8_t)codes;
    decision->code = (uint8_t)(sum % codes);
    return decision->code;
}

/* The number of identities' copies, summed over the target's slots, that a clue rules out
 * literally; writes its code to `code`. */
static int looks(const hl_hat_context *context, int target, int clue, const hl_hat_classes *classes,
                 int *code) {
    const uint8_t *hand = context->view->hand[target];
    uint64_t clued = context->rules->clue_cards[clue];
    unsigned touched = 0;
    int ruled_out = 0;
    for (int slot = 0; slot < context->rules->hand_size; slot++) {
        if (hand[slot] == HL_NONE)
            continue;
        unsigned hit = clued >> hand[slot] & 1;
        touched |= hit << slot;
        ruled_out += count(context->memo->may_be[target][slot] & (hit ? ~clued : clued));
    }
    *code = hl_hat_code(context->rules, classes, clue, touched);
    return ruled_out;
}

/* The clue with this code; if there are several, the one that rules out most by itself. */
static int clue_for(const hl_hat_context *context, const hl_hat_classes classes[6], int code) {
    const hl_rules *rules = context->rules;
    int best = HL_NONE, most = -1;
    for (int move = 2 * rules->hand_size; move < rules->moves; move++) {
        const hl_event *act = &rules->acts[move];
        int target = (context->me + act->target) % rules->players, means;
        if (code < classes[target].first || code >= classes[target].first + classes[target].codes ||
            !(context->view->held[target] & rules->clue_cards[act->clue]))
            continue;
        int ruled_out = looks(context, target, act->clue, &classes[target], &means);
        if (means == code && ruled_out > most) {
            most = ruled_out;
            best = move;
        }
    }
    return best;
}

/* give_clue and use_card choose a move that encodes the sum of the other seats' answers, and write
 * it with its reason (hl_hat_reason) to `decision`: a clue, or the play or discard of the card in
 * `slot` or of one that is equivalent to it for everybody. They return 0 if there is no such clue,
 * or `slot` is HL_NONE. */
static int give_clue(const hl_hat_context *context, int reason, hl_hat_decision *decision) {
    hl_hat_memo after = *context->memo;
    hl_hat_classes classes[6];
    int codes = hl_hat_classify(context->rules, context->memo, context->me, classes);
    int urged = hl_hat_urged(context->rules, context->memo, context->me);
    memset(decision, HL_NONE, sizeof *decision);
    if (!context->memo->tokens || codes < 1)
        return 0;
    decision->move =
        (uint8_t)clue_for(context, classes, sum_up(context, &after, urged, codes, decision));
    decision->reason = (uint8_t)reason;
    return decision->move != HL_NONE;
}

static int use_card(const hl_hat_context *context, int reason, int slot, int plays,
                    hl_hat_decision *decision) {
    uint8_t slots[8];
    memset(decision, HL_NONE, sizeof *decision);
    if (slot == HL_NONE)
        return 0;
    int codes = hl_hat_alike(context->rules, context->memo, context->me, slot, plays, slots);
    if (codes > 1) {
        hl_hat_memo after = *context->memo;
        if (!plays)
            hl_hat_silence(context->rules, &after, context->me);
        slot = slots[sum_up(context, &after, HL_NONE, codes, decision)];
    }
    decision->reason = (uint8_t)reason;
    decision->slot = (uint8_t)slot;
    decision->move = (uint8_t)(slot + (plays ? context->rules->hand_size : 0));
    return 1;
}

/* Whether another seat holds a playable card without knowing any card of its own to be playable. */
static int is_news(const hl_hat_context *context) {
    for (int seat = 0; seat < context->rules->players; seat++)
        if (context->view->held[seat] & context->memo->playable &&
            !hl_hat_can_play(context->rules, context->memo, seat))
            return 1;
    return 0;
}

static int another_can_play(const hl_hat_context *context) {
    for (int seat = 0; seat < context->rules->players; seat++)
        if (seat != context->me && hl_hat_can_play(context->rules, context->memo, seat))
            return 1;
    return 0;
}

/* Each threshold was compared on the same deals. The order of clue and discard is part of the
 * agreement: custom.c says what follows from it. */
static int decide(const hl_hat_context *context, hl_hat_decision *decision) {
    const hl_public *pub = context->view->pub;
    const hl_rules *rules = context->rules;
    int room = pub->tokens < rules->max_tokens;
    int spare_strikes = rules->max_strikes - pub->strikes > 1;
    int useless = useless_card(context);
    if (use_card(context, HL_HAT_PLAY, best_play(context), PLAY, decision))
        return 1;
    if (spare_strikes &&
        use_card(context, HL_HAT_RISK, likely_play(context, 75, 1), PLAY, decision))
        return 1;
    if (spare_strikes && !pub->deck_left && !pub->tokens &&
        use_card(context, HL_HAT_LAST_CHANCE, likely_play(context, 1, 0), PLAY, decision))
        return 1;
    if ((!room || is_news(context)) && give_clue(context, HL_HAT_CLUE, decision))
        return 1;
    if (room && hl_hat_can_spare(rules, context->memo) &&
        use_card(context, HL_HAT_WASTE, useless, DISCARD, decision))
        return 1;
    if ((pub->tokens > rules->players || another_can_play(context)) &&
        give_clue(context, HL_HAT_STALL, decision))
        return 1;
    return (room && (use_card(context, HL_HAT_WASTE, useless, DISCARD, decision) ||
                     use_card(context, HL_HAT_SEEN, seen_elsewhere(context), DISCARD, decision) ||
                     use_card(context, HL_HAT_LEAST, least_costly(context), DISCARD, decision))) ||
           give_clue(context, HL_HAT_STALL, decision);
}

int hl_hat_choose(const hl_view *view, const hl_hat_memo *memo, hl_hat_decision *decision) {
    int error = hl_may_decide(view);
    if (error)
        return error;
    hl_hat_context context;
    look(view, memo, &context);
    if (!decide(&context, decision)) { /* no clue has the code: make any legal move */
        uint8_t moves[HL_MAX_MOVES];
        if (!hl_view_legal_moves(view, moves))
            return HL_GAME_OVER;
        memset(decision, HL_NONE, sizeof *decision);
        decision->move = moves[0];
        decision->reason = HL_HAT_STALL;
    }
    return HL_OK;
}
