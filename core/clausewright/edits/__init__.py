"""Changes to a contract that keep the rest of it right: renaming a term, renumbering clauses, mending findings.

Each gives ``Edit``s of the text it was asked about and nothing else; what they do not cover stays as it is, byte for
byte. A change that cannot be made without changing what something else means raises ``RefusedError``.
"""
