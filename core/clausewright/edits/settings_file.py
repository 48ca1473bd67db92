"""Changes of ``clausewright.toml`` that leave its comments and its order as they are."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

from clausewright.edits.change import RefusedError
from clausewright.finding import Edit

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_NEXT_TABLE = re.compile(r"^[ \t]*\[", re.MULTILINE)
_STRING_OR_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*+"|\'[^\'\n]*+\'|#[^\n]*+')


def entry_added(text: str, table: str, key: str, entry: str) -> Edit:
    """The edit of the settings file *text* that adds *entry* to the list *key* of ``[table]``, both made if needed.

    Raises RefusedError where the file is no TOML, or is written in a way that this cannot follow.
    """
    before = _read(text)
    edit = _edit(text, table, key, entry)
    section = before.get(table, {})
    if not isinstance(section, dict) or not isinstance(section.get(key, []), list):
        raise RefusedError(f"“{table}.{key}” is no list in the settings.")
    wanted = {**before, table: {**section, key: [*section.get(key, []), entry]}}
    if _read(text[: edit.start] + edit.new_text + text[edit.end :]) != wanted:
        raise RefusedError(f"The settings are written in a way that leaves no place to add to “{table}.{key}”.")
    return edit


def _read(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text.replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError:
        raise RefusedError("The settings cannot be read as they stand.") from None


def _edit(text: str, table: str, key: str, entry: str) -> Edit:
    name = key if _BARE_KEY.fullmatch(key) else json.dumps(key, ensure_ascii=False)
    value, line_end = json.dumps(entry, ensure_ascii=False), "\r\n" if "\r\n" in text else "\n"
    listed = line_end.join((f"{name} = [", f"    {value},", "]", ""))
    header = re.search(rf"^[ \t]*\[[ \t]*{re.escape(table)}[ \t]*\][^\n]*(?:\n|\Z)", text, re.MULTILINE)
    if header is None:
        gap = "" if not text else line_end if text.endswith("\n") else line_end * 2
        return Edit(len(text), len(text), f"{gap}[{table}]{line_end}{listed}")
    following = _NEXT_TABLE.search(text, header.end())
    end = following.start() if following is not None else len(text)
    opening = re.compile(rf"^[ \t]*(?:{re.escape(name)}|'{re.escape(key)}')[ \t]*=[ \t]*\[", re.MULTILINE).search(
        text, header.end(), end
    )
    if opening is None:
        return Edit(header.end(), header.end(), listed if header[0].endswith("\n") else line_end + listed)
    return _into_list(text, opening.end(), value, line_end)


def _into_list(text: str, start: int, value: str, line_end: str) -> Edit:
    """The edit that puts *value* behind the last value of the list whose opening bracket ends at *start*."""
    at = last = start
    while at < len(text) and text[at] != "]":
        token = _STRING_OR_COMMENT.match(text, at)
        if token is None:
            last = at + 1 if not text[at].isspace() else last
            at += 1
            continue
        at = token.end()
        last = at if token[0][0] != "#" else last
    comma = "" if text[last - 1] in "[," else ","
    if "\n" in text[start:at]:
        return Edit(last, last, f"{comma}{line_end}    {value},")
    return Edit(last, last, f"{comma} {value}" if last > start else value)
