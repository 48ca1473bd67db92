"""clausewright.toml: what it may say, what happens when it says it wrongly, and what an editor adds."""

import os
import pickle
from pathlib import Path

import pytest

from clausewright.contract import Contract
from clausewright.finding import Severity
from clausewright.settings import Settings, load_settings, selects

UNDEFINED = ("CW301", "undefined-term", Severity.WARNING)
UNUSED = ("CW302", "unused-term", Severity.INFORMATION)


def load(folder: Path, toml: str) -> Settings:
    (folder / "clausewright.toml").write_text(toml, encoding="utf-8")
    return load_settings(folder / "contract.md")


@pytest.mark.parametrize("selector", ["CW301", "cw301", "undefined-term", "CW301-undefined-term", "CW3", "CW"])
def test_a_rule_is_named_by_code_name_both_or_the_start_of_its_code(selector):
    assert selects(selector, *UNDEFINED[:2])


@pytest.mark.parametrize("selector", ["CW302", "CW2", "undefined", "term", "CW302-undefined-term"])
def test_other_selectors_do_not_name_it(selector):
    assert not selects(selector, *UNDEFINED[:2])


def test_without_a_file_each_rule_keeps_its_severity(tmp_path):
    settings = load_settings(tmp_path / "contract.md")
    assert settings.severity_of(*UNDEFINED) is Severity.WARNING
    assert settings.severity_of(*UNUSED) is Severity.INFORMATION


@pytest.mark.parametrize(
    ("toml", "undefined", "unused"),
    [
        ('select = ["CW301"]', Severity.WARNING, None),
        ('ignore = ["unused-term"]', Severity.WARNING, None),
        ('select = ["CW302"]\nignore = ["CW3"]', None, Severity.INFORMATION),
        ('select = ["CW3"]\nignore = ["CW3"]', None, None),
        ('[rules]\nCW3 = "off"\nundefined-term = "error"', Severity.ERROR, None),
        ("[rules]\nCW3 = false\nCW302 = true", None, Severity.INFORMATION),
        ('[rules]\nCW301-undefined-term = "hint"', Severity.HINT, Severity.INFORMATION),
    ],
)
def test_the_closer_selector_decides(tmp_path, toml, undefined, unused):
    settings = load(tmp_path, toml)
    assert settings.problems == ()
    assert settings.severity_of(*UNDEFINED) is undefined
    assert settings.severity_of(*UNUSED) is unused


def test_a_rule_that_is_off_by_itself_comes_on_when_named():
    assert Settings().severity_of("CW399", "quiet", None) is None
    assert Settings(select=("CW3",)).severity_of("CW399", "quiet", None) is None
    assert Settings(select=("CW399",)).severity_of("CW399", "quiet", None) is Severity.WARNING
    assert Settings(rules=(("quiet", "hint"),)).severity_of("CW399", "quiet", None) is Severity.HINT


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        ('[rules]\nCW301 = "loud"', "rules.CW301: 'loud' is not allowed; use one of error, warning, information, hint"),
        ('ignroe = ["CW301"]', "there is no setting “ignroe”; did you mean “ignore”?"),
        ("zzz = 1", "the keys are convention, select, ignore, rules, files, exclude, suppress"),
        ('select = "CW301"', "select: 'CW301' is not allowed; give a list"),
        ('select = ["C?"]', "select: “C?” is not allowed; give a rule's code (CW301)"),
        ("rules = 3", "rules: 3 is not allowed; give a table"),
        ("convention = 3", "convention: 3 is not allowed; use one of auto, english, "),
        ('convention = "us/../../x"', "is not allowed; use one of auto"),
        ('convention = "french"', "convention: no convention is named 'french'; there are: english, "),
        ('suppress = ["CW301"]', "suppress: ['CW301'] is not allowed"),
        ('[suppress]\n"*.md" = "CW301"', "suppress.*.md: 'CW301' is not allowed; give a list of rules"),
        ("files = [1]", "files: [1] is not allowed"),
        ("select = [", "is not valid TOML"),
    ],
)
def test_a_wrong_setting_is_a_message_that_names_file_key_and_what_is_allowed(tmp_path, toml, said):
    (problem,) = load(tmp_path, toml).problems
    assert problem.startswith(str(tmp_path / "clausewright.toml"))
    assert said in problem


def test_what_is_right_beside_a_wrong_setting_is_used(tmp_path):
    settings = load(tmp_path, 'ignore = ["CW302"]\n[rules]\nCW301 = "loud"\nCW2 = "error"')
    assert len(settings.problems) == 1
    assert settings.severity_of(*UNUSED) is None
    assert settings.severity_of("CW201", "unresolved-reference", Severity.WARNING) is Severity.ERROR


def test_a_convention_is_one_that_ships_or_one_beside_the_settings(tmp_path):
    assert Settings().chosen_convention() is None
    assert load(tmp_path, 'convention = "us"').chosen_convention().name == "us"
    (tmp_path / "house.toml").write_text('name = "house"\nextends = "uk"\n', encoding="utf-8")
    settings = load(tmp_path, 'convention = "house"')
    assert settings.problems == ()
    assert settings.chosen_convention().name == "house"
    assert Settings(root=tmp_path).merged({"convention": "house"}).chosen_convention().name == "house"


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        ("name = [", "convention house: "),
        ("title = 3", "convention house: title: give a text"),
        ("unit = 3", "convention house: unit: there is no such key; the keys are name, title, extends, units, "),
        ("units = 3", "convention house: units: give a table"),
        (
            '[units]\nclauses = ["Clause"]',
            "convention house: units.clauses: there is no such key; the keys are annex, ",
        ),
        ('[units]\nclause = "Clause"', "convention house: units.clause: give a list of phrases"),
        ('[relations]\nagainst = ["wider"]', "convention house: relations.against: there is no such key"),
        ('[kinds]\ntop = "chapter"', "convention house: kinds.top: use one of annex, article, "),
        ("[lists]\nnested = 1", "convention house: lists.nested: give true or false"),
        ('[costs]\ngap = "much"', "convention house: costs.gap: give a number"),
        ('[equivalents]\n"({})" = ["Abs."]', "convention house: equivalents.({}): each phrase needs as many {}"),
        ('extends = "roof"', "no convention is named 'roof'"),
        ('extends = "house"', "no convention is named 'house'"),
    ],
)
def test_a_convention_file_that_is_wrong_is_a_message(tmp_path, toml, said):
    (tmp_path / "house.toml").write_text(toml, encoding="utf-8")
    settings = load(tmp_path, 'convention = "house"')
    assert said in settings.problems[0]
    assert settings.chosen_convention() is None


def test_a_convention_file_is_read_again_when_it_changes(tmp_path):
    house = tmp_path / "house.toml"
    house.write_text("[units]\nclause = 3\n", encoding="utf-8")
    assert load(tmp_path, 'convention = "house"').problems
    house.write_text('[units]\nclause = ["Condition"]\n', encoding="utf-8")
    settings = load_settings(tmp_path)
    assert settings.problems == ()
    assert settings.chosen_convention().unit_words["condition"] == "clause"


def test_a_convention_may_stand_in_for_one_that_ships_and_extend_it(tmp_path):
    (tmp_path / "uk.toml").write_text('extends = "uk"\n[units]\nclause = ["Condition"]\n', encoding="utf-8")
    chosen = load(tmp_path, 'convention = "uk"').chosen_convention()
    assert chosen.kinds["top"] == "clause"
    assert "condition" in chosen.unit_words
    assert "clause" not in chosen.unit_words


def test_empty_lists_of_a_convention_match_nothing(tmp_path):
    (tmp_path / "bare.toml").write_text(
        "[units]\narticle = []\nsection = []\nclause = []\npart = []\nschedule = []\nexhibit = []\nannex = []\n"
        "[furniture]\ncontents = []\nrecitals = []\nparties = []\noperative = []\nsignature = []\n"
        "[relations]\nnotwithstanding = []\n[general_override]\nphrases = []\n[external]\ninstruments = []\n",
        encoding="utf-8",
    )
    chosen = load(tmp_path, 'convention = "bare"').chosen_convention()
    contract = Contract.parse("1. Sale. See section 2.\n2. Price. Ten.\n", chosen)
    assert [c.number for c in contract.clauses] == ["1", "2"]
    assert [r.target for r in contract.references] == ["2"]


def test_a_file_that_is_not_utf8_is_a_message(tmp_path):
    (tmp_path / "clausewright.toml").write_bytes(b"convention = '\xff'")
    assert "it is not UTF-8" in load_settings(tmp_path).problems[0]


def test_the_nearest_file_upwards_is_read_and_read_again_when_it_changes(tmp_path):
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    load(tmp_path, 'ignore = ["CW301"]')
    assert load_settings(deep / "contract.md").ignore == ("CW301",)
    assert load_settings(deep / "not-yet" / "there.md").root == tmp_path
    load(tmp_path / "a", 'ignore = ["CW302"]')
    assert load_settings(deep).ignore == ("CW302",)
    file = tmp_path / "a" / "clausewright.toml"
    file.write_text('ignore = ["CW303"]', encoding="utf-8")
    os.utime(file, ns=(1, 1))
    assert load_settings(deep).ignore == ("CW303",)
    file.unlink()
    assert load_settings(deep).ignore == ("CW301",)


def test_an_editor_adds_to_the_project_and_overrides_levels(tmp_path):
    project = load(tmp_path, 'ignore = ["CW302"]\nfiles = ["*.md"]\n[rules]\nCW301 = "error"\nCW2 = "hint"')
    settings = project.merged(
        {
            "ignore": ["CW101"],
            "files": ["*.txt"],
            "rules": {"CW301": "hint"},
            "convention": "uk",
            "select": [],
            "server": {"command": "x"},
            "suppress": None,
        }
    )
    assert settings.problems == ()
    assert settings.ignore == ("CW302", "CW101")
    assert settings.files == ("*.md", "*.txt")
    assert settings.severity_of(*UNDEFINED) is Severity.HINT
    assert settings.severity_of("CW201", "unresolved-reference", Severity.ERROR) is Severity.HINT
    assert settings.convention == "uk"
    assert settings.merged({}).convention == "uk"


def test_a_rule_selected_on_top_lifts_what_silenced_it_below():
    project = Settings(ignore=("CW302", "CW303"), rules=(("CW301", "off"),))
    assert project.merged({"select": ["CW302"]}).severity_of(*UNUSED) is Severity.INFORMATION
    assert project.merged({"select": ["cw301"]}).severity_of(*UNDEFINED) is Severity.WARNING
    assert project.merged({"select": ["CW302"], "ignore": ["CW302"]}).severity_of(*UNUSED) is None


def test_a_wrong_editor_setting_is_a_message_and_no_crash():
    settings = Settings().merged({"rules": {"CW301": 7}, "ignore": "CW302"}, "editor")
    assert [problem.split(":")[0] for problem in settings.problems] == ["editor", "editor"]


@pytest.mark.parametrize(
    ("pattern", "path", "fits"),
    [
        ("*.md", "deep/down/nda.md", True),
        ("contracts/*.md", "contracts/nda.md", True),
        ("contracts/*.md", "contracts/old/nda.md", False),
        ("contracts/**/*.md", "contracts/nda.md", True),
        ("contracts/**", "contracts/old/nda.md", True),
        ("**/*.{md,txt}", "contracts/nda.txt", True),
        ("*.md", "nda.txt", False),
    ],
)
def test_globs_are_read_as_editors_read_them(tmp_path, pattern, path, fits):
    assert Settings(files=(pattern,), root=tmp_path).names_contract(tmp_path / path) is fits


def test_settings_go_from_one_process_to_another(tmp_path):
    settings = load(tmp_path, 'ignore = ["CW302"]\n[suppress]\n"*.md" = ["CW3"]')
    assert pickle.loads(pickle.dumps(settings)) == settings
