"""Wrong arguments end in an error of the kernel, never in a crash, and never in an answer to something else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.kernel_process import KernelProcess

if TYPE_CHECKING:
    from collections.abc import Iterator

RIGHT = {
    "lexicographic_matching": {
        "costs": "np.zeros(({levels}, {n}, {n}), np.int64)",
        "decisions": "np.array([[0, 0, {n}]], np.int32)",
        "first": "0",
        "last": "{n}",
    },
    "maximum_matching": {
        "allowed": "np.ones(({n}, {n}), np.uint8)",
        "vertices": "np.arange({n}, dtype=np.int32)",
    },
    "mixed_radix": {
        "levels": "[[(3, np.full(({n}, {n}), 3), np.full({n}, 2), 0)]] * {levels}",
        "within": "np.ones(({n}, {n}), np.bool_)",
        "between": "np.ones(({outside}, {n}), np.bool_)",
        "among": "np.ones(({outside}, {outside}), np.bool_)",
    },
}
RIGHT["proven_matching"] = RIGHT["lexicographic_matching"]
RIGHT["staged_matching"] = RIGHT["mixed_radix"] | {
    "leaders": "{n} // 2",
    "fills_outside": "False",
    "order": "lambda *sizes: last_term(*sizes)",
}

NOT_ARRAYS = ["None", "5", "'text'", "[[[0]]]", "object()", "np.float64(1)"]
NOT_MATRICES = [*NOT_ARRAYS, "np.zeros((), {kind})", "np.zeros({n}, {kind})", "np.zeros((1, {n}, {n}), {kind})"]
NOT_SQUARE = ["np.zeros(({n}, {n} + 1), {kind})", "np.zeros(({n} + 1, {n}), {kind})", "np.zeros((0, {n}), {kind})"]
TOO_MANY = "np.broadcast_to(np.ones((), {kind}), ({vertices}, {vertices}))"
HUGE = [2**19 + 1, 2**29]
HUGE_OF_BYTES = [*HUGE, 2**31, 2**31 + 2]

COSTS = "np.zeros(({levels}, {n}, {n}), np.int64)"
DECISIONS = "np.array([[{row}]], np.int32)"
VERTICES = "np.array([{vertices}], np.int32)"
LEVELS = "[[{term}]] * {{levels}}"
BLOCK = "[[({bound}, {block}, 0, 0)]] * {{levels}}"


def _fill_kind(kind: str, templates: list[str]) -> list[str]:
    return [template.replace("{kind}", kind) for template in templates]


_WRONG_COSTS = [
    *NOT_ARRAYS,
    *[
        f"np.zeros(({{levels}}, {{n}}, {{n}}), {kind})"
        for kind in ("float", "np.int32", "np.uint64", "np.bool_", "'>i8'")
    ],
    *["np.zeros(({levels}, {n}, {n}), object)", "np.zeros(({levels}, {n}, {n}), complex)", "np.zeros(0, np.int64)"],
    *["np.zeros(({n}, {n}), np.int64)", "np.zeros(({levels}, 1, {n}, {n}), np.int64)", f"field_of({COSTS})"],
    *["np.zeros((0, {n}, {n}), np.int64)", "np.zeros((33, {n}, {n}), np.int64)"],
    *["np.zeros(({levels}, {n}, {n} + 1), np.int64)", "np.zeros(({levels}, {n} - 1, {n}), np.int64)"],
    "np.broadcast_to(np.int64(0), (10**12, {n}, {n}))",
    *[f"np.broadcast_to(np.int64(0), (1, {vertices}, {vertices}))" for vertices in HUGE],
    *[f"put({COSTS}, {cost}, (0, 0, 1))" for cost in (1, -1, 2**57, -(2**63))],
    f"put({COSTS}, 1, ({{levels}} - 1, {{n}} - 1, 0))",
    f"put({COSTS}, (2**58 - 1) // {{n}} + 1, (0, 0, 1), (0, 1, 0))",
    f"put({COSTS}, 2**63 - 1, ({{levels}} - 1, 0, 1), ({{levels}} - 1, 1, 0))",
    "put(np.zeros((2, {n}, {n}), np.int64), -(2**63), (1, 0, 1), (1, 1, 0))",
    "put(np.zeros((2, {n}, {n}), np.int64), -((2**58 - 1) // {n}) - 1, (1, 0, 1), (1, 1, 0))",
]
_WRONG_DECISIONS = [
    *NOT_ARRAYS,
    *[f"np.zeros((1, 3), {kind})" for kind in ("np.int64", "float", "np.uint32", "'>i4'")],
    *[f"np.zeros({shape}, np.int32)" for shape in ("3", "(1, 2)", "(1, 4)", "(0, 0)", "(1, 1, 3)")],
    *[DECISIONS.format(row=row) for row in ("-1, 0, 1", "{n}, 0, 1", "0, -1, 1", "0, {n} + 1, {n}", "0, 0, {n} + 1")],
    *[DECISIONS.format(row=row) for row in ("-2**31, 0, 1", "2**31 - 1, 0, 1", "0, -2**31, 0", "0, 0, 2**31 - 1")],
    "np.array([[0, 0, {n}], [0, 0, -1]], np.int32)",
    "np.zeros((2, 6), np.int32)[:, ::2] - 1",
]
_WRONG_ENDS = [
    "-1",
    "-2**31",
    "-2**63",
    "{n} + 1",
    "2**31 - 1",
    "2**31",
    "2**63",
    "2**100",
    "1.5",
    "None",
    "'1'",
    "[0]",
]
_WRONG_ALLOWED = _fill_kind(
    "np.uint8",
    [
        *NOT_MATRICES,
        *NOT_SQUARE,
        *[f"np.ones(({{n}}, {{n}}), {kind})" for kind in ("np.bool_", "np.int8", "np.int64", "float")],
        "np.ones(({n}, 2 * {n}), np.uint8)[:, ::2]",
        "np.ones(({n}, {n}), np.uint8)[::-1]",
        "np.broadcast_to(np.uint8(1), ({n}, {n}))",
        *[TOO_MANY.replace("{vertices}", str(vertices)) for vertices in HUGE_OF_BYTES],
    ],
)
_WRONG_VERTICES = [
    *NOT_ARRAYS,
    *[f"np.arange({{n}}, dtype={kind})" for kind in ("np.int64", "np.uint32", "float", "'>i4'")],
    *["np.zeros((1, {n}), np.int32)", "np.zeros((), np.int32)"],
    *[VERTICES.format(vertices=vertices) for vertices in ("-1", "{n}", "0, {n}", "-2**31", "2**31 - 1", "1, 0, 1")],
    "np.zeros({n} + 1, np.int32)",
]
_WRONG_LEVELS = [
    *["None", "5", "1.5", "object()", "[5]", "[None]", "[[5]]", "[[None]]", "[['text']]", "['text']", "'text'"],
    *["{{1: 2}}", "[{{1}}]", "np.ones(2)", "np.ones((2, 2))", "[[]] * 33", "[[]] * 10**4"],
    *[LEVELS.format(term=term) for term in ("()", "(1,)", "(1, 0, 0)", "(1, 0, 0, 0, 0)", "[1, 0, 0, 0]", "{{1, 0}}")],
    *[LEVELS.format(term=f"({bound}, 0, 0, 0)") for bound in ("-1", "2**62", "2**63 - 1", "2**63", "2**100")],
    *[LEVELS.format(term=f"({bound}, 0, 0, 0)") for bound in ("-2**63", "-2**100", "2**58", "np.int64(-1)")],
    *[LEVELS.format(term=f"({bound}, 0, 0, 0)") for bound in ("1.0", "None", "'1'", "[1]", "np.ones(2)")],
    "[[(2**30, 0, 0, 0), (2**30, 0, 0, 0)]]",
    "[[(2**31 - 1, 0, 0, 0)] * 10]",
    "[[(1, 0, 0, 0)] * 64]",
    "[[(3, 0, 0, 0)] * {levels}, [(2**62, 0, 0, 0)]]",
    *[BLOCK.format(bound=3, block=block) for block in ("1", "-1", "True", "2**64", "1.0", "None", "'text'", "[0]")],
    *[BLOCK.format(bound=3, block=f"np.zeros(({{n}}, {{n}}), {kind})") for kind in ("float", "np.int32", "np.uint64")],
    *[BLOCK.format(bound=3, block=f"np.zeros({shape}, np.int64)") for shape in ("()", "{n} + 1", "({n} + 1, {n})")],
    *[BLOCK.format(bound=3, block=f"np.zeros({shape}, '>i8')") for shape in ("{n}", "({n}, {n})")],
    *[BLOCK.format(bound=3, block=f"np.zeros({shape}, bool)") for shape in ("()", "({n}, {n} + 1)", "(1, 1, {n})")],
    *[BLOCK.format(bound=3, block=f"np.full(({{n}}, {{n}}), {entry})") for entry in (-1, 2**62, 2**63 - 1, -(2**63))],
    *[BLOCK.format(bound=3, block=f"put(np.zeros({{n}}, np.int64), {entry}, ({{n}} - 1,))") for entry in (2**58, -1)],
    "[[(1, np.full(({n}, {n}), 2**57), 0, 0), (1, 0, 0, 0)]]",
    BLOCK.format(bound=3, block="field_of(np.zeros(({n}, {n}), np.int64))"),
    "[[(3, 0, np.zeros(({n}, {n} + 1), np.int64), 0)]]",
    "[[(3, 0, 0, np.zeros(({outside} + 2, {outside} + 2), np.int64))]]",
]
_WRONG_PRESENT = _fill_kind(
    "np.bool_",
    [
        *NOT_MATRICES,
        *[f"np.ones(({{n}}, {{n}}), {kind})" for kind in ("np.int64", "np.uint8", "float", "object")],
        *[TOO_MANY.replace("{vertices}", str(vertices)) for vertices in HUGE_OF_BYTES],
    ],
)
_WRONG_SQUARE = _fill_kind("np.bool_", NOT_SQUARE)
_MATCHING = {
    "costs": _WRONG_COSTS,
    "decisions": _WRONG_DECISIONS,
    "first": [*_WRONG_ENDS, "{n} + 1"],
    "last": _WRONG_ENDS,
}
_WRONG_ANSWERS = ["None", "(0, 0, 0)", "last_term(*sizes)[:2]", "(*last_term(*sizes), 0)", "int('x')"]
_WRONG_LAST_TERMS = [
    *["cost=None", "cost=-1", "cost=2**62", "cost=0.0", "more=1", "more=-1"],
    *["bound=None", "bound=-1", "bound=0.5", "bound=2**56", "bound=2**63", "bound=2**64"],
    *["decisions=None", "decisions=[[0, 0]]", "decisions=[[-1, 0, 0]]", "decisions=[[0, 0, 10**6]]"],
]
WRONG = {
    "lexicographic_matching": _MATCHING,
    "proven_matching": _MATCHING,
    "maximum_matching": {"allowed": _WRONG_ALLOWED, "vertices": _WRONG_VERTICES},
    "mixed_radix": {
        "levels": _WRONG_LEVELS,
        "within": [*_WRONG_PRESENT, *_WRONG_SQUARE],
        "between": [
            *_WRONG_PRESENT,
            "np.ones(({outside} + 1, {n}), np.bool_)",
            "np.ones(({outside}, {n} + 1), np.bool_)",
        ],
        "among": [*_WRONG_PRESENT, *_WRONG_SQUARE],
    },
    # The terms are read as those of mixed_radix.
    "staged_matching": {
        "leaders": ["None", "'text'", "1.5", "-1", "{n} + 1", "2**31", "2**64"],
        "fills_outside": ["None", "'text'", "2", "object()"],
        "order": ["None", "5", "'text'", "object()"],
    },
}
CASES = [(function, place, wrong) for function, places in WRONG.items() for place in places for wrong in places[place]]
ERRORS = {"TypeError", "ValueError", "OverflowError"}

# Around 64, the number of vertices in a word of the kernel's sets. With two vertices at least, every case is wrong.
ALL_SIZES = [
    {"n": n, "levels": levels, "outside": outside}
    for n, levels, outside in ((2, 1, 0), (4, 3, 5), (6, 2, 2), (62, 1, 4), (64, 5, 1), (66, 4, 0), (128, 2, 3))
]
SIZES = st.fixed_dictionaries(
    {
        "n": st.sampled_from([2, 4, 6, 62, 64, 66, 128]),
        "levels": st.integers(1, 5),
        "outside": st.integers(0, 5),
    }
)


@pytest.fixture(scope="module")
def kernel() -> Iterator[KernelProcess]:
    """Return a process for all the calls of this module."""
    process = KernelProcess()
    yield process
    process.close()


def _filled(function: str, sizes: dict[str, int], changed: dict[str, str]) -> list[str]:
    return [template.format(**sizes) for template in (RIGHT[function] | changed).values()]


@given(sizes=SIZES)
@pytest.mark.parametrize("function", RIGHT)
def test_right_arguments_are_answered(kernel: KernelProcess, function: str, sizes: dict[str, int]) -> None:
    """The arguments that the other tests change in one place are valid before the change."""
    assert kernel.call(function, _filled(function, sizes, {})).error is None


@pytest.mark.parametrize(("function", "place", "wrong"), CASES)
def test_one_wrong_argument_is_an_error(kernel: KernelProcess, function: str, place: str, wrong: str) -> None:
    """The error is of an expected type and has a message."""
    for sizes in ALL_SIZES:
        answer = kernel.call(function, _filled(function, sizes, {place: wrong}))
        assert answer.error in ERRORS, answer
        assert answer.message


@pytest.mark.parametrize(
    "answer", [*_WRONG_ANSWERS, *(f"last_term(*sizes, {changed})" for changed in _WRONG_LAST_TERMS)]
)
def test_a_wrong_order_is_an_error(kernel: KernelProcess, answer: str) -> None:
    """The second stage asks for an order of six vertices."""
    sizes = {"n": 6, "levels": 1, "outside": 2}
    changed = {"leaders": "2", "order": f"lambda *sizes: {answer}"}
    outcome = kernel.call("staged_matching", _filled("staged_matching", sizes, changed))
    assert outcome.error in ERRORS, outcome
    assert outcome.message


@given(data=st.data(), sizes=SIZES)
@pytest.mark.parametrize("function", RIGHT)
def test_no_mixture_of_arguments_ends_the_process(
    kernel: KernelProcess, function: str, data: st.DataObject, sizes: dict[str, int]
) -> None:
    """Arguments of other places and functions, several wrong ones, too few and too many: all end in an answer."""
    every = sorted(
        {*(wrong for *_, wrong in CASES), *(right for places in RIGHT.values() for right in places.values())}
    )
    mixed = data.draw(st.dictionaries(st.sampled_from([*RIGHT[function], "another"]), st.sampled_from(every)))
    arguments = _filled(function, sizes, mixed)[: data.draw(st.integers(0, 5))]
    answer = kernel.call(function, arguments)
    assert answer.error in {*ERRORS, None}, answer


ALIKE = [
    ("lexicographic_matching", "costs", "np.zeros(({levels}, {n}, 2 * {n}), np.int64)[:, :, ::2]"),
    ("lexicographic_matching", "costs", "np.zeros(({levels}, {n}, {n}), np.int64)[:, ::-1, ::-1]"),
    ("lexicographic_matching", "costs", "np.zeros(({levels}, {n}, {n}), np.int64, 'F')"),
    ("lexicographic_matching", "costs", "np.broadcast_to(np.int64(0), ({levels}, {n}, {n}))"),
    ("lexicographic_matching", "costs", "shifted(np.zeros(({levels}, {n}, {n}), np.int64))"),
    ("lexicographic_matching", "decisions", "np.array([[0, 9, 0, 9, {n}, 9]], np.int32)[:, ::2]"),
    ("lexicographic_matching", "decisions", "np.array([[{n}, 0, 0]], np.int32)[:, ::-1]"),
    ("maximum_matching", "vertices", "np.arange(2 * {n}, dtype=np.int32)[: 2 * {n} : 2] // 2"),
    ("maximum_matching", "vertices", "np.repeat(np.arange({n}, dtype=np.int32), 2)[::2]"),
    ("maximum_matching", "vertices", "np.arange({n}, dtype=np.int32)[::-1][::-1]"),
    ("mixed_radix", "levels", "[[(3, np.full(({n}, 2 * {n}), 3)[:, ::2], np.full(2 * {n}, 2)[::2], 0)]] * {levels}"),
    ("mixed_radix", "levels", "[[(3, np.full(({n}, {n}), 3).T[::-1], np.full({n}, 2)[::-1], 0)]] * {levels}"),
    ("mixed_radix", "levels", "[[(3, np.broadcast_to(3, ({n}, {n})), np.broadcast_to(2, ({n},)), 0)]] * {levels}"),
    ("mixed_radix", "levels", "[[(3, shifted(np.full(({n}, {n}), 3)), np.full({n}, 2), 0)]] * {levels}"),
    ("mixed_radix", "levels", "[((np.int32(3), np.full(({n}, {n}), 3), np.full((1, {n}), 2), False),)] * {levels}"),
    ("mixed_radix", "within", "np.ones(({n}, 3 * {n}), np.bool_)[:, ::3]"),
    ("mixed_radix", "between", "np.ones(({n}, {outside}), np.bool_).T"),
    ("mixed_radix", "among", "np.broadcast_to(np.True_, ({outside}, {outside}))"),
]


@pytest.mark.parametrize(("function", "place", "layout"), ALIKE)
def test_an_array_may_lie_otherwise_in_memory(kernel: KernelProcess, function: str, place: str, layout: str) -> None:
    """Steps, directions and repetitions of the same entries make no difference."""
    for sizes in ALL_SIZES:
        expected = kernel.call(function, _filled(function, sizes, {}))
        assert expected.value is not None
        assert kernel.call(function, _filled(function, sizes, {place: layout})) == expected


def test_a_process_that_ends_is_a_failure(kernel: KernelProcess) -> None:
    """The call is named, and the next one finds a process again."""
    ends = "__import__('os').abort()"
    with pytest.raises(AssertionError, match=r"maximum_matching.*abort.*ends the process"):
        kernel.call("maximum_matching", [ends])
    assert kernel.call("maximum_matching", _filled("maximum_matching", {"n": 2}, {})).error is None
