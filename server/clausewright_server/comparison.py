"""Comparisons of open documents with their reference templates, made by a process of its own.

A document is compared when nobody has typed for a moment; a newer edit breaks a running comparison off. What an edit
leaves as it was stays known meanwhile. A process that is killed is started again, and one that has had nothing to do
for ten minutes is ended.
"""

from __future__ import annotations

import json
import logging
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from clausewright.comparison.results import Comparison
from clausewright.contract import Contract
from clausewright.deviations.compared import Compared, Unusable, with_template
from clausewright.deviations.plain import restored
from clausewright.deviations.template import Template, TemplateError, path_of, template_of
from clausewright.embedding import is_installed
from clausewright.settings import ReferenceSettings, ReferenceTemplate, Settings, load_settings
from clausewright_server.aside import ended, started
from clausewright_server.uris import document_key, file_path

logger = logging.getLogger(__name__)

PAUSE = 0.2
"""Seconds without an edit after which a document is compared."""
IDLE = 600.0
"""Seconds after which a process with nothing to do is ended."""
PATIENCE = 1.0
"""Seconds after which a comparison is worth a word, if the model need not be loaded for it."""
_ATTEMPTS = 2
_MOST_FAILED = 20
"""Comparisons that failed and are remembered, with their texts."""

WORDS_ONLY = (
    "Contracts are compared with their reference templates by words alone: the model packages are not installed "
    "(pip install 'clausewright[models]')."
)
RESTARTED = "The process that compares contracts was ended from outside; it has been started again."
GIVEN_UP = "A contract could not be compared with its reference template; it is tried again when either changes."

Progress = Callable[[int, int], None]
"""Told how many of how many clauses are read; ``(0, 0)`` while the language model is loaded."""


@dataclass(frozen=True, slots=True)
class Job:
    """A comparison that is to be made: of *contract* with *template*, the contract's settings being in *folder*."""

    uri: str
    contract: Contract
    convention: str | None
    folder: Path | None
    template: Template

    @property
    def texts(self) -> tuple[str, str, str | None]:
        return self.contract.source.text, self.template.text, self.convention


@dataclass(frozen=True, slots=True)
class Look:
    """What is known now: *compared* as of the newest text, None where nothing is, and the *job* that would tell more.

    *wanted* says whether the settings name a template at all.
    """

    compared: Compared | Unusable | None
    job: Job | None
    wanted: bool


NOTHING = Look(None, None, wanted=False)


@dataclass(eq=False, slots=True)
class _Asked:
    """A job with when it is due, and what to call on the loop; *ended* is, however it ends, set for one nobody sees."""

    job: Job
    due: float
    progress: Callable[[], Progress]
    done: Callable[[], None]
    ended: Callable[[], None] | None = None
    cancelled: bool = False


class ComparisonReader:
    """Knows how documents compare with their templates, and has compared aside what it does not know.

    *post* hands a callable to the loop, *warn* tells the user of something to mend, *note* of something to know.
    """

    def __init__(
        self,
        post: Callable[[Callable[[], None]], None],
        warn: Callable[[str], None],
        note: Callable[[str], None],
        *,
        pause: float = PAUSE,
        idle: float = IDLE,
    ) -> None:
        self._post = post
        self._warn = warn
        self._note = note
        self._pause = pause
        self._idle = idle
        self._known: dict[str, tuple[Job, Compared | Unusable]] = {}
        self._failed: set[tuple[str, str, str | None]] = set()
        self._chosen: dict[str, Path] = {}
        self._told: set[str] = set()
        self._paths: set[Path] = set()
        self._change = threading.Condition()
        self._asked: dict[str, _Asked] = {}
        self._running: _Asked | None = None
        self._number = 0
        self._process: subprocess.Popen[str] | None = None
        self._writing = threading.Lock()
        self._thread: threading.Thread | None = None

    # -- what is known ------------------------------------------------------------------------------------------------

    def look(self, uri: str, contract: Contract, settings: Settings) -> Look:
        """What is known of the document at *uri*, now *contract*. May be called from any thread."""
        key, path = document_key(uri), file_path(uri)
        if key in self._chosen:
            chosen = ReferenceTemplate(str(self._chosen[key]), explicit=True)
            settings = replace(settings, reference=ReferenceSettings((chosen,), settings.reference.accepted))
        if path is None:
            if key not in self._chosen:
                return NOTHING
            path = Path("untitled").absolute()
        elif settings.excludes(path):
            return NOTHING
        rule = settings.template_for(path)
        if rule is None:
            return NOTHING
        self._paths.add(path_of(rule, settings, path))
        try:
            template = template_of(settings, path, len(contract.source.text))
        except TemplateError as error:
            return Look(Unusable(str(error)), None, wanted=True)
        if template is None:
            return NOTHING
        convention = settings.chosen_convention()
        job = Job(key, contract, convention.name if convention else None, settings.root, template)
        kept = self._known.get(key)
        if kept is None or kept[0].template.text != template.text:
            return Look(None, job, wanted=True)
        result = kept[1]
        if isinstance(result, Compared):
            result = replace(result, template=template).at(contract.source.text)
        return Look(result, None if kept[0].texts == job.texts else job, wanted=True)

    def uses(self, path: Path) -> bool:
        """Whether a document was compared with the template at *path*, or was to be."""
        return path in self._paths

    def choose(self, uri: str, template: Path | None) -> None:
        """Compare the document at *uri* with the file *template*, whatever the settings say; None undoes it."""
        if template is None:
            self._chosen.pop(document_key(uri), None)
        else:
            self._chosen[document_key(uri)] = template

    def forget(self, uri: str) -> None:
        """The document at *uri* was closed."""
        key = document_key(uri)
        self._known.pop(key, None)
        with self._change:
            self._drop(key)

    # -- what is asked for, on the loop -------------------------------------------------------------------------------

    def ask(self, job: Job, progress: Callable[[], Progress], done: Callable[[], None]) -> None:
        """Have *job* done when typing pauses, instead of an older one for the same document.

        *progress* is called on the loop when the work takes long enough to be told of, and what it gives as the work
        goes on; *done* when more is known.
        """
        if job.texts in self._failed:
            return
        kept = self._known.get(job.uri)
        if kept is not None and kept[0].texts == job.texts:
            self._post(done)
            return
        if not is_installed():
            self._tell_once(WORDS_ONLY)
        with self._change:
            running = self._running
            if running is not None and not running.cancelled and (running.ended or running.job.uri == job.uri):
                if running.ended is None and running.job.texts == job.texts:
                    return
                self._cancel(running)
            # Nobody types in a document that has just been opened.
            fresh = kept is None and running is None and job.uri not in self._asked
            due = time.monotonic() + (0 if fresh else self._pause)
            self._ask(_Asked(job, due, progress, done))

    def ask_unseen(self, job: Job, progress: Callable[[], Progress], ended: Callable[[], None]) -> bool:
        """Have *job*, of a file that is not open, done when there is nothing else to do; false where it has failed.

        *ended* is called on the loop when it is done, has failed or was given up for a document that is open.
        """
        if job.texts in self._failed:
            return False
        with self._change:
            self._ask(_Asked(job, time.monotonic(), progress, lambda: None, ended))
        return True

    def _ask(self, asked: _Asked) -> None:
        replaced = self._asked.get(asked.job.uri)
        if replaced is not None and replaced.ended is not None:
            self._post(replaced.ended)
        self._asked[asked.job.uri] = asked
        self._change.notify()
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="comparison", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """End the process; nothing more will be asked for."""
        process = self._process
        if process is not None:
            process.kill()

    def _drop(self, key: str) -> None:
        dropped = self._asked.pop(key, None)
        if dropped is not None and dropped.ended is not None:
            self._post(dropped.ended)
        if self._running is not None and self._running.job.uri == key and not self._running.cancelled:
            self._cancel(self._running)

    def _cancel(self, running: _Asked) -> None:
        running.cancelled = True
        process, number = self._process, self._number
        if process is not None:
            # A pipe that is full would hold up the loop.
            threading.Thread(target=self._send, args=(process, {"cancel": number}), daemon=True).start()

    def _tell_once(self, message: str) -> None:
        if message not in self._told:
            self._told.add(message)
            self._warn(message)

    # -- the work, in a thread ----------------------------------------------------------------------------------------

    def _work(self) -> None:
        while True:
            asked = self._next()
            if asked is None:
                self._end_process()
                continue
            try:
                self._compare(asked)
            except Exception as error:
                # The text of an error may quote what was read.
                logger.error("A comparison failed: %s", type(error).__name__)
                self._fail(asked.job)
            finally:
                with self._change:
                    self._running = None
                if asked.ended is not None:
                    self._post(asked.ended)

    def _next(self) -> _Asked | None:
        """The next that is due; None when there was nothing to do for long."""
        with self._change:
            idle_from = time.monotonic()
            while True:
                now = time.monotonic()
                if self._asked:
                    first = min(self._asked.values(), key=lambda asked: (asked.ended is not None, asked.due))
                    if first.due <= now:
                        del self._asked[first.job.uri]
                        self._number += 1
                        self._running = first
                        return first
                    self._change.wait(first.due - now)
                elif self._process is None:
                    self._change.wait()
                    idle_from = time.monotonic()
                elif now - idle_from >= self._idle:
                    return None
                else:
                    self._change.wait(self._idle - (now - idle_from))

    def _compare(self, asked: _Asked) -> None:
        # Most sessions compare nothing: what a comparison needs is not loaded when the server starts.
        from clausewright.deviations.results import Results

        job = asked.job
        kept = Results().read(job.contract, job.template.contract, by_meaning=is_installed())
        if kept is not None:
            self._keep(asked, kept)
            if self._process is None and is_installed():
                self._send(self._running_process(), {"number": 0, "prepare": True})
            return
        report = _Report(self._post, asked.progress)
        try:
            answer = self._answer(asked, report)
        finally:
            report.end()
        if answer is None or "cancelled" in answer:
            return
        if "error" in answer:
            logger.error("A comparison failed: %s", answer["error"])
            self._fail(job)
            self._post(lambda: self._note(GIVEN_UP))
            return
        for note in answer["notes"]:
            self._post(lambda note=note: self._tell_once(note))  # type: ignore[misc]
        self._keep(asked, restored(answer["comparison"]))

    def _keep(self, asked: _Asked, comparison: Comparison) -> None:
        job = asked.job
        result = with_template(job.contract, job.template, comparison)
        # Read here, not on the loop, which asks for it next.
        job.template.contract.settle()
        self._known[job.uri] = job, result
        self._post(asked.done)

    def _answer(self, asked: _Asked, report: _Report) -> dict[str, Any] | None:
        """What the process answers; None where it was ended each time."""
        for attempt in range(_ATTEMPTS):
            if asked.cancelled:
                return None
            if attempt:
                self._post(lambda: self._note(RESTARTED))
            process = self._running_process()
            if not self._send(process, _request(self._number, asked.job)):
                self._end_process()
                continue
            assert process.stdout is not None
            for line in process.stdout:
                answer: dict[str, Any] = json.loads(line)
                if answer["number"] != self._number:
                    continue
                if "done" not in answer:
                    return answer
                report.tell(answer["done"], answer["of"])
            self._end_process()
        self._fail(asked.job)
        self._post(lambda: self._note(GIVEN_UP))
        return None

    def _fail(self, job: Job) -> None:
        """Do not try *job* again as it is."""
        if len(self._failed) >= _MOST_FAILED:
            self._failed.clear()
        self._failed.add(job.texts)

    def _running_process(self) -> subprocess.Popen[str]:
        process = self._process
        if process is None or process.poll() is not None:
            from clausewright.deviations.process import COMMAND

            process = self._process = started(COMMAND)
        return process

    def _end_process(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            ended(process)

    def _send(self, process: subprocess.Popen[str], message: dict[str, Any]) -> bool:
        assert process.stdin is not None
        try:
            with self._writing:
                process.stdin.write(json.dumps(message) + "\n")
                process.stdin.flush()
        except (OSError, ValueError):
            return False
        return True


class _Report:
    """Hands what the process tells of its progress to the loop, where the work takes long enough to be told of."""

    def __init__(self, post: Callable[[Callable[[], None]], None], begin: Callable[[], Progress]) -> None:
        self._post = post
        self._begin = begin
        self._progress: Progress | None = None
        self._from = time.monotonic() + PATIENCE
        self._told = False

    def tell(self, done: int, of: int) -> None:
        if self._told or not of or time.monotonic() > self._from:
            self._told = True
            self._post(lambda: self._on_loop(done, of))

    def end(self) -> None:
        if self._told:
            self.tell(1, 1)

    def _on_loop(self, done: int, of: int) -> None:
        self._progress = self._progress or self._begin()
        self._progress(done, of)


def _request(number: int, job: Job) -> dict[str, Any]:
    template = load_settings(job.template.path)
    convention = template.chosen_convention()
    return {
        "number": number,
        "contract": {"text": job.contract.source.text, "convention": job.convention, "folder": _text(job.folder)},
        "template": {
            "text": job.template.text,
            "convention": convention.name if convention else None,
            "folder": _text(template.root),
        },
    }


def _text(folder: Path | None) -> str | None:
    return str(folder) if folder is not None else None
