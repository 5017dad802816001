from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Block: TypeAlias = NDArray[np.int64] | NDArray[np.bool_] | int

def lexicographic_matching(
    costs: NDArray[np.int64], decisions: NDArray[np.int32], first: int, last: int
) -> NDArray[np.int32] | None: ...
def proven_matching(
    costs: NDArray[np.int64], decisions: NDArray[np.int32], first: int, last: int
) -> tuple[NDArray[np.int32], NDArray[np.int64], tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]] | None: ...
def maximum_matching(
    allowed: NDArray[np.uint8], vertices: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.uint8]]: ...
def mixed_radix(
    levels: Sequence[Sequence[tuple[int, Block, Block, Block]]],
    within: NDArray[np.bool_],
    between: NDArray[np.bool_],
    among: NDArray[np.bool_],
) -> NDArray[np.int64]: ...
def staged_matching(
    levels: Sequence[Sequence[tuple[int, Block, Block, Block]]],
    within: NDArray[np.bool_],
    between: NDArray[np.bool_],
    among: NDArray[np.bool_],
    leaders: int,
    fills_outside: bool,
    order: Callable[[int, int, int], tuple[NDArray[np.int64], int, NDArray[np.int32]]],
) -> list[int] | None: ...
