"""One entry of the register, as every register here has it."""

from tournaments.readings import OtherSide, Reading

__all__ = ["OtherSide", "Reading"]
