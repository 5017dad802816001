"""Errors of requests to the checker for which only the sentence matters; other errors lie beside their concept."""


class RequestError(ValueError):
    """A request cannot be met as it is written; the message is a sentence."""


class TaskError(Exception):
    """A task failed, but may succeed at another time or place; the message is a sentence."""
