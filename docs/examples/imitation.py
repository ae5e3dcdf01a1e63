"""Train a learner that plays better than an agent and still like it.

    python docs/examples/imitation.py runs/my-human --clone human:proxy --partners human:proxy

The network first learns to make the moves of an agent, from games of the agent with itself. Then
PPO trains it beside partners, with a penalty for moving away from this clone, the Kullback-Leibler
divergence (Hu et al., "Human-AI Coordination via Human-Regularized Search and Learning", 2022). All
other options and files are those of `ppo.py`.
"""

from __future__ import annotations

import argparse
from copy import deepcopy

import numpy as np
import torch
from ppo import Trainer
from ppo import main as train
from torch import Tensor, nn

import hanabi_lab as hl
from native import Game
from native.environment.observation import action_of, observe, unpacked

EPOCHS, BATCH = 4, 256
Moves = tuple[np.ndarray, np.ndarray, Tensor]


def recorded(agent: str, players: int, games: int, seed: int) -> Moves:
    """Return the moves of an agent's games with itself: observations, shape (moves, words), the
    legal actions as bits, shape (moves, 1), and the actions, shape (moves,).
    """
    played = hl.play(agent, games=games, seed=seed, players=players, threads=1)
    words, legal, actions = [], [], []
    for number in range(games):
        ended = played.game(number)
        game = Game(ended.rules, deck=ended.deck)
        for event in ended.history:
            view = game.view(event.seat)
            seen = observe(view)
            words.append(seen.words)
            legal.append([seen.legal])
            actions.append(action_of(view, event.move))
            game.play(event.move)
    return np.stack(words), np.array(legal, np.uint64), torch.tensor(actions)


def imitate(trainer: Trainer, agent: str, games: int, seed: int) -> float:
    """Teach a trainer's network the agent's moves, and make this clone the trainer's anchor.

    Return the share of moves, in a tenth of the games that it did not learn from, that the clone
    takes for the likeliest.
    """
    network, moves = trainer.network, trainer.env.rules.move_count
    words, legal, actions = recorded(agent, trainer.env.rules.players, games, seed)

    def chances(rows: Tensor) -> Tensor:
        bits, may = unpacked(words[rows], trainer.bits), unpacked(legal[rows], moves)
        return network(torch.from_numpy(bits), torch.from_numpy(may))[0]

    learned = len(actions) * 9 // 10
    optimiser = torch.optim.Adam(network.parameters(), lr=1e-3)
    for _ in range(EPOCHS):
        for rows in torch.split(torch.randperm(learned), BATCH):
            loss = nn.functional.nll_loss(chances(rows), actions[rows])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
    trainer.anchor = deepcopy(network).requires_grad_(requires_grad=False)
    with torch.no_grad():
        likeliest = chances(torch.arange(learned, len(actions))).argmax(1)
    return float((likeliest == actions[learned:]).float().mean())


def main(words: list[str] | None = None) -> list[dict[str, float]]:
    """Imitate and train from the command line; return the lines of the curve."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], add_help=False)
    parser.add_argument("--clone", default="human:proxy", help="the agent to imitate")
    parser.add_argument("--cloned", type=int, default=20_000, help="games to learn its moves from")
    chosen, others = parser.parse_known_args(words)

    def prepare(trainer: Trainer) -> None:
        share = imitate(trainer, chosen.clone, chosen.cloned, seed=1)
        print(f"The clone makes {share:.1%} of the moves of {chosen.clone}.", flush=True)

    return train(others, prepare, clone=chosen.clone)


if __name__ == "__main__":
    main()
