"""Settings of a check, from ``clausewright.toml`` or an editor.

A wrong key or value never stops a check: what is right is used, and ``Settings.problems`` says what is not.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from clausewright.convention import Convention, ConventionError, Stamp, load, names, stamp
from clausewright.finding import Severity

FILE_NAME = "clausewright.toml"
AUTOMATIC = "auto"
OFF, ON, TEMPLATE = "off", "on", "template"
LEVELS = (*(str(severity) for severity in Severity), OFF, ON)

_SELECTOR = re.compile(r"CW\d{0,3}|(?:CW\d{3}-)?[a-z][a-z0-9]*(?:-[a-z0-9]+)*", re.IGNORECASE)
_CONVENTION_NAME = re.compile(r"[\w-]+")
_CLAUSE_HASH = re.compile(r"[0-9a-f]{16}")
_HASHED = re.compile(r"pbkdf2:[0-9a-f]{16}:[0-9a-f]{32}")
_EXACT = 100
"""Rank of a selector that names one rule; above any length of a prefix."""


def selects(selector: str, code: str, name: str) -> int:
    """How closely *selector* names the rule: 0 not at all, a prefix (``CW3``) by its length, one rule above all.

    One rule is named by its code (``CW301``), its name (``undefined-term``) or both (``CW301-undefined-term``);
    letter case does not count.
    """
    wanted, code, name = selector.casefold(), code.casefold(), name.casefold()
    if wanted in (code, name, f"{code}-{name}"):
        return _EXACT
    return len(wanted) if code.startswith(wanted) else 0


def closest(selectors: Iterable[str], code: str, name: str) -> int:
    """The highest rank that any of *selectors* has for the rule."""
    return max((selects(selector, code, name) for selector in selectors), default=0)


def matches_glob(path: Path, patterns: Iterable[str], root: Path | None) -> bool:
    """Whether *path* fits one of *patterns*, read as editors read globs.

    ``**`` crosses folders, ``{a,b}`` are alternatives, and a pattern without a slash is tried on the file's name alone.
    Patterns are relative to *root*; without one, or outside it, they are tried on the whole path.
    """
    patterns = list(patterns)
    if not patterns:
        return False
    from wcmatch import glob

    path = path.absolute()
    tried = path.relative_to(root) if root is not None and path.is_relative_to(root) else path
    flags = glob.GLOBSTAR | glob.BRACE | glob.MATCHBASE | glob.DOTGLOB
    return bool(glob.globmatch(tried.as_posix(), patterns, flags=flags))


@dataclass(frozen=True, slots=True)
class PrivacySettings:
    """Whether personal data are looked for, and which are known and allowed.

    *mode* is ``off``, ``on``, or ``template`` where nothing personal belongs at all. *allow* holds hashes of values
    (``clausewright.privacy.allowlist``), never the values.
    """

    mode: str = OFF
    allow: tuple[str, ...] = ()


PRIVACY_MODES = (OFF, ON, TEMPLATE)


@dataclass(frozen=True, slots=True)
class ReferenceTemplate:
    """A reference template, and the contracts that are compared with it.

    *files* are globs of those contracts; none means all. *path* is as it is written, relative to the settings file.
    *required*, *may_vary* and *needs_approval* name clauses of the template by number or heading, each with its
    sub-clauses. *explicit* is a template that was asked for by hand, not by a settings file.
    """

    path: str
    files: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    may_vary: tuple[str, ...] = ()
    needs_approval: tuple[str, ...] = ()
    explicit: bool = False


@dataclass(frozen=True, slots=True)
class Acceptance:
    """A deviation that somebody has accepted: the hash of both clauses, who did, and why."""

    clause: str
    by: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class ReferenceSettings:
    """What contracts are compared with. Of *templates* the first whose files match holds."""

    templates: tuple[ReferenceTemplate, ...] = ()
    accepted: tuple[Acceptance, ...] = ()


@dataclass(frozen=True, slots=True)
class Settings:
    """What to check and how loud.

    *select* narrows the rules to run and *ignore* leaves rules out, both by selectors (see ``selects``); the closer
    selector wins, and ``ignore`` where both are as close. *rules* gives pairs of selector and level, where a level is
    a severity, ``off`` or ``on`` (the rule's own severity). *files* are globs of the .txt and .md files that are
    contracts, *exclude* of those that are left alone, *suppress* pairs of glob and selectors left out in such files,
    *privacy* says how personal data are treated, *reference* what contracts are compared with.
    *root* is the folder of the settings file, to which globs are relative.
    """

    convention: str = AUTOMATIC
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    rules: tuple[tuple[str, str], ...] = ()
    files: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    suppress: tuple[tuple[str, tuple[str, ...]], ...] = ()
    privacy: PrivacySettings = PrivacySettings()
    reference: ReferenceSettings = ReferenceSettings()
    root: Path | None = None
    problems: tuple[str, ...] = ()

    def severity_of(self, code: str, name: str, default: Severity | None) -> Severity | None:
        """Severity of a rule's findings; None where the rule is off.

        A *default* of None is a rule that is off unless ``rules`` gives it a severity or ``select`` names it itself,
        when its findings are warnings.
        """
        selected, ignored = closest(self.select, code, name), closest(self.ignore, code, name)
        if (self.select and not selected) or (ignored and ignored >= selected):
            return None
        level = max(self.rules, key=lambda rule: selects(rule[0], code, name), default=("", ON))
        if selects(level[0], code, name) and level[1] != ON:
            return None if level[1] == OFF else Severity(level[1])
        named = selected == _EXACT or selects(level[0], code, name) == _EXACT
        return Severity.WARNING if default is None and named else default

    def merged(self, mapping: Mapping[str, Any], source: str = "settings") -> Settings:
        """These settings with *mapping* (the keys of ``clausewright.toml``) on top.

        ``convention`` and ``select`` replace, a level in ``rules`` replaces the one of the same selector, the lists
        add up; what is empty or null says nothing. A selector in the new ``select`` lifts an ``ignore`` or ``off`` of
        that same selector below. Keys that are not Clausewright's own are passed over, since an editor keeps its own
        settings in the same place; *source* names the place in ``problems``.
        """
        reader = _Reader(source, self.root)
        said = reader.read({key: value for key, value in mapping.items() if key in KEYS and value is not None})
        rules = {**dict(self.rules), **dict(said.rules)}
        ignore = _unique((*self.ignore, *said.ignore))
        if said.select:
            lifted = {selector.casefold() for selector in said.select}
            ignore = tuple(s for s in ignore if s.casefold() not in lifted or s in said.ignore)
            rules = {s: v for s, v in rules.items() if v != OFF or s.casefold() not in lifted or s in dict(said.rules)}
        return replace(
            self,
            convention=self.convention if said.convention == AUTOMATIC else said.convention,
            select=said.select or self.select,
            ignore=ignore,
            rules=tuple(rules.items()),
            files=_unique((*self.files, *said.files)),
            exclude=_unique((*self.exclude, *said.exclude)),
            suppress=(*self.suppress, *said.suppress),
            privacy=PrivacySettings(
                said.privacy.mode if "mode" in _table(mapping.get("privacy")) else self.privacy.mode,
                _unique((*self.privacy.allow, *said.privacy.allow)),
            ),
            reference=ReferenceSettings(
                (*said.reference.templates, *self.reference.templates),
                (*self.reference.accepted, *said.reference.accepted),
            ),
            problems=(*self.problems, *said.problems),
        )

    def chosen_convention(self) -> Convention | None:
        """The convention to read contracts by; None where the reader is to decide by itself, or its file has gone."""
        try:
            return None if self.convention == AUTOMATIC else load(self.convention, self.root)
        except (ConventionError, OSError, ValueError):
            return None

    def selectors(self) -> list[tuple[str, str]]:
        """Every selector with the key it stands under, to be held against the rules there are."""
        return [
            *(("select", selector) for selector in self.select),
            *(("ignore", selector) for selector in self.ignore),
            *(("rules", selector) for selector, _ in self.rules),
            *(("suppress", selector) for _, selectors in self.suppress for selector in selectors),
        ]

    def suppressed_in(self, path: Path) -> list[str]:
        """The selectors that ``suppress`` leaves out in the file at *path*."""
        return [s for glob, selectors in self.suppress if matches_glob(path, [glob], self.root) for s in selectors]

    def excludes(self, path: Path) -> bool:
        return matches_glob(path, self.exclude, self.root)

    def template_for(self, path: Path) -> ReferenceTemplate | None:
        """The template that the contract at *path* is compared with; None where there is none."""
        for template in self.reference.templates:
            if not template.files or matches_glob(path, template.files, self.root):
                return template
        return None

    def names_contract(self, path: Path) -> bool:
        """Whether ``files`` names the file at *path*."""
        return matches_glob(path, self.files, self.root)


KEYS = tuple(f.name for f in fields(Settings) if f.name not in ("root", "problems"))


def _table(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _unique(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(values))


class _Reader:
    """Reads the keys of one source and notes what is wrong with them."""

    def __init__(self, source: str, root: Path | None) -> None:
        self._source = source
        self._root = root
        self._problems: list[str] = []

    def read(self, mapping: Mapping[str, Any]) -> Settings:
        for key in mapping:
            if key not in KEYS:
                near = difflib.get_close_matches(key, KEYS, n=1)
                hint = f"; did you mean “{near[0]}”?" if near else f"; the keys are {', '.join(KEYS)}"
                self._note(f"there is no setting “{key}”{hint}")
        return Settings(
            convention=self._convention(mapping.get("convention", AUTOMATIC)),
            select=self._selectors("select", mapping.get("select", [])),
            ignore=self._selectors("ignore", mapping.get("ignore", [])),
            rules=self._rules(mapping.get("rules", {})),
            files=self._texts("files", mapping.get("files", [])),
            exclude=self._texts("exclude", mapping.get("exclude", [])),
            suppress=self._suppress(mapping.get("suppress", {})),
            privacy=self._privacy(mapping.get("privacy", {})),
            reference=self._reference(mapping.get("reference", {})),
            root=self._root,
            problems=tuple(self._problems),
        )

    def _note(self, problem: str) -> None:
        self._problems.append(f"{self._source}: {problem}")

    def _convention(self, value: Any) -> str:
        if value in ("", AUTOMATIC):
            return AUTOMATIC
        if not isinstance(value, str) or not _CONVENTION_NAME.fullmatch(value):
            self._note(f"convention: {value!r} is not allowed; use one of {', '.join((AUTOMATIC, *names()))}")
            return AUTOMATIC
        try:
            load(value, self._root)
        except (ConventionError, OSError, ValueError) as error:
            self._note(f"convention: {error}")
            return AUTOMATIC
        return value

    def _texts(self, key: str, value: Any) -> tuple[str, ...]:
        if isinstance(value, list | tuple) and all(isinstance(item, str) and item for item in value):
            return tuple(value)
        self._note(f"{key}: {value!r} is not allowed; give a list of texts, such as {_EXAMPLES[key]}")
        return ()

    def _selectors(self, key: str, value: Any) -> tuple[str, ...]:
        return tuple(selector for selector in self._texts(key, value) if self._is_selector(key, selector))

    def _is_selector(self, key: str, selector: str) -> bool:
        if _SELECTOR.fullmatch(selector):
            return True
        self._note(
            f"{key}: “{selector}” is not allowed; give a rule's code (CW301), its name (undefined-term), "
            "or the start of a code (CW3)"
        )
        return False

    def _rules(self, value: Any) -> tuple[tuple[str, str], ...]:
        if not isinstance(value, Mapping):
            self._note(
                f"rules: {value!r} is not allowed; give a table of rules and levels, such as {_EXAMPLES['rules']}"
            )
            return ()
        read = []
        for selector, level in value.items():
            if isinstance(level, bool):
                level = ON if level else OFF
            if not self._is_selector("rules", selector):
                continue
            if level not in LEVELS:
                self._note(f"rules.{selector}: {level!r} is not allowed; use one of {', '.join(LEVELS)}")
                continue
            read.append((selector, level))
        return tuple(read)

    def _suppress(self, value: Any) -> tuple[tuple[str, tuple[str, ...]], ...]:
        if not isinstance(value, Mapping):
            self._note(
                f"suppress: {value!r} is not allowed; give a table of globs and rules, such as {_EXAMPLES['suppress']}"
            )
            return ()
        read = []
        for glob, selectors in value.items():
            if not isinstance(selectors, list | tuple) or not all(isinstance(s, str) for s in selectors):
                self._note(f"suppress.{glob}: {selectors!r} is not allowed; give a list of rules, such as ['CW302']")
                continue
            kept = tuple(s for s in selectors if self._is_selector(f"suppress.{glob}", s))
            if glob and kept:
                read.append((glob, kept))
        return tuple(read)

    def _privacy(self, value: Any) -> PrivacySettings:
        if not isinstance(value, Mapping) or not set(value) <= {"mode", "allow"}:
            self._note(f"privacy: is not allowed as it stands; give a table such as {_EXAMPLES['privacy']}")
            return PrivacySettings()
        mode = value.get("mode", OFF)
        if isinstance(mode, bool):
            mode = ON if mode else OFF
        if mode not in PRIVACY_MODES:
            self._note(f"privacy.mode: {mode!r} is not allowed; use one of {', '.join(PRIVACY_MODES)}")
            mode = OFF
        allow = value.get("allow", [])
        # What stands here may be a personal value in clear by mistake, so the message does not repeat it.
        if not isinstance(allow, list | tuple) or not all(
            isinstance(entry, str) and _HASHED.fullmatch(entry) for entry in allow
        ):
            self._note("privacy.allow: is not a list of hashed values; `clausewright allow` makes them")
            allow = [entry for entry in allow if isinstance(entry, str) and _HASHED.fullmatch(entry)] if allow else []
        return PrivacySettings(mode, tuple(allow))

    def _reference(self, value: Any) -> ReferenceSettings:
        if not isinstance(value, Mapping):
            self._note(f"reference: is not allowed as it stands; give a table such as {_EXAMPLES['reference']}")
            return ReferenceSettings()
        templates = []
        rules = value.get("rules", [])
        if not isinstance(rules, list | tuple) or not all(isinstance(rule, Mapping) for rule in rules):
            self._note("reference.rules: is not a list of tables, each with files and a template")
            rules = []
        for rule in rules:
            template = self._template("reference.rules", rule, ("files", "template", *_CLAUSE_LISTS))
            if template is not None and template.files:
                templates.append(template)
            elif template is not None:
                self._note("reference.rules.files: say for which contracts the template is")
        general = {key: one for key, one in value.items() if key not in ("rules", "accepted")}
        if any(general.values()) and (template := self._template("reference", general, ("template", *_CLAUSE_LISTS))):
            templates.append(template)
        return ReferenceSettings(tuple(templates), self._accepted(value.get("accepted", [])))

    def _template(self, key: str, table: Mapping[str, Any], allowed: tuple[str, ...]) -> ReferenceTemplate | None:
        for name in table:
            if name not in allowed:
                self._note(f"{key}: there is no setting “{name}”; the keys are {', '.join(allowed)}")
        path = table.get("template")
        if not isinstance(path, str) or not path.strip():
            self._note(f"{key}.template: {path!r} is not allowed; give the template's file")
            return None
        files, required, may_vary, needs_approval = (
            self._texts(f"{key}.{name}", table.get(name, [])) for name in ("files", *_CLAUSE_LISTS)
        )
        return ReferenceTemplate(path.strip(), files, required, may_vary, needs_approval)

    def _accepted(self, value: Any) -> tuple[Acceptance, ...]:
        entries = value if isinstance(value, list | tuple) else [None]
        read = []
        for entry in entries:
            words = [_table(entry).get(name, "") for name in ("clause", "by", "why")]
            if all(isinstance(word, str) for word in words) and _CLAUSE_HASH.fullmatch(words[0]):
                read.append(Acceptance(*words))
            else:
                self._note("reference.accepted: an entry is not a table with clause, by and why")
        return tuple(read)


_CLAUSE_LISTS = ("required", "may-vary", "needs-approval")
_EXAMPLES = {
    "select": '["CW1", "undefined-term"]',
    "ignore": '["CW302"]',
    "files": '["contracts/**/*.md"]',
    "exclude": '["archive/**"]',
    "rules": '{ CW301 = "error" }',
    "privacy": '{ mode = "template" }',
    "reference": '{ template = "templates/msa.md" }',
    "reference.rules.files": '["msa/**"]',
    **{
        f"{key}.{name}": '["9.2", "Limitation of liability"]'
        for key in ("reference", "reference.rules")
        for name in _CLAUSE_LISTS
    },
    "suppress": '{ "templates/**" = ["CW302"] }',
}

_cache: dict[Path, tuple[Stamp, Settings]] = {}


def settings_file(path: Path) -> Path | None:
    """The nearest ``clausewright.toml`` upwards from a file or folder, which need not exist."""
    path = path.absolute()
    for folder in (path, *path.parents):
        candidate = folder / FILE_NAME
        if candidate.is_file():
            return candidate
    return None


def load_settings(path: Path) -> Settings:
    """Settings for a file or folder from the nearest ``clausewright.toml``; the defaults where there is none.

    Never fails: a file that cannot be read gives the defaults and says so in ``problems``. A file is read again when
    it changed, or a convention beside it.
    """
    file = settings_file(path)
    if file is None:
        return Settings()
    try:
        now = stamp(file.parent)
        kept = _cache.get(file)
        if kept is not None and kept[0] == now:
            return kept[1]
        table = tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        return Settings(root=file.parent, problems=(f"{file}: cannot be read: {_reason(error)}",))
    settings = _Reader(str(file), file.parent).read(table)
    _cache[file] = (now, settings)
    return settings


def _reason(error: Exception) -> str:
    if isinstance(error, OSError):
        return error.strerror or type(error).__name__
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8"
    return f"it is not valid TOML: {error}"
