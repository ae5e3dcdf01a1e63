/* Which of my cards to play or to discard, by the memo and what I see. */
#include "strategies/hat/context.h"

void hl_hat_look(const hl_view *view, const hl_hat_memo *memo, hl_hat_context *context) {
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

/* The best play: one on which a visible card can follow, without a copy in another hand, and of low
 * rank. */
int hl_hat_best_play(const hl_hat_context *context) {
    const hl_rules *rules = context->rules;
    int best = HL_NONE, most = -1;
    for (int slot = 0; slot < rules->hand_size; slot++) {
        if (!within(context->mine[slot], context->memo->playable))
            continue;
        int worth = 0;
        for (uint64_t cards = context->mine[slot]; cards; cards &= cards - 1) {
            int card = __builtin_ctzll(cards);
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

int hl_hat_likely_play(const hl_hat_context *context, int percent, int harmless) {
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

int hl_hat_useless(const hl_hat_context *context) {
    int slots = context->rules->hand_size;
    int known = first_in(context->memo->may_be[context->me], slots, context->memo->useless);
    return known != HL_NONE ? known : first_in(context->mine, slots, context->memo->useless);
}

int hl_hat_seen(const hl_hat_context *context) {
    return first_in(context->mine, context->rules->hand_size, context->elsewhere);
}

/* The card whose loss costs least: a critical card costs all ranks above it; others may do so
 * later, if no copy is visible. */
int hl_hat_least(const hl_hat_context *context) {
    const hl_rules *rules = context->rules;
    int best = HL_NONE, least = 0;
    for (int slot = 0; slot < rules->hand_size; slot++) {
        int cost = 0;
        if (!context->mine[slot])
            continue;
        for (uint64_t cards = context->mine[slot] & ~context->memo->useless; cards;
             cards &= cards - 1) {
            int card = __builtin_ctzll(cards);
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
