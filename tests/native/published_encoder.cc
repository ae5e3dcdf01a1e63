// Games through the Hanabi Learning Environment itself, to compare our observations with.
//
// Reads games, one a line: players, the deck's identities (50), then actions. Prints for each turn
// the observation of the player to move as bits (0 and 1), its legal actions, and the reward of the
// action; then a line "end" with the score. Build it beside a clone of
// google-deepmind/hanabi-learning-environment, as tests/data/README.md says.
#include <iostream>
#include <sstream>
#include <string>

#include "canonical_encoders.h"
#include "hanabi_game.h"
#include "hanabi_observation.h"
#include "hanabi_state.h"

using namespace hanabi_learning_env;

static HanabiState deal(HanabiGame* game, std::istream& line, std::vector<int>* deck) {
    for (int card = 0; card < 50; card++) {
        int identity;
        line >> identity;
        deck->push_back(identity);
    }
    return HanabiState(game, 0);
}

static void deal_cards(HanabiState* state, const std::vector<int>& deck, size_t* drawn) {
    while (!state->IsTerminal() && state->CurPlayer() == kChancePlayerId) {
        int identity = deck[(*drawn)++];
        state->ApplyMove(HanabiMove(HanabiMove::kDeal, -1, -1, identity / 5, identity % 5));
    }
}

static void tell(const HanabiGame& game, const HanabiState& state) {
    HanabiObservation seen(state, state.CurPlayer());
    for (int bit : CanonicalObservationEncoder(&game).Encode(seen)) std::cout << bit;
    for (const HanabiMove& move : state.LegalMoves(state.CurPlayer()))
        std::cout << " " << game.GetMoveUid(move);
}

int main() {
    std::string text;
    while (std::getline(std::cin, text)) {
        std::istringstream line(text);
        int players, action;
        line >> players;
        HanabiGame game({{"players", std::to_string(players)}, {"random_start_player", "0"}});
        std::vector<int> deck;
        size_t drawn = 0;
        HanabiState state = deal(&game, line, &deck);
        deal_cards(&state, deck, &drawn);
        while (!state.IsTerminal() && line >> action) {
            int before = state.Score();
            tell(game, state);
            state.ApplyMove(game.GetMove(action));
            std::cout << " reward " << state.Score() - before << "\n";
            deal_cards(&state, deck, &drawn);
        }
        std::cout << "end " << state.IsTerminal() << " " << state.Score() << "\n";
    }
}
