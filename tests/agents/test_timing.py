"""How long agents take to decide is measured of the decision alone."""

from time import thread_time

from agents.timing import longest


def test_a_measured_decision_time_excludes_earlier_work_of_the_thread() -> None:
    before = thread_time()
    while thread_time() < before + 0.2:
        pass
    times = longest("rules:piers", "rules:piers", 2)
    assert 0 < times.first < before + 0.2
    assert 0 < times.second < before + 0.2
