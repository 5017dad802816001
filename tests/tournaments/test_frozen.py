"""`tournaments.frozen`: values as the library's dataclasses would make them, in less time."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from dataclasses import FrozenInstanceError, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.frozen import FrozenStruct, dataclass

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """With a default, a factory, and a field that is neither compared nor shown."""

    white: int
    black: int = 0
    notes: tuple[str, ...] = field(default_factory=tuple)
    source: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOnBoard(Game):
    """With one field more."""

    board: int


@dataclass(frozen=True, slots=True)
class Span:
    """Positional, and checked."""

    least: int
    most: int = 9

    def __post_init__(self) -> None:
        """Refuse what is the wrong way round."""
        if self.least > self.most:
            raise ValueError(f"{self.least} is more than {self.most}")


@dataclass(frozen=True, kw_only=True)
class Lazy:
    """With something that is found out once."""

    number: int

    @cached_property
    def square(self) -> int:
        """Its square."""
        return self.number**2


VALUES = [Game(white=1, source="x"), GameOnBoard(white=1, board=2), Span(1), Lazy(number=3)]

NAMES = ["white", "black", "bye", "board"]
settings_of_a_field = st.fixed_dictionaries(
    {"compare": st.booleans(), "repr": st.booleans(), "hash": st.sampled_from([None, True, False])},
    optional={"kw_only": st.just(True)},
)
given_or_not = st.sampled_from([{}, {"default": 7}, {"default_factory": int}, {"default": 8, "init": False}])
options_of_a_class = st.fixed_dictionaries({"slots": st.booleans(), "kw_only": st.booleans(), "eq": st.booleans()})
values_of_fields = st.dictionaries(st.sampled_from([*NAMES, "unknown"]), st.integers(0, 2))


@st.composite
def twins(draw: st.DrawFn) -> tuple[type[Any], type[Any]]:
    """Draw a class with up to four fields, made here and by the library; those with a default come last."""
    fields = draw(st.lists(st.tuples(settings_of_a_field, given_or_not), max_size=len(NAMES)))
    fields.sort(key=lambda drawn: len(drawn[1]))
    options: dict[str, Any] = draw(options_of_a_class)

    def declare(decorator: Callable[..., Any]) -> type[Any]:
        entries = {name: field(**settings, **default) for name, (settings, default) in zip(NAMES, fields, strict=False)}
        body = {"__doc__": "Drawn.", "__annotations__": dict.fromkeys(entries, int), **entries}
        drawn_class: type[Any] = decorator(frozen=True, **options)(type("Drawn", (), body))
        return drawn_class

    return declare(dataclass), declare(dataclasses.dataclass)


def outcome(ask: Callable[[], Any]) -> Any:
    """Return an answer, or the error and its sentence."""
    try:
        return ask()
    except (TypeError, ValueError, AttributeError) as error:
        return type(error), str(error)


def inspect_class(cls: type[Any]) -> Any:
    """Return the attributes of a class and the behaviour of its values, with every field changed in turn."""
    fields = dataclasses.fields(cls)
    one = cls(**{entry.name: number for number, entry in enumerate(fields) if entry.init})
    changed = [outcome(lambda name=entry.name: replace(one, **{name: 9})) for entry in fields]
    return (
        [(entry.name, entry.init, entry.kw_only) for entry in fields],
        cls.__match_args__,
        cls.__doc__,
        repr(one),
        dataclasses.asdict(one),
        hasattr(one, "__dict__"),
        [other if isinstance(other, tuple) else (repr(other), one == other) for other in changed],
        [hash(other) for other in [one, *changed] if cls.__eq__ is not object.__eq__],
        (one == copy.copy(one), one == object()),
        [outcome(lambda name=entry.name: setattr(one, name, 1)) for entry in fields],
        [outcome(lambda name=entry.name: delattr(one, name)) for entry in fields],
    )


@given(twins())
def test_a_class_is_what_the_library_would_make_of_it(classes: tuple[type[Any], type[Any]]) -> None:
    """Its values are shown, compared, hashed, replaced, copied, and refuse changes alike, to the word of the errors."""
    ours, theirs = classes
    assert inspect_class(ours) == inspect_class(theirs)


@given(twins(), st.lists(st.integers(0, 2), max_size=4), values_of_fields, st.sampled_from([0, 15, 16]))
def test_arguments_are_taken_or_refused_as_by_the_library(
    classes: tuple[type[Any], type[Any]], arguments: list[int], keywords: dict[str, int], values_before: int
) -> None:
    """By position or by name; wrong ones are named in the same words, for the first value and once many are made."""
    ours, theirs = classes
    for _ in range(values_before):
        ours(**{entry.name: 1 for entry in dataclasses.fields(ours) if entry.init})
    assert outcome(lambda: repr(ours(*arguments, **keywords))) == outcome(lambda: repr(theirs(*arguments, **keywords)))


def test_values_of_different_classes_differ() -> None:
    """Also where one class continues the other."""
    game, on_board = Game(white=1), GameOnBoard(white=1, board=1)
    assert game != on_board
    assert on_board != game


@pytest.mark.parametrize("value", VALUES)
def test_nothing_can_be_set_or_deleted(value: Any) -> None:
    """Neither a field nor anything else, with and without slots."""
    name = dataclasses.fields(value)[0].name
    with pytest.raises(FrozenInstanceError, match=f"cannot assign to field '{name}'"):
        setattr(value, name, 2)
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'other'"):
        value.other = 2
    with pytest.raises(FrozenInstanceError, match=f"cannot delete field '{name}'"):
        delattr(value, name)


@pytest.mark.parametrize("value", VALUES)
def test_values_can_be_copied_and_sent_to_other_processes(value: Any) -> None:
    """Every field arrives, those that are not compared too."""
    for twin in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):  # noqa: S301 - our own
        assert dataclasses.asdict(twin) == dataclasses.asdict(value)
        assert twin == value


def test_values_are_checked_when_made_and_when_replaced() -> None:
    """``__post_init__`` runs in both cases."""
    with pytest.raises(ValueError, match="3 is more than 2"):
        Span(3, 2)
    with pytest.raises(ValueError, match="3 is more than 2"):
        replace(Span(1, 2), least=3)
    assert replace(GameOnBoard(white=1, board=2), black=5) == GameOnBoard(white=1, black=5, board=2)


class Move(FrozenStruct, frozen=True, kw_only=True):
    """A struct with a default."""

    number: int
    text: str = ""


def test_the_functions_of_the_library_treat_a_struct_like_a_dataclass() -> None:
    """A changed copy, the fields, and a dictionary; the first value stays as it is."""
    move = Move(number=1)
    assert replace(move, text="e4") == Move(number=1, text="e4")
    assert [entry.name for entry in dataclasses.fields(Move)] == ["number", "text"]
    assert dataclasses.asdict(move) == {"number": 1, "text": ""}
    with pytest.raises(TypeError, match="Unexpected keyword argument 'colour'"):
        replace(move, colour="w")  # type: ignore[arg-type]  # which is the point


def test_each_value_has_what_its_factory_makes() -> None:
    """A factory is called for each value."""

    @dataclass(frozen=True, slots=True)
    class Bag:
        items: list[int] = field(default_factory=list)

    one, other = Bag(), Bag()
    one.items.append(1)
    assert (one.items, other.items, Bag([2]).items) == ([1], [], [2])


def test_values_without_slots_can_find_something_out_once() -> None:
    """Cached properties need the dictionary that slots do away with."""
    value = Lazy(number=3)
    assert value.square == value.square == 9
    assert vars(value) == {"number": 3, "square": 9}


class LazyStruct(FrozenStruct, frozen=True, dict=True):
    """A struct with a cached property."""

    number: int

    @cached_property
    def square(self) -> int:
        """Its square."""
        return self.number**2


def test_a_struct_with_a_dictionary_can_find_something_out_once() -> None:
    """It stays equal to a value that has not; a changed copy finds it out for itself."""
    value = LazyStruct(number=3)
    assert value.square == value.square == 9
    assert (vars(value), value, replace(value, number=2).square) == ({"square": 9}, LazyStruct(number=3), 4)


def test_methods_of_the_class_are_kept() -> None:
    """A class's own methods are not overwritten; a class with its own equality alone is hashed by its fields."""

    @dataclass(frozen=True, slots=True)
    class Named:
        number: int

        def __repr__(self) -> str:
            return f"#{self.number}"

        def __hash__(self) -> int:
            return 7

    @dataclass(frozen=True, slots=True)
    class Same:  # noqa: PLW1641 - the hash is the point
        number: int

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Same)

    assert (repr(Named(1)), hash(Named(1)), Named(1) == Named(2)) == ("#1", 7, False)
    assert (Same(1) == Same(2), hash(Same(1))) == (True, hash((1,)))


def test_mutable_classes_are_left_to_the_library() -> None:
    """Nobody gets a frozen class without asking for one."""
    with pytest.raises(TypeError, match=r"use dataclasses\.dataclass"):
        dataclass(frozen=False)
