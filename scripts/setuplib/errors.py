"""The one exception of the set-up: a problem that the user can read and act on."""

from __future__ import annotations


class SetupError(Exception):
    """What went wrong, where, and what to do about it. Printed as one line."""

    def __init__(self, what: str, *, where: str = "", fix: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.where = where
        self.fix = fix

    def __str__(self) -> str:
        text = self.what
        if self.where:
            text += f" ({self.where})"
        if self.fix:
            text += f"; {self.fix}"
        return " ".join(text.split())
