"""What a client shows of a Contract: folds, steps of a selection, labelled words. Nothing here knows a protocol."""
