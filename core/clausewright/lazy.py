"""Values that are worked out when first asked for and then kept.

``functools.cached_property`` of Python 3.11 takes one lock for all objects of a class, so that a thread which asks a
small contract waits for another that reads a long one. Here two threads may work out the same value twice, which does
no harm where values depend on the object alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class lazy(Generic[T]):  # noqa: N801 - used like a decorator
    """A read-only attribute that is computed once for each object and kept in its ``__dict__``."""

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self._compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> lazy[T]: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: object | None, owner: type) -> T | lazy[T]:
        if instance is None:
            return self
        value = self._compute(instance)
        instance.__dict__[self._name] = value
        return value
