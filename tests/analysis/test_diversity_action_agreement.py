"""How alike the elites of a run act: the same for any threads, and of these elites only."""

import json
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from agents.archives import BadArchive, runs
from analysis.diversity import action_agreement, elites
from native import Game, Rng
from native.play.matches import Moment
from native.rulebase import Mode, RuleList
from tests.agents.small_runs import ready
from tests.game.conftest import said
from tests.serial import Serial

pytestmark = pytest.mark.usefixtures("runs_of_its_own")


def bytes_of(run: str) -> bytes:
    return (runs.folder(run) / action_agreement.FILE).read_bytes()


def test_two_elites_are_alike_where_they_decide_the_same_on_recorded_turns() -> None:
    archive = ready("r")
    found = action_agreement.make("r", Serial(), games=1, seed="x")
    lists = [RuleList(cell.genes, Mode.FAITHFUL) for cell in archive.valid]
    steady = [i for i, one in enumerate(lists) if not any(draws_lots(r.name) for r in one.rules)]
    assert len(steady) > 1
    agreed, turns = np.zeros((len(lists), len(lists))), 0
    for number, one in zip(elites.numbers(archive).tolist(), lists, strict=True):
        own = Rng("x similarity").derive(number).derive(0)
        chances = [own.derive(1), own.derive(2)]
        game = Game(archive.setting.game, seed=own)
        while (seat := game.to_move) is not None:
            view = game.view(seat)
            moves = [each.decide(view, Rng(0)).move for each in lists]
            agreed += np.array([[a == b for b in moves] for a in moves])
            turns += 1
            move = one.decide(view, chances[seat]).move
            if move is None:
                game.terminate()
            else:
                game.play(move)
    assert found.turns.tolist() == [turns, turns]
    of_steady = np.ix_(steady, steady)
    assert found.shares()[of_steady] == pytest.approx(agreed[of_steady] / turns)
    assert 0 < found.shares()[of_steady].min() < 1


def draws_lots(name: str) -> bool:
    return any(word in name for word in ("Random", "TellPlayable"))


def test_threads_and_chunks_change_no_byte_of_agreement(monkeypatch: pytest.MonkeyPatch) -> None:
    ready("r")
    action_agreement.make("r", Serial(), games=2)
    alone = bytes_of("r")
    monkeypatch.setattr(action_agreement, "CHUNK_GAMES", 4)
    with ThreadPoolExecutor(3) as pool:
        action_agreement.make("r", pool, games=2)
    assert bytes_of("r") == alone
    action_agreement.make("r", Serial(), games=2, seed="2")
    assert bytes_of("r") != alone


def test_a_table_of_agreement_is_reloaded_after_it_was_remade() -> None:
    ready("r")
    for games in (1, 2):
        action_agreement.make("r", Serial(), games=games)
        stored = action_agreement.load("r")
        assert stored is not None
        assert stored.games == games


def test_both_answers_of_either_elite_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who draws lots answers twice, and may agree one time and not the other."""
    count = len(ready("r").valid)
    equal = np.arange(count * count).reshape(count, count)
    monkeypatch.setattr(action_agreement, "judge", lambda *_: (equal, 1000, 5000))
    shares = action_agreement.make("r", Serial(), games=1).shares()
    assert shares == pytest.approx((equal + equal.T) / 2000)


def test_agreement_at_the_end_of_the_game_differs_from_that_during_it() -> None:
    ready("r")
    found = action_agreement.make("r", Serial(), games=2)
    assert (found.shares() != found.shares(Moment.AT_THE_END)).any()
    assert (found.shares() == found.shares().T).all()
    assert found.mean_options(Moment.AT_THE_END) < found.mean_options()


def test_a_table_whose_parts_do_not_fit_is_refused_with_a_message() -> None:
    ready("r")
    found = action_agreement.make("r", Serial(), games=1)
    parts = {**vars(found), "equal": found.equal[:, 1:]}
    np.savez(runs.folder("r") / action_agreement.FILE, **parts)
    with pytest.raises(BadArchive, match="do not match"):
        action_agreement.load("r")


def test_the_command_prints_its_results() -> None:
    ready("r")
    told = json.loads(said("action_agreement", "r", games=1, json=True))
    assert told["turns"] > 0
    assert told["as_played"]["agreement_by_distance"]["0"] > 0.5


def test_a_table_under_its_former_name_is_read_and_gives_way_to_a_new_one() -> None:
    ready("r")
    before = action_agreement.make("r", Serial(), games=1, seed="x")
    file = runs.folder("r") / action_agreement.FILE
    file.rename(file.with_name("similarity.npz"))
    assert (action_agreement.load("r").equal == before.equal).all()
    action_agreement.make("r", Serial(), games=1, seed="y")
    assert action_agreement.load("r").seed == "y"
