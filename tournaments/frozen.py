"""
Frozen values: `FrozenStruct`, `JsonStruct` for values that are written as JSON, and `dataclass`.

A struct is created by `msgspec` in a fraction of the time that a dataclass takes. For a `JsonStruct`, the declaration
is at once type, validation, JSON and schema. A struct with the option ``dict`` can have cached properties. Classes with
several bases, abstract classes and classes with fields that are not compared cannot be structs.

For these there is a fast `dataclass` decorator. The standard library compiles six methods for every class, called or
not. For the classes that Pairproof loads at start, this takes longer than checking a small event. Here only
``__init__`` is compiled, and only for a class of which many values are created. The other methods are written once,
for all classes. `dataclasses.fields`, ``replace`` and ``asdict``, matching, copying and sending to other processes work
as with the standard library.
"""

from __future__ import annotations

import dataclasses
from dataclasses import MISSING, FrozenInstanceError
from functools import cache, partial
from itertools import count
from operator import attrgetter
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, NoReturn, TypeVar

from msgspec import Meta, Struct

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from dataclasses import Field, dataclass  # so that types are checked as those of the library
    from functools import cached_property
else:

    class cached_property:  # noqa: N801 - as in the library
        """A property that is computed once. Before Python 3.12, that of the library takes a lock for every value."""

        def __init__(self, function: Callable[[Any], Any]) -> None:
            """Hold the function that computes the value."""
            self.function, self.name, self.__doc__ = function, function.__name__, function.__doc__

        def __get__(self, instance: Any, owner: object = None) -> Any:
            """Compute the value, which hides this descriptor from then on."""
            if instance is None:
                return self
            value = instance.__dict__[self.name] = self.function(instance)
            return value

    def dataclass(*, frozen: Literal[True], slots: bool = False, kw_only: bool = False, eq: bool = True) -> Callable:
        """Make a class a frozen dataclass; the options mean what they mean to `dataclasses.dataclass`."""
        if not frozen:
            raise TypeError("use dataclasses.dataclass for a class that is not frozen")
        return partial(_as_dataclass, slots=slots, kw_only=kw_only, eq=eq)


ValueT = TypeVar("ValueT")
_VALUES_BEFORE_COMPILING = 16
"""Values of a class that are created, together, in the time that it takes to compile ``__init__``."""
Text = Annotated[str, Meta(min_length=1)]
"""A text that is not empty."""

__all__ = ["FrozenStruct", "JsonStruct", "Text", "cached_property", "dataclass"]


class _DataclassFields:
    """Describes the fields of a struct to the functions of `dataclasses` when one of them asks."""

    def __get__(self, _struct: object, cls: type[FrozenStruct]) -> dict[str, Field[Any]]:
        return _describe_fields(cls)


@cache
def _describe_fields(cls: type[FrozenStruct]) -> dict[str, Field[Any]]:
    fields = {}
    for name in cls.__struct_fields__:
        fields[name] = entry = dataclasses.field()
        entry.name, entry._field_type = name, dataclasses._FIELD  # type: ignore[attr-defined]  # noqa: SLF001 - as the library marks a field
    return fields


class FrozenStruct(Struct, frozen=True):
    """A frozen value; `dataclasses.replace`, ``fields`` and ``asdict`` treat it like a frozen dataclass."""

    __dataclass_fields__: ClassVar[Any] = _DataclassFields()


class JsonStruct(FrozenStruct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """
    A frozen value that is written as a JSON object; fields that hold their default are left out.

    A subclass with the option ``array_like`` is written as an array. Annotations are evaluated when the first value is
    read, so the module that declares a subclass imports their types.
    """


def _as_dataclass(cls: type[Any], *, slots: bool, kw_only: bool, eq: bool) -> type[Any]:
    own_methods = {name for name, value in vars(cls).items() if value is not None}
    # A class that defines __eq__ alone has None for __hash__; the library replaces that None, too.
    if cls.__doc__ is None:
        cls.__doc__ = cls.__name__  # or the library looks for the parameters of the class, which takes time
    frozen_class = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)(cls)
    fields = dataclasses.fields(frozen_class)
    methods = _ALWAYS | (_WITH_SLOTS if slots else {}) | (_make_equality(fields) if eq else {})
    methods["__init__"] = _compile_if_called_often(frozen_class, fields)
    for name, method in methods.items():
        if name not in own_methods:
            setattr(frozen_class, name, method)
    return frozen_class


# --- creating a value -------------------------------------------------------------------------------------------------


def _compile_if_called_often(cls: type[Any], fields: Sequence[Field[Any]]) -> Callable[..., None]:
    """Return an ``__init__`` that replaces itself by a compiled ``__init__`` after some calls, or at a wrong call."""
    positional = [entry.name for entry in fields if entry.init and not entry.kw_only]
    calls = count()

    def __init__(self: Any, *arguments: Any, **named: Any) -> None:  # noqa: N807 - the method of that name
        values = dict(zip(positional, arguments, strict=False)) | named
        is_clear = len(values) == len(arguments) + len(named)
        if not (is_clear and next(calls) < _VALUES_BEFORE_COMPILING and _set_fields(self, fields, values)):
            cls.__init__ = compiled = _compile_init(cls, fields)
            compiled(self, *arguments, **named)
        elif hasattr(cls, "__post_init__"):
            self.__post_init__()

    return __init__


def _set_fields(self: Any, fields: Sequence[Field[Any]], values: dict[str, Any]) -> bool:
    """Set the fields of a new value; False, with nothing set, if a value is missing or is not a field's."""
    complete = {}
    for entry in fields:
        if entry.init and entry.name in values:
            complete[entry.name] = values.pop(entry.name)
        elif entry.default is not MISSING:
            complete[entry.name] = entry.default
        elif entry.default_factory is not MISSING:
            complete[entry.name] = entry.default_factory()
        elif entry.init:
            return False
    if values:
        return False
    for name, value in complete.items():
        object.__setattr__(self, name, value)
    return True


def _compile_init(cls: type[Any], fields: Sequence[Field[Any]]) -> Callable[..., None]:
    """Compile ``__init__``, which is called too often to be written once for all classes."""
    positional = [_parameter(entry) for entry in fields if entry.init and not entry.kw_only]
    named = [_parameter(entry) for entry in fields if entry.init and entry.kw_only]
    parameters = ", ".join(["self", *positional, *(["*", *named] if named else [])])
    slots = _find_slots(cls, fields)
    lines = [_assignment(entry, slots) for entry in fields if _is_set(entry)]
    if len(slots) < len(fields):
        lines.insert(0, " values = self.__dict__")
    if hasattr(cls, "__post_init__"):
        lines.append(" self.__post_init__()")
    names: dict[str, Any] = {"_MISSING": MISSING, **{f"_set_{name}": slot.__set__ for name, slot in slots.items()}}
    for entry in fields:
        names[f"_default_{entry.name}"] = entry.default
        names[f"_make_{entry.name}"] = entry.default_factory
    exec(f"def __init__({parameters}):\n" + "\n".join(lines or [" pass"]), names)  # noqa: S102 - as the library does
    compiled: Callable[..., None] = names["__init__"]
    compiled.__qualname__ = f"{cls.__qualname__}.__init__"
    return compiled


def _find_slots(cls: type[Any], fields: Sequence[Field[Any]]) -> dict[str, MemberDescriptorType]:
    """Return the slots of the fields by name; setting a slot takes half the time of `object.__setattr__`."""
    slots = {entry.name: getattr(cls, entry.name, None) for entry in fields}
    return {name: slot for name, slot in slots.items() if isinstance(slot, MemberDescriptorType)}


def _assignment(entry: Field[Any], slots: dict[str, MemberDescriptorType]) -> str:
    if entry.name in slots:
        return f" _set_{entry.name}(self, {_argument_or_default(entry)})"
    return f" values[{entry.name!r}] = {_argument_or_default(entry)}"


def _parameter(entry: Field[Any]) -> str:
    if entry.default_factory is not MISSING:
        return f"{entry.name}=_MISSING"
    return entry.name if entry.default is MISSING else f"{entry.name}=_default_{entry.name}"


def _is_set(entry: Field[Any]) -> bool:
    """Whether ``__init__`` sets the field; other fields are left to ``__post_init__``."""
    return entry.init or entry.default is not MISSING or entry.default_factory is not MISSING


def _argument_or_default(entry: Field[Any]) -> str:
    if entry.default_factory is MISSING:
        return entry.name if entry.init else f"_default_{entry.name}"
    default = f"_make_{entry.name}()"
    return f"{default} if {entry.name} is _MISSING else {entry.name}" if entry.init else default


# --- methods of all classes -------------------------------------------------------------------------------------------


def _make_equality(fields: Sequence[Field[Any]]) -> dict[str, Any]:
    """Return methods that compare and hash a value like the tuple of its fields."""
    compared = _make_values_getter([entry.name for entry in fields if entry.compare])
    hashed = _make_values_getter(
        [entry.name for entry in fields if (entry.compare if entry.hash is None else entry.hash)]
    )

    def __eq__(self: Any, other: object) -> bool:  # noqa: N807 - the method of that name
        if other.__class__ is not self.__class__:
            return NotImplemented
        return compared(self) == compared(other)

    def __hash__(self: Any) -> int:  # noqa: N807 - the method of that name
        return hash(hashed(self))

    return {"__eq__": __eq__, "__hash__": __hash__}


def _make_values_getter(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    if len(names) > 1:
        return attrgetter(*names)
    return lambda self: tuple([getattr(self, name) for name in names])


def _repr(self: Any) -> str:
    shown = [entry.name for entry in dataclasses.fields(self) if entry.repr]
    return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"


def _refuse_setting(_self: object, name: str, _argument_or_default: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_deleting(_self: object, name: str) -> NoReturn:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _get_state(self: Any) -> list[Any]:
    return [getattr(self, entry.name) for entry in dataclasses.fields(self)]


def _set_state(self: Any, state: list[Any]) -> None:
    for entry, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, entry.name, value)


_ALWAYS = {"__repr__": _repr, "__setattr__": _refuse_setting, "__delattr__": _refuse_deleting}
_WITH_SLOTS = {"__getstate__": _get_state, "__setstate__": _set_state}
"""Methods for copying and pickling a value without a ``__dict__``."""
