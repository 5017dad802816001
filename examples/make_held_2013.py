"""
Write the worked tournament of the Dutch system of 2013 as an example file.

Names, ratings, pairings and results are those of the five-round exercise with 14 players in Mario Held's annotated
edition of the Dutch rules (2013); the players are his inventions. Run by hand, ``python examples/make_held_2013.py``.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tournaments.model import ABSENT, Colour, DeclaredSystem, Event, Player, Result, RoundEntry
from tournaments.trf.writing import write_trf26

FILE = Path(__file__).with_name("held_2013.trf")
PLAYERS = (
    ("Alice", "GM", 2500, "8w1 5b0 14b1 3w1 2b1"),
    ("Bruno", "IM", 2500, "9b1 7w1 5w= 6b1 1w0"),
    ("Carla", "WGM", 2400, "10w1 6b= 4w= 1b0 7w1"),
    ("David", "FM", 2400, "11b= 9w1 3b= 5w= 6w="),
    ("Eloise", "WIM", 2350, "12w1 1w1 2b= 4b= 11w1"),
    ("Finn", "FM", 2300, "13b1 3w= 11b+ 2w0 4b="),
    ("Giorgia", "FM", 2250, "14w1 2b0 10w1 11b0 3b0"),
    ("Kevin", "FM", 2250, "1b0 11w0 12b= 9w= 13b="),
    ("Louise", "WIM", 2150, "2w0 4b0 13w1 8b= 10w="),
    ("Marco", "CM", 2150, "3b0 13w1 7b0 14w= 9b="),
    ("Nancy", "WFM", 2100, "4w= 8b1 6w- 7w1 5b0"),
    ("Oskar", "", 2100, "5b0 absent 8w= 13b0 14b0"),
    ("Patricia", "", 2050, "6w0 10b0 9b0 12w1 8w="),
    ("Robert", "", 2000, "7b0 bye 1w0 10b= 12w1"),
)
"""Name, title, rating, and for every round opponent, colour and result."""


def entry(word: str) -> RoundEntry:
    """Read ``8w1``: White against 8, won."""
    if word == "absent":
        return ABSENT
    if word == "bye":
        return RoundEntry(None, None, Result.PAIRING_ALLOCATED_BYE)
    return RoundEntry(int(word[:-2]), Colour(word[-2]), Result(word[-1]))


def worked_tournament() -> Event:
    """Return the event, with ranks by points and then by number."""
    rounds = [tuple(entry(word) for word in row.split()) for *_, row in PLAYERS]
    event = Event(
        players=(),
        rounds_recorded=5,
        rounds_declared=5,
        name="Worked tournament of the Dutch rules of 2013",
        initial_colour=Colour.WHITE,
        system=DeclaredSystem(text="Swiss Dutch 2013"),
    )
    points = [sum(event.scoring.points(one) for one in row) for row in rounds]
    ranked = sorted(range(len(PLAYERS)), key=lambda index: (-points[index], index))
    players = tuple(
        Player(
            tpn=index + 1,
            name=name,
            title=title,
            rating=rating,
            rounds=rounds[index],
            points=points[index],
            rank=ranked.index(index) + 1,
        )
        for index, (name, title, rating, _) in enumerate(PLAYERS)
    )
    return replace(event, players=players)


if __name__ == "__main__":
    FILE.write_text(write_trf26(worked_tournament()), encoding="utf-8", newline="\n")
