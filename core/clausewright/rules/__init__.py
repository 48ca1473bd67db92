"""The rules, one a file, and their registry."""

from __future__ import annotations

from clausewright.rules.base import Rule
from clausewright.rules.cw101_numbering_gap import NumberingGap
from clausewright.rules.cw102_duplicate_number import DuplicateNumber
from clausewright.rules.cw103_number_out_of_order import NumberOutOfOrder
from clausewright.rules.cw104_wrong_parent_number import WrongParentNumber
from clausewright.rules.cw105_empty_clause import EmptyClause
from clausewright.rules.cw106_single_item_list import SingleItemList
from clausewright.rules.cw107_restarted_numbering import RestartedNumbering
from clausewright.rules.cw108_wrong_level import WrongLevel
from clausewright.rules.cw201_unresolved_reference import UnresolvedReference
from clausewright.rules.cw202_ambiguous_reference import AmbiguousReference
from clausewright.rules.cw203_miscaptioned_reference import MiscaptionedReference
from clausewright.rules.cw204_wrong_unit_word import WrongUnitWord
from clausewright.rules.cw205_misplaced_self_reference import MisplacedSelfReference
from clausewright.rules.cw206_wrong_direction import WrongDirection
from clausewright.rules.cw207_definition_not_there import DefinitionNotThere
from clausewright.rules.cw208_uncited_attachment import UncitedAttachment
from clausewright.rules.cw209_reference_to_empty_clause import ReferenceToEmptyClause
from clausewright.rules.cw301_undefined_term import UndefinedTerm
from clausewright.rules.cw302_unused_definition import UnusedDefinition
from clausewright.rules.cw303_duplicate_definition import DuplicateDefinition
from clausewright.rules.cw304_circular_definition import CircularDefinition
from clausewright.rules.cw305_wrong_letter_case import WrongLetterCase
from clausewright.rules.cw306_used_before_definition import UsedBeforeDefinition
from clausewright.rules.cw307_definitions_out_of_order import DefinitionsOutOfOrder
from clausewright.rules.cw401_placeholder import UnfilledPlaceholder
from clausewright.rules.cw402_words_against_figures import WordsAgainstFigures
from clausewright.rules.cw403_unmatched_bracket import UnmatchedBracket
from clausewright.rules.cw404_impossible_date import ImpossibleDate
from clausewright.rules.cw405_end_before_start import EndBeforeStart
from clausewright.rules.cw406_doubled_word import DoubledWord
from clausewright.rules.cw407_party_name import PartyName
from clausewright.rules.cw408_mutual_override import MutualOverride
from clausewright.rules.cw409_general_override import GeneralOverride

RULES: list[Rule] = [
    NumberingGap(),
    DuplicateNumber(),
    NumberOutOfOrder(),
    WrongParentNumber(),
    EmptyClause(),
    SingleItemList(),
    RestartedNumbering(),
    WrongLevel(),
    UnresolvedReference(),
    AmbiguousReference(),
    MiscaptionedReference(),
    WrongUnitWord(),
    MisplacedSelfReference(),
    WrongDirection(),
    DefinitionNotThere(),
    UncitedAttachment(),
    ReferenceToEmptyClause(),
    UndefinedTerm(),
    UnusedDefinition(),
    DuplicateDefinition(),
    CircularDefinition(),
    WrongLetterCase(),
    UsedBeforeDefinition(),
    DefinitionsOutOfOrder(),
    UnfilledPlaceholder(),
    WordsAgainstFigures(),
    UnmatchedBracket(),
    ImpossibleDate(),
    EndBeforeStart(),
    DoubledWord(),
    PartyName(),
    MutualOverride(),
    GeneralOverride(),
]
"""Every rule, by code."""

__all__ = ["RULES", "Rule"]
