"""Errors of requests to the checker, as far as only their sentence matters; other errors lie beside their concept."""


class RequestError(ValueError):
    """A request cannot be met as it is written; the message is a sentence."""


class TaskError(Exception):
    """A task could not be carried out, though it may be at another time or place; the message is a sentence."""
